import type { FrankfurterCurrencies } from '../api/documents/frankfurter-currencies.schema.ts';
import { paths } from '../api/paths.ts';
import type { Table } from '../api/tables.ts';
import { check } from '../api/published/check.ts';
import {
  currencyListFile,
  currencyYearFile,
  listOfPastFiles,
  pastDayFile,
  type PastFiles,
  type PublishedDay,
  syntheticYearFile,
  todayFile,
} from '../api/published/market-files.ts';
import {
  lastDayOfYear,
  officialDaysFile,
  type OfficialReach,
  officialSeriesFile,
  officialYearFile,
  ratesOfYear,
} from '../api/published/official-files.ts';
import { jsonFile, parseFile, type PublishedFile } from '../api/published/published-file.ts';
import { datesUpTo } from '../rates/calendar.ts';
import type { DailyRates, PastDay } from '../rates/past-rates.ts';
import type { PricedCurrency, SyntheticYear } from '../rates/published-currency.ts';
import { FileError } from '../text/site-problem.ts';
import { allOf } from '../api/read/all-of.ts';
import type { Site } from '../api/read/site.ts';

/** The site's static files, as Cloudflare Pages passes them to a Function. */
export interface Assets {
  fetch(url: string, init: { readonly signal: AbortSignal }): Promise<Response>;
}

/** Maximum milliseconds to read a file, from the request to the last byte. Most reads take a few milliseconds. */
const READ_LIMIT = 3000;

/** Maximum number of cached files. Most take up to 10 kB, so all take at most a quarter of an isolate's 128 MB. */
const MAX_FILES = 2500;
/** Maximum number of cached responses. Each has at most 0.5 MB, so all take at most 10 of an isolate's 128 MB. */
const MAX_RANGES = 20;

/**
 * The isolate's cache of valid files by path, and of responses for ranges. The cache can't become outdated, because an
 * isolate serves only one deployment, whose files never change.
 */
export class IsolateCache {
  day: PublishedDay | undefined;
  historyDates: readonly string[] | undefined;
  readonly files = new Cache<unknown>(MAX_FILES);
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
 * Reads the site's files for one request. The host limits the reads of a request, so a request reads each file at most
 * once, even if other requests evict the file from the cache.
 * Requests share cached values but never a read in progress. In workerd, Cloudflare's runtime, a read belongs to the
 * request that began the read, and never ends if that request ends first.
 */
export class SiteReader implements Site {
  readonly day: PublishedDay;
  /** The time of the request. */
  readonly now: string;
  readonly #cache: IsolateCache;
  readonly #textOf: TextOf;
  readonly #reads = new Map<string, Promise<unknown>>();

  private constructor(day: PublishedDay, cache: IsolateCache, textOf: TextOf, now: string) {
    this.day = day;
    this.now = now;
    this.#cache = cache;
    this.#textOf = textOf;
  }

  static async open(cache: IsolateCache, assets: Assets, origin: string, now: string): Promise<SiteReader> {
    const textOf = (path: string) => readText(assets, origin, path);
    cache.day ??= await readDay(textOf);
    return new SiteReader(cache.day, cache, textOf, now);
  }

  /** The days of the longest synthetic history, `YYYY-MM-DD`, ascending. */
  historyDates(): readonly string[] {
    return (this.#cache.historyDates ??= datesUpTo(this.day.asOf));
  }

  async syntheticYear(currency: PricedCurrency): Promise<SyntheticYear> {
    return this.#read(syntheticYearFile(currency, this.day.asOf));
  }

  /** The days with rates, including today, and the currencies that have a rate on any of these days. */
  async reach(): Promise<PastFiles> {
    return this.#read(listOfPastFiles(this.day));
  }

  /** The currencies in Frankfurter's format. */
  async currencyRows(): Promise<FrankfurterCurrencies> {
    const file = jsonFile(paths.frankfurterCurrencies, (rows: FrankfurterCurrencies) => {
      const listed = new Set(rows.map(({ iso_code }) => iso_code));
      check([...this.day.currencies.keys()].every((code) => listed.has(code)));
      return rows;
    });
    return this.#read(file);
  }

  /** The valid rates of a past day; null if that day isn't archived. */
  async pastDay(date: string): Promise<PastDay | null> {
    const { first, last, gaps, missing } = await this.reach();
    if (date < first || date > last || gaps.has(date) || missing.has(date)) return null;
    return this.#read(pastDayFile(date));
  }

  /** A currency's past rates of a year; null if the currency has no rates in that year. */
  async pastYear(code: string, year: string): Promise<DailyRates | null> {
    const { codesOfYears } = await this.reach();
    return codesOfYears.get(year)?.has(code) ? this.#read(currencyYearFile(code, year)) : null;
  }

  /** The days and currencies with official rates. */
  async officialDays(): Promise<OfficialReach> {
    return this.#read(officialDaysFile());
  }

  /** All official rates of a currency. Call it only for a currency in {@link officialDays}. */
  async officialSeries(code: string): Promise<DailyRates> {
    return this.#read(officialSeriesFile(code));
  }

  /** The last day with official rates in a date's year, up to that date; undefined if the year has no such day. */
  async lastOfficialDay(date: string): Promise<PastDay | undefined> {
    return lastDayOfYear(await this.#read(officialYearFile(date.slice(0, 'YYYY'.length))), date);
  }

  /** The official rates of some currencies on the days of a year that are between `start` and `end`, both included. */
  async officialRates(year: string, codes: readonly string[], start: string, end: string) {
    return ratesOfYear(await this.#read(officialYearFile(year)), codes, start, end);
  }

  /** Returns the cached response for a range of days, or builds and caches it. @param key identifies the request */
  async range(key: string, build: () => Promise<string | Table>): Promise<string | Table> {
    const known = this.#cache.ranges.get(key);
    if (known !== undefined) return known;
    const response = await build();
    this.#cache.ranges.set(key, response);
    return response;
  }

  #read<T>(file: PublishedFile<T>): T | Promise<T> {
    const { path } = file;
    // All reads of a path have the same type.
    const known = (this.#cache.files.get(path) ?? this.#reads.get(path)) as T | Promise<T> | undefined;
    if (known !== undefined) return known;
    const read = this.#textOf(path).then((text) => {
      const value = parseFile(file, text);
      this.#cache.files.set(path, value);
      return value;
    });
    this.#reads.set(path, read);
    return read;
  }
}

type TextOf = (path: string) => Promise<string>;

async function readDay(textOf: TextOf): Promise<PublishedDay> {
  const [rates, list] = await allOf([textOf(paths.referenceRates), textOf(paths.currencyList)]);
  return parseFile(todayFile(parseFile(currencyListFile(), list)), rates);
}

async function readText(assets: Assets, origin: string, path: string): Promise<string> {
  try {
    const response = await assets.fetch(`${origin}/${path}`, { signal: AbortSignal.timeout(READ_LIMIT) });
    // Read the body for every status, because an unread body stays open.
    const text = await response.text();
    if (response.status !== 200) throw new FileError(path, `has status ${response.status}`);
    return text;
  } catch (cause) {
    throw cause instanceof FileError ? cause : new FileError(path, String(cause), { cause });
  }
}
