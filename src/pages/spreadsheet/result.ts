import type { ConvertedRow, ConvertedRows } from '../../spreadsheet/convert-rows.ts';
import type { Note } from '../../spreadsheet/note.ts';
import { dataRows } from '../../spreadsheet/table.ts';
import { type Asked, type Unread } from '../../spreadsheet/read-rows.ts';
import type { Terms } from '../../spreadsheet/terms.ts';
import type { Understanding } from '../../spreadsheet/understand.ts';
import { longDateFormat } from '../../text/wording/long-date.ts';
import { create, find } from '../frame/elements.ts';
import { locales, words } from './words.ts';
import type { SpreadsheetKey } from './texts.ts';

export interface Result {
  readonly understanding: Understanding;
  readonly terms: Terms;
  readonly asked: readonly (Asked | Unread)[];
  readonly converted: ConvertedRows;
  /** The file with the added columns. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** The name of the file that was read. */
  readonly name: string;
}

/** Rows that are shown. A table of all rows of a large file would take a browser seconds. */
const SHOWN_ROWS = 200;

const section = find('result', HTMLElement);
const download = find('download', HTMLAnchorElement);
const number = new Intl.NumberFormat(locales.numbers, { maximumFractionDigits: 20 });
const localDate = longDateFormat(locales.words);

/** Shows what rows add up to, why rows have no rate, and the rows. */
export function showResult(result: Result): void {
  const { converted, terms, file, name } = result;
  const { rows, summary } = converted;
  const heading = find('summary', HTMLHeadingElement);
  heading.textContent = words('summary', {
    ...{ done: summary.converted, rows: summary.rows, code: terms.to },
    sum: exact(summary.sum),
  });
  const notes = Map.groupBy(
    rows.flatMap(({ note }) => (note ? [kindOf(note)] : [])),
    (kind) => kind,
  );
  const whole = new Intl.NumberFormat(locales.numbers);
  find('notes', HTMLUListElement).replaceChildren(
    ...Array.from(notes, ([kind, of]) => create('li', {}, `${whole.format(of.length)} × ${words(kind)}`)),
  );
  if (download.href !== '') URL.revokeObjectURL(download.href);
  download.href = URL.createObjectURL(new Blob([file], { type: 'text/csv' }));
  download.download = name.replace(/(\.[^.]*)?$/, (extension) => `.converted${extension}`);
  // By default, rows with a note come first.
  showRows(result, 'note', true);
  section.hidden = false;
  heading.focus();
}

/** A column of the table, and the value by which it's sorted. */
const columns: readonly (readonly [SpreadsheetKey, (row: Shown) => string | number])[] = [
  ['row', ({ at }) => at],
  ['date', ({ asked }) => ('note' in asked ? '' : asked.date)],
  ['amount', ({ asked }) => ('note' in asked ? NaN : Number(asked.amount))],
  ['currency', ({ asked }) => ('note' in asked ? '' : asked.currency)],
  ['converted', ({ answer }) => Number(answer.converted ?? NaN)],
  ['rate', ({ answer }) => answer.found?.rate ?? NaN],
  ['rateDate', ({ answer }) => answer.found?.date ?? ''],
  ['source', ({ answer }) => answer.found?.source ?? ''],
  ['note', ({ answer }) => (answer.note ? 0 : 1)],
];

interface Shown {
  /** The place among the rows with data, from 1 on. */
  readonly at: number;
  readonly asked: Asked | Unread;
  readonly answer: ConvertedRow;
}

function showRows(result: Result, by: SpreadsheetKey, isAscending: boolean): void {
  const { understanding, asked, converted } = result;
  const valueOf = columns.find(([key]) => key === by)?.[1] ?? (() => 0);
  const sign = isAscending ? 1 : -1;
  const all = converted.rows.flatMap((answer, index): Shown[] => {
    const row = asked[index];
    return row ? [{ at: index + 1, asked: row, answer }] : [];
  });
  const sorted = all
    .map((row) => [valueOf(row), row] as const)
    .sort(([one, a], [other, b]) => sign * compared(one, other) || a.at - b.at)
    .slice(0, SHOWN_ROWS);
  const table = find('rows', HTMLTableElement);
  const heads = columns.map(([key]) => {
    const sort = create('button', { type: 'button' }, words(key));
    sort.addEventListener('click', () => {
      showRows(result, key, key !== by || !isAscending);
      table.querySelectorAll<HTMLButtonElement>('thead button')[columns.findIndex(([each]) => each === key)]?.focus();
    });
    const order = isAscending ? 'ascending' : 'descending';
    return create('th', { scope: 'col', ...(key === by && { 'aria-sort': order }) }, sort);
  });
  const rows = dataRows(understanding.table);
  const cellOf = (row: Shown, column: number | undefined) => rows[row.at - 1]?.cells[column ?? -1]?.trim() ?? '';
  table.tHead?.replaceChildren(create('tr', {}, ...heads));
  table.tBodies[0]?.replaceChildren(
    ...sorted.map(([, row]) => {
      const { found, converted: amount, note } = row.answer;
      const cells = [
        number.format(row.at),
        'note' in row.asked ? cellOf(row, understanding.date) : localDate(row.asked.date),
        'note' in row.asked ? cellOf(row, understanding.amount) : exact(row.asked.amount),
        'note' in row.asked ? '' : row.asked.currency,
        amount === undefined ? '' : exact(amount),
        found ? number.format(found.rate) : '',
        found ? localDate(found.date) : '',
        found ? (found.source === 'market' ? words('market') : found.source) : '',
        note ? words(kindOf(note)) : '',
      ];
      return create('tr', {}, ...cells.map((text) => create('td', { dir: 'auto' }, text)));
    }),
  );
}

/** Numbers that don't exist come last. */
function compared(one: string | number, other: string | number): number {
  if (typeof one === 'string' || typeof other === 'string') return one === other ? 0 : one < other ? -1 : 1;
  return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || one - other || 0;
}

/** A decimal text with all its digits, in the visitor's separators. */
function exact(decimal: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locales.numbers, {
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.min(100, digits),
  });
  return format.format(decimal as `${number}`);
}

/** The kind of a note, for which the page has words in each language. The file has the details in English. */
function kindOf(note: Note): SpreadsheetKey {
  if (note.note === 'no_rate')
    return note.lack.lack === 'not_published_yet' || note.lack.withheld !== undefined ? 'noteNotYet' : 'noteNoRate';
  if (note.note === 'rule_not_in_force') return 'noteRule';
  return note.note === 'waits' ? 'noteWaits' : 'noteUnread';
}
