import { FRANKFURTER_CURRENCIES, type FrankfurterCurrencies, parseV2Currencies } from '../api/compat/frankfurter-v2.ts';
import { ratesOf } from '../api/documents/past-documents.ts';
import { paths } from '../api/format/paths.ts';
import type { Table } from '../api/format/tables.ts';
import {
  type PastFiles,
  parseCurrencyYear,
  parseDay,
  parsePastDay,
  parsePastFiles,
  parseSyntheticYear,
  type PublishedDay,
} from '../api/published/published-files.ts';
import {
  type OfficialReach,
  type OfficialYear,
  lastDayOfYear,
  parseOfficialDays,
  parseOfficialSeries,
  parseOfficialYear,
  ratesOfYear,
} from '../api/published/published-official.ts';
import { datesUpTo } from '../rates/calendar.ts';
import type { DayRates } from '../validation/snapshot/held-dates.ts';
import type { DailyRates, PastDay } from '../rates/past-rates.ts';
import type { SyntheticYear, PricedCurrency } from '../rates/published-currency.ts';
import { FileError } from '../text/site-problem.ts';
import { allOf } from './all-of.ts';

/** The site's static files, as Cloudflare Pages passes them to a Function. */
export interface Assets {
  fetch(url: string, init: { readonly signal: AbortSignal }): Promise<Response>;
}

export interface Day extends PublishedDay {
  readonly today: DayRates;
}

/** Maximum milliseconds to read a file, from the request to the last byte. Most reads take a few milliseconds. */
const READ_LIMIT = 3000;

/**
 * Maximum numbers of cached files: files with one day of all currencies, and files with one year of one currency. A
 * dozen years of every currency fit. Together, the files take a few megabytes.
 */
const MAX_PAST_DAYS = 100;
const MAX_PAST_YEARS = 2500;
/** Maximum number of cached responses. Each has at most 0.5 MB, so all take at most 10 of an isolate's 128 MB. */
const MAX_RANGES = 20;

/**
 * The isolate's cache of valid files, and of responses for ranges. The cache can't become outdated, because an isolate
 * serves only one deployment, whose files never change.
 */
export class Remembered {
  day: Day | undefined;
  historyDates: readonly string[] | undefined;
  readonly pastFiles = new Cache<PastFiles>(1);
  readonly currencyRows = new Cache<FrankfurterCurrencies>(1);
  readonly years = new Cache<SyntheticYear>(Infinity);
  readonly pastDays = new Cache<PastDay>(MAX_PAST_DAYS);
  readonly pastYears = new Cache<DailyRates>(MAX_PAST_YEARS);
  readonly officialDays = new Cache<OfficialReach>(1);
  readonly officialSeries = new Cache<DailyRates>(Infinity);
  readonly officialYears = new Cache<OfficialYear>(Infinity);
  readonly ranges = new Cache<string | Table>(MAX_RANGES);
}

/** A full cache drops its oldest value. The size is limited, because API callers choose which files are read. */
class Cache<T> extends Map<string, T> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: string, value: T): this {
    const [oldest] = this.keys();
    if (oldest !== undefined && this.size >= this.#most && !this.has(key)) this.delete(oldest);
    return super.set(key, value);
  }
}

/**
 * The site's files for one request. The host limits the reads of a request, so a request reads each file at most once,
 * even if other requests evict the file from the cache.
 * Requests share cached values but never a read in progress. In workerd, Cloudflare's runtime, a read belongs to the
 * request that began the read, and never ends if that request ends first.
 */
export class Published {
  readonly day: Day;
  /** The time of the request. */
  readonly now: string;
  readonly #remembered: Remembered;
  readonly #load: Load;
  readonly #reads = new Map<string, Promise<unknown>>();

  private constructor(day: Day, remembered: Remembered, load: Load, now: string) {
    this.day = day;
    this.now = now;
    this.#remembered = remembered;
    this.#load = load;
  }

  static async open(remembered: Remembered, assets: Assets, origin: string, now: string): Promise<Published> {
    const load = (path: string) => readFile(assets, origin, path);
    remembered.day ??= dayOf(...(await allOf([load(paths.referenceRates), load(paths.currencyList)])));
    return new Published(remembered.day, remembered, load, now);
  }

