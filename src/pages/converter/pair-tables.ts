import { tableAmounts } from '../../money/amount.ts';
import { roundProduct } from '../../money/rounding/exact-rounding.ts';
import { fillTable, find } from '../frame/elements.ts';
import { currencyName, whole } from '../visitor/visitor-format.ts';
import { visitorLocale } from '../visitor/visitor-locale.ts';
import type { PairAnswer } from '../../api/query/pair-answer.ts';

/**
 * Fills the page's two conversion tables, one for each direction, with the same amounts as the API's table. Without an
 * answer, the tables are empty.
 */
export function showPairTables(answer: PairAnswer | undefined): void {
  const tables = find('pair-tables', HTMLElement);
  tables.hidden = !answer;
  if (!answer) return;
  const { from, to, rate, inverse } = answer;
  fill('table-there', from, to, rate);
  fill('table-back', to, from, inverse);
}

/** Fills a table. All its amounts have equally many decimals, so that they can be compared at a glance. */
function fill(id: string, from: string, to: string, rate: number): void {
  const decimals = rate >= 0.1 ? 2 : Math.min(2 - Math.floor(Math.log10(rate)), MAX_DECIMALS);
  const format = new Intl.NumberFormat(visitorLocale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const rows = tableAmounts.map((amount) => [whole.format(amount), format.format(roundProduct(amount, rate))] as const);
  fillTable(id, `${currencyName(from)} → ${currencyName(to)}`, [from, to], rows);
}

/** Maximum digits after the decimal point. More would be a column of zeros. */
const MAX_DECIMALS = 15;
