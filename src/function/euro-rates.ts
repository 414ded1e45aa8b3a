import type { RateTable } from '../api/compat/day-on-base.ts';
import { rangeTooLarge, type V1Query } from '../api/compat/frankfurter-v1.ts';
import type { OfficialReach } from '../api/published/published-official.ts';
import { ecb } from '../archive/official-bank.ts';
import { dateOfDay, datesFrom, dayNumber, yearsBetween } from '../rates/calendar.ts';
import { outsideCoverage } from '../rates/coverage.ts';
import { allOf } from './all-of.ts';
import type { Published } from './published-data.ts';

/**
 * Maximum number of rates in a response with several currencies: half a year of all currencies, or four years of four
 * currencies. In a new isolate, so many rates take up to 20 ms of CPU. Rounding as Frankfurter v1 does is slow, so this
 * limit is lower than in other formats.
 */
const MAX_RATES = 4500;

/** Maximum age of the rates in a response for a date, in days, as in Frankfurter v1. */
const LOOKBACK_DAYS = 14;

/**
 * The rates of a date, by default the newest day, and of the two weeks before it, in units per 1 EUR. If the date has
 * no rates, the response uses an earlier day.
 */
export async function euroRatesUpTo(query: V1Query, published: Published): Promise<RateTable> {
  const reach = await published.officialDays();
  const outside =
    query.date === undefined ? undefined : outsideCoverage(query.date, reach, published.now, LOOKBACK_DAYS);
  if (outside) return { ...noRates, outside };
  const last = query.date ?? reach.last;
  const first = lookback(last);
  return ofYears(codesOf(query, reach, first, last), first, last, reach, published);
}

const lookback = (date: string) => dateOfDay(dayNumber(date) - LOOKBACK_DAYS);

/**
 * The rates of a range of days, in units per 1 EUR. If the range doesn't start on a business day, the rates begin with
 * the last business day before the range.
 *
 * @throws {ApiError} 422 if the range is too large
 */
export async function euroRatesOfRange(query: V1Query, published: Published): Promise<RateTable> {
  const reach = await published.officialDays();
  const { date = reach.first, end = reach.last } = query;
  const outside = outsideCoverage(date, reach, published.now, Infinity);
  if (outside?.is === 'future') return { ...noRates, outside };
  if (!reach.codes.has(query.base)) return noRates;
  const start = date < reach.last ? date : reach.last;
  const before = await ofYears([], lookback(start), start, reach, published);
  const first = before.dates.at(-1) ?? reach.first;
  const last = end < reach.last ? end : reach.last;
  if (first > last) return noRates;
  const codes = codesOf(query, reach, first, last);
  const quotes = codes.filter((code) => code !== query.base).length;
  const most = quotes > 1 ? 7 * Math.floor(MAX_RATES / quotes / BUSINESS_DAYS) : Infinity;
  const days = dayNumber(last) - dayNumber(first) + 1;
  if (dayNumber(last) - dayNumber(start) + 1 > most) throw rangeTooLarge(most);
  const years = yearsBetween(first, last).length;
  if (years < FILES_PER_SERIES * codes.length) return ofYears(codes, first, last, reach, published);
  const columns = codes.map((code) => ofSeries(code, dayNumber(first), days, published));
  return { dates: datesFrom(dayNumber(first), days), codes, columns: await allOf(columns) };
}

/** Number of business days in a week. */
const BUSINESS_DAYS = 5;

/** A file with all years of one currency takes as long to read as this many files with one year of all currencies. */
const FILES_PER_SERIES = 2;

const noRates: RateTable = { dates: [], codes: [], columns: [] };

/** Rates from the files that each have one year of all currencies. */
async function ofYears(
  codes: readonly string[],
  start: string,
  end: string,
  reach: OfficialReach,
  published: Published,
): Promise<RateTable> {
  const [first, last] = [start > reach.first ? start : reach.first, end < reach.last ? end : reach.last];
  const years = await allOf(yearsBetween(first, last).map((year) => published.officialRates(year, codes, first, last)));
  return {
    dates: years.flatMap(({ dates }) => dates),
    codes,
    columns: codes.map((_, column) => years.flatMap(({ columns }) => columns[column] ?? [])),
  };
}

/** A currency's rate on each day, from the file with all years of this currency; `NaN` for a day without a rate. */
async function ofSeries(code: string, first: number, days: number, published: Published): Promise<number[]> {
  if (code === ecb.base) return new Array<number>(days).fill(1);
  const { firstDay, rates } = await published.officialSeries(code);
  const begin = first - firstDay;
  const missing = new Array<number>(Math.max(0, -begin)).fill(NaN);
  return missing.concat(rates.slice(Math.max(0, begin), Math.max(0, begin + days)));
}

/**
 * The requested currencies and the base, if the bank quoted them in this period. If the base is the euro, the euro is
 * omitted, because its rate is always 1.
 */
function codesOf({ base, symbols }: V1Query, { periods }: OfficialReach, first: string, last: string): string[] {
  const isWanted = (code: string) => code === base || (symbols?.includes(code) ?? true);
  return [...periods]
    .filter(([code, ofCode]) => {
      if (!isWanted(code) || (code === ecb.base && base === code)) return false;
      return ofCode.some(([begin, end]) => begin <= last && end >= first);
    })
    .map(([code]) => code);
}

/** The names of the currencies that the bank quotes now, including the euro. */
export async function euroNames(published: Published): Promise<Record<string, string>> {
  const { last, periods } = await published.officialDays();
  const since = dateOfDay(dayNumber(last) - LOOKBACK_DAYS);
  const names = new Map((await published.currencyRows()).map(({ iso_code, name }) => [iso_code, name]));
  const quoted = [...periods].filter(([, ofCode]) => (ofCode.at(-1)?.[1] ?? '') >= since);
  return Object.fromEntries(quoted.map(([code]) => [code, names.get(code) ?? code]));
}
