import type { IsoDate } from '../../../money/calendar.ts';
import { type Column, headerIn, type YearHeader } from '../../../archive/year-file.ts';
import { elementAt } from '../../../money/element-at.ts';
import type { PastDay } from '../../../money/past-rates.ts';
import { shifted } from '../../../money/rounding/round.ts';
import type { Bank } from '../../../sources/bank.ts';
import { check, isRate } from '../check.ts';

/** A year of a table's rates, as lines that are parsed only when they are needed. */
export interface OfficialYear extends YearHeader {
  readonly lines: readonly string[];
}

export function parseOfficialYear(year: string, text: string): OfficialYear {
  const [first = '', ...lines] = text.split('\n');
  const header = headerIn(first);
  check(header !== undefined && lines.pop() === '' && lines.every((line) => line.startsWith(`${year}-`)));
  // Without references, lines have only dates and numbers. Parsing each number would take ten times as long as a request
  // needs.
  check(header.hasReferences || !/[^\d\n,.e-]/.test(text.slice(first.length)));
  return { ...header, lines };
}

/** A day of a bank's table. Rates are the bank's numbers for 1 unit, without its base, in alphabetical order. */
export interface OfficialPastDay extends PastDay {
  readonly reference: string | undefined;
}

/**
 * The rates of a date or, if it has no rates, of the last earlier day in the year. Undefined if all rates of the year
 * are from later days.
 *
 * @param skipped days that don't count
 */
export function lastDayOfYear(
  year: OfficialYear,
  date: IsoDate,
  skipped: ReadonlySet<string>,
): OfficialPastDay | undefined {
  const line = year.lines.findLast((line) => dateOf(line) <= date && !skipped.has(dateOf(line)));
  return line === undefined ? undefined : dayOfLine(year, line);
}

function dayOfLine({ columns, hasReferences }: OfficialYear, line: string): OfficialPastDay {
  const [, ...cells] = line.split(',');
  const reference = hasReferences ? cells.shift() : undefined;
  const rates = columns.map((column, index) => [column.code, rateIn(cells[index], column)] as const);
  return { date: dateOf(line), reference, rates: new Map(rates.filter(([, rate]) => !Number.isNaN(rate))) };
}

/** The wanted currencies' rates on a year's days from `start` to `end`; `NaN` if a currency has no rate on a day. */
export function ratesOfYear(
  { columns, hasReferences, lines }: OfficialYear,
  { base }: Pick<Bank, 'base'>,
  wanted: readonly string[],
  start: IsoDate,
  end: IsoDate,
): { readonly dates: readonly IsoDate[]; readonly columns: readonly (readonly number[])[] } {
  const inRange = lines.filter((line) => dateOf(line) >= start && dateOf(line) <= end);
  const rows = inRange.map((line) => line.split(','));
  const firstCell = hasReferences ? 2 : 1;
  const ofWanted = wanted.map((code) => {
    const ofCode = [...columns.entries()].filter(([, column]) => column.code === code);
    if (ofCode.length === 0) return rows.map(() => (code === base ? 1 : NaN));
    return rows.map((cells) => {
      const [index, column] = ofCode.find(([index]) => cells[firstCell + index] !== '') ?? elementAt(ofCode, 0);
      return rateIn(cells[firstCell + index], column);
    });
  });
  return { dates: inRange.map(dateOf), columns: ofWanted };
}

/** A bank's quote of a currency, as the bank published it. */
export interface YearQuote {
  readonly code: string;
  /** The bank's number for these units of the currency, with the bank's digits. */
  readonly value: string;
  readonly units: number;
  /** The name of the quote's column in the archive's file. */
  readonly column: string;
  /** The number of the bank's table; undefined if its tables have no numbers. */
  readonly reference: string | undefined;
}

/** A currency's quote of a day; undefined if the day has none. */
export function quoteOfDay(
  { columns, hasReferences, lines }: OfficialYear,
  date: IsoDate,
  code: string,
): YearQuote | undefined {
  const [, ...cells] = lines.find((line) => dateOf(line) === date)?.split(',') ?? [];
  const reference = hasReferences ? cells.shift() : undefined;
  const index = columns.findIndex((column, place) => column.code === code && (cells[place] ?? '') !== '');
  const [column, value] = [columns[index], cells[index]];
  return column && value !== undefined
    ? { code, value, units: column.units, column: column.name, reference }
    : undefined;
}

/** The date of a line. The archive has been checked before it was published. */
const dateOf = (line: string) => line.slice(0, 'YYYY-MM-DD'.length) as IsoDate;

/** The rate for 1 unit in a cell; `NaN` if it's empty. */
function rateIn(cell: string | undefined, { units }: Column): number {
  const rate = Number(cell);
  if (!isRate(rate)) return NaN;
  return units === 1 ? rate : shifted(cell ?? '', 1 - String(units).length);
}
