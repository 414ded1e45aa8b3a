import { tableAmounts } from '../../api/documents/pair-detail.ts';
import type { PricedCurrency } from '../../rates/published-currency.ts';
import { round } from '../../rates/round.ts';
import { fillTable } from '../shared/elements.ts';
import { format, whole } from '../visitor/visitor-format.ts';
import type { PairRate } from './converter.ts';

/**
 * Fills the page's two conversion tables, one for each direction, with the same amounts as the API's table. Without a
 * rate, the tables are empty.
 */
export function showPairTables(from: PricedCurrency, to: PricedCurrency, pair: PairRate | undefined): void {
  fill('table-there', from, to, pair?.rate);
  fill('table-back', to, from, pair?.inverse);
}

function fill(id: string, from: PricedCurrency, to: PricedCurrency, rate: number | undefined): void {
  const amounts = rate === undefined ? [] : tableAmounts;
  const rows = amounts.map((amount) => [whole.format(amount), format.amount(round(amount * (rate ?? NaN)))] as const);
  fillTable(id, `${from.name} to ${to.name}`, [from.code, to.code], rows);
}
