import type { ConvertedRow } from '../../../spreadsheet/convert-rows.ts';
import type { Note } from '../../../spreadsheet/note.ts';
import type { Asked, Unread } from '../../../spreadsheet/read-rows.ts';
import { sourceOf } from '../../../spreadsheet/row-rates.ts';
import type { Row } from '../../../spreadsheet/rows.ts';
import type { Understanding } from '../../../spreadsheet/understand.ts';
import type { SpreadsheetKey } from '../texts.ts';
import type { RowOrder, ShownRow } from './messages.ts';

/** Rows that are shown. A table of all rows of a large file would take a browser seconds. */
const SHOWN_ROWS = 200;

export interface AnsweredRows {
  readonly understanding: Understanding;
  /** The rows with data, what they ask, and their answers, in the order of the file. */
  readonly rows: readonly Row[];
  readonly asked: readonly (Asked | Unread)[];
  readonly answers: readonly ConvertedRow[];
}

/** The first rows in an order. Rows with the same value are in the order of the file. */
export function firstRows(answered: AnsweredRows, { by, isAscending }: RowOrder): ShownRow[] {
  const sign = isAscending ? 1 : -1;
  return answered.answers
    .map((_, at) => [valueOf(answered, at, by), at] as const)
    .sort(([one, a], [other, b]) => sign * compared(one, other) || a - b)
    .slice(0, SHOWN_ROWS)
    .map(([, at]) => shownRow(answered, at));
}

/** The value of a row by which it's sorted. */
function valueOf({ asked, answers }: AnsweredRows, at: number, by: RowOrder['by']): string | number {
  const [row, answer] = [asked[at], answers[at]];
  const read = row && !('note' in row) ? row : undefined;
  switch (by) {
    case 'row':
      return at;
    case 'date':
    case 'currency':
      return read?.[by] ?? '';
    case 'amount':
      return firstOf(read?.amounts);
    case 'converted':
      return firstOf(answer?.converted);
    case 'rate':
      return answer?.found?.rate ?? NaN;
    case 'rateDate':
      return answer?.found?.date ?? '';
    case 'source':
      return answer?.found ? sourceOf(answer.found) : '';
    case 'note':
      return answer?.note ? 0 : 1;
  }
}

/** A row of debits and credits usually has one of both. */
function firstOf(amounts: readonly (string | undefined)[] = []): number {
  return Number(amounts.find((amount) => amount !== undefined) ?? NaN);
}

/** Numbers that don't exist come last. */
function compared(one: string | number, other: string | number): number {
  if (typeof one === 'string' || typeof other === 'string') return one === other ? 0 : one < other ? -1 : 1;
  return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || one - other || 0;
}

function shownRow({ understanding, rows, asked, answers }: AnsweredRows, at: number): ShownRow {
  const [row, answer] = [asked[at], answers[at]];
  const read = row && !('note' in row) ? row : undefined;
  const cellOf = (column: number | undefined) => rows[at]?.cells[column ?? -1]?.trim() ?? '';
  return {
    row: at + 1,
    isRead: read !== undefined,
    date: read?.date ?? cellOf(understanding.date),
    amounts: filled(read?.amounts ?? understanding.amounts.map(cellOf)),
    currency: read?.currency ?? '',
    converted: filled(answer?.converted ?? []),
    found: answer?.found,
    note: answer?.note && kindOf(answer.note),
  };
}

function filled(texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text) => (text === undefined || text === '' ? [] : [text]));
}

/** The number of rows by the kind of their note. */
export function notesOf(answers: readonly ConvertedRow[]): ReadonlyMap<SpreadsheetKey, number> {
  const counts = new Map<SpreadsheetKey, number>();
  for (const { note } of answers) {
    if (!note) continue;
    const kind = kindOf(note);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** The kind of a note, for which the page has words in each language. The file has the details in English. */
function kindOf(note: Note): SpreadsheetKey {
  if (note.note === 'no_rate')
    return note.lack.lack === 'not_published_yet' || note.lack.withheld !== undefined ? 'noteNotYet' : 'noteNoRate';
  if (note.note === 'rule_not_in_force') return 'noteRule';
  return note.note === 'waits' ? 'noteWaits' : 'noteUnread';
}
