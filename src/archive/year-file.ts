import { CODE } from '../currencies/code.ts';
import { isDate } from '../rates/calendar.ts';
import { isPossibleRate } from '../rates/possible-rate.ts';
import type { Rates } from '../rates/rates.ts';
import { type Columns, columnsOf, RatesRow } from '../rates/rates-row.ts';
import type { Archive, ArchivedDay } from './archive.ts';
import { FileError } from '../text/site-problem.ts';
import { lineError } from './table-lines.ts';

/*
 * A year of the archive is a table with the header `date,AED,AFN,…` and a row for each day. It's CSV in UTF-8 with LF
 * and without quotes, which codes and numbers don't need. Any spreadsheet reads it.
 */

/** A published year of the archive. */
export interface YearFile {
  readonly year: string;
  /** Number of days in the file. */
  readonly days: number;
  readonly body: string;
}

/** Maximum characters of a year's file, far more than 366 days take. */
export const MAX_YEAR_CHARACTERS = 4 * 1024 * 1024;

/**
 * For each day that was read from a file, the text of its cells. Writing this text is faster than formatting the
 * numbers.
 */
const cellsRead = new WeakMap<Rates, { readonly header: string; readonly cells: string }>();

/**
 * One file for each year of the archive, the earliest first.
 *
 * @param order the order of the columns; codes that aren't in it come last
 */
export function yearFiles({ days }: Pick<Archive, 'days'>, order: readonly string[]): YearFile[] {
  const rank = columnsOf(order);
  const rankOf = (code: string) => rank.get(code) ?? order.length;
  return [...Map.groupBy(days, ({ date }) => date.slice(0, 4))].map(([year, ofYear]) => {
    const found = new Set<string>();
    for (const { rates } of ofYear) rates.forEach((_, code) => found.add(code));
    const codes = [...found].sort().sort((a, b) => rankOf(a) - rankOf(b));
    const header = ['date', ...codes].join(',');
    const lines = ofYear.map(({ date, rates }) => {
      const read = cellsRead.get(rates);
      const cells = read?.header === header ? read.cells : codes.map((code) => `,${rates.get(code) ?? ''}`).join('');
      return date + cells;
    });
    return { year, days: ofYear.length, body: [header, ...lines, ''].join('\n') };
  });
}

/**
 * Parses a year's file.
 *
 * @param base if this currency has a column, its rates must be 1
 * @throws {FileError} if the file differs from what {@link yearFiles} writes
 */
export function parseYearFile(path: string, year: string, body: string, base = 'USD'): ArchivedDay[] {
  if (body.length > MAX_YEAR_CHARACTERS) throw new FileError(path, `has more than ${MAX_YEAR_CHARACTERS} characters`);
  const [header = '', ...lines] = body.split('\n');
  const [first, ...codes] = header.split(',');
  if (
    first !== 'date' ||
    codes.length > MAX_CODES ||
    !codes.every((code) => CODE.test(code)) ||
    new Set(codes).size < codes.length
  ) {
    throw lineError(path, 'line 1 has unexpected columns', header);
  }
  if (lines.pop() !== '') throw new FileError(path, 'is cut off before the end of its last line');
  const columns = columnsOf(codes);
  let before = '';
  return lines.map((line, index) => {
    const day = parseLine(line, columns, base);
    if (day === undefined || !day.date.startsWith(`${year}-`) || day.date <= before) {
      throw lineError(path, `line ${index + 2} is invalid or out of order`, line);
    }
    before = day.date;
    cellsRead.set(day.rates, { header, cells: line.slice(day.date.length) });
    return day;
  });
}

/** Maximum number of columns, far more than there are currencies. */
const MAX_CODES = 1000;
const NUMBER = /\d{1,17}(?:\.\d{1,25})?(?:e-\d{1,2})?/.source;
const CELL = new RegExp(`^${NUMBER}$`);
/** Matches a whole line, with any text as its date. Checking each cell separately takes twice as long. */
const CELLS = new RegExp(`^[^,]*(?:,(?:${NUMBER})?)*$`);

function parseLine(line: string, columns: Columns, base: string): ArchivedDay | undefined {
  const [date = '', ...cells] = line.split(',');
  if (!isDate(date) || cells.length !== columns.size || !CELLS.test(line)) return undefined;
  const values = cells.map((cell) => (cell === '' ? NaN : Number(cell)));
  if (!values.every((value) => Number.isNaN(value) || isPossibleRate(value))) return undefined;
  const rates = new RatesRow(columns, values);
  return (rates.get(base) ?? 1) === 1 ? { date, rates } : undefined;
}

/** Parses a table cell as a rate; undefined if it isn't a valid rate. */
export function parseRate(cell: string): number | undefined {
  const rate = CELL.test(cell) ? Number(cell) : NaN;
  return isPossibleRate(rate) ? rate : undefined;
}
