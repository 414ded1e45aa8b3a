import { paths } from '../documents/paths.ts';
import { parseDay, parseYear, type PublishedDay, type PublishedYear } from '../documents/published-files.ts';

/** Reads the day's rates: two static files, by the addresses that any file host has, and nothing that is metered. */
export async function loadDay(): Promise<PublishedDay> {
  return parseDay(...(await Promise.all([load(paths.referenceRates), load(paths.currencyList)])));
}

const years = new Map<string, Promise<PublishedYear>>();

/**
 * The years of two currencies against USD, which end on the same day: static files, read once. A failed read may be
 * tried again, as may one between which and the other a new day was published.
 */
export async function loadYears(from: string, to: string): Promise<[PublishedYear, PublishedYear]> {
  const [first, second] = await Promise.all([loadYear(from), loadYear(to)]);
  if (first.asOf === second.asOf) return [first, second];
  years.clear();
  throw new Error(`The series are of ${first.asOf} and ${second.asOf}.`);
}

function loadYear(code: string): Promise<PublishedYear> {
  const known = years.get(code);
  if (known) return known;
  const loading = load(paths.currencySeries(code)).then((series) => parseYear(code, series));
  years.set(code, loading);
  loading.catch(() => years.delete(code));
  return loading;
}

/** @throws {Error} when there is no good answer */
async function load(path: string): Promise<unknown> {
  const response = await fetch(`/${path}`);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response.json();
}
