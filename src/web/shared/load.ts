import { paths } from '../../api/paths.ts';
import { KEPT } from './kept-answers.ts';
import type { Coverage } from '../../rates/coverage.ts';
import {
  currencyListFile,
  currencyYearFile,
  pastDayFile,
  type PublishedDay,
  todayFile,
} from '../../api/published/market-files.ts';
import { lastDayOfYear, officialSeriesFile, officialYearFile } from '../../api/published/official-files.ts';
import type { PublishedFile } from '../../api/published/published-file.ts';
import type { SourceName } from '../../api/source-fields.ts';
import { dateOfDay, yearsBetween } from '../../rates/calendar.ts';
import { crossDays, type DailyRates } from '../../rates/past-rates.ts';
import type { Rates } from '../../rates/rates.ts';

/** Today's rates, as the page loads them. */
export interface LoadedDay extends PublishedDay {
  /** Whether the rates come from the service worker's cache because the host didn't respond. */
  readonly isKept: boolean;
  /** The first day with rates, `YYYY-MM-DD`. */
  readonly first: string;
}

/**
 * Loads the day's rates from two static files, which don't count against the Pages Function's daily limit.
 *
 * @param first the first day with rates, from the page's HTML
 */
export async function loadDay(first: string): Promise<LoadedDay> {
  const [rates, currencies] = await Promise.all([ask(paths.referenceRates), ask(paths.currencyList)]);
  const day = todayFile(currencyListFile().parse(await currencies.text())).parse(await rates.text());
  return { ...day, first, isKept: rates.headers.has(KEPT) || currencies.headers.has(KEPT) };
}

/** Loads the rates of a past day in units per 1 USD; empty if loading fails. */
export async function loadPastDay(date: string): Promise<Rates> {
  try {
    return (await load(pastDayFile(date))).rates;
  } catch {
    return new Map();
  }
}

/** Loads the official rates of a past day in units per 1 EUR; empty if loading fails. */
export async function loadOfficialDay(date: string): Promise<Rates> {
  try {
    const year = await loadOnce(officialYearFile(date.slice(0, 'YYYY'.length)));
    return lastDayOfYear(year, date)?.rates ?? new Map();
  } catch {
    return new Map();
  }
}

/** Loads the past rates of a source. */
export interface ChartHistory {
  /** Loads the first and the last day on which a pair can have rates. */
  readonly loadReach: (from: string, to: string, day: LoadedDay) => Promise<Coverage>;
  /** Loads a pair's rates in a range of days. */
  readonly loadRates: (from: string, to: string, first: string, last: string) => Promise<DailyRates>;
}

export const histories: Readonly<Record<SourceName, ChartHistory>> = {
  market: { loadReach: (_, __, { first, asOf: last }) => Promise.resolve({ first, last }), loadRates },
  ecb: {
    async loadReach(from, to) {
      const pair = await loadOfficialPair(from, to);
      const end = ({ firstDay, rates }: DailyRates) => firstDay + rates.length - 1;
      return {
        first: dateOfDay(Math.max(...pair.map(({ firstDay }) => firstDay))),
        last: dateOfDay(Math.min(...pair.map(end))),
      };
    },
    async loadRates(from, to, first, last) {
      return crossDays([await loadOfficialPair(from, to)], first, last);
    },
  },
};

/** Loads all official rates of two currencies, from one static file for each. */
function loadOfficialPair(from: string, to: string) {
  return Promise.all([loadOnce(officialSeriesFile(from)), loadOnce(officialSeriesFile(to))]);
}

/** Loads a pair's rates in a range of days, from one static file for each currency and year. */
export async function loadRates(from: string, to: string, first: string, last: string): Promise<DailyRates> {
  const ofYears = await Promise.all(
    yearsBetween(first, last).map(async (year) => {
      const [ofFrom, ofTo] = await Promise.all([loadYear(from, year), loadYear(to, year)]);
      return ofFrom && ofTo ? [[ofFrom, ofTo] as const] : [];
    }),
  );
  return crossDays(ofYears.flat(), first, last);
}

/** Loads a currency's rates in a year; null if there are none. */
function loadYear(code: string, year: string): Promise<DailyRates | null> {
  return loadOnce<DailyRates | null>(currencyYearFile(code, year), null);
}

const loaded = new Map<string, Promise<unknown>>();

/** Loads each file only once. If loading failed, the next call tries again. */
function loadOnce<T>(file: PublishedFile<T>, missing?: T): Promise<T> {
  const known = loaded.get(file.path) as Promise<T> | undefined;
  if (known) return known;
  const loading = load(file, missing);
  loaded.set(file.path, loading);
  loading.catch(() => loaded.delete(file.path));
  return loading;
}

/** @param missing the value of a file that the site lacks; by default, such a file is an error */
async function load<T>({ path, parse }: PublishedFile<T>, missing?: T): Promise<T> {
  const response = await ask(path);
  return response.status === 404 && missing !== undefined ? missing : parse(await response.text());
}

/** @throws {Error} for every error status except 404 */
async function ask(path: string): Promise<Response> {
  const response = await fetch(`/${path}`);
  if (!response.ok && response.status !== 404) throw new Error(`${path}: status ${response.status}`);
  return response;
}
