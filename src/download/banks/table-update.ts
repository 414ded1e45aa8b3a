import { endOfDoubt, explainDoubt, isWithholding } from '../../archive/official-doubts.ts';
import { type BankResponse, noProblem, type OfficialRates } from '../../archive/official-rates.ts';
import { limitsOf, type RequestLimits } from '../http/request-limits.ts';
import { dateAt, dateOfDay, dayBefore, dayNumber, type Instant, isInSpan, type IsoDate } from '../../money/calendar.ts';
import { elementAt } from '../../money/element-at.ts';
import { present } from '../../text/present.ts';
import type { MarketRates } from '../../validation/official/market-rates.ts';
import type { OtherBanks } from '../../validation/official/other-banks.ts';
import { type Circumstances, withBankResponse, withCorrections } from '../../validation/official/official-rules.ts';
import {
  type Bank,
  type BankTable,
  businessDaysBetween,
  isAmended,
  isOverdue,
  lastPossibleDay,
  maxPause,
  newestExpected,
  PAST_PROBLEM,
} from '../../sources/bank.ts';
import { problemOf } from '../errors.ts';
import type { BankServers, Budget } from './bank-servers.ts';
import { ofExistingCurrencies } from './existing-currencies.ts';
import { type Span, spansOf, turnOf } from './spans.ts';
import type { TableRequests } from './table-requests.ts';

export interface UpdateOptions {
  /** How each of the bank's tables is requested, by the table's key. */
  readonly requests: ReadonlyMap<string, TableRequests>;
  /** URL to ask instead of the bank's own, as `urlAt` uses it. */
  readonly address?: string | undefined;
  readonly now: Instant;
  /** The day before which no past days are asked for yet. */
  readonly pastFrom?: string | undefined;
  /** The market dataset's rates, which can confirm an official rate or contradict it. */
  readonly market: MarketRates;
  readonly limits?: Partial<RequestLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TableOptions extends UpdateOptions {
  /** The other banks' rates, which can confirm a value that comes over http. */
  readonly otherBanks: OtherBanks;
}

/** Maximum number of past ranges with doubts that a run asks for, so that many doubts don't stop the history. */
const MAX_DOUBTED = 3;

/**
 * One run's update of a bank's table, in three steps. No step throws anything but the signal's reason: an error becomes
 * the table's problem, and ends its requests.
 */
export class TableUpdate {
  readonly #bank: Bank;
  readonly #table: BankTable;
  readonly #known: OfficialRates;
  readonly #servers: BankServers;
  readonly #options: TableOptions;
  /** The rates after the responses so far, with the first problem. */
  #rates: OfficialRates;
  /** The usable responses so far. */
  readonly #responses: { readonly asked: Span; readonly file: BankResponse }[] = [];
  #hasFailed = false;
  /** Whether a response was refused, because it's unusable or changes too many old values. */
  #hasRefused = false;

  constructor(bank: Bank, table: BankTable, known: OfficialRates, servers: BankServers, options: TableOptions) {
    this.#bank = bank;
    this.#table = table;
    this.#known = known;
    this.#servers = servers;
    this.#options = options;
    this.#rates = { ...known, ...noProblem };
  }

