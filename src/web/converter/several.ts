import { crossRate } from '../../rates/cross-rate.ts';
import type { PublishedDay } from '../../api/published/market-files.ts';
import { round } from '../../rates/round.ts';
import type { Rates } from '../../rates/rates.ts';
import { addressOf, type PageState } from '../shared/address-state.ts';
import { CurrencyPicker } from './currency-picker.ts';
import { create, find } from '../shared/elements.ts';
import { KeptCodes } from '../shared/kept.ts';
import type { CurrencySearch } from '../search/search-currencies.ts';
import { format } from '../visitor/visitor-format.ts';

/** The currencies that are shown until the visitor chooses others. */
const INITIAL = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CNY'];
const MAX = 24;

/** One amount in several currencies. The visitor chooses them, and the browser stores the choice. */
export class Several {
  readonly #given = find('several-given', HTMLElement);
  readonly #list = find('several', HTMLUListElement);
  readonly #day: PublishedDay;
  readonly #chosen = new KeptCodes('several', MAX, INITIAL);
  #shown: { state: PageState; rates: Rates; day: string } | undefined;

  constructor(day: PublishedDay, search: CurrencySearch, recent: KeptCodes) {
    this.#day = day;
    const picker = new CurrencyPicker({
      id: 'add',
      currencies: day.currencies,
      search,
      recent,
      onPick: (code) => {
        picker.show('');
        this.#choose([...this.#chosen.codes, code]);
      },
    });
    this.#list.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (!button) return;
      const code = button.dataset['code'] ?? '';
      const place = this.#chosen.codes.indexOf(code);
      this.#choose(this.#chosen.codes.filter((other) => other !== code));
      // Keeps the keyboard focus at the same position.
      const buttons = this.#list.querySelectorAll('button');
      (buttons[Math.min(place, buttons.length - 1)] ?? find('add', HTMLInputElement)).focus();
    });
  }

  /**
   * @param rates units of each currency per 1 unit of the same base, such as USD
   * @param day text that states the day of the rates, such as `, at the rates of …`; empty for today
   */
  show(state: PageState, rates: Rates, day: string): void {
    this.#shown = { state, rates, day };
    this.#draw();
  }

  #choose(codes: readonly string[]): void {
    this.#chosen.keep(codes);
    this.#draw();
  }

  #draw(): void {
    if (!this.#shown) return;
    const { state, rates, day } = this.#shown;
    const from = this.#day.currencies.get(state.from);
    if (!from) return;
    this.#given.textContent = `${format.amount(state.amount)} ${from.name} in the currencies of your choice${day}`;
    const chosen = this.#chosen.codes.flatMap((code) => this.#day.currencies.get(code) ?? []);
    this.#list.replaceChildren(
      ...chosen.map((to) => {
        const [perFrom, perTo] = [rates.get(from.code), rates.get(to.code)];
        return create(
          'li',
          {},
          create('span', { class: 'flag', 'aria-hidden': 'true' }, to.flag),
          create('a', { href: addressOf({ ...state, to: to.code }) }, to.code),
          create('span', { class: 'name' }, to.name),
          create('bdi', { class: 'number' }, perFrom && perTo ? amountOf(state.amount, perFrom, perTo) : 'no rate'),
          create('button', { type: 'button', 'data-code': to.code, 'aria-label': `Remove ${to.name}` }, '×'),
        );
      }),
    );
  }
}

function amountOf(amount: number, perFrom: number, perTo: number): string {
  const value = amount * crossRate(perFrom, perTo);
  return Number.isFinite(value) ? format.amount(round(value)) : 'too large';
}
