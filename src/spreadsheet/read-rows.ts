import type { IsoDate } from '../money/calendar.ts';
import { amountsIn } from './cells/amounts.ts';
import { codeIn } from './cells/currencies.ts';
import { datesIn } from './cells/dates.ts';
import type { Row } from './rows.ts';
import { isTooWide } from './table.ts';
import type { Understanding } from './understand.ts';

/** Why a row has no amount, date or currency that can be read. */
export interface Unread {
  readonly note:
    | 'no_date'
    | 'no_amount'
    | 'no_currency'
    | 'more_cells'
    | 'unread_date'
    | 'unread_amount'
    | 'unread_currency'
    | 'two_currencies';
}

/** What a row asks to convert. */
export interface Asked {
  readonly date: IsoDate;
  /** A plain decimal text for each column of amounts; undefined for an empty cell. */
  readonly amounts: readonly (string | undefined)[];
  readonly currency: string;
}

/** Reads a row of a file about which no question is open. */
export function readRow(row: Row, understanding: Understanding, thisYear: number): Asked | Unread {
  const { table, date: dateColumn = -1, amounts: amountColumns, currency, order, mark } = understanding;
  if (isTooWide(row, table)) return { note: 'more_cells' };
  const textOf = (column: number) => row.cells[column]?.trim() ?? '';
  const ofDate = textOf(dateColumn);
  if (ofDate === '') return { note: 'no_date' };
  const dates = datesIn(ofDate, thisYear);
  const date = dates && 'only' in dates ? dates.only : dates?.[order ?? 'dmy'];
  if (date === undefined) return { note: 'unread_date' };
  const ofCurrency = typeof currency === 'object' && 'column' in currency ? textOf(currency.column) : undefined;
  let code = typeof currency === 'object' && 'code' in currency ? currency.code : codeIn(ofCurrency ?? '');
  const amounts: (string | undefined)[] = [];
  for (const column of amountColumns) {
    const text = textOf(column);
    const readings = text === '' ? undefined : amountsIn(text);
    const amount = readings?.by[mark ?? '.'];
    if (text !== '' && amount === undefined) return { note: 'unread_amount' };
    const own = codeIn(readings?.currency ?? '');
    if (own !== undefined && code !== undefined && own !== code) return { note: 'two_currencies' };
    code ??= own;
    amounts.push(amount);
  }
  if (amounts.every((amount) => amount === undefined)) return { note: 'no_amount' };
  if (code !== undefined) return { date, amounts, currency: code };
  return ofCurrency ? { note: 'unread_currency' } : { note: 'no_currency' };
}
