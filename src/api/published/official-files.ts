import type { z } from 'zod';
import { columnIn } from '../../archive/official-year-file.ts';
import { shifted } from '../../rates/round.ts';
import type { Bank } from '../../sources/banks/bank.ts';
import { dayNumber, isDate } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import type { DailyRates, PastDay } from '../../rates/past-rates.ts';
import { noChanges } from '../../archive/source.ts';
import type { officialDaysSchema, officialSeriesSchema } from '../archive/official-series.ts';
import { paths } from '../paths.ts';
import { check, isRate } from './check.ts';
import type { PublishedCoverage } from './market-files.ts';
import { jsonFile, type PublishedFile } from './published-file.ts';

/** The first and the last day of a span in which the bank quoted a currency, `YYYY-MM-DD`. */
export type QuotedSpan = readonly [first: string, last: string];

/** The days and the currencies that have a bank's rates: the days of its first table. No currencies if there are none. */
export interface OfficialCoverage extends PublishedCoverage {
  /** The spans in which the bank quoted each currency, ascending. */
  readonly periods: ReadonlyMap<string, readonly QuotedSpan[]>;
  /** Days on which the first table had rates that aren't published, because they are in doubt. */
  readonly inDoubt: ReadonlySet<string>;
  /** The further tables, by key. */
  readonly further: ReadonlyMap<string, FurtherTable>;
}

export interface FurtherTable {
  /** Days with rates, ascending. */
  readonly days: ReadonlySet<string>;
  readonly inDoubt: ReadonlySet<string>;
  readonly periods: ReadonlyMap<string, readonly QuotedSpan[]>;
}

export function officialDaysFile({ key }: Bank): PublishedFile<OfficialCoverage> {
  return jsonFile(paths.officialDays(key), (document: z.infer<typeof officialDaysSchema>) => {
    const { first, last, further = {} } = document;
    check(first === null || last === null || (isDate(first) && isDate(last)));
    const periods = new Map(Object.entries(document.periods));
    return {
      ...{ first: first ?? '', last: last ?? '', periods, codes: new Set(periods.keys()), sources: noChanges },
      inDoubt: new Set(document.in_doubt),
      further: new Map(
        Object.entries(further).map(([table, { days, in_doubt, periods }]) => [
          table,
          { days: new Set(days), inDoubt: new Set(in_doubt), periods: new Map(Object.entries(periods)) },
        ]),
      ),
    };
  });
}

/** A currency's official rates: the bank's numbers for 1 unit. */
export function officialSeriesFile({ key }: Bank, wanted: string): PublishedFile<DailyRates> {
  return jsonFile(paths.officialSeries(key, wanted), (document: z.infer<typeof officialSeriesSchema>) => {
    const { code, first, rates } = document;
    check(code === wanted && isDate(first) && rates.every((rate) => rate === null || isRate(rate)));
    return { firstDay: dayNumber(first), rates: rates.map((rate) => rate ?? NaN) };
  });
}

/** A year of a table's rates, as lines that are parsed only when they are needed. */
export interface OfficialYear {
  readonly columns: readonly OfficialColumn[];
  /** Whether each line's second cell is the number of the bank's table. */
  readonly hasReferences: boolean;
  readonly lines: readonly string[];
}

type OfficialColumn = NonNullable<ReturnType<typeof columnIn>>;

export function officialYearFile(table: string, year: string): PublishedFile<OfficialYear> {
  return { path: paths.officialYear(table, year), parse: (text) => parseOfficialYear(year, text) };
}

function parseOfficialYear(year: string, text: string): OfficialYear {
  const [header = '', ...lines] = text.split('\n');
  const [first, ...names] = header.split(',');
  const hasReferences = names[0] === 'reference';
  const columns = names.slice(hasReferences ? 1 : 0).map(columnIn);
  check(first === 'date' && lines.pop() === '' && lines.every((line) => line.startsWith(`${year}-`)));
  check(columns.every((column) => column !== undefined));
  // Without references, lines have only dates and numbers. Parsing each number would take ten times as long as a request
  // needs.
  check(hasReferences || !/[^\d\n,.e-]/.test(text.slice(header.length)));
  return { columns: columns, hasReferences, lines };
}

/** A day of a bank's table. Rates are the bank's numbers for 1 unit, without its base, in alphabetical order. */
export interface OfficialPastDay extends PastDay {
  readonly reference: string | undefined;
}

/**
 * The rates of a date or, if it has no rates, of the last earlier day in the year. Undefined if all rates of the year
 * are from later days.
 */
export function lastDayOfYear(
  { columns, hasReferences, lines }: OfficialYear,
  date: string,
): OfficialPastDay | undefined {
  const line = lines.findLast((line) => dateOf(line) <= date);
  if (line === undefined) return undefined;
  const [day = '', ...cells] = line.split(',');
  const reference = hasReferences ? cells.shift() : undefined;
  const rates = columns.map((column, index) => [column.code, rateIn(cells[index], column)] as const);
  return { date: day, reference, rates: new Map(rates.filter(([, rate]) => !Number.isNaN(rate))) };
}

/** The wanted currencies' rates on a year's days from `start` to `end`; `NaN` if a currency has no rate on a day. */
export function ratesOfYear(
  { columns, hasReferences, lines }: OfficialYear,
  { base }: Bank,
  wanted: readonly string[],
  start: string,
  end: string,
): { readonly dates: readonly string[]; readonly columns: readonly (readonly number[])[] } {
  const rows = lines.filter((line) => dateOf(line) >= start && dateOf(line) <= end).map((line) => line.split(','));
  const firstCell = hasReferences ? 2 : 1;
  const ofWanted = wanted.map((code) => {
    const ofCode = [...columns.entries()].filter(([, column]) => column.code === code);
    if (ofCode.length === 0) return rows.map(() => (code === base ? 1 : NaN));
    return rows.map((cells) => {
      const [index, column] = ofCode.find(([index]) => cells[firstCell + index] !== '') ?? elementAt(ofCode, 0);
      return rateIn(cells[firstCell + index], column);
    });
  });
  return { dates: rows.map(([date = '']) => date), columns: ofWanted };
}

const dateOf = (line: string) => line.slice(0, 'YYYY-MM-DD'.length);

/** The rate for 1 unit in a cell; `NaN` if it's empty. */
function rateIn(cell: string | undefined, { units }: OfficialColumn): number {
  const rate = Number(cell);
  if (!isRate(rate)) return NaN;
  return units === 1 ? rate : shifted(cell ?? '', 1 - String(units).length);
}
