import { crossRate } from '../rates/cross-rate.ts';
import type { PricedCurrency } from '../rates/published-currency.ts';
import { round } from '../rates/round.ts';
import type { PageState } from './address-state.ts';
import { CurrencyPicker } from './currency-picker.ts';
import type { PublishedDay } from '../documents/published-files.ts';
import { create, find } from './elements.ts';
import { numberFormat } from '../rates/number-format.ts';
import { parseTypedAmount } from './typed-amount.ts';
import { visitorLocale } from './visitor-locale.ts';

export interface ConverterOptions {
  readonly day: PublishedDay;
  /** Another pair was chosen. */
  readonly onPair: (pair: Pick<PageState, 'from' | 'to'>) => void;
  /** Another amount was typed. */
  readonly onAmount: (amount: number) => void;
}

const format = numberFormat(visitorLocale());

/** The form: amount, two currencies, and what it comes to while one types. Nothing is asked of the network. */
export class Converter {
  readonly #amount = find('amount', HTMLInputElement);
  readonly #result = find('result', HTMLOutputElement);
  readonly #rates = find('pair-rates', HTMLElement);
  readonly #day: PublishedDay;
  readonly #from: CurrencyPicker;
  readonly #to: CurrencyPicker;
  #state: PageState | undefined;

  constructor({ day, onPair, onAmount }: ConverterOptions) {
    this.#day = day;
    const { currencies } = day;
    const pickerFor = (id: 'from' | 'to') =>
      new CurrencyPicker({
        id,
        currencies,
        onPick: (code) => {
          if (!this.#state) return;
          const { from, to } = this.#state;
          const other = id === 'from' ? to : from;
          // Who picks the other side's currency means to turn the pair round.
          if (code === other) onPair({ from: to, to: from });
          else onPair({ from, to, [id]: code });
        },
      });
    this.#from = pickerFor('from');
    this.#to = pickerFor('to');
    find('swap', HTMLButtonElement).addEventListener('click', () => {
      if (this.#state) onPair({ from: this.#state.to, to: this.#state.from });
    });
    this.#amount.addEventListener('input', () => {
      const amount = parseTypedAmount(this.#amount.value, visitorLocale());
      this.#markAmount(amount !== undefined);
      if (amount === undefined) this.#say('Give an amount of zero or more, such as 100 or 12.50.');
      else onAmount(amount);
    });
    find('convert', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
    });
    find('converter', HTMLFieldSetElement).disabled = false;
  }

  /** Shows a state. The amount is left as it stands while somebody types it. */
  show(state: PageState): void {
    const from = this.#day.currencies.get(state.from);
    const to = this.#day.currencies.get(state.to);
    if (!from || !to) throw new RangeError(`There is no pair ${state.from}, ${state.to}.`);
    this.#state = state;
    this.#from.show(from.code);
    this.#to.show(to.code);
    if (parseTypedAmount(this.#amount.value, visitorLocale()) !== state.amount)
      this.#amount.value = format.plain(state.amount);
    this.#markAmount(true);
    this.#showResult(state.amount, from, to);
  }

  #showResult(amount: number, from: PricedCurrency, to: PricedCurrency): void {
    const rate = crossRate(from.perUsd, to.perUsd);
    this.#rates.textContent =
      `1 ${from.code} = ${format.rate(rate)} ${to.code} · ` +
      `1 ${to.code} = ${format.rate(crossRate(to.perUsd, from.perUsd))} ${from.code}`;
    let result: number;
    try {
      result = round(amount * rate);
    } catch {
      this.#markAmount(false);
      this.#say('That is more than a number can hold.');
      return;
    }
    this.#result.replaceChildren(
      create('span', { class: 'given' }, `${format.amount(amount)} ${from.name} =`),
      ' ',
      create('span', { class: 'sum' }, format.amount(result)),
      ' ',
      create('span', { class: 'unit' }, to.name),
    );
  }

  #markAmount(valid: boolean): void {
    this.#amount.setAttribute('aria-invalid', String(!valid));
  }

  #say(message: string): void {
    this.#result.replaceChildren(create('span', { class: 'given' }, message));
  }
}