  /** The days of the longest synthetic history, `YYYY-MM-DD`, ascending. */
  historyDates(): readonly string[] {
    return (this.#remembered.historyDates ??= datesUpTo(this.day.asOf));
  }

  async syntheticYear({ code, perUsd }: PricedCurrency): Promise<SyntheticYear> {
    const { asOf } = this.day;
    const path = paths.currencySeries(code);
    return this.#get(this.#remembered.years, path, (document) => {
      const year = parseSyntheticYear(code, document);
      if (year.asOf !== asOf || year.yearPerUsd.at(-1) !== perUsd) {
        throw new FileError(path, `the last rate isn’t the published rate of ${asOf}`);
      }
      return year;
    });
  }

  /** The days with rates, including today, and the currencies that have a rate on any of these days. */
  async reach(): Promise<PastFiles> {
    const { asOf, currencies } = this.day;
    return this.#get(this.#remembered.pastFiles, paths.pastFiles, (document) => {
      const files = parsePastFiles(document, asOf);
      return { ...files, codes: new Set([...files.codes, ...currencies.keys()]) };
    });
  }

  /** The currencies in Frankfurter's format. */
  async currencyRows(): Promise<FrankfurterCurrencies> {
    const { currencies } = this.day;
    return this.#get(this.#remembered.currencyRows, FRANKFURTER_CURRENCIES, (document) =>
      parseV2Currencies(document, currencies.keys()),
    );
  }

  /** The valid rates of a past day; null if that day isn't archived. */
  async pastDay(date: string): Promise<PastDay | null> {
    const { first, last, gaps, missing } = await this.reach();
    if (date < first || date > last || gaps.has(date) || missing.has(date)) return null;
    return this.#get(this.#remembered.pastDays, paths.datedRates(date), (document) => parsePastDay(date, document));
  }

  /** A currency's past rates of a year; null if the currency has no rates in that year. */
  async pastYear(code: string, year: string): Promise<DailyRates | null> {
    const { codesOfYears } = await this.reach();
    if (!codesOfYears.get(year)?.has(code)) return null;
    return this.#get(this.#remembered.pastYears, paths.currencyYear(code, year), (document) =>
      parseCurrencyYear(code, year, document),
    );
  }

  /** The days and currencies with official rates. */
  async officialDays(): Promise<OfficialReach> {
    return this.#get(this.#remembered.officialDays, paths.officialDays, parseOfficialDays);
  }

  /** All official rates of a currency. Call it only for a currency in {@link officialDays}. */
  async officialSeries(code: string): Promise<DailyRates> {
    return this.#get(this.#remembered.officialSeries, paths.officialSeries(code), (document) =>
      parseOfficialSeries(code, document),
    );
  }

  /** The last day with official rates in a date's year, up to that date; undefined if the year has no such day. */
  async lastOfficialDay(date: string): Promise<PastDay | undefined> {
    return this.#officialYear(date.slice(0, 'YYYY'.length), (days) => lastDayOfYear(days, date));
  }

  /** The official rates of some currencies on the days of a year that are between `start` and `end`, both included. */
  async officialRates(year: string, codes: readonly string[], start: string, end: string) {
    return this.#officialYear(year, (days) => ratesOfYear(days, codes, start, end));
  }

  /** Returns the cached response for a range of days, or builds and caches it. @param key identifies the request */
  async range(key: string, build: () => Promise<string | Table>): Promise<string | Table> {
    const known = this.#remembered.ranges.get(key);
    if (known !== undefined) return known;
    const response = await build();
    this.#remembered.ranges.set(key, response);
    return response;
  }

  async #officialYear<T>(year: string, read: (days: OfficialYear) => T): Promise<T> {
    const path = paths.officialYear(year);
    const years = this.#remembered.officialYears;
    const days = await this.#get(years, path, (text) => parseOfficialYear(year, String(text)));
    try {
      return read(days);
    } catch (error) {
      // The file's lines are parsed only here. An invalid file is removed from the cache, so that it's read again.
      years.delete(path);
      throw error;
    }
  }

  #get<T>(remembered: Cache<T>, path: string, parse: (document: unknown) => T): T | Promise<T> {
    const known = remembered.get(path);
    if (known !== undefined) return known;
    // All reads of a path have the same type.
    const reading = this.#reads.get(path) as Promise<T> | undefined;
    if (reading) return reading;
    const read = this.#load(path).then((document) => {
      const value = parse(document);
      remembered.set(path, value);
      return value;
    });
    this.#reads.set(path, read);
    return read;
  }
}

type Load = (path: string) => Promise<unknown>;

function dayOf(reference: unknown, list: unknown): Day {
  const day = parseDay(reference, list);
  const { asOf, held, currencies, sources } = day;
  const today = { date: asOf, held, sources, rates: ratesOf([...currencies.values()]) };
  return { ...day, today };
}

async function readFile(assets: Assets, origin: string, path: string): Promise<unknown> {
  try {
    const response = await assets.fetch(`${origin}/${path}`, { signal: AbortSignal.timeout(READ_LIMIT) });
    // Read the body for every status, because an unread body stays open.
    const text = await response.text();
    if (response.status !== 200) throw new FileError(path, `has status ${response.status}`);
    return path.endsWith('.csv') ? text : JSON.parse(text);
  } catch (cause) {
    throw cause instanceof FileError ? cause : new FileError(path, String(cause), { cause });
  }
}
