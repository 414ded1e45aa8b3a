import type { ArchivedDay } from '../../archive/archive.ts';
import { endOfDoubt, explainDoubt } from '../../archive/official-doubts.ts';
import {
  type BankResponse,
  noProblem,
  noRatesYet,
  type Official,
  type OfficialRates,
} from '../../archive/official-rates.ts';
import { defaultLimits, limitsOf, type RequestLimits } from '../../http/request-limits.ts';
import { dateOfDay, dayNumber, isInSpan } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { present } from '../../text/present.ts';
import { withBankResponse, withCorrections } from '../../validation/official/official-rules.ts';
import {
  type Bank,
  type BankTable,
  isOverdue,
  lastPossibleDay,
  maxPause,
  newestExpected,
  PAST_PROBLEM,
} from '../banks/bank.ts';
import { download } from '../download.ts';
import { asMirrorError, DownloadError } from '../errors.ts';
import { urlAt } from './bank-address.ts';
import { ofExistingCurrencies } from './existing-currencies.ts';
import { type Span, spansOf, turnOf } from './requests/spans.ts';
import type { TableRequests } from './requests/table-requests.ts';
import { unzipped } from './unzip.ts';

export interface UpdateOptions {
  /** How each of the bank's tables is requested, by the table's key. */
  readonly requests: ReadonlyMap<string, TableRequests>;
  /** URL to ask instead of the bank's own, as in {@link urlAt}. */
  readonly address?: string | undefined;
  readonly now: string;
  /** The market dataset's days, which can confirm a large move of an official rate. */
  readonly market: readonly ArchivedDay[];
  readonly limits?: Partial<RequestLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum bytes of a response. The largest file of all days of a bank has 0.6 million bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Maximum number of requests to a bank in a run, retries included. */
const MAX_REQUESTS = 40;
/** Maximum number of past ranges with doubts that a run asks for, so that many doubts don't stop the history. */
const MAX_DOUBTED = 3;
/** Milliseconds for all requests to a bank in a run, so that today's rates don't wait for them. */
const MAX_TIME = 20_000;
/** Milliseconds for a request to another table of a bank that has used up its time. */
const MIN_TIME = 1000;

/**
 * Takes over what a bank has published since the last check, and then past days that were never asked for, the newest
 * first. Requests follow one another. If the newest possible day is known, no doubt ends on a date and no past day is
 * left, nothing is requested. If a response is unusable, its table's known rates are returned, with a problem that says
 * why.
 *
 * @param known the rates of the bank's tables; other banks' rates don't matter
 * @returns the rates of each of the bank's tables
 * @throws the signal's reason, and nothing else
 */
export async function updateBank(bank: Bank, known: Official, options: UpdateOptions): Promise<Official> {
  const run = new Run(bank, known, options);
  const newest: [RequestedTable, OfficialRates][] = [];
  for (const table of bank.tables) {
    const requested = { ...table, ...present(options.requests.get(table.key), `requests for ${table.key}`) };
    newest.push([requested, await run.newest(requested)]);
  }
  const updated = new Map<string, OfficialRates>();
  for (const [table, rates] of newest) updated.set(table.key, run.finished(table, await run.past(table, rates)));
  return updated;
}

type RequestedTable = BankTable & TableRequests;

/** The requests of one run to one bank. */
class Run {
  readonly #bank: Bank;
  readonly #known: Official;
  readonly #options: UpdateOptions;
  readonly #end = Date.now() + MAX_TIME;
  /** The keys of the tables with a request that failed. They have no further requests in this run. */
  readonly #failed = new Set<string>();
  #left = MAX_REQUESTS;

  constructor(bank: Bank, known: Official, options: UpdateOptions) {
    this.#bank = bank;
    this.#known = known;
    this.#options = options;
  }

