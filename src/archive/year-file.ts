import { CODE } from '../money/currencies/code.ts';
import { isDate } from '../money/calendar.ts';
import { elementAt } from '../money/element-at.ts';
import { isPossibleRate } from '../money/rates.ts';
import { shifted } from '../money/rounding/round.ts';
import { FileError } from '../text/site-problem.ts';
import type { ArchivedDay } from './archive.ts';
import { RateRow } from './rate-row.ts';
import { lineError } from './table-lines.ts';

/*
 * A year of a source's rates is a table with the header `date,AUD,…,100 HUF,…` and a row for each day. Its numbers are
 * the source's, for the number of units before the code. A bank that numbers its tables has the column `reference`.
 * It's CSV in UTF-8 with LF and without quotes, which codes and numbers don't need. Any spreadsheet reads it.
 */

export interface YearFile {
  readonly year: string;
  readonly days: number;
  readonly body: string;
}

/** A column of rates. */
export interface Column {
  readonly name: string;
  readonly code: string;
  /** The number of units that the rates are for. */
  readonly units: number;
}

/** Maximum characters of a year's file, far more than 366 days take. */
export const MAX_YEAR_CHARACTERS = 4 * 1024 * 1024;

/** Maximum number of columns, far more than there are currencies. */
const MAX_COLUMNS = 1000;
const REFERENCE = 'reference';
const REFERENCE_CELL = /^[\w/.-]{1,40}$/;
const NUMBER = /\d{1,17}(?:\.\d{1,25})?(?:e-\d{1,2})?/.source;
const CELL = new RegExp(`^${NUMBER}$`);
/** Matches a whole line, with any text as its first cell. Checking each cell separately takes twice as long. */
const CELLS = new RegExp(`^[^,]*(?:,(?:${NUMBER})?)*$`);

/** What the first line of a year's file says. */
export interface YearHeader {
  /** The columns of rates. */
  readonly columns: readonly Column[];
  /** Whether each line's second cell is the number of the bank's table. */
  readonly hasReferences: boolean;
}

/** Undefined if the line isn't the first of a year's file. */
export function headerIn(line: string): YearHeader | undefined {
  const [first, ...names] = line.split(',');
  const hasReferences = names[0] === REFERENCE;
  const columns = names.slice(hasReferences ? 1 : 0).map(columnIn);
  const isValid = first === 'date' && columns.every((column) => column !== undefined);
  return isValid ? { columns, hasReferences } : undefined;
}

/** The column with a name such as `AUD` or `100 HUF`. Undefined if a text isn't the name of a column. */
function columnIn(name: string): Column | undefined {
  const [, units = '1', code = ''] = /^(?:(10+) )?(\w+)$/.exec(name) ?? [];
  return CODE.test(code) ? { name, code, units: Number(units) } : undefined;
}

/** Parses a table cell as a rate; undefined if it isn't a valid rate. */
export function parseRate(cell: string): number | undefined {
  const rate = CELL.test(cell) ? Number(cell) : NaN;
  return isPossibleRate(rate) ? rate : undefined;
}

/**
 * One file for each year, the earliest first.
 *
 * @param order the codes in the order of their columns; other codes come last, in alphabetical order
 */
export function yearFiles(days: readonly ArchivedDay[], order: readonly string[] = []): YearFile[] {
  const ranks = new Map(order.map((code, rank) => [code, rank]));
  return [...Map.groupBy(days, ({ date }) => date.slice(0, 'YYYY'.length))].map(([year, ofYear]) => {
    const known = ofYear[0] && parsed.get(ofYear[0]);
    const isSame = known?.days.length === ofYear.length && known.days.every((day, index) => day === ofYear[index]);
    const body = known && isSame && order.length === 0 ? known.body : print(ofYear, columnsOf(ofYear, ranks));
    return { year, days: ofYear.length, body };
  });
}

/**
 * The text of each parsed year, by its first day. A year that hasn't changed keeps its text, because printing the years
 * of all banks takes longer than everything else about them.
 */
const parsed = new WeakMap<ArchivedDay, { readonly days: readonly ArchivedDay[]; readonly body: string }>();

function print(days: readonly ArchivedDay[], columns: readonly Column[]): string {
  const hasReferences = days.some(({ reference }) => reference !== undefined);
  const lines = days.map(({ date, rates, units, reference = '' }) => {
    const cells = columns.map(({ code, units: ofColumn }) => {
      const rate = rates.get(code);
      if (rate === undefined || (units?.get(code) ?? 1) !== ofColumn) return '';
      return ofColumn === 1 ? rate : shifted(rate, zerosOf(ofColumn));
    });
    return [date, ...(hasReferences ? [reference] : []), ...cells].join(',');
  });
  const header = ['date', ...(hasReferences ? [REFERENCE] : []), ...columns.map(({ name }) => name)].join(',');
  return [header, ...lines, ''].join('\n');
}

