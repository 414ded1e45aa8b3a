import type { Currency } from '../currencies/currency.ts';
import { HistoryPrinter } from '../documents/history-printer.ts';
import { paths } from '../documents/paths.ts';
import { datesUpTo } from '../rates/calendar.ts';
import { SERIES_DAYS } from '../rates/period.ts';

/** The site's own files, as Cloudflare Pages hands them to a Function. */
export interface Assets {
  fetch(url: string): Promise<Response>;
}

/** What the site's files say of the day. */
export interface Day {
  readonly timestamp: string;
  readonly currencies: ReadonlyMap<string, Currency & { /** Units per 1 USD. */ readonly rate: number }>;
}

/** A currency's year against USD. */
export interface Series {
  /** Units per 1 USD on each day, ascending. */
  readonly rates: readonly number[];
  /** Prints the histories of these days. */
  readonly printer: HistoryPrinter;
}

/** A file of the site is missing or not what it should be. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError';

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
  }
}

/**
 * Reads the published rates and series from the site's own files and remembers them: a deployment never changes, and
 * this lives no longer than it. A read that failed is not remembered.
 */
export class PublishedData {
  readonly #reads = new Map<string, Promise<unknown>>();
  /** By their last day: all series of a deployment share one. */
  readonly #printers = new Map<string, HistoryPrinter>();

  /** @throws {BrokenFileError} */
  day(assets: Assets, origin: string): Promise<Day> {
    return this.#once('day', async () => {
      const [rates, list] = await Promise.all([
        readFile(assets, origin, paths.ratesSnapshot),
        readFile(assets, origin, paths.currencyList),
      ]);
      return parseDay(rates, list);
    });
  }

  /** @throws {BrokenFileError} */
  series(assets: Assets, origin: string, code: string): Promise<Series> {
    return this.#once(code, async () => {
      const path = paths.currencySeries(code);
      const { asOf, rates } = parseSeries(path, await readFile(assets, origin, path));
      return { rates, printer: this.#printer(asOf) };
    });
  }

  #printer(asOf: string): HistoryPrinter {
    let printer = this.#printers.get(asOf);
    if (!printer) this.#printers.set(asOf, (printer = new HistoryPrinter(datesUpTo(asOf))));
    return printer;
  }

  #once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#reads.get(key) as Promise<T> | undefined;
    if (known) return known;
    const reading = read();
    this.#reads.set(key, reading);
    reading.catch(() => this.#reads.delete(key));
    return reading;
  }
}

async function readFile(assets: Assets, origin: string, path: string): Promise<string> {
  const response = await assets.fetch(`${origin}/${path}`);
  if (response.status !== 200) throw new BrokenFileError(path, `status ${response.status}`);
  return response.text();
}

function parseDay(ratesText: string, listText: string): Day {
  const { timestamp, rates } = parseObject(paths.ratesSnapshot, ratesText);
  if (typeof timestamp !== 'string' || !isObject(rates)) throw new BrokenFileError(paths.ratesSnapshot, 'no rates');
  const { currencies } = parseObject(paths.currencyList, listText);
  if (!Array.isArray(currencies)) throw new BrokenFileError(paths.currencyList, 'no currencies');
  const priced = (currencies as Currency[]).map((currency): [string, Currency & { rate: number }] => {
    const rate = rates[currency.code];
    if (!isRate(rate)) throw new BrokenFileError(paths.ratesSnapshot, `no rate of ${currency.code}`);
    return [currency.code, { ...currency, rate }];
  });
  return { timestamp, currencies: new Map(priced) };
}

function parseSeries(path: string, text: string): { asOf: string; rates: number[] } {
  const { as_of: asOf, rates } = parseObject(path, text);
  if (typeof asOf !== 'string' || !Array.isArray(rates) || rates.length !== SERIES_DAYS + 1 || !rates.every(isRate)) {
    throw new BrokenFileError(path, 'no series of a year');
  }
  return { asOf, rates };
}

function parseObject(path: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BrokenFileError(path, 'not JSON');
  }
  if (!isObject(value)) throw new BrokenFileError(path, 'not a JSON object');
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRate(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}
