import type { Currency } from '../currencies/currency.ts';
import { HistoryPrinter } from '../documents/history-printer.ts';
import { paths } from '../documents/paths.ts';
import { datesUpTo } from '../rates/calendar.ts';
import { SERIES_DAYS } from '../rates/period.ts';
import type { CurrencyYear, PricedCurrency } from '../rates/published-currency.ts';
import { both } from './both.ts';

/** The site's own files, as Cloudflare Pages hands them to a Function. */
export interface Assets {
  fetch(url: string, init: { readonly signal: AbortSignal }): Promise<Response>;
}

/** What the site's files say of the day. */
export interface Day {
  /** The date of the rates, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly timestamp: string;
  readonly currencies: ReadonlyMap<string, PricedCurrency>;
  /** Prints the histories that end on this day. */
  readonly printer: HistoryPrinter;
}

/** A file of the site is missing or not what it should be. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError';

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
  }
}

/** Milliseconds that a file may take, from the question to its last byte. It mostly takes a few. */
const READ_LIMIT = 3000;

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

  /** @throws {BrokenFileError} */
  async day(assets: Assets, origin: string): Promise<Day> {
    if (this.#day) return this.#day;
    const [reference, list] = await both(
      readFile(assets, origin, paths.referenceRates),
      readFile(assets, origin, paths.currencyList),
    );
    return (this.#day = parseDay(reference, list));
  }

  /** @throws {BrokenFileError} */
  async year(assets: Assets, origin: string, day: Day, currency: PricedCurrency): Promise<CurrencyYear> {
    const known = this.#years.get(currency.code);
    if (known) return known;
    const path = paths.currencySeries(currency.code);
    const year = parseSeries(path, await readFile(assets, origin, path), day, currency);
    this.#years.set(currency.code, year);
    return year;
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

async function readFile(assets: Assets, origin: string, path: string): Promise<JsonObject> {
  let value: unknown;
  try {
    const response = await assets.fetch(`${origin}/${path}`, { signal: AbortSignal.timeout(READ_LIMIT) });
    // The body is taken whatever it is: one that is left behind stays open.
    const text = await response.text();
    if (response.status !== 200) throw new BrokenFileError(path, `status ${response.status}`);
    value = JSON.parse(text);
  } catch (cause) {
    throw cause instanceof BrokenFileError ? cause : new BrokenFileError(path, String(cause), { cause });
  }
  if (!isObject(value)) throw new BrokenFileError(path, 'not a JSON object');
  return value;
}

/** A day whose two files belong together: each currency that is listed has a rate, and no other one has. */
function parseDay({ rate_as_of: asOf, retrieved_at: timestamp, rates }: JsonObject, list: JsonObject): Day {
  if (!isDate(asOf) || typeof timestamp !== 'string' || !isObject(rates) || rates['USD'] !== 1) {
    throw new BrokenFileError(paths.referenceRates, 'no rates of a day');
  }
  if (!Array.isArray(list['currencies'])) throw new BrokenFileError(paths.currencyList, 'no currencies');
  const priced = list['currencies'].map((currency: unknown): [string, PricedCurrency] => {
    if (!isCurrency(currency)) throw new BrokenFileError(paths.currencyList, 'not a list of currencies');
    const perUsd = rates[currency.code];
    if (!isRate(perUsd)) throw new BrokenFileError(paths.referenceRates, `no rate of ${currency.code}`);
    return [currency.code, { ...currency, perUsd }];
  });
  const currencies = new Map(priced);
  if (currencies.size !== Object.keys(rates).length) {
    throw new BrokenFileError(paths.currencyList, `lists other currencies than ${paths.referenceRates}`);
  }
  return { asOf, timestamp, currencies, printer: new HistoryPrinter(datesUpTo(asOf)) };
}

/** A series that belongs to the day: it is the currency's, and ends then, at its rate. */
function parseSeries(
  path: string,
  { code, as_of, rates }: JsonObject,
  day: Day,
  currency: PricedCurrency,
): CurrencyYear {
  if (!Array.isArray(rates) || rates.length !== SERIES_DAYS + 1 || !rates.every(isRate)) {
    throw new BrokenFileError(path, 'no series of a year');
  }
  if (code !== currency.code || as_of !== day.asOf || rates.at(-1) !== currency.perUsd) {
    throw new BrokenFileError(path, `not the series of ${currency.code} that ends on ${day.asOf}`);
  }
  return { code, yearPerUsd: rates };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCurrency(value: unknown): value is Currency {
  return isObject(value) && ['code', 'name', 'symbol'].every((field) => typeof value[field] === 'string');
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** JSON can write a number that is too large for one: `1e999` is read as infinity. */
function isRate(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < Infinity;
}
