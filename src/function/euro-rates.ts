import type { RateTable } from '../api/compat/day-on-base.ts';
import { unprocessable, type V1Query } from '../api/compat/frankfurter-v1.ts';
import type { OfficialReach } from '../api/published/published-official.ts';
import { OFFICIAL_BASE } from '../archive/official-rates.ts';
import { dateOfDay, datesFrom, dayNumber, yearsBetween } from '../rates/calendar.ts';
import { elementAt } from '../rates/element-at.ts';
import { latestDay } from '../rates/past-rates.ts';
import { allOf } from './all-of.ts';
import type { Published } from './published-data.ts';
import { MAX_RATES } from './rates-on-base.ts';

/** As in Frankfurter v1, a day's rates are at most this many days old. */
const LOOKBACK_DAYS = 14;

/** The days that a date can use, with the requested currencies and the base, in units per 1 EUR. */
export async function euroRatesUpTo(query: V1Query, published: Published): Promise<RateTable> {
  const reach = await published.officialDays();
  const last = query.date ?? reach.last;
  return inYears(query, reach, dateOfDay(dayNumber(last) - LOOKBACK_DAYS), last, published);
}

/**
 * The days of a range, which begins with the last business day up to its start.
 *
 * @throws {ApiError} 422 if the range is too large
 */
export async function euroRatesOfRange(query: V1Query, published: Published): Promise<RateTable> {
  const { date: start = '', end = '9999-12-31' } = query;
  const reach = await published.officialDays();
  if (start > latestDay(published.day.checkedAt)) return noRates;
  const { firstDay, rates: ofEuro } = await published.officialSeries(OFFICIAL_BASE);
  // Each business day has a rate of the euro.
  const isBusinessDay = (day: number) => !Number.isNaN(elementAt(ofEuro, day));
  let begin = Math.max(0, Math.min(dayNumber(start) - firstDay, ofEuro.length - 1));
  while (!isBusinessDay(begin)) begin--;
  const beyond = Math.min(dayNumber(end) - firstDay + 1, ofEuro.length);
  const days: number[] = [];
  for (let day = begin; day < beyond; day++) if (isBusinessDay(day)) days.push(day);
  const [first, last] = [dateOfDay(firstDay + begin), dateOfDay(firstDay + beyond - 1)];
  const codes = codesOf(query, reach, first, last);
  const most = Math.floor(MAX_RATES / codes.filter((code) => code !== query.base).length);
  const tooLate = days[most];
  if (tooLate !== undefined) {
    const mostDays = firstDay + tooLate - dayNumber(start);
    throw unprocessable(`range too large. Request at most ${mostDays} days, or fewer currencies`);
  }
  if (days.length === 0 || codes.length === 0) return noRates;
  if (yearsBetween(first, last).length < codes.length) return inYears(query, reach, first, last, published);
  const dates = datesFrom(firstDay, ofEuro.length);
  const series = await allOf(codes.map((code) => published.officialSeries(code)));
  return {
    dates: days.map((day) => elementAt(dates, day)),
    codes,
    columns: series.map(({ firstDay: ofCode, rates }) => days.map((day) => rates[firstDay + day - ofCode] ?? NaN)),
  };
}

const noRates: RateTable = { dates: [], codes: [], columns: [] };

async function inYears(
  query: V1Query,
  reach: OfficialReach,
  start: string,
  end: string,
  published: Published,
): Promise<RateTable> {
  const [first, last] = [start > reach.first ? start : reach.first, end < reach.last ? end : reach.last];
  if (first > last) return noRates;
  const codes = codesOf(query, reach, first, last);
  const years = await allOf(yearsBetween(first, last).map((year) => published.officialRates(year, codes, first, last)));
  return {
    dates: years.flatMap(({ dates }) => dates),
    codes,
    columns: codes.map((_, column) => years.flatMap(({ columns }) => columns[column] ?? [])),
  };
}

/** The requested currencies and the base, as far as the bank quoted them in this time. */
function codesOf({ base, symbols }: V1Query, { periods }: OfficialReach, first: string, last: string): string[] {
  return [...periods.entries()]
    .filter(([code, ofCode]) => {
      const isWanted = code === base || (symbols?.includes(code) ?? true);
      return isWanted && ofCode.some(([begin, end]) => begin <= last && end >= first);
    })
    .map(([code]) => code);
}

/** The names of the currencies that the bank quotes, including the euro. */
export async function euroNames(published: Published): Promise<Record<string, string>> {
  const { last, periods } = await published.officialDays();
  const since = dateOfDay(dayNumber(last) - LOOKBACK_DAYS);
  const names = new Map((await published.currencyRows()).map(({ iso_code, name }) => [iso_code, name]));
  const quoted = [...periods].filter(([, ofCode]) => (ofCode.at(-1)?.[1] ?? '') >= since);
  return Object.fromEntries(quoted.map(([code]) => [code, names.get(code) ?? code]));
}