  /** Asks for the days since the newest known day, and for the days whose doubts end next. */
  async newest(table: RequestedTable): Promise<OfficialRates> {
    const { now } = this.#options;
    const known = this.#known.get(table.key) ?? noRatesYet;
    const last = newestOf(known);
    const until = lastPossibleDay(table, now);
    const spans = spansOf(table, table.firstDay, until);
    const isNewestKnown = last !== undefined && last >= newestExpected(table, now);
    // The days before the newest known day may have been corrected.
    const since = last === undefined ? until : dateOfDay(dayNumber(last) - maxPause(table));
    const newest = isNewestKnown ? [] : spans.filter(([, end]) => end >= since);
    const others = spansInDoubt(known, spans).filter((span) => !newest.includes(span));
    // The newest days come first, so that no doubt about past days delays them.
    const asked = [...newest, ...others.slice(0, MAX_DOUBTED)];
    const rates = await this.#ask(table, { ...known, ...noProblem }, asked, limitsOf.todaysRates);
    if (newestOf(rates) === last || this.#failed.has(table.key)) return rates;
    const past = spans.filter((span) => !asked.includes(span) && span[1] >= (known.asked_from ?? until));
    return this.#again(table, rates, past);
  }

  /** Asks for days before the first day that was asked for. */
  async past(table: RequestedTable, known: OfficialRates): Promise<OfficialRates> {
    let rates = known;
    while (rates.asked_from !== null && !this.#failed.has(table.key) && this.#left > 0 && this.#hasTime()) {
      const span = spansOf(table, table.firstDay, dayBefore(rates.asked_from)).at(-1);
      if (!span) break;
      rates = await this.#askPast(table, rates, span);
    }
    return rates;
  }

  /** The rates after all requests, with the log of all changes, and with a problem if the newest rates are too old. */
  finished(table: BankTable, asked: OfficialRates): OfficialRates {
    const known = this.#known.get(table.key) ?? noRatesYet;
    // A run logs its changes in the order of their dates, whatever the order of its requests.
    const { days } = asked;
    const rates = { ...asked, corrections: withCorrections(known, days, this.#options.now) };
    const newest = newestOf(rates);
    if (rates.problem !== null) return rates;
    if (newest === undefined) return this.#withProblem(table, rates, 'it has no rates');
    return isOverdue(table, newest, this.#options.now.slice(0, 10))
      ? this.#withProblem(table, rates, `its newest rates are from ${newest}`)
      : rates;
  }

  /**
   * Asks for past ranges again, because the bank may have corrected them. With each new day, another range has its turn,
   * or five other ranges if the table is weekly.
   */
  async #again(table: RequestedTable, known: OfficialRates, past: readonly Span[]): Promise<OfficialRates> {
    const turns = table.rhythm === 'Wednesdays' ? 5 : 1;
    let rates = known;
    for (let turn = 0; turn < turns && past.length > 0 && !this.#failed.has(table.key); turn++) {
      const span = elementAt(past, turnOf(known.days.length * turns + turn, past.length));
      rates = await this.#askPast(table, rates, span);
    }
    return rates;
  }

  /** Whether there is time for one more request of past days. */
  #hasTime(): boolean {
    return Date.now() + limitsOf.datedFile.timeout < this.#end;
  }

  #askPast(table: RequestedTable, known: OfficialRates, span: Span): Promise<OfficialRates> {
    return this.#ask(table, known, [span], limitsOf.datedFile, `${PAST_PROBLEM}${span[0]} to ${span[1]}: `);
  }

  /**
   * The rates after the responses for some ranges of days, with the first problem. A file that is refused because of its
   * changes is a problem of its range only.
   *
   * @param place what a problem's text begins with
   */
  async #ask(
    table: RequestedTable,
    known: OfficialRates,
    spans: readonly Span[],
    limits: Partial<RequestLimits>,
    place = '',
  ): Promise<OfficialRates> {
    const { now, market, signal } = this.#options;
    let rates = known;
    for (const span of spans) {
      if (this.#left === 0 || (span !== spans[0] && Date.now() >= this.#end)) break;
      const { problem, problem_since } = rates;
      try {
        const file = await this.#file(table, span, { ...limits, ...this.#options.limits });
        rates = {
          ...withBankResponse(rates, file, { bank: this.#bank, table, asked: span, now, market }),
          problem,
          problem_since,
        };
        const refusal = rates.doubts.find((doubt) => doubt.reason === 'too_many_changes' && isInSpan(span, doubt.date));
        if (refusal) rates = this.#withProblem(table, rates, `${place}unusable file: ${explainDoubt(refusal)}`);
        else if (rates.asked_from === null || span[0] < rates.asked_from) rates = { ...rates, asked_from: span[0] };
      } catch (error) {
        signal?.throwIfAborted();
        this.#failed.add(table.key);
        const reason = error instanceof RangeError ? `unusable file: ${error.message}` : asMirrorError(error).message;
        return this.#withProblem(table, rates, place + reason);
      }
    }
    return rates;
  }

  /** The rates with a problem, unless they have an earlier one. */
  #withProblem({ key }: BankTable, rates: OfficialRates, problem: string): OfficialRates {
    if (rates.problem !== null) return rates;
    return { ...rates, problem, problem_since: this.#known.get(key)?.problem_since ?? this.#options.now };
  }

  /**
   * @throws {DownloadError} if the download fails
   * @throws {RangeError} if the response has another form than the bank's
   */
  async #file(table: RequestedTable, [first, last]: Span, limits: Partial<RequestLimits>): Promise<BankResponse> {
    const { address, signal } = this.#options;
    const tries = Math.min(limits.tries ?? defaultLimits.tries, this.#left);
    this.#left -= tries;
    const deadline = Math.min(limits.deadline ?? Infinity, Math.max(MIN_TIME, this.#end - Date.now()));
    const url = urlAt(address, table.url(first, last));
    try {
      const { bytes } = await download(url, { maxBytes: MAX_BYTES, ...limits, tries, deadline, signal });
      return ofExistingCurrencies(table.parse(unzipped(bytes)));
    } catch (error) {
      if (table.is404Empty && error instanceof DownloadError && error.status === 404) return noDays;
      throw error;
    }
  }
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

function newestOf({ days }: OfficialRates): string | undefined {
  return days.at(-1)?.date;
}

function dayBefore(date: string): string {
  return dateOfDay(dayNumber(date) - 1);
}
