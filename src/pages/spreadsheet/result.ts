import { isDate } from '../../money/calendar.ts';
import { market } from '../../sources/market.ts';
import { type FoundRate, sourceOf } from '../../spreadsheet/row-rates.ts';
import { create, find } from '../frame/elements.ts';
import { grouped, localDate, mediumDate } from '../visitor/visitor-format.ts';
import { locales, words } from './words.ts';
import { type Answered, type RowOrder, type ShownColumn, shownColumns, type ShownRow } from './worker/messages.ts';

const section = find('result', HTMLElement);
const download = find('download', HTMLAnchorElement);

/**
 * Shows what rows add up to, why rows have no rate, and the first rows.
 *
 * @param read the name of the file that was read, and the headers of its columns of amounts
 * @param sort the first rows in another order
 */
export function showResult(
  { to, savedOn, summary, notes, file, rows }: Answered,
  read: { readonly name: string; readonly amounts: readonly string[] },
  sort: (order: RowOrder) => Promise<readonly ShownRow[]>,
): void {
  const heading = find('summary', HTMLHeadingElement);
  const { converted: done, rows: all, sums } = summary;
  const sum = sums
    .map((each, at) => (read.amounts.length > 1 ? `${read.amounts[at] ?? ''} ${exact(each)}` : exact(each)))
    .join(' · ');
  heading.textContent = words('summary', { done, rows: all, code: to, sum });
  const saved = find('saved', HTMLParagraphElement);
  saved.textContent = savedOn === undefined ? '' : words('offline', { date: localDate(savedOn) });
  saved.hidden = savedOn === undefined;
  find('notes', HTMLUListElement).replaceChildren(
    ...Array.from(notes, ([kind, count]) => create('li', {}, `${grouped.format(count)} × ${words(kind)}`)),
  );
  if (download.href !== '') URL.revokeObjectURL(download.href);
  download.href = URL.createObjectURL(file);
  download.download = read.name.replace(/(\.[^.]*)?$/, (extension) => `.converted${extension}`);
  showRows(rows, { by: 'note', isAscending: true }, sort);
  section.hidden = false;
  heading.focus();
}

function showRows(rows: readonly ShownRow[], order: RowOrder, sort: Parameters<typeof showResult>[2]): void {
  const table = find('rows', HTMLTableElement);
  const heads = shownColumns.map((column) => {
    const button = create('button', { type: 'button', id: `sort-${column}` }, words(column));
    button.addEventListener('click', () => {
      const wanted = { by: column, isAscending: column !== order.by || !order.isAscending };
      void sort(wanted).then((sorted) => {
        showRows(sorted, wanted, sort);
        document.getElementById(button.id)?.focus();
      });
    });
    const direction = order.isAscending ? 'ascending' : 'descending';
    return create('th', { scope: 'col', ...(column === order.by && { 'aria-sort': direction }) }, button);
  });
  table.tHead?.replaceChildren(create('tr', {}, ...heads));
  table.tBodies[0]?.replaceChildren(
    ...rows.map((row) =>
      create('tr', {}, ...shownColumns.map((column) => create('td', { dir: 'auto' }, cellOf(row, column)))),
    ),
  );
}

/** The source in the page's language, with the number of the bank's table. */
function sourceInWords(found: FoundRate): string {
  const key = found.bank?.key ?? market.key;
  return sourceOf(found, [...find('rates', HTMLSelectElement).options].find(({ value }) => value === key)?.text);
}

/** A date in the visitor's language, and brief, so that more columns are in view. A cell that isn't understood stays. */
function shownDate(text: string): string {
  return isDate(text) ? mediumDate(text) : text;
}

function cellOf(row: ShownRow, column: ShownColumn): string {
  switch (column) {
    case 'row':
      return grouped.format(row.row);
    case 'date':
      return shownDate(row.date);
    case 'amount':
      return row.isRead ? row.amounts.map(exact).join(' · ') : row.amounts.join(' · ');
    case 'converted':
      return row.converted.map(exact).join(' · ');
    case 'rate':
      return row.found ? grouped.format(row.found.rate) : '';
    case 'rateDate':
      return row.found ? shownDate(row.found.date) : '';
    case 'source':
      return row.found ? sourceInWords(row.found) : '';
    case 'currency':
      return row.currency;
    case 'note':
      return row.note === undefined ? '' : words(row.note);
  }
}

/** A decimal text with all its digits, in the visitor's separators. */
function exact(decimal: string): string {
  const digits = Math.min(100, decimal.split('.')[1]?.length ?? 0);
  let format = formats.get(digits);
  if (!format) {
    format = new Intl.NumberFormat(locales.numbers, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(digits, format);
  }
  return format.format(decimal as `${number}`);
}

/** By the number of decimal places, because making a format takes as long as formatting a row. */
const formats = new Map<number, Intl.NumberFormat>();
