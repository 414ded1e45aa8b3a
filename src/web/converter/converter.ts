import type { Coverage } from '../../rates/coverage.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import { heldAmong, heldInWords } from '../../validation/snapshot/held-dates.ts';
import type { DatedRate } from '../../rates/past-rates.ts';
import type { PricedCurrency } from '../../rates/published-currency.ts';
import { round } from '../../rates/round.ts';
import type { PageState } from '../shared/address-state.ts';
import { CurrencyPicker } from './currency-picker.ts';
import type { PublishedDay } from '../../api/published/market-files.ts';
import { create, find } from '../shared/elements.ts';
import type { KeptCodes } from '../shared/kept.ts';
import type { CurrencySearch } from '../search/search-currencies.ts';
import type { TypedMoneyParser } from '../typing/typed-money.ts';
import { localDate, format } from '../visitor/visitor-format.ts';

export interface ConverterOptions {
  readonly day: PublishedDay;
  readonly search: CurrencySearch;
  readonly parse: TypedMoneyParser;
  readonly recent: KeptCodes;
  readonly onPair: (pair: Pick<PageState, 'from' | 'to'>) => void;
  /** Called when the visitor types an amount. `from` is set only if the text also names a currency, as in `$100`. */
  readonly onAmount: (amount: number, from?: string) => void;
  /** Called with a chosen date; empty for today. */
  readonly onDate: (date: string) => void;
}

/** A pair's rate and the inverse rate on a day. */
export interface PairRate extends DatedRate {
  readonly inverse: number;
}

/** The rate to convert with: today's market rate, another loaded rate, or a word that says why no rate is shown. */
export type ShownRate = 'today' | 'loading' | 'none' | 'failed' | PairRate;

const messages = {
  loading: 'Loading the rate …',
  none: 'There is no rate for both currencies on that day or in the week before.',
  failed: 'The rate could not be loaded. Choose the day or the kind of rate again to retry.',
} as const;

/** A pair's market rate of today. */
export function todaysRate({ asOf }: PublishedDay, from: PricedCurrency, to: PricedCurrency): PairRate {
  return { date: asOf, rate: crossRate(from.perUsd, to.perUsd), inverse: crossRate(to.perUsd, from.perUsd) };
}

/** The form with an amount and two currencies. It converts while the visitor types, without a request. */
export class Converter {
  readonly #amount = find('amount', HTMLInputElement);
  readonly #problem = find('amount-problem', HTMLElement);
  readonly #result = find('result', HTMLOutputElement);
  readonly #rates = find('pair-rates', HTMLElement);
  readonly #date = find('date', HTMLInputElement);
  readonly #day: PublishedDay;
  readonly #parse: TypedMoneyParser;
  readonly #from: CurrencyPicker;
  readonly #to: CurrencyPicker;
  #state: PageState | undefined;
  /** The amount that was typed before the script was loaded. */
  #early: string | undefined;

