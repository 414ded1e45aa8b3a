import { amountsIn } from './cells/amounts.ts';
import { datesIn } from './cells/dates.ts';
import type { FileText } from './encoding.ts';
import { isProblem, type Problem } from './problem.ts';
import { type Delimiter, delimiters, type Row, rowsOf } from './rows.ts';

/** A file as a table. */
export interface Table {
  readonly file: FileText;
  readonly delimiter: Delimiter;
  /** All rows, also those before the header, which the banks of some countries write. */
  readonly rows: readonly Row[];
  /** The place of the header among the rows; undefined if there is none. */
  readonly header: number | undefined;
  /** The place of the first row with data. */
  readonly first: number;
  /** The columns' headers as they are shown, or their numbers from 1 on. */
  readonly names: readonly string[];
}

/** The number of rows in which the columns are recognized. */
export const SAMPLE_ROWS = 1000;
/** The number of rows in which each delimiter is tried. */
const TRIED_ROWS = 200;

/**
 * @param given the delimiter; undefined to find it
 * @param most the number of rows to read. The header is the same with {@link SAMPLE_ROWS}
 */
export function tableOf(
  file: FileText,
  given: Delimiter | undefined,
  thisYear: number,
  most = Infinity,
): Table | Problem {
  const delimiter = given ?? declared(file.text) ?? likely(file, thisYear);
  if (typeof delimiter === 'object') return delimiter;
  const rows = rowsOf(file, delimiter, most);
  if (isProblem(rows)) return rows;
  const place = placesIn(rows.slice(0, SAMPLE_ROWS), thisYear);
  const header = place.header === undefined ? undefined : rows[place.header];
  const width = header?.cells.length ?? rows[place.first]?.cells.length ?? 0;
  if (width < 2 || place.first >= rows.length) return { problem: 'no_rows' };
  const names = Array.from({ length: width }, (_, column) => {
    const name = header?.cells[column]?.trim() ?? '';
    return name === '' ? String(column + 1) : name;
  });
  return { file, delimiter, rows, names, ...place };
}

/** Excel reads a delimiter from a first line such as `sep=;`. */
function declared(text: string): Delimiter | undefined {
  const named = /^"?sep=([,;\t|])"?\r?\n/i.exec(text)?.[1];
  return delimiters.find((delimiter) => delimiter === named);
}

/** The delimiter with which most rows have a date and an amount or, if there are none, the same number of cells. */
function likely(file: FileText, thisYear: number): Delimiter | Problem {
  let best: { readonly delimiter: Delimiter; readonly score: readonly [number, number] } | undefined;
  let problem: Problem = { problem: 'no_rows' };
  for (const delimiter of delimiters) {
    const rows = rowsOf(file, delimiter, TRIED_ROWS);
    if (isProblem(rows)) {
      problem = rows;
      continue;
    }
    const withBoth = rows.filter((row) => hasDateAndAmount(row, thisYear)).length;
    const widths = new Map<number, number>();
    for (const { cells } of rows) if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    const score = [withBoth, Math.max(0, ...widths.values())] as const;
    if (score[0] + score[1] === 0) continue;
    if (!best || score[0] > best.score[0] || (score[0] === best.score[0] && score[1] > best.score[1]))
      best = { delimiter, score };
  }
  return best?.delimiter ?? problem;
}

function hasDateAndAmount({ cells }: Row, thisYear: number): boolean {
  const date = cells.findIndex((cell) => datesIn(cell, thisYear));
  return date >= 0 && cells.some((cell, column) => column !== date && amountsIn(cell));
}

/** Where the header and the first row with data are. */
function placesIn(rows: readonly Row[], thisYear: number): Pick<Table, 'header' | 'first'> {
  const counts = new Map<number, number>();
  for (const row of rows.filter((row) => hasDateAndAmount(row, thisYear)))
    row.cells.forEach((cell, column) => {
      if (datesIn(cell, thisYear)) counts.set(column, (counts.get(column) ?? 0) + 1);
    });
  const [column] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [-1, 0]);
  const isData = (row: Row) => datesIn(row.cells[column] ?? '', thisYear) && hasDateAndAmount(row, thisYear);
  const found = rows.findIndex((row) => isData(row));
  if (found < 0) return isHeader(rows[0], thisYear) ? { header: 0, first: 1 } : { header: undefined, first: 0 };
  for (let place = found - 1; place >= 0; place--)
    if ((rows[place]?.cells.length ?? 0) > column && isHeader(rows[place], thisYear))
      return { header: place, first: place + 1 };
  // Without a header, a first row whose date can't be read is data as well.
  const width = rows[found]?.cells.length;
  const isEven = rows.slice(0, found).every(({ cells }) => cells.length === width);
  return { header: undefined, first: isEven ? 0 : found };
}

function isHeader(row: Row | undefined, thisYear: number): boolean {
  const cells = row?.cells.filter((cell) => cell.trim() !== '') ?? [];
  return cells.length > 1 && !cells.some((cell) => datesIn(cell, thisYear) ?? amountsIn(cell));
}

/** Whether a row has nothing in its cells. */
export function isBlank({ cells }: Row): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** The rows with data, in their order. Blank rows are left out. */
export function dataRows({ rows, first }: Table): Row[] {
  return rows.slice(first).filter((row) => !isBlank(row));
}

/** Whether a row has more cells with a content than the header. A separator within a cell without quotes moves the others. */
export function isTooWide({ cells }: Row, { names }: Table): boolean {
  return cells.length > names.length && cells.slice(names.length).some((cell) => cell.trim() !== '');
}
