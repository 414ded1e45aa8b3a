import { amountDecimals } from '../../money/currencies/metals.ts';
import { otherSide, type PageState, type Side } from './address/address-state.ts';
import { create, find } from '../frame/elements.ts';
import { text } from '../frame/text.ts';
import { format } from '../visitor/visitor-format.ts';
import { CurrencyPicker, type PickerOptions } from './picker/currency-picker.ts';
import type { TypedMoneyParser } from '../typing/typed-money.ts';
import { parseTypedQuestion } from '../typing/typed-question.ts';

export interface ConverterOptions extends Pick<PickerOptions, 'nameOf' | 'search' | 'recent'> {
  readonly parse: TypedMoneyParser;
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
  /** What was typed before the script was loaded. */
  readonly #early: readonly (readonly [Side, string])[];

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
    this.#early = (['from', 'to'] as const).flatMap((side) => {
      const { value, defaultValue } = this.#rows[side].amount;
      return value === defaultValue ? [] : [[side, value] as const];
    });
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
    // Without an amount, the field and the note stay as the visitor left them.
    if (state.amount === '') return;
    const { amount } = this.#rows[state.given];
    this.#say(undefined);
    amount.removeAttribute('aria-invalid');
    const code = state[state.given];
    // A text that the visitor typed stays if it means the same.
    const typed = amount.value === amount.defaultValue ? undefined : this.#options.parse(amount.value, code);
    const isSame = typed?.unit === '' || typed?.code === code;
    if (isSame && String(typed.amount) === state.amount) return;
    const value = Number(state.amount);
    write(amount, Number.isFinite(value) ? format.plain(value) : state.amount);
  }

  /** Shows the amount that is computed from the other amount. Undefined empties the field. */
  showComputed(side: Side, amount: number | undefined): void {
    const field = this.#rows[side].amount;
    write(field, amount === undefined ? '' : format.amount(amount, amountDecimals(this.#state?.[side] ?? '')));
    field.removeAttribute('aria-invalid');
  }

  /** Applies the amounts that were typed before the script was loaded, if any. */
  takeUp(): void {
    for (const [side, early] of this.#early) {
      const field = this.#rows[side].amount;
      if (field.value !== early) field.value = early;
      this.#onInput(side);
      // The visitor may still be typing.
      if (field !== document.activeElement) this.#onCommit(side);
    }
  }

  #onInput(side: Side): void {
    const typed = this.#read(side);
    this.#say(undefined);
    const field = this.#rows[side].amount;
    write(field, field.value);
    field.setAttribute('aria-invalid', String(typed === undefined && field.value.trim() !== ''));
    const amount = typed ? String(typed.amount) : '';
    // Undoing a change of the currency brings back the amount before it.
    const isOwn = typed?.unit === '' || (typed && typed.code === this.#state?.[side]);
    if (this.#state && isOwn) this.#state = { ...this.#state, amount, given: side };
    this.#options.onAmount(amount, side);
  }

  /** The visitor pressed Enter or left the field, so a typed currency is chosen now. */
  #onCommit(side: Side): void {
    const { amount: field } = this.#rows[side];
    const { nameOf, onAmount, parse } = this.#options;
    const [written, before] = [field.value.trim(), this.#state];
    if (written === '' || !before) return;
    const question = parseTypedQuestion(written, before[side], parse);
    if (question) {
      const { amount, from, to } = question;
      const changes = { from, to, amount: String(amount), given: 'from' } as const;
      this.#switch(side, changes, `${from} → ${to}`);
      return;
    }
    const typed = this.#read(side);
    if (!typed) {
      this.#say(text('amountInvalid', { example: format.plain(12.5) }));
    } else if (typed.unit !== '' && typed.code === undefined) {
      // Without a known currency, a result would answer something else.
      onAmount('', side);
      this.#say(text('unitUnknown', { amount: format.plain(typed.amount), unit: typed.unit }));
    } else if (typed.code !== undefined) {
      this.#switch(side, pairWith(before, side, typed.code), `${typed.code} ${nameOf(typed.code)}`);
      write(field, format.plain(typed.amount));
    }
  }

  /**
   * Changes the pair because of a typed text, with a note that can undo it.
   *
   * @param chosen the new currencies, for the note
   */
  #switch(side: Side, changes: Partial<PageState>, chosen: string): void {
    const { amount: field } = this.#rows[side];
    const [written, before] = [field.value.trim(), this.#state];
    if (!before) return;
    const { from, to, amount, given } = before;
    this.#options.onPair(changes);
    if (from === this.#state?.from && to === this.#state.to) return;
    const undo = create('button', { type: 'button' }, text('undo'));
    undo.addEventListener('click', () => {
      this.#say(undefined);
      if (amount === '') write(field, '');
      this.#options.onPair({ from, to, amount, given });
      field.focus();
    });
    this.#say(text('switched', { text: written, currency: chosen }), undo);
  }

  #pick(side: Side, code: string): void {
    if (!this.#state) return;
    const typed = this.#read(side);
    // The picked currency replaces a typed unit that isn't understood.
    const isUnknown = typed !== undefined && typed.unit !== '' && typed.code === undefined;
    const amount = isUnknown && ({ amount: String(typed.amount), given: side } as const);
    this.#options.onPair({ ...pairWith(this.#state, side, code), ...amount });
  }

  #read(side: Side) {
    return this.#options.parse(this.#rows[side].amount.value, this.#state?.[side] ?? '');
  }

  /** Shows a note below the amounts, which a screen reader announces; undefined removes it. */
  #say(note: string | undefined, ...more: readonly Node[]): void {
    if (note === undefined && this.#note.textContent === '') return;
    this.#note.replaceChildren(...(note === undefined ? [] : [note, ' ', ...more]));
  }
}

/** The pair with another currency on a side. The currency of the other side swaps the pair. */
function pairWith(state: PageState, side: Side, code: string): Partial<PageState> {
  const other = otherSide[side];
  return code === state[other] ? { [side]: code, [other]: state[side] } : { [side]: code };
}

/** Writes an amount into a field. The style makes its text so small that all of it is visible. */
function write(field: HTMLInputElement, text: string): void {
  if (field.value !== text) field.value = text;
  field.style.setProperty('--length', String(Math.max(1, text.length)));
}
