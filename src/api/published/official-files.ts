import type { z } from 'zod';
import { ecb } from '../../archive/official-bank.ts';
import { dayNumber, isDate } from '../../rates/calendar.ts';
import type { DailyRates, PastDay } from '../../rates/past-rates.ts';
import { noChanges } from '../../archive/source.ts';
import type { officialDaysSchema, officialSeriesSchema } from '../archive/official-series.ts';
import { paths } from '../paths.ts';
import { check, isRate } from './check.ts';
import type { PublishedCoverage } from './market-files.ts';
import { jsonFile, type PublishedFile } from './published-file.ts';

/** The first and the last day of a span in which the bank quoted a currency, `YYYY-MM-DD`. */
export type QuotedSpan = readonly [first: string, last: string];

/** The days and the currencies that have official rates. */
export interface OfficialCoverage extends PublishedCoverage {
  /** The spans in which the bank quoted each currency, ascending. */
  readonly periods: ReadonlyMap<string, readonly QuotedSpan[]>;
  /** Days on which the bank had rates that aren't published, because they are in doubt. */
  readonly inDoubt: ReadonlySet<string>;
}

export function officialDaysFile(): PublishedFile<OfficialCoverage> {
  return jsonFile(paths.officialDays, (document: z.infer<typeof officialDaysSchema>) => {
    const { first, last } = document;
    check(isDate(first) && isDate(last));
    const periods = new Map(Object.entries(document.periods));
    const codes = new Set(periods.keys());
    return { first, last, codes, sources: noChanges, periods, inDoubt: new Set(document.in_doubt) };
  });
}

/** A currency's official rates, in units per 1 EUR. */
export function officialSeriesFile(wanted: string): PublishedFile<DailyRates> {
  return jsonFile(paths.officialSeries(wanted), (document: z.infer<typeof officialSeriesSchema>) => {
    const { code, first, rates } = document;
    check(code === wanted && isDate(first) && rates.every((rate) => rate === null || isRate(rate)));
    return { firstDay: dayNumber(first), rates: rates.map((rate) => rate ?? NaN) };
  });
}

/** A year of official rates, as lines that are parsed only when they are needed. */
export interface OfficialYear {
  readonly codes: readonly string[];
  readonly lines: readonly string[];
}

export function officialYearFile(year: string): PublishedFile<OfficialYear> {
  return { path: paths.officialYear(year), parse: (text) => parseOfficialYear(year, text) };
}

function parseOfficialYear(year: string, text: string): OfficialYear {
  const [header = '', ...lines] = text.split('\n');
  const [first, ...codes] = header.split(',');
  check(first === 'date' && lines.pop() === '' && lines.every((line) => line.startsWith(`${year}-`)));
  // Lines have only dates and numbers. Parsing each number would take ten times as long as a request needs.
  check(!/[^\d\n,.e-]/.test(text.slice(header.length)));
  return { codes, lines };
}

/**
 * The rates of a date or, if it has no rates, of the last earlier day in the year. Undefined if all rates of the year
 * are from later days. Codes are in alphabetical order.
 */
export function lastDayOfYear({ codes, lines }: OfficialYear, date: string): PastDay | undefined {
  const line = lines.findLast((line) => dateOf(line) <= date);
  if (line === undefined) return undefined;
  const [day = '', ...cells] = line.split(',');
  const rates = codes.map((code, column) => [code, rateIn(cells[column])] as const);
  const quoted = [...rates, [ecb.base, 1] as const].filter(([, rate]) => !Number.isNaN(rate));
  return { date: day, rates: new Map(quoted.sort(([one], [other]) => (one < other ? -1 : 1))) };
}

/** The wanted currencies' rates on a year's days from `start` to `end`; `NaN` if a currency has no rate on a day. */
export function ratesOfYear(
  { codes, lines }: OfficialYear,
  wanted: readonly string[],
  start: string,
  end: string,
): { readonly dates: readonly string[]; readonly columns: readonly (readonly number[])[] } {
  const rows = lines.filter((line) => dateOf(line) >= start && dateOf(line) <= end).map((line) => line.split(','));
  const columns = wanted.map((code) => {
    const column = codes.indexOf(code) + 1;
    if (column === 0) return rows.map(() => (code === ecb.base ? 1 : NaN));
    return rows.map((cells) => rateIn(cells[column]));
  });
  return { dates: rows.map(([date = '']) => date), columns };
}

const dateOf = (line: string) => line.slice(0, 'YYYY-MM-DD'.length);

/** The rate in a cell; `NaN` if it's empty. */
function rateIn(cell: string | undefined): number {
  const rate = Number(cell);
  return isRate(rate) ? rate : NaN;
}
