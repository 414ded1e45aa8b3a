import { otherSide, type PageState, type Side } from '../shared/address-state.ts';
import { create, find } from '../shared/elements.ts';
import { text } from '../shared/text.ts';
import { format } from '../visitor/visitor-format.ts';
import { CurrencyPicker, type PickerOptions } from './currency-picker.ts';
import type { TypedMoney } from '../typing/typed-money.ts';

export interface ConverterOptions extends Pick<PickerOptions, 'nameOf' | 'search' | 'recent'> {
  /** Parses an amount with an optional currency. @param current code of the chosen currency */
  readonly parse: (text: string, current: string) => TypedMoney | undefined;
  /** Called while the visitor types an amount, with the amount in the API's form. */
  readonly onAmount: (amount: string, given: Side) => void;
  /** Called if the visitor changes the pair. */
  readonly onPair: (changes: Partial<PageState>) => void;
}

/** An amount field and its currency field. */
interface Row {
  readonly amount: HTMLInputElement;
  readonly currency: CurrencyPicker;
}

/** The two amounts with their currencies. Each amount can be typed, and the other amount follows without a request. */
export class Converter {
  readonly #options: ConverterOptions;
  readonly #rows: Record<Side, Row>;
  readonly #note = find('amount-note', HTMLElement);
  #state: PageState | undefined;

  constructor(options: ConverterOptions) {
    this.#options = options;
    const rowOf = (side: Side, id: string): Row => {
      const amount = find(id, HTMLInputElement);
      amount.addEventListener('input', () => this.#onInput(side));
      amount.addEventListener('change', () => this.#onCommit(side));
      const currency = new CurrencyPicker({ ...options, id: side, onPick: (code) => this.#pick(side, code) });
      return { amount, currency };
    };
    this.#rows = { from: rowOf('from', 'amount'), to: rowOf('to', 'converted') };
    find('swap', HTMLButtonElement).addEventListener('click', () => {
      if (this.#state) options.onPair({ from: this.#state.to, to: this.#state.from });
    });
    find('convert', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
  }

  /** Shows the currencies and the given amount of a state. */
  show(state: PageState): void {
    this.#state = state;
    this.#rows.from.currency.show(state.from);
    this.#rows.to.currency.show(state.to);
    // An amount that isn't valid stays, with its note.
    if (state.amount === '') return;
    const { amount } = this.#rows[state.given];
    const code = state[state.given];
    // A text that the visitor typed stays if it means the same.
    const typed = amount.value === amount.defaultValue ? undefined : this.#options.parse(amount.value, code);
    if (typed && String(typed.amount) === state.amount && (typed.code ?? code) === code) return;
    const value = Number(state.amount);
    amount.value = Number.isFinite(value) ? format.plain(value) : state.amount;
    this.#complain(undefined);
  }

  /** Shows the amount that is computed from the other; undefined if there is none. */
  showComputed(side: Side, amount: number | undefined): void {
    const field = this.#rows[side].amount;
    field.value = amount === undefined ? '' : format.amount(amount);
    field.removeAttribute('aria-invalid');
  }

  /** Applies the amount that was typed before the script was loaded, if any. */
  takeUp(early: string): void {
    if (early === '') return;
    this.#rows.from.amount.value = early;
    this.#onInput('from');
    this.#onCommit('from');
  }

  #onInput(side: Side): void {
    const typed = this.#read(side);
    this.#complain(undefined);
    this.#rows[side].amount.setAttribute('aria-invalid', String(typed === undefined));
    const amount = typed ? String(typed.amount) : '';
    // Undoing a change of the currency brings back the amount before it.
    if (this.#state && typed?.unit === '') this.#state = { ...this.#state, amount, given: side };
    this.#options.onAmount(amount, side);
  }

  /** The visitor pressed Enter or left the field, so a typed currency is chosen now. */
  #onCommit(side: Side): void {
    const { amount } = this.#rows[side];
    const typed = this.#read(side);
    if (!typed) {
      if (amount.value.trim() !== '') this.#complain(text('amountInvalid', { example: format.plain(12.5) }));
      return;
    }
    if (typed.unit === '') return;
    if (typed.code === undefined) {
      this.#complain(text('unitUnknown', { amount: format.plain(typed.amount), unit: typed.unit }));
      return;
    }
    const before = this.#state;
    const written = amount.value.trim();
    amount.value = format.plain(typed.amount);
    if (!before || typed.code === before[side]) return;
    this.#pick(side, typed.code);
    const undo = create('button', { type: 'button' }, text('undo'));
    undo.addEventListener('click', () => {
      this.#complain(undefined);
      this.#options.onPair(before);
      amount.focus();
    });
    const currency = `${typed.code} ${this.#options.nameOf(typed.code)}`;
    this.#complain(text('switched', { text: written, currency }), undo);
  }

  /** Picks a currency. Picking the currency of the other side swaps the pair. */
  #pick(side: Side, code: string): void {
    if (!this.#state) return;
    const { [side]: mine, [otherSide[side]]: theirs } = this.#state;
    this.#options.onPair(code === theirs ? { [side]: code, [otherSide[side]]: mine } : { [side]: code });
  }

  #read(side: Side): TypedMoney | undefined {
    return this.#options.parse(this.#rows[side].amount.value, this.#state?.[side] ?? '');
  }

  /** Shows a note below the amounts, which a screen reader announces; undefined removes it. */
  #complain(note: string | undefined, ...more: readonly Node[]): void {
    if (note === undefined && this.#note.textContent === '') return;
    this.#note.replaceChildren(...(note === undefined ? [] : [note, ' ', ...more]));
  }
}
