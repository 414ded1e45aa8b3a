import { FRANKFURTER_CURRENCIES, type FrankfurterCurrencies } from '../documents/layouts/frankfurter-v2.ts';
import { ratesOf } from '../documents/past-documents.ts';
import { paths } from '../documents/paths.ts';
import {
  BrokenFileError,
  parseDay,
  parsePastDay,
  parseCurrencyYear,
  parseReach,
  parseYear,
  type PublishedDay,
  type PublishedReach,
} from '../documents/published-files.ts';
import type { DayRates } from '../rates/held-dates.ts';
import type { DailyRates, PastDay } from '../rates/past-rates.ts';
import { datesUpTo } from '../rates/calendar.ts';
import type { CurrencyYear, PricedCurrency } from '../rates/published-currency.ts';
import { both } from './both.ts';

/** The site's own files, as Cloudflare Pages hands them to a Function. */
export interface Assets {
  fetch(url: string, init: { readonly signal: AbortSignal }): Promise<Response>;
}

/** What requests are answered from. */
export interface Day extends PublishedDay {
  /** What is published today. */
  readonly today: DayRates;
  /** The days of the longest synthetic history, `YYYY-MM-DD`, ascending. */
  readonly historyDates: readonly string[];
}

/** Milliseconds that a file may take, from the question to its last byte. It mostly takes a few. */
const READ_LIMIT = 3000;

/** Of these so many are remembered, some megabytes: a dozen years of every currency. */
const MOST_PAST_DAYS = 100;
const MOST_PAST_YEARS = 2500;

/**
 * Reads the published rates and series from the site's own files, and remembers what it has found good: a deployment
 * never changes, and this lives no longer than it.
 *
 * A read is never shared. In workerd it belongs to the request that began it and, once that one is over, never ends: who
 * waited for it would wait for good. So each request reads what is not known yet, and only the values outlive it.
 */
export class PublishedData {
  #day: Day | undefined;
  readonly #years = new Map<string, CurrencyYear>();
  #reach: PublishedReach | undefined;
  #currencyRows: FrankfurterCurrencies | undefined;
  readonly #pastDays = new Remembered<PastDay | null>(MOST_PAST_DAYS);
  readonly #pastYears = new Remembered<DailyRates | null>(MOST_PAST_YEARS);

  /** @throws {BrokenFileError} */
  async day(assets: Assets, origin: string): Promise<Day> {
    if (this.#day) return this.#day;
    const files = await both(
      readFile(assets, origin, paths.referenceRates),
      readFile(assets, origin, paths.currencyList),
    );
    const day = parseDay(...files);
    const { asOf, held, currencies } = day;
    const today = { date: asOf, held, rates: ratesOf([...currencies.values()]) };
    return (this.#day = { ...day, today, historyDates: datesUpTo(asOf) });
  }

  /** @throws {BrokenFileError} */
  async year(assets: Assets, origin: string, day: Day, { code, perUsd }: PricedCurrency): Promise<CurrencyYear> {
    const known = this.#years.get(code);
    if (known) return known;
    const path = paths.currencySeries(code);
    const year = parseYear(code, await readFile(assets, origin, path));
    if (year.asOf !== day.asOf || year.yearPerUsd.at(-1) !== perUsd) {
      throw new BrokenFileError(path, `not the series that ends on ${day.asOf}`);
    }
    this.#years.set(code, year);
    return year;
  }

  /** From when to when there are rates, and of which currencies, today's included. @throws {BrokenFileError} */
  async reach(assets: Assets, origin: string, { currencies }: Day): Promise<PublishedReach> {
    if (this.#reach) return this.#reach;
    const reach = parseReach(await readFile(assets, origin, paths.archive));
    return (this.#reach = { ...reach, codes: new Set([...reach.codes, ...currencies.keys()]) });
  }

  /** Nothing that a number depends on: taken as it is. @throws {BrokenFileError} */
  async currencyRows(assets: Assets, origin: string): Promise<FrankfurterCurrencies> {
    return (this.#currencyRows ??= (await readFile(assets, origin, FRANKFURTER_CURRENCIES)) as FrankfurterCurrencies);
  }

  /** The rates of a past day; null where there are none. @throws {BrokenFileError} */
  async pastDay(assets: Assets, origin: string, date: string): Promise<PastDay | null> {
    return this.#pastDays.get(date, async () => {
      const document = await readIfThere(assets, origin, paths.datedRates(date));
      return document === undefined ? null : parsePastDay(date, document);
    });
  }

  /** A currency's past rates of a year; null where there are none. @throws {BrokenFileError} */
  pastYear(assets: Assets, origin: string, code: string, year: string): DailyRates | null | Promise<DailyRates | null> {
    return this.#pastYears.get(`${code} ${year}`, async () => {
      const document = await readIfThere(assets, origin, paths.currencyYear(code, year));
      return document === undefined ? null : parseCurrencyYear(code, year, document);
    });
  }
}

/** What was read last, so that it need not be read again: some of it, for strangers choose what is asked for. */
class Remembered<T> {
  readonly #most: number;
  readonly #known = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Without waiting, where it is known. */
  get(name: string, read: () => Promise<T>): T | Promise<T> {
    const known = this.#known.get(name);
    return known === undefined ? this.#read(name, read) : known;
  }

  async #read(name: string, read: () => Promise<T>): Promise<T> {
    const value = await read();
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= this.#most) this.#known.delete(oldest);
    this.#known.set(name, value);
    return value;
  }
}

/** A file's content; undefined where there is no such file. */
async function readIfThere(assets: Assets, origin: string, path: string): Promise<unknown> {
  try {
    return await readFile(assets, origin, path);
  } catch (error) {
    if (error instanceof BrokenFileError && error.status === 404) return undefined;
    throw error;
  }
}

async function readFile(assets: Assets, origin: string, path: string): Promise<unknown> {
  try {
    const response = await assets.fetch(`${origin}/${path}`, { signal: AbortSignal.timeout(READ_LIMIT) });
    // The body is taken whatever it is: one that is left behind stays open.
    const text = await response.text();
    if (response.status !== 200)
      throw new BrokenFileError(path, `status ${response.status}`, { status: response.status });
    return JSON.parse(text);
  } catch (cause) {
    throw cause instanceof BrokenFileError ? cause : new BrokenFileError(path, String(cause), { cause });
  }
}
