import type { ArchivedDay } from '../../archive/archive.ts';
import { endOfDoubt, explainDoubt } from '../../archive/official-doubts.ts';
import {
  businessDaysSince,
  noRatesYet,
  type Official,
  type OfficialFile,
  type OfficialRates,
} from '../../archive/official-rates.ts';
import { defaultLimits, limitsOf, type RequestLimits } from '../../http/request-limits.ts';
import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { withOfficialFile } from '../../validation/official/official-rules.ts';
import { type Bank, type BankTable, lastPossibleDay, maxBusinessDays, newestExpected } from '../banks/bank.ts';
import { download } from '../download.ts';
import { asMirrorError, DownloadError } from '../errors.ts';
import { urlAt } from './bank-address.ts';
import { type Span, spansOf } from './spans.ts';
import { unzipped } from './unzip.ts';

export interface UpdateOptions {
  /** URL to ask instead of the bank's own, as in {@link urlAt}. */
  readonly address?: string | undefined;
  readonly now: string;
  /** The market dataset's days, which can confirm a large move of an official rate. */
  readonly market: readonly ArchivedDay[];
  readonly limits?: Partial<RequestLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum bytes of a response. The European Central Bank's file of all days has 0.6 million bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Maximum number of requests to a bank in a run, retries included. */
const MAX_REQUESTS = 40;
/** Milliseconds after which a run requests no further past days of a bank, so that today's rates don't wait for them. */
const MAX_TIME = 20_000;

/**
 * Takes over what a bank has published since the last check, and then past days that were never asked for, the newest
 * first. Requests follow one another. If the newest possible day is known, no doubt is about to end and no past day is
 * left, nothing is requested. If a response is unusable, its table's known rates are returned, with a problem that says
 * why.
 *
 * @param known the rates of the bank's tables; other banks' rates don't matter
 * @returns the rates of each of the bank's tables
 * @throws the signal's reason, and nothing else
 */
export async function updateBank(bank: Bank, known: Official, options: UpdateOptions): Promise<Official> {
  const run = new Run(bank, known, options);
  const newest: [BankTable, OfficialRates][] = [];
  for (const table of bank.tables) newest.push([table, await run.newest(table)]);
  const updated = new Map<string, OfficialRates>();
  for (const [table, rates] of newest) updated.set(table.key, await run.past(table, rates));
  return updated;
}

/** The requests of one run to one bank. */
class Run {
  readonly #bank: Bank;
  readonly #known: Official;
  readonly #options: UpdateOptions;
  readonly #end = Date.now() + MAX_TIME;
  #left = MAX_REQUESTS;

  constructor(bank: Bank, known: Official, options: UpdateOptions) {
    this.#bank = bank;
    this.#known = known;
    this.#options = options;
  }

  /** Asks for the days since the newest known day, and for days whose doubts are about to end. */
  async newest(table: BankTable): Promise<OfficialRates> {
    const { now } = this.#options;
    const known = this.#known.get(table.key) ?? noRatesYet;
    const expected = newestExpected(table, now);
    const last = newestOf(known);
    const ending = known.doubts.filter((doubt) => endOfDoubt(doubt) !== null);
    if (last !== undefined && last >= expected && ending.length === 0) return { ...known, problem: null };
    const until = lastPossibleDay(table, now);
    const spans = spansOf(table, table.firstDay, until).filter(
      ([begin, end]) => end >= (last ?? until) || ending.some(({ date }) => date >= begin && date <= end),
    );
    const rates = await this.#ask(table, known, spans, limitsOf.todaysRates);
    const newest = newestOf(rates);
    if (rates.problem !== null) return rates;
    if (newest !== undefined && businessDaysSince(newest, expected) < maxBusinessDays(table))
      return newest === last ? rates : this.#again(table, rates);
    const problem = newest === undefined ? 'it has no rates' : `its newest rates are from ${newest}`;
    return { ...rates, problem: { problem, since: this.#since(table) } };
  }

  /** Asks for days before the first day that was asked for. */
  async past(table: BankTable, known: OfficialRates): Promise<OfficialRates> {
    let rates = known;
    while (rates.problem === null && rates.askedFrom !== null && this.#left > 0 && Date.now() < this.#end) {
      const span = spansOf(table, table.firstDay, dayBefore(rates.askedFrom)).at(-1);
      if (!span) break;
      rates = await this.#ask(table, rates, [span], limitsOf.datedFile);
      const { problem } = rates;
      if (problem)
        rates = {
          ...rates,
          problem: { ...problem, problem: `past days from ${span[0]} to ${span[1]}: ${problem.problem}` },
        };
    }
    return rates;
  }

  /** Asks for some past days again, because the bank may have corrected them. Over time, all days have their turn. */
  async #again(table: BankTable, known: OfficialRates): Promise<OfficialRates> {
    const spans = spansOf(table, known.askedFrom ?? table.firstDay, newestOf(known) ?? table.firstDay);
    if (spans.length < 2) return known;
    const turn = dayNumber(this.#options.now.slice(0, 'YYYY-MM-DD'.length)) % spans.length;
    const rates = await this.#ask(table, known, [elementAt(spans, turn)], limitsOf.datedFile);
    return rates.problem === null ? rates : known;
  }

  /** The rates after the responses for some ranges of days, with the first problem. */
  async #ask(
    table: BankTable,
    known: OfficialRates,
    spans: readonly Span[],
    limits: Partial<RequestLimits>,
  ): Promise<OfficialRates> {
    const { now, market, signal } = this.#options;
    let rates: OfficialRates = { ...known, problem: null };
    for (const span of spans) {
      if (this.#left === 0) break;
      try {
        const file = await this.#file(table, span, { ...limits, ...this.#options.limits });
        rates = withOfficialFile(rates, file, { bank: this.#bank, table, asked: span, now, market });
        const refusal = rates.doubts.find(({ reason }) => reason === 'too_many_changes');
        if (refusal) throw new RangeError(explainDoubt(refusal));
        if (rates.askedFrom === null || span[0] < rates.askedFrom) rates = { ...rates, askedFrom: span[0] };
      } catch (error) {
        signal?.throwIfAborted();
        const problem = error instanceof RangeError ? `unusable file: ${error.message}` : asMirrorError(error).message;
        return { ...rates, problem: { problem, since: this.#since(table) } };
      }
    }
    return rates;
  }

  /** @throws {DownloadError} if there is no response. @throws {RangeError} if it isn't the bank's */
  async #file(table: BankTable, [first, last]: Span, limits: Partial<RequestLimits>): Promise<OfficialFile> {
    const { address, signal } = this.#options;
    const tries = Math.min(limits.tries ?? defaultLimits.tries, this.#left);
    this.#left -= tries;
    const url = urlAt(address, table.url(first, last));
    try {
      const { bytes } = await download(url, { maxBytes: MAX_BYTES, ...limits, tries, signal });
      return table.parse(unzipped(bytes));
    } catch (error) {
      if (table.is404Empty && error instanceof DownloadError && error.status === 404) return noDays;
      throw error;
    }
  }

  #since({ key }: BankTable): string {
    return this.#known.get(key)?.problem?.since ?? this.#options.now;
  }
}

const noDays: OfficialFile = { days: [], unreadable: [] };

function newestOf({ days }: OfficialRates): string | undefined {
  return days.at(-1)?.date;
}

function dayBefore(date: string): string {
  return dateOfDay(dayNumber(date) - 1);
}