  /** Asks for the days since the newest known day, and for the days whose doubts end next. */
  newest(): Promise<void> {
    return this.#try(async () => {
      const { now } = this.#options;
      const last = newestOf(this.#known);
      const until = lastPossibleDay(this.#table, now);
      const spans = this.#spansUntil(until);
      // The days before the newest known day may have been corrected.
      const since = last === undefined ? until : dateOfDay(dayNumber(last) - maxPause(this.#table));
      const isWaiting = this.#known.doubts.some((doubt) => isWithholding(doubt) && doubt.date >= since);
      const isNewestKnown =
        last !== undefined && last >= newestExpected(this.#table, now) && !isWaiting && !isAmended(this.#table);
      const newest = isNewestKnown ? [] : spans.filter(([, end]) => end >= since);
      const others = spansInDoubt(this.#known, spans).filter((span) => !newest.includes(span));
      // The newest days come first, so that no doubt about past days delays them.
      const asked = [...newest, ...others.slice(0, MAX_DOUBTED)];
      await this.#ask(asked, limitsOf.todaysRates);
      if (newestOf(this.#rates) === last) return;
      const past = spans.filter((span) => !asked.includes(span) && span[1] >= (this.#known.asked_from ?? until));
      await this.#again(past);
    });
  }

  /** Asks for days before the first day that was asked for. */
  past(): Promise<void> {
    const { pastFrom = '' } = this.#options;
    return this.#try(async () => {
      while (this.#rates.asked_from !== null && !this.#hasFailed) {
        const span = this.#spansUntil(dayBefore(this.#rates.asked_from)).at(-1);
        const hasTime = () => Date.now() + limitsOf.datedFile.timeout < this.#budget.end;
        if (!span || span[0] < pastFrom || !this.#isWithinBudget(span) || !hasTime()) break;
        await this.#askPast(span);
      }
    });
  }

  /** The rates after all requests, with the log of all changes, and with a problem if the newest rates are too old. */
  finished(): OfficialRates {
    try {
      const { now } = this.#options;
      if (this.#hasRefused) this.#distrust();
      // A run logs its changes in the order of their dates, whatever the order of its requests.
      this.#rates = { ...this.#rates, corrections: withCorrections(this.#known, this.#rates.days, now) };
      const newest = newestOf(this.#rates);
      if (newest === undefined) this.#report('it has no rates');
      else if (isOverdue(this.#table, newest, dateAt(now))) this.#report(`its newest rates are from ${newest}`);
    } catch (error) {
      // Changes that can't be logged aren't published.
      const { problem, problem_since } = this.#rates;
      this.#rates = { ...this.#known, problem, problem_since };
      this.#report(reasonOf(error));
    }
    return this.#rates;
  }

  /** @param place what the problem's text begins with if the step fails */
  async #try(step: () => Promise<void>, place = ''): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      this.#hasFailed = true;
      // A response that couldn't be downloaded isn't refused.
      if (error instanceof RangeError) this.#hasRefused = true;
      this.#report(place + reasonOf(error));
    }
  }

  /** Notes a problem, unless there is an earlier problem. */
  #report(problem: string): void {
    if (this.#rates.problem !== null) return;
    const problem_since = this.#known.problem_since ?? this.#options.now;
    this.#rates = { ...this.#rates, problem, problem_since };
  }

  /**
   * Takes over the responses of the run once more, because one of them is refused. The server may have damaged the others,
   * too, so they only add days, whichever came first.
   */
  #distrust(): void {
    const { asked_from, problem, problem_since } = this.#rates;
    let rates: OfficialRates = { ...this.#known, ...noProblem };
    for (const { asked, file } of this.#responses) {
      const { asked_from } = rates;
      rates = { ...withBankResponse(rates, file, this.#circumstances(asked, true)) };
      if (asked_from === null || asked[0] < asked_from) rates = { ...rates, asked_from: asked[0] };
    }
    this.#rates = { ...rates, asked_from, problem, problem_since };
  }

  #circumstances(asked: Span, isDistrusted: boolean): Circumstances {
    const { now, market, otherBanks } = this.#options;
    return { bank: this.#bank, table: this.#table, asked, now, market, otherBanks, isDistrusted };
  }

  get #requests(): TableRequests {
    const { key } = this.#table;
    return present(this.#options.requests.get(key), `list of requests for ${key}`);
  }

  /** The requests for all days until a day. */
  #spansUntil(last: IsoDate): Span[] {
    const { firstDay } = this.#table;
    return spansOf({ firstDay, perRange: this.#requests.perRange }, firstDay, last);
  }

  get #today(): IsoDate {
    return dateAt(this.#options.now);
  }

  get #budget(): Budget {
    const { firstDay } = this.#table;
    return this.#servers.budgetOf(this.#requests.asks(firstDay, firstDay, this.#today), this.#requests);
  }

  #isWithinBudget([first, last]: Span): boolean {
    return this.#servers.isWithinBudget(
      this.#requests.asks(first, last, this.#today),
      this.#requests,
      this.#options.address,
    );
  }

  /**
   * Asks for past ranges again, because the bank may have corrected them. With each new day, another range has its turn,
   * or as many ranges as there are business days up to the table's next day.
   */
  async #again(past: readonly Span[]): Promise<void> {
    const turns = businessDaysBetween(this.#table.rhythm);
    const step = this.#rates.days.length * turns;
    for (let turn = 0; turn < Math.min(turns, past.length); turn++)
      await this.#askPast(elementAt(past, turnOf(step + turn, past.length)));
  }

  #askPast(span: Span): Promise<void> {
    return this.#ask([span], limitsOf.datedFile, `${PAST_PROBLEM}${span[0]} to ${span[1]}: `);
  }

  /**
   * Asks for some ranges of days. A file that is refused because of its changes is a problem of its range only.
   *
   * @param place what a problem's text begins with
   */
  async #ask(spans: readonly Span[], limits: Partial<RequestLimits>, place = ''): Promise<void> {
    for (const span of spans) {
      const isLate = span !== spans[0] && Date.now() >= this.#budget.end;
      if (this.#hasFailed || !this.#isWithinBudget(span) || isLate) return;
      await this.#try(async () => {
        const { problem, problem_since } = this.#rates;
        const file = await this.#file(span, { ...limits, ...this.#options.limits });
        const rates = {
          ...withBankResponse(this.#rates, file, this.#circumstances(span, false)),
          ...{ problem, problem_since },
        };
        this.#responses.push({ asked: span, file });
        this.#rates = rates;
        const refusal = rates.doubts.find((doubt) => doubt.reason === 'too_many_changes' && isInSpan(span, doubt.date));
        if (refusal) {
          this.#hasRefused = true;
          this.#report(`${place}unusable file: ${explainDoubt(refusal)}`);
        } else if (rates.asked_from === null || span[0] < rates.asked_from)
          this.#rates = { ...rates, asked_from: span[0] };
      }, place);
    }
  }

  /**
   * @throws {HttpError} if the download fails
   * @throws {RangeError} if a response has another form than the bank's
   */
  async #file([first, last]: Span, limits: Partial<RequestLimits>): Promise<BankResponse> {
    const { address, signal } = this.#options;
    const { asks, parse, hasOtherDays = false } = this.#requests;
    const texts = await this.#servers.textsOf(asks(first, last, this.#today), this.#requests, {
      address,
      limits,
      signal,
    });
    if (!texts) return noDays;
    const response = ofExistingCurrencies(parse(...texts));
    return hasOtherDays ? inSpan([first, last], response) : response;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof RangeError ? `unusable file: ${error.message}` : problemOf(error);
}

/** The days of a response in a range. */
function inSpan(span: Span, { days, unreadable, ...response }: BankResponse): BankResponse {
  const isIn = ({ date }: { readonly date: IsoDate }) => isInSpan(span, date);
  return { ...response, days: days.filter(isIn), unreadable: unreadable.filter(isIn) };
}

/** The ranges with doubts that end on a date, those that end first before the others. */
function spansInDoubt({ doubts }: OfficialRates, spans: readonly Span[]): Span[] {
  const ends = doubts.flatMap((doubt) => {
    const [span, end] = [spans.find((span) => isInSpan(span, doubt.date)), endOfDoubt(doubt)];
    return span && end !== null ? [{ span, end }] : [];
  });
  ends.sort((one, other) => (one.end < other.end ? -1 : one.end > other.end ? 1 : 0));
  return [...new Set(ends.map(({ span }) => span))];
}

const noDays: BankResponse = { days: [], unreadable: [] };

function newestOf({ days }: OfficialRates): IsoDate | undefined {
  return days.at(-1)?.date;
}