function columnsOf(days: readonly ArchivedDay[], ranks: ReadonlyMap<string, number>): Column[] {
  const columns = new Map<string, Column>();
  for (const { rates, units } of days) {
    rates.forEach((_, code) => {
      const ofCode = units?.get(code) ?? 1;
      const name = ofCode === 1 ? code : `${ofCode} ${code}`;
      if (!columns.has(name)) columns.set(name, { name, code, units: ofCode });
    });
  }
  const rankOf = ({ code }: Column) => ranks.get(code) ?? ranks.size;
  return [...columns.values()].sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      (one.code === other.code ? one.units - other.units : one.code < other.code ? -1 : 1),
  );
}

/** A file with a year of a source's rates. */
export interface YearText {
  readonly path: string;
  readonly year: string;
  readonly body: string;
  /** The currency in which the source quotes. If it has a column, its rates are 1. */
  readonly base: string;
}

/** @throws {FileError} if the file differs from what {@link yearFiles} writes */
export function parseYearFile({ path, year, body, base }: YearText): ArchivedDay[] {
  if (body.length > MAX_YEAR_CHARACTERS) throw new FileError(path, `has more than ${MAX_YEAR_CHARACTERS} characters`);
  const [first = '', ...lines] = body.split('\n');
  const header = headerIn(first);
  const isValid =
    header !== undefined &&
    header.columns.length <= MAX_COLUMNS &&
    new Set(header.columns.map(({ name }) => name)).size === header.columns.length &&
    header.columns.every(({ code, units }) => code !== base || units === 1);
  if (!isValid) throw lineError(path, 'line 1 has unexpected columns', first);
  if (lines.pop() !== '') throw new FileError(path, 'is cut off before the end of its last line');
  const parseLine = lineParser(header, { lines: lines.length, base });
  let before = '';
  const days = lines.map((line, index) => {
    const day = parseLine(line);
    if (day === undefined || !day.date.startsWith(`${year}-`) || day.date <= before) {
      throw lineError(path, `line ${index + 2} is invalid or out of order`, line);
    }
    before = day.date;
    return day;
  });
  if (days[0]) parsed.set(days[0], { days, body });
  return days;
}

/** @returns a function that returns undefined if a line is invalid */
function lineParser(
  { columns, hasReferences }: YearHeader,
  { lines, base }: { readonly lines: number; readonly base: string },
): (line: string) => ArchivedDay | undefined {
  const places = new Map([...new Set(columns.map(({ code }) => code))].map((code, place) => [code, place]));
  const placed = columns.map((column) => ({
    ...column,
    place: places.get(column.code) ?? 0,
    zeros: zerosOf(column.units),
  }));
  const firstCell = hasReferences ? 2 : 1;
  const table = new Float64Array(lines * places.size).fill(NaN);
  let rows = 0;
  /** Days usually have the same units, so they share them. */
  const allUnits = new Map<string, ReadonlyMap<string, number>>();
  return (line) => {
    const cells = line.split(',');
    const [date = ''] = cells;
    const reference = hasReferences ? cells[1] : '';
    if (!isDate(date) || cells.length !== firstCell + columns.length || reference === undefined) return undefined;
    if (reference !== '' && !REFERENCE_CELL.test(reference)) return undefined;
    if (!CELLS.test(hasReferences ? line.slice(line.indexOf(',') + 1) : line)) return undefined;
    const start = rows * places.size;
    const units: [code: string, units: number][] = [];
    let size = 0;
    // This loop runs for every value of every bank, so it makes no objects.
    for (let index = 0; index < placed.length; index++) {
      const cell = cells[firstCell + index];
      if (cell === undefined || cell === '') continue;
      const { code, units: ofColumn, place, zeros } = elementAt(placed, index);
      const rate = zeros === 0 ? Number(cell) : shifted(cell, -zeros);
      if (!isPossibleRate(rate) || !Number.isNaN(table[start + place]) || (code === base && rate !== 1))
        return undefined;
      table[start + place] = rate;
      size++;
      if (zeros > 0) units.push([code, ofColumn]);
    }
    rows++;
    const key = units.join();
    if (key !== '' && !allUnits.has(key)) allUnits.set(key, new Map(units));
    const shared = allUnits.get(key);
    return {
      ...{ date, rates: new RateRow(places, table, start, size) },
      ...(shared && { units: shared }),
      ...(reference !== '' && { reference }),
    };
  };
}

/** The number of zeros of a power of ten. */
function zerosOf(units: number): number {
  return String(units).length - 1;
}
