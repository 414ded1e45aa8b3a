import { amountDecimals } from '../../money/currencies/metals.ts';
import { currencyOf } from '../../money/currencies/sub-units.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { directionsOf, rateOfSubUnit } from '../../money/quotation.ts';
import { round } from '../../money/rounding/round.ts';
import { type PageState, queryOf } from './address/address-state.ts';
import { create, find } from '../frame/elements.ts';
import { flagIcon } from './picker/flag.ts';
import { successorOf } from './answer/retired.ts';
import { KeptCodes } from './picker/kept.ts';
import { text } from '../frame/text.ts';
import { currencyName, format, money } from '../visitor/visitor-format.ts';
import type { DayRates } from '../../archive/day-rates.ts';
import type { PairAnswer } from '../../api/query/pair-answer.ts';
import { CurrencyPicker, type PickerOptions } from './picker/currency-picker.ts';

/** The currencies that are shown until the visitor chooses others. */
const INITIAL = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CNY'];
const MAX = 24;

interface Shown {
  readonly state: PageState;
  readonly answer: PairAnswer;
  /** The amount of the source currency. */
  readonly amount: number;
}

/** One amount in several currencies. The visitor chooses them, and the browser stores the choice. */
export class Several {
  readonly #given = find('several-given', HTMLElement);
  readonly #list = find('several', HTMLUListElement);
  readonly #chosen: KeptCodes;
  #shown: Shown | undefined;

  /** @param own the currency of the visitor's region, with which the list begins */
  constructor(options: Omit<PickerOptions, 'id' | 'onPick'>, own: string) {
    this.#chosen = new KeptCodes('several', MAX, [...new Set([own, ...INITIAL])]);
    const picker = new CurrencyPicker({
      ...options,
      id: 'add',
      onPick: (code) => {
        picker.show('');
        this.#choose([...this.#chosen.codes, code]);
      },
    });
    this.#list.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (!button) return;
      const code = button.dataset['code'] ?? '';
      const buttons = [...this.#list.querySelectorAll('button')];
      const place = buttons.indexOf(button);
      this.#choose(this.#chosen.codes.filter((other) => other !== code));
      // Keeps the keyboard focus at the same position.
      const left = this.#list.querySelectorAll('button');
      (left[Math.min(place, left.length - 1)] ?? find('add', HTMLInputElement)).focus();
    });
  }

  /** Shows an amount in the chosen currencies; undefined removes it. */
  show(shown: Shown | undefined): void {
    this.#shown = shown;
    this.#draw();
  }

  #choose(codes: readonly string[]): void {
    this.#chosen.keep(codes);
    this.#draw();
  }

  #draw(): void {
    if (!this.#shown) {
      this.#given.textContent = '';
      this.#list.replaceChildren();
      return;
    }
    const { state, answer, amount } = this.#shown;
    const { from, day } = answer;
    this.#given.textContent = `${money(amount, from, { isTyped: state.given === 'from' })} =`;
    // The source currency would only repeat the amount.
    const others = this.#chosen.codes.filter((code) => code !== from);
    this.#list.replaceChildren(
      ...others.map((code) => {
        const rate = rateBetween(from, code, day);
        return create(
          'li',
          {},
          flagIcon(code),
          create('a', { href: queryOf({ ...state, to: code, given: 'from', amount: String(amount) }) }, code),
          create('span', { class: 'name' }, currencyName(code)),
          create('bdi', { class: 'number' }, rate === undefined ? text('noRate') : amountOf(amount * rate, code)),
          create(
            'button',
            { type: 'button', 'data-code': code, 'aria-label': text('remove', { currency: currencyName(code) }) },
            '×',
          ),
        );
      }),
    );
  }
}

/** A currency's rate, as the source quotes it. A day has only the rates of the pair's own sub-units. */
function rateOf(code: string, { rates, quotation }: DayRates): number | undefined {
  const [rate, ofCurrency] = [rates.get(code), rates.get(currencyOf(code))];
  return rate ?? (ofCurrency && rateOfSubUnit(code, ofCurrency, quotation));
}

/** The rate from one currency to another; undefined if the day lacks one of them. */
function rateBetween(from: string, to: string, day: DayRates): number | undefined {
  const { code, units } = successorOf(from);
  const [ofFrom, ofTo] = [rateOf(code, day), rateOf(to, day)];
  return ofFrom && ofTo ? units * crossRate(ofFrom, ofTo, directionsOf([code, to], day.quotation)) : undefined;
}

function amountOf(value: number, code: string): string {
  return Number.isFinite(value) ? format.amount(round(value), amountDecimals(code)) : text('tooLarge');
}
