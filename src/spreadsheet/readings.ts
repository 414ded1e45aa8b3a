import { amountsIn, decimalMarks, type Mark } from './cells/amounts.ts';
import { datesIn, type Order } from './cells/dates.ts';
import type { Row } from './rows.ts';
import type { Question } from './understand.ts';

/**
 * The order in which all dates of a column are dates, or the question if there are several. If the dates aren't numbers
 * alone, or have the year first, no order is needed.
 */
export function orderIn(rows: readonly Row[], column: number, thisYear: number): Order | undefined | Question {
  const orders: readonly Order[] = ['dmy', 'mdy', 'ymd'];
  const fitting = new Map<Order, number>(orders.map((order) => [order, 0]));
  let numeric = 0;
  let example: string | undefined;
  for (const { cells } of rows) {
    const found = datesIn(cells[column] ?? '', thisYear);
    if (!found || 'only' in found) continue;
    numeric++;
    for (const order of orders) if (found[order] !== undefined) fitting.set(order, (fitting.get(order) ?? 0) + 1);
    if (example === undefined && new Set(Object.values(found)).size > 1) example = cells[column]?.trim();
  }
  if (numeric === 0) return undefined;
  const whole = orders.filter((order) => fitting.get(order) === numeric);
  // If two orders are the same day in every row, as on 4 April, either will do.
  if (whole.length === 1 || (whole.length > 1 && example === undefined)) return whole[0];
  const choices = whole.length > 0 ? whole : orders.filter((order) => fitting.get(order) !== 0);
  return { about: 'order', example: example ?? firstOf(rows, column), choices };
}

/**
 * The decimal separator that fits all cells of the columns. If both are possible and it matters, the other
 * columns of numbers decide, because one program wrote them all. Otherwise, it's a question.
 *
 * @param others the other columns of numbers
 */
export function decimalMarkIn(
  rows: readonly Row[],
  columns: readonly number[],
  sample: readonly Row[],
  others: readonly number[],
): Mark | undefined | Question {
  const { marks, example } = marksIn(rows, columns);
  if (marks.length === 1) return marks[0];
  if (marks.length === 2 && example === undefined) return undefined;
  const known = new Set(
    others.flatMap((other) => {
      const found = marksIn(sample, [other]);
      return found.marks.length === 1 ? found.marks : [];
    }),
  );
  const [only] = known;
  if (marks.length === 2 && known.size === 1 && only) return only;
  return { about: 'decimal', example: example ?? firstOf(rows, columns[0] ?? -1) };
}

/** The decimal separators that fit all cells of some columns, and a cell that they read differently. */
function marksIn(
  rows: readonly Row[],
  columns: readonly number[],
): { readonly marks: readonly Mark[]; readonly example?: string | undefined } {
  const possible = new Set<Mark>(decimalMarks);
  let example: string | undefined;
  for (const { cells } of rows)
    for (const column of columns) {
      const found = amountsIn(cells[column] ?? '');
      if (!found) continue;
      for (const mark of decimalMarks) if (found.by[mark] === undefined) possible.delete(mark);
      if (found.by['.'] !== found.by[',']) example ??= cells[column]?.trim();
    }
  return { marks: [...possible], example };
}

function firstOf(rows: readonly Row[], column: number): string {
  return rows.map(({ cells }) => cells[column]?.trim() ?? '').find((cell) => cell !== '') ?? '';
}
