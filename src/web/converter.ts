import type { Reach } from '../documents/error.ts';
import { crossRate } from '../rates/cross-rate.ts';
import { dateInWords } from '../rates/date-in-words.ts';
import type { DatedRate } from '../rates/past-rates.ts';
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
  /** Another day was chosen; empty for today. */
  readonly onDate: (date: string) => void;
}

/** The rate to convert at: today's, or that of a day, with the one the other way round, as far as it is known. */
export type PastRate = 'today' | 'loading' | 'none' | 'failed' | (DatedRate & { readonly inverse: number });

const messages = {
  loading: 'Looking up the rate of that day …',
  none: 'Of that day, and of the week before it, there is no rate of both currencies.',
  failed: 'The rate of that day could not be loaded. Choose it again to try once more.',
} as const;

const format = numberFormat(visitorLocale());

/** The form: amount, two currencies, and what it comes to while one types. Nothing is asked of the network. */
export class Converter {
  readonly #amount = find('amount', HTMLInputElement);
  readonly #result = find('result', HTMLOutputElement);
  readonly #rates = find('pair-rates', HTMLElement);
  readonly #date = find('date', HTMLInputElement);
  readonly #day: PublishedDay;
  readonly #from: CurrencyPicker;
  readonly #to: CurrencyPicker;
  #state: PageState | undefined;

  constructor({ day, onPair, onAmount, onDate }: ConverterOptions) {
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
    this.#date.addEventListener('change', () => {
      onDate(this.#date.value);
    });
    find('convert', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
    });
    find('converter', HTMLFieldSetElement).disabled = false;
  }

  /** Between which days one may be chosen. */
  limitDate({ first, last }: Reach): void {
    this.#date.min = first;
    this.#date.max = last;
  }

  /** Shows a state. The amount is left as it stands while somebody types it. */
  show(state: PageState, rate: PastRate): void {
    this.#state = state;
    this.#from.show(state.from);
    this.#to.show(state.to);
    if (this.#date.value !== state.date) this.#date.value = state.date;
    if (parseTypedAmount(this.#amount.value, visitorLocale()) !== state.amount)
      this.#amount.value = format.plain(state.amount);
    this.showResult(state, rate);
  }

  /** Shows what an amount comes to, and leaves alone what stands in the fields. */
  showResult(state: PageState, rate: PastRate): void {
    const from = this.#day.currencies.get(state.from);
    const to = this.#day.currencies.get(state.to);
    if (!from || !to) throw new RangeError(`There is no pair ${state.from}, ${state.to}.`);
    this.#state = state;
    this.#markAmount(true);
    if (typeof rate === 'string' && rate !== 'today') {
      this.#say(messages[rate]);
      return;
    }
    const today = () => ({
      rate: crossRate(from.perUsd, to.perUsd),
      inverse: crossRate(to.perUsd, from.perUsd),
      date: undefined,
    });
    this.#showResult(state.amount, from, to, rate === 'today' ? today() : rate);
  }

  #showResult(
    amount: number,
    from: PricedCurrency,
    to: PricedCurrency,
    { rate, inverse, date }: { rate: number; inverse: number; date: string | undefined },
  ): void {
    this.#rates.textContent =
      `1 ${from.code} = ${format.rate(rate)} ${to.code} · 1 ${to.code} = ${format.rate(inverse)} ${from.code}` +
      (date === undefined ? '' : ` · rate of ${dateInWords(date)}`);
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
    this.#rates.textContent = '';
    this.#result.replaceChildren(create('span', { class: 'given' }, message));
  }
}
