import { frankfurterCurrenciesFile } from '../../query/market-files.ts';
import { FILES_PER_SERIES, inUnitsOf, type RateTable } from './rate-table.ts';
import type { Site } from '../../query/site.ts';
import { officialYearFile, seriesFile, type SourceDays, sourceDaysFile } from '../../query/source-files.ts';
import { ratesOfYear } from '../../query/banks/official-year.ts';
import { lackOfDate } from '../../query/lack.ts';
import { ecb } from '../../../sources/banks/ecb.ts';
import { dateAt, dateOfDay, datesFrom, dayNumber, type IsoDate, yearsBetween } from '../../../money/calendar.ts';
import { allOf } from '../../query/all-of.ts';

/** The euro rates that a request asks for. */
export interface EuroQuery {
  readonly base: string;
  /** The requested codes, which may be unknown; undefined for all currencies. */
  readonly symbols: readonly string[] | undefined;
  /** The requested day or the first day of a range, `YYYY-MM-DD`; undefined for the newest day. */
  readonly date?: IsoDate | undefined;
  /** The last day of a range, `YYYY-MM-DD`; undefined for a single day, and for a range up to the newest day. */
  readonly end?: IsoDate | undefined;
}

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
 * no rates, the response uses an earlier day, unless a currency's unit has changed since then.
 */
export async function euroRatesUpTo(query: EuroQuery, site: Site): Promise<RateTable> {
  const coverage = await site.read(sourceDaysFile(ecb, site.day));
  const lack = lackOfDate(query.date, coverage, site.now, LOOKBACK_DAYS);
  if (lack) return { ...emptyTable, lack };
  const last = query.date ?? coverage.last;
  const first = lookback(last);
  const table = await ofYears(codesOf(query, coverage, first, last), first, last, coverage, site);
  const unitsOf = query.date ?? dateAt(site.now);
  return inUnitsOf(table, query.base, unitsOf);
}

const lookback = (date: IsoDate) => dateOfDay(dayNumber(date) - LOOKBACK_DAYS);

/**
 * The rates of a range of days, in units per 1 EUR. If the range doesn't start on a business day, the rates begin with
 * the last business day before the range, without currencies whose unit has changed since then.
 */
export async function euroRatesOfRange(query: EuroQuery, site: Site): Promise<RateTable> {
  const coverage = await site.read(sourceDaysFile(ecb, site.day));
  const { date = coverage.first, end = coverage.last } = query;
  const lack = lackOfDate(date, coverage, site.now, Infinity);
  if (lack?.is === 'future') return { ...emptyTable, lack };
  if (!coverage.codes.has(query.base)) return emptyTable;
  const start = date < coverage.last ? date : coverage.last;
  const before = await ofYears([], lookback(start), start, coverage, site);
  const first = before.dates.at(-1) ?? coverage.first;
  const last = end < coverage.last ? end : coverage.last;
  if (first > last) return emptyTable;
  const codes = codesOf(query, coverage, first, last);
  const quotes = codes.filter((code) => code !== query.base).length;
  const most = quotes > 1 ? 7 * Math.floor(MAX_RATES / quotes / BUSINESS_DAYS) : Infinity;
  const days = dayNumber(last) - dayNumber(first) + 1;
  if (dayNumber(last) - dayNumber(start) + 1 > most) return { ...emptyTable, lack: { lack: 'range_too_large', most } };
  const years = yearsBetween(first, last).length;
  const readSeries = () => allOf(codes.map((code) => ofSeries(code, dayNumber(first), days, site)));
  const table =
    years < FILES_PER_SERIES * codes.length
      ? await ofYears(codes, first, last, coverage, site)
      : { dates: datesFrom(dayNumber(first), days), codes, columns: await readSeries() };
  return inUnitsOf(table, query.base, date);
}

/** Number of business days in a week. */
const BUSINESS_DAYS = 5;

const emptyTable: RateTable = { dates: [], codes: [], columns: [] };

/** Rates from the files that each have one year of all currencies. */
async function ofYears(
  codes: readonly string[],
  start: IsoDate,
  end: IsoDate,
  coverage: SourceDays,
  site: Site,
): Promise<RateTable> {
  const [first, last] = [start > coverage.first ? start : coverage.first, end < coverage.last ? end : coverage.last];
  const files = await allOf(yearsBetween(first, last).map((year) => site.read(officialYearFile(ecb.key, year))));
  const years = files.map((year) => ratesOfYear(year, ecb, codes, first, last));
  return {
    dates: years.flatMap(({ dates }) => dates),
    codes,
    columns: codes.map((_, column) => years.flatMap(({ columns }) => columns[column] ?? [])),
  };
}

/** A currency's rate on each day, from the file with all years of this currency; `NaN` for a day without a rate. */
async function ofSeries(code: string, first: number, days: number, site: Site): Promise<number[]> {
  if (code === ecb.base) return new Array<number>(days).fill(1);
  const { firstDay, rates } = await site.read(seriesFile(ecb, code));
  const begin = first - firstDay;
  const missing = new Array<number>(Math.max(0, -begin)).fill(NaN);
  return missing.concat(rates.slice(Math.max(0, begin), Math.max(0, begin + days)));
}

/**
 * The requested currencies and the base, if the bank quoted them in this period. If the base is the euro, the euro is
 * omitted, because its rate is always 1.
 */
function codesOf({ base, symbols }: EuroQuery, { periods }: SourceDays, first: IsoDate, last: IsoDate): string[] {
  const isWanted = (code: string) => code === base || (symbols?.includes(code) ?? true);
  return [...periods]
    .filter(([code, ofCode]) => {
      if (!isWanted(code) || (code === ecb.base && base === code)) return false;
      return ofCode.some(([begin, end]) => begin <= last && end >= first);
    })
    .map(([code]) => code);
}

/** The names of the currencies that the bank quotes now, including the euro. */
export async function euroNames(site: Site): Promise<Record<string, string>> {
  const { last, periods } = await site.read(sourceDaysFile(ecb, site.day));
  const since = dateOfDay(dayNumber(last) - LOOKBACK_DAYS);
  const names = new Map(
    (await site.read(frankfurterCurrenciesFile(site.day))).map(({ iso_code, name }) => [iso_code, name]),
  );
  const quoted = [...periods].filter(([, ofCode]) => (ofCode.at(-1)?.[1] ?? '') >= since);
  return Object.fromEntries(quoted.map(([code]) => [code, names.get(code) ?? code]));
}
