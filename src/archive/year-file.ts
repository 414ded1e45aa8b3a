import { CODE } from '../currencies/code.ts';
import { isDate } from '../rates/calendar.ts';
import { isPossibleRate } from '../rates/rates.ts';
import type { Archive, ArchivedDay } from './archive.ts';
import { FileError } from '../text/site-problem.ts';
import { lineError } from './table-lines.ts';

/*
 * A year of the archive is a table with the header `date,AED,AFN,…` and a row for each day. It's CSV in UTF-8 with LF
 * and without quotes, which codes and numbers don't need. Any spreadsheet reads it.
 */

export interface YearFile {
  readonly year: string;
  readonly days: number;
  readonly body: string;
}

/** Maximum characters of a year's file, far more than 366 days take. */
export const MAX_YEAR_CHARACTERS = 4 * 1024 * 1024;

/**
 * One file for each year of the archive, the earliest first.
 *
 * @param order the order of the columns; codes that aren't in it come last
 */
export function yearFiles({ days }: Pick<Archive, 'days'>, order: readonly string[]): YearFile[] {
  const ranks = new Map(order.map((code, rank) => [code, rank]));
  const rankOf = (code: string) => ranks.get(code) ?? order.length;
  return [...Map.groupBy(days, ({ date }) => date.slice(0, 4))].map(([year, ofYear]) => {
    const found = new Set<string>();
    for (const { rates } of ofYear) rates.forEach((_, code) => found.add(code));
    const codes = [...found].sort().sort((a, b) => rankOf(a) - rankOf(b));
    const lines = ofYear.map(({ date, rates }) => [date, ...codes.map((code) => rates.get(code) ?? '')].join(','));
    return { year, days: ofYear.length, body: [['date', ...codes].join(','), ...lines, ''].join('\n') };
  });
}

/**
 * Parses a year's file.
 *
 * @param base if this currency has a column, its rates must be 1
 * @throws {FileError} if the file differs from what {@link yearFiles} writes
 */
export function parseYearFile(path: string, year: string, body: string, base = 'USD'): ArchivedDay[] {
  return parseYearLines(path, year, body, (codes) => {
    if (!codes.every((code) => CODE.test(code))) return undefined;
    return (line) => parseLine(line, codes, base);
  });
}

/**
 * Parses the lines of a year's file.
 *
 * @param parserOf returns the parser of a line, which returns undefined for an invalid line. Undefined if the columns
 * are invalid
 * @throws {FileError} if the columns or a line are invalid, or the days aren't ascending days of the year
 */
export function parseYearLines<Day extends ArchivedDay>(
  path: string,
  year: string,
  body: string,
  parserOf: (columns: readonly string[], lines: number) => ((line: string) => Day | undefined) | undefined,
): Day[] {
  if (body.length > MAX_YEAR_CHARACTERS) throw new FileError(path, `has more than ${MAX_YEAR_CHARACTERS} characters`);
  const [header = '', ...lines] = body.split('\n');
  const [first, ...columns] = header.split(',');
  const isValid = first === 'date' && columns.length <= MAX_COLUMNS && new Set(columns).size === columns.length;
  const parseDay = isValid ? parserOf(columns, lines.length) : undefined;
  if (!parseDay) throw lineError(path, 'line 1 has unexpected columns', header);
  if (lines.pop() !== '') throw new FileError(path, 'is cut off before the end of its last line');
  let before = '';
  return lines.map((line, index) => {
    const day = parseDay(line);
    if (day === undefined || !day.date.startsWith(`${year}-`) || day.date <= before) {
      throw lineError(path, `line ${index + 2} is invalid or out of order`, line);
    }
    before = day.date;
    return day;
  });
}

/** Maximum number of columns, far more than there are currencies. */
const MAX_COLUMNS = 1000;
const NUMBER = /\d{1,17}(?:\.\d{1,25})?(?:e-\d{1,2})?/.source;
const CELL = new RegExp(`^${NUMBER}$`);
/** Matches a whole line, with any text as its date. Checking each cell separately takes twice as long. */
const CELLS = new RegExp(`^[^,]*(?:,(?:${NUMBER})?)*$`);

function parseLine(line: string, codes: readonly string[], base: string): ArchivedDay | undefined {
  const [date = '', ...cells] = line.split(',');
  if (!isDate(date) || cells.length !== codes.length || !CELLS.test(line)) return undefined;
  const rates = new Map<string, number>();
  for (const [index, code] of codes.entries()) {
    if (cells[index] !== '') rates.set(code, Number(cells[index]));
  }
  return (rates.get(base) ?? 1) === 1 && [...rates.values()].every(isPossibleRate) ? { date, rates } : undefined;
}

/** Whether the cells of a line are numbers or empty, from the cell `first` on, which is 1 or 2. */
export function areCells(line: string, first: number): boolean {
  return CELLS.test(first === 1 ? line : line.slice(line.indexOf(',') + 1));
}

/** Parses a table cell as a rate; undefined if it isn't a valid rate. */
export function parseRate(cell: string): number | undefined {
  const rate = CELL.test(cell) ? Number(cell) : NaN;
  return isPossibleRate(rate) ? rate : undefined;
}
