import { tableAmounts } from '../../api/documents/pair-detail.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import type { PricedCurrency } from '../../snapshot/published-currency.ts';
import { round } from '../../rates/round.ts';
import { fillTable } from '../shared/elements.ts';
import { format, whole } from '../visitor/visitor-format.ts';

/** The amounts of the API's conversion table, from one currency to the other and back. */
export function showPairTables(from: PricedCurrency, to: PricedCurrency): void {
  fill('table-there', from, to);
  fill('table-back', to, from);
}

function fill(id: string, from: PricedCurrency, to: PricedCurrency): void {
  const rate = crossRate(from.perUsd, to.perUsd);
  const rows = tableAmounts.map((amount) => [whole.format(amount), format.amount(round(amount * rate))] as const);
  fillTable(id, `${from.name} to ${to.name}`, [from.code, to.code], rows);
}
