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
  readonly date: string;
  /** A plain decimal text. */
  readonly amount: string;
  readonly currency: string;
}

/** Reads a row of a file about which no question is open. */
export function readRow(row: Row, understanding: Understanding, thisYear: number): Asked | Unread {
  const { table, date: dateColumn = -1, amount: amountColumn = -1, currency, order, mark } = understanding;
  if (isTooWide(row, table)) return { note: 'more_cells' };
  const textOf = (column: number) => row.cells[column]?.trim() ?? '';
  const [ofDate, ofAmount] = [textOf(dateColumn), textOf(amountColumn)];
  if (ofDate === '') return { note: 'no_date' };
  const dates = datesIn(ofDate, thisYear);
  const date = dates && 'only' in dates ? dates.only : dates?.[order ?? 'dmy'];
  if (date === undefined) return { note: 'unread_date' };
  if (ofAmount === '') return { note: 'no_amount' };
  const amounts = amountsIn(ofAmount);
  const amount = amounts?.by[mark ?? '.'];
  if (!amounts || amount === undefined) return { note: 'unread_amount' };
  const own = codeIn(amounts.currency ?? '');
  const ofCurrency = typeof currency === 'object' && 'column' in currency ? textOf(currency.column) : undefined;
  const given = typeof currency === 'object' && 'code' in currency ? currency.code : codeIn(ofCurrency ?? '');
  if (own !== undefined && given !== undefined && own !== given) return { note: 'two_currencies' };
  const code = given ?? own;
  if (code !== undefined) return { date, amount, currency: code };
  return ofCurrency ? { note: 'unread_currency' } : { note: 'no_currency' };
}
