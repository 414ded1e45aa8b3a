import { amountDecimals } from '../../money/currencies/metals.ts';
import { type PageState, type Side } from './address/address-state.ts';
import { leftToRight } from '../frame/direction.ts';
import { create, find } from '../frame/elements.ts';
import { text } from '../frame/text.ts';
import { format, grouped } from '../visitor/visitor-format.ts';
import { CurrencyPicker, type PickerOptions } from './picker/currency-picker.ts';
import type { TypedMoneyParser } from '../typing/typed-money.ts';
import { meaningOf, pairWith, type TypedChange, type TypedMeaning } from '../typing/typed-meaning.ts';

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
      selectOnFirstClick(amount);
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

  /** Answers a question of the URL as if the visitor had typed it. */
  ask(question: string): void {
    write(this.#rows.from.amount, question);
    this.#onInput('from');
    this.#onCommit('from');
  }

  /** While the visitor types, the result is never one of another pair than the text means. */
  #onInput(side: Side): void {
    const { amount: field } = this.#rows[side];
    const meaning = this.#meaningOf(side);
    write(field, field.value);
    field.setAttribute('aria-invalid', String(meaning.is === 'invalid'));
    const amount = meaning.is === 'amount' ? String(meaning.amount) : '';
    // Undoing a change of the currency brings back the amount before it.
    if (this.#state && meaning.is === 'amount') this.#state = { ...this.#state, amount, given: side };
    if (meaning.is === 'change') {
      this.#say(
        '',
        this.#button(inWords(meaning.change), () => this.#onCommit(side), { 'data-key': '↵' }),
      );
    } else {
      this.#say(undefined);
    }
    this.#options.onAmount(amount, side);
  }

  /** The visitor pressed Enter or left the field, so a typed currency is chosen now. */
  #onCommit(side: Side): void {
    const { amount: field } = this.#rows[side];
    const { nameOf } = this.#options;
    const meaning = this.#meaningOf(side);
    switch (meaning.is) {
      case 'empty':
        return;
      case 'amount':
        if (meaning.isNamed) write(field, format.plain(meaning.amount));
        return;
      case 'invalid':
        this.#say(text('amountInvalid', { example: format.plain(12.5) }));
        return;
      case 'unknown': {
        const values = { amount: grouped.format(meaning.amount), unit: meaning.unit };
        const choose = this.#button(text('chooseCurrency'), () => this.#rows[side].currency.open());
        this.#say(text('unitUnknown', values), choose);
        return;
      }
      case 'change':
        this.#switch(side, meaning.change);
        return;
      case 'choice': {
        const buttons = meaning.choices.slice(0, MAX_CHOICES).map(({ code, change }) => {
          return this.#button(`${code} ${nameOf(code)}`, () => this.#switch(side, change));
        });
        this.#say(text('whichCurrency', { words: meaning.words }), ...buttons);
      }
    }
  }

  /** Changes the pair because of a typed text, with a note that can undo it. */
  #switch(side: Side, { amount: typed, ...change }: TypedChange): void {
    const { amount: field } = this.#rows[side];
    const [written, before] = [field.value.trim(), this.#state];
    if (!before) return;
    const { from, to, amount, given } = before;
    const wanted = { ...change, amount: typed === undefined ? amount : String(typed) };
    this.#options.onPair({ ...wanted, given: typed === undefined ? given : change.given });
    const value = Number(wanted.amount);
    if (this.#state?.given === side) write(field, Number.isFinite(value) ? format.plain(value) : wanted.amount);
    if (from === this.#state?.from && to === this.#state.to) return;
    const undo = this.#button(text('undo'), () => {
      this.#say(undefined);
      if (amount === '') write(field, '');
      this.#options.onPair({ from, to, amount, given });
      field.focus();
    });
    this.#say(text('switched', { text: written, currency: this.#chosenIn(before) }), undo);
  }

  /** What has changed of the pair: `EUR Euro`, or `EUR → JPY`. */
  #chosenIn(before: PageState): string {
    const { from = before.from, to = before.to } = this.#state ?? {};
    const isOne = from === before.from || to === before.to;
    const code = from === before.from ? to : from;
    return isOne ? `${code} ${this.#options.nameOf(code)}` : leftToRight(`${from} → ${to}`);
  }

  #pick(side: Side, code: string): void {
    if (!this.#state) return;
    const meaning = this.#meaningOf(side);
    // The picked currency replaces a typed unit that isn't understood.
    const amount = meaning.is === 'unknown' && ({ amount: String(meaning.amount), given: side } as const);
    this.#options.onPair({ ...pairWith(this.#state, side, code), ...amount });
  }

  #meaningOf(side: Side): TypedMeaning {
    const { from, to } = this.#state ?? { from: '', to: '' };
    return meaningOf(this.#rows[side].amount.value, { from, to, side }, this.#options.parse);
  }

  #button(label: string, onClick: () => void, attributes: Readonly<Record<string, string>> = {}): Node {
    const button = create('button', { type: 'button', ...attributes }, label);
    button.addEventListener('click', onClick);
    return button;
  }

  /** Shows a note below the amounts, which a screen reader announces; undefined removes it. */
  #say(note: string | undefined, ...more: readonly Node[]): void {
    if (note === undefined && this.#note.textContent === '') return;
    this.#note.replaceChildren(...(note === undefined ? [] : [note, ...more.flatMap((part) => [' ', part])]));
  }
}

/** Number of currencies that are offered for an ambiguous word. The list of currencies has the others. */
const MAX_CHOICES = 6;

/** What Enter will do: `R$ 10` → `10 BRL → EUR`. */
function inWords({ from, to, given, amount }: TypedChange): string {
  const money = (side: Side, code: string) =>
    amount === undefined || side !== given ? code : `${grouped.format(amount)} ${code}`;
  return leftToRight(`${money('from', from)} → ${money('to', to)}`);
}

/** The click that enters a field selects its amount, so that typing replaces it. The next click places the cursor. */
function selectOnFirstClick(field: HTMLInputElement): void {
  let isEntering = false;
  field.addEventListener('pointerdown', () => {
    isEntering = document.activeElement !== field;
  });
  field.addEventListener('click', () => {
    // The visitor may have selected a part of the amount with the same click.
    if (isEntering && field.selectionStart === field.selectionEnd) field.select();
  });
}

/** Writes an amount into a field. The style makes its text so small that all of it is visible. */
function write(field: HTMLInputElement, text: string): void {
  if (field.value !== text) field.value = text;
  field.style.setProperty('--length', String(Math.max(1, text.length)));
}
