import { paths } from '../../api/format/paths.ts';
import { KEPT } from './kept-answers.ts';
import type { Reach } from '../../api/format/error.ts';
import {
  parseCurrencyYear,
  parseDay,
  parsePastDay,
  parseReach,
  type PublishedDay,
} from '../../api/published/published-files.ts';
import { yearsBetween } from '../../rates/calendar.ts';
import { crossDays, type DailyRates } from '../../rates/past-rates.ts';
import type { Rates } from '../../rates/rates.ts';

/** The day's rates, as the page has them. */
export interface LoadedDay extends PublishedDay {
  /** Whether they are the last that the browser has kept, as nothing else could be had. */
  readonly isKept: boolean;
}

/** Reads the day's rates: two static files, by the addresses that any file host has, and nothing that is metered. */
export async function loadDay(): Promise<LoadedDay> {
  const [rates, currencies] = await Promise.all([ask(paths.referenceRates), ask(paths.currencyList)]);
  const day = parseDay(await rates.json(), await currencies.json());
  return { ...day, isKept: rates.headers.has(KEPT) || currencies.headers.has(KEPT) };
}

/** The rates of a past day, units per 1 USD; none where they cannot be had. */
export async function loadPastDay(date: string): Promise<Rates> {
  try {
    return parsePastDay(date, await load(paths.datedRates(date))).rates;
  } catch {
    return new Map();
  }
}

/** From what day to what day there are past rates. */
export function loadReach(): Promise<Reach> {
  return loadOnce(paths.archive, parseReach);
}

/** A pair's past rates from one day to another: static files, a year of a currency each. */
export async function loadRates(from: string, to: string, first: string, last: string): Promise<DailyRates> {
  const ofYears = await Promise.all(
    yearsBetween(first, last).map(async (year) => {
      const [ofFrom, ofTo] = await Promise.all([loadYear(from, year), loadYear(to, year)]);
      return ofFrom && ofTo ? [[ofFrom, ofTo] as const] : [];
    }),
  );
  return crossDays(ofYears.flat(), first, last);
}

/** A currency's past rates of a year; null where there are none. */
function loadYear(code: string, year: string): Promise<DailyRates | null> {
  return loadOnce(paths.currencyYear(code, year), (document) =>
    document === null ? null : parseCurrencyYear(code, year, document),
  );
}

const loaded = new Map<string, Promise<unknown>>();

/** Reads a file once. A failed read may be tried again. */
function loadOnce<T>(path: string, parse: (document: unknown) => T): Promise<T> {
  const known = loaded.get(path) as Promise<T> | undefined;
  if (known) return known;
  const loading = load(path).then(parse);
  loaded.set(path, loading);
  loading.catch(() => loaded.delete(path));
  return loading;
}

/** @returns null for a missing file */
async function load(path: string): Promise<unknown> {
  const response = await ask(path);
  return response.status === 404 ? null : response.json();
}

/** @throws {Error} when the host can't say whether there is such a file */
async function ask(path: string): Promise<Response> {
  const response = await fetch(`/${path}`);
  if (!response.ok && response.status !== 404) throw new Error(`${path}: status ${response.status}`);
  return response;
}
