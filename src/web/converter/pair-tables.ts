import { tableAmounts } from '../../api/documents/pair-detail.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import type { PricedCurrency } from '../../snapshot/published-currency.ts';
import { round } from '../../rates/round.ts';
import { create, find } from '../shared/elements.ts';
import { format, whole } from '../visitor/visitor-format.ts';

/** The amounts of the API's conversion table, from one currency to the other and back. */
export function showPairTables(from: PricedCurrency, to: PricedCurrency): void {
  fill('table-there', from, to);
  fill('table-back', to, from);
}

function fill(id: string, from: PricedCurrency, to: PricedCurrency): void {
  const rate = crossRate(from.perUsd, to.perUsd);
  find(id, HTMLTableElement).replaceChildren(
    create('caption', {}, `${from.name} to ${to.name}`),
    create(
      'thead',
      {},
      create('tr', {}, create('th', { scope: 'col' }, from.code), create('th', { scope: 'col' }, to.code)),
    ),
    create(
      'tbody',
      {},
      ...tableAmounts.map((amount) =>
        create(
          'tr',
          {},
          create('th', { scope: 'row' }, whole.format(amount)),
          create('td', {}, format.amount(round(amount * rate))),
        ),
      ),
    ),
  );
}