  constructor({ day, search, parse, recent, onPair, onAmount, onDate }: ConverterOptions) {
    this.#day = day;
    this.#parse = parse;
    const pickerFor = (id: 'from' | 'to') =>
      new CurrencyPicker({
        id,
        currencies: day.currencies,
        search,
        recent,
        onPick: (code) => {
          if (!this.#state) return;
          const { from, to } = this.#state;
          const other = id === 'from' ? to : from;
          // Picking the other side's currency swaps the pair.
          if (code === other) onPair({ from: to, to: from });
          else onPair({ from, to, [id]: code });
        },
      });
    if (this.#amount.value !== this.#amount.defaultValue) this.#early = this.#amount.value;
    this.#from = pickerFor('from');
    this.#to = pickerFor('to');
    find('swap', HTMLButtonElement).addEventListener('click', () => {
      if (this.#state) onPair({ from: this.#state.to, to: this.#state.from });
    });
    this.#amount.addEventListener('input', () => {
      const text = this.#amount.value.trim();
      const typed = this.#read(text);
      this.#complain(typed || text === '' ? '' : 'Enter an amount of zero or more, such as 100 or 12.50.');
      if (typed) onAmount(typed.amount, typed.from);
    });
    this.#date.addEventListener('change', () => onDate(this.#date.value));
    find('convert', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
  }

  /** Applies the amount that was typed before the script was loaded, if any. */
  takeUp(): void {
    if (this.#early === undefined) return;
    this.#amount.value = this.#early;
    this.#amount.dispatchEvent(new Event('input'));
  }

  limitDate({ first, last }: Coverage): void {
    [this.#date.min, this.#date.max] = [first, last];
  }

  /** Parses an amount with an optional currency; undefined if the text isn't an amount. */
  #read(text: string): { amount: number; from?: string } | undefined {
    const typed = this.#parse(text, this.#state?.from ?? '');
    if (!typed) return undefined;
    const { unit, amount, code } = typed;
    if (unit === '') return { amount };
    return code !== undefined && this.#day.currencies.has(code) ? { amount, from: code } : undefined;
  }

  /** Shows a state of the page. The typed amount stays, if it means the state's amount and names no other currency. */
  show(state: PageState, rate: ShownRate): void {
    this.#state = state;
    this.#from.show(state.from);
    this.#to.show(state.to);
    if (this.#date.value !== state.date) this.#date.value = state.date;
    const shown = this.#read(this.#amount.value);
    const isCurrent = shown?.amount === state.amount && (shown.from ?? state.from) === state.from;
    if (!isCurrent) this.#amount.value = format.plain(state.amount);
    this.showResult(state, rate);
  }

  /** Shows the result without changing the fields. */
  showResult(state: PageState, rate: ShownRate): void {
    const from = this.#day.currencies.get(state.from);
    const to = this.#day.currencies.get(state.to);
    if (!from || !to) throw new RangeError(`There is no pair ${state.from}, ${state.to}.`);
    this.#state = state;
    this.#complain('');
    if (typeof rate === 'string' && rate !== 'today') {
      this.#say(messages[rate]);
      return;
    }
    const dated = rate === 'today' ? todaysRate(this.#day, from, to) : rate;
    const held = rate === 'today' ? heldAmong(this.#day.today.held, [from.code, to.code]) : [];
    const notes =
      state.source === 'ecb'
        ? [`Official rate of the European Central Bank of ${localDate(dated.date)}`]
        : Array.from(held, ([code, date]) => heldInWords(code, localDate(date)));
    // Each fact is an element, so that lines break only between facts.
    const facts = [
      `1 ${from.code} = ${format.rate(dated.rate)} ${to.code}`,
      `1 ${to.code} = ${format.rate(dated.inverse)} ${from.code}`,
      ...(state.date === '' || notes.length > 0 ? [] : [`rate of ${localDate(dated.date)}`]),
    ];
    this.#rates.replaceChildren(
      ...facts.flatMap((fact) => [create('span', {}, fact), ' ']),
      ...notes.flatMap((note) => [create('small', {}, note), ' ']),
    );
    const product = state.amount * dated.rate;
    if (!Number.isFinite(product)) {
      this.#complain('The result is too large.');
      this.#say('');
      return;
    }
    this.#result.replaceChildren(
      create('span', { class: 'given' }, `${format.amount(state.amount)} ${from.name} =`),
      ' ',
      create('span', { class: 'sum' }, format.amount(round(product))),
      ' ',
      create('span', { class: 'unit' }, to.name),
    );
  }

  /** Shows a problem beside the amount; an empty text removes it. */
  #complain(problem: string): void {
    this.#amount.setAttribute('aria-invalid', String(problem !== ''));
    if (this.#problem.textContent !== problem) this.#problem.textContent = problem;
  }

  #say(message: string): void {
    this.#rates.textContent = '';
    this.#result.replaceChildren(create('span', { class: 'given' }, message));
  }
}
