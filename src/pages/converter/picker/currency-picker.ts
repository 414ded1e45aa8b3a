import { create, find } from '../../frame/elements.ts';
import { flagIcon } from './flag.ts';
import { text } from '../../frame/text.ts';
import { retiredInWords } from '../answer/lack-words.ts';
import type { KeptCodes } from './kept.ts';
import type { CurrencySearch, Match } from '../../search/search-currencies.ts';

export interface PickerOptions {
  /** Id of the text field. The ids of its list, flag and name are `ID-list`, `ID-flag` and `ID-name`. */
  readonly id: string;
  /** The name of a currency, which may be retired. Any other text is its own name. */
  readonly nameOf: (code: string) => string;
  readonly search: CurrencySearch;
  /** The recently picked currencies, the latest first. The browser stores them, and they come first in the list. */
  readonly recent: KeptCodes;
  readonly onPick: (code: string) => void;
}

/**
 * A text field that finds a currency, with a list of the currencies that match the typed text. The focus stays in the
 * field, as in the editable combobox of https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
 */
export class CurrencyPicker {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLUListElement;
  readonly #flag: HTMLElement;
  readonly #name: HTMLElement;
  readonly #options: PickerOptions;
  #code = '';
  #matches: Match[] = [];
  #active = -1;
  #typed = false;

  constructor(options: PickerOptions) {
    this.#options = options;
    this.#input = find(options.id, HTMLInputElement);
    this.#list = find(`${options.id}-list`, HTMLUListElement);
    this.#flag = find(`${options.id}-flag`, HTMLElement);
    this.#name = find(`${options.id}-name`, HTMLElement);
    this.#input.addEventListener('keydown', this.#onKey);
    this.#input.addEventListener('input', () => {
      this.#typed = true;
      this.#open(this.#input.value);
    });
    this.#input.addEventListener('focus', () => this.#input.select());
    this.#input.addEventListener('click', () => {
      if (this.#isOpen) return;
      // A click on a field that already has the focus doesn't select its text. Typing would then extend the text.
      this.#input.select();
      this.#open('');
    });
    this.#input.addEventListener('blur', this.#restore);
    // Keeps the focus in the field while the visitor scrolls the list.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('[data-code]') : null;
      this.#pick(option?.getAttribute('data-code') ?? undefined);
    });
  }

  /** Shows a currency's code, or any other text of the URL. An empty text clears the field. */
  show(code: string): void {
    this.#code = code;
    this.#restore();
  }

  /** Moves the focus to the field and lists all currencies. */
  open(): void {
    this.#input.focus();
    this.#open('');
  }

  get #isOpen(): boolean {
    return !this.#list.hidden;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // An input method uses these keys itself while it composes a text.
    if (event.isComposing) return;
    const { key, altKey } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!this.#isOpen) this.#open('');
      else if (key === 'ArrowUp' && altKey) this.#restore();
      else this.#move(key === 'ArrowDown' ? 1 : -1);
    } else if (this.#isOpen && (key === 'PageDown' || key === 'PageUp')) {
      event.preventDefault();
      this.#moveTo(this.#active + (key === 'PageDown' ? 8 : -8));
    } else if (key === 'Enter') {
      event.preventDefault();
      if (this.#isOpen) this.#pick(this.#matches[this.#active]?.currency.code);
    } else if (key === 'Escape') {
      if (this.#isOpen) event.preventDefault();
      this.#restore();
      this.#input.select();
    } else if (key === 'Tab' && this.#isOpen && this.#typed && this.#input.value !== '') {
      this.#pick(this.#matches[this.#active]?.currency.code);
    }
  };

  /** @param typed the text to search for; empty for all currencies */
  #open(typed: string): void {
    const { search, recent } = this.#options;
    this.#matches = search.find(typed, recent.codes);
    const none = create('li', { role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' }, text('noMatch'));
    const options = this.#matches.map((match) => this.#optionFor(match));
    this.#list.replaceChildren(...(options.length > 0 ? options : [none]));
    this.#list.hidden = false;
    this.#input.setAttribute('aria-expanded', 'true');
    const current = this.#matches.findIndex(({ currency }) => currency.code === this.#code);
    this.#moveTo(typed === '' ? current : 0);
  }

  #optionFor({ currency: { code }, retired = [], isUnrated }: Match): HTMLLIElement {
    return create(
      'li',
      { role: 'option', id: this.#optionId(code), 'data-code': code, 'aria-selected': 'false' },
      flagIcon(code),
      create('b', {}, code),
      create('span', { class: 'name' }, this.#options.nameOf(code)),
      ...(isUnrated ? [create('small', {}, text('noRateOfToday'))] : []),
      ...retired.map((currency) => create('small', {}, retiredInWords(currency))),
    );
  }

  #optionId(code: string): string {
    return `${this.#options.id}-${code}`;
  }

  /** Selects the next or previous option, and continues at the other end of the list. */
  #move(step: number): void {
    const { length } = this.#matches;
    if (length > 0) this.#moveTo((this.#active + step + length) % length);
  }

  #moveTo(index: number): void {
    this.#list.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    this.#active = Math.max(0, Math.min(index, this.#matches.length - 1));
    const match = this.#matches[this.#active];
    if (!match) {
      this.#input.removeAttribute('aria-activedescendant');
      return;
    }
    const option = this.#list.children[this.#active];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    this.#input.setAttribute('aria-activedescendant', this.#optionId(match.currency.code));
  }

  #pick(code: string | undefined): void {
    if (code === undefined) return;
    this.show(code);
    this.#input.select();
    const { recent, onPick } = this.#options;
    recent.keep([code, ...recent.codes]);
    onPick(code);
  }

  /** Closes the list and shows the picked currency again. */
  readonly #restore = (): void => {
    this.#typed = false;
    this.#list.hidden = true;
    this.#list.replaceChildren();
    this.#input.setAttribute('aria-expanded', 'false');
    this.#input.removeAttribute('aria-activedescendant');
    this.#input.value = this.#code;
    const name = this.#code === '' ? '' : this.#options.nameOf(this.#code);
    this.#name.textContent = name === this.#code ? '' : name;
    this.#flag.replaceChildren(...(this.#code === '' ? [] : [flagIcon(this.#code)]));
  };
}
