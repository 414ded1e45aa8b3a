import { HistoryPrinter } from '../documents/history-printer.ts';
import { paths } from '../documents/paths.ts';
import { BrokenFileError, parseDay, parseYear, type PublishedDay } from '../documents/published-files.ts';
import { datesUpTo } from '../rates/calendar.ts';
import type { CurrencyYear, PricedCurrency } from '../rates/published-currency.ts';
import { both } from './both.ts';

/** The site's own files, as Cloudflare Pages hands them to a Function. */
export interface Assets {
  fetch(url: string, init: { readonly signal: AbortSignal }): Promise<Response>;
}

/** What requests are answered from. */
export interface Day extends PublishedDay {
  /** Prints the histories that end on this day. */
  readonly printer: HistoryPrinter;
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
    const files = await both(
      readFile(assets, origin, paths.referenceRates),
      readFile(assets, origin, paths.currencyList),
    );
    const day = parseDay(...files);
    return (this.#day = { ...day, printer: new HistoryPrinter(datesUpTo(day.asOf)) });
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
}

async function readFile(assets: Assets, origin: string, path: string): Promise<unknown> {
  try {
    const response = await assets.fetch(`${origin}/${path}`, { signal: AbortSignal.timeout(READ_LIMIT) });
    // The body is taken whatever it is: one that is left behind stays open.
    const text = await response.text();
    if (response.status !== 200) throw new BrokenFileError(path, `status ${response.status}`);
    return JSON.parse(text);
  } catch (cause) {
    throw cause instanceof BrokenFileError ? cause : new BrokenFileError(path, String(cause), { cause });
  }
}
