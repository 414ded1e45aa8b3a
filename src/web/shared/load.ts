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
let reach: Promise<Reach> | undefined;

export function loadReach(): Promise<Reach> {
  reach ??= load(paths.archive).then(parseReach);
  const loading = reach;
  loading.catch(() => (reach = undefined));
  return loading;
}

const years = new Map<string, Promise<DailyRates | null>>();

/**
 * A pair's past rates from one day to another: static files, a year of a currency each, read once. A failed read may be
 * tried again.
 */
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
  const path = paths.currencyYear(code, year);
  const known = years.get(path);
  if (known) return known;
  const loading = load(path).then(
    (document) => parseCurrencyYear(code, year, document),
    (error: unknown) => {
      if (error instanceof AbsentError) return null;
      throw error;
    },
  );
  years.set(path, loading);
  loading.catch(() => years.delete(path));
  return loading;
}

/** There is no such file. */
class AbsentError extends Error {}

/** @throws {Error} when there is no good answer */
async function load(path: string): Promise<unknown> {
  return (await ask(path)).json();
}

/** @throws {Error} when there is no good answer */
async function ask(path: string): Promise<Response> {
  const response = await fetch(`/${path}`);
  if (response.status === 404) throw new AbsentError(path);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response;
}
