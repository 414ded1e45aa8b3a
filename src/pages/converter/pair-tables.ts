import { tableAmounts } from '../../money/amount.ts';
import { round } from '../../money/rounding/round.ts';
import { roundProduct } from '../../money/rounding/exact-rounding.ts';
import { ARROW } from '../frame/direction.ts';
import { fillTable, find } from '../frame/elements.ts';
import { text } from '../frame/text.ts';
import { store, stored } from '../visitor/stored.ts';
import { currencyName, localDate, percent, whole } from '../visitor/visitor-format.ts';
import { visitorLocale } from '../visitor/visitor-locale.ts';
import type { PairAnswer } from '../../api/query/pair-answer.ts';

/** The key of the stored fee, which doesn't leave the browser. */
const NAME = 'ratesheet-fee';

/**
 * The two conversion tables, one for each direction, with the same amounts as the API's table. A traveler can add the fee
 * of a card or an exchange office, and print the tables as a card.
 */
export class PairTables {
  readonly #part = find('glance', HTMLElement);
  readonly #fee = find('fee', HTMLSelectElement);
  #answer: PairAnswer | undefined;

  constructor() {
    // The page was built for the language, not for the visitor's region.
    for (const option of this.#fee.options) option.text = percent.format(Number(option.value) / 100);
    const kept = stored(NAME);
    if (kept !== undefined) this.#fee.value = kept;
    // The stored text may be none of the choices.
    if (this.#fee.selectedIndex < 0) this.#fee.selectedIndex = 0;
    this.#fee.addEventListener('change', () => {
      store(NAME, this.#fee.value);
      this.#fill();
    });
    const { classList } = document.documentElement;
    find('print-card', HTMLButtonElement).addEventListener('click', () => {
      classList.add('card-only');
      print();
    });
    addEventListener('afterprint', () => classList.remove('card-only'));
  }

  /** Shows the tables of an answer. Undefined hides them. */
  show(answer: PairAnswer | undefined): void {
    this.#answer = answer;
    this.#part.hidden = !answer;
    this.#fill();
  }

  #fill(): void {
    if (!this.#answer) return;
    const { from, to, rate, inverse, asOf } = this.#answer;
    const fee = Number(this.#fee.value) / 100;
    // With a fee, the visitor gets less of the other money, and a price in it costs more.
    const [gets, costs] = fee === 0 ? [rate, inverse] : [round(rate / (1 + fee)), round(inverse * (1 + fee))];
    const words = fee === 0 ? '' : ` · ${text('withFee', { fee: percent.format(fee) })}`;
    fill('table-there', from, to, gets, words);
    fill('table-back', to, from, costs, words);
    find('glance-date', HTMLElement).textContent = text('rateOn', { date: localDate(asOf) });
  }
}

/** Fills a table. All its amounts have equally many decimals, so that they can be compared at a glance. */
function fill(id: string, from: string, to: string, rate: number, words: string): void {
  const decimals = rate >= 0.1 ? 2 : Math.min(2 - Math.floor(Math.log10(rate)), MAX_DECIMALS);
  const format = new Intl.NumberFormat(visitorLocale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const rows = tableAmounts.map((amount) => [whole.format(amount), format.format(roundProduct(amount, rate))] as const);
  fillTable(id, `${currencyName(from)} ${ARROW} ${currencyName(to)}${words}`, [from, to], rows);
}

/** Maximum digits after the decimal point. More would be a column of zeros. */
const MAX_DECIMALS = 15;
