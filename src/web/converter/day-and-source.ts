import type { SourceName } from '../../api/source-fields.ts';
import type { Coverage } from '../../rates/coverage.ts';
import type { PageState } from './address-state.ts';
import { find } from '../shared/elements.ts';

/** The choice of the day and of the source of rates. */
export class DayAndSource {
  readonly #date = find('date', HTMLInputElement);
  readonly #open = find('open-date', HTMLButtonElement);
  readonly #latest = find('latest', HTMLButtonElement);
  readonly #sources = find('sources', HTMLFieldSetElement);
  readonly #radios = [...this.#sources.querySelectorAll<HTMLInputElement>('input')];
  /** Codes of the currencies that the European Central Bank quotes now. */
  readonly #quoted = new Set(this.#sources.dataset['codes']?.split(' '));

  constructor(onChange: (changes: Partial<PageState>) => void) {
    this.#open.addEventListener('click', () => {
      this.#showField(true);
      this.#date.focus();
      try {
        this.#date.showPicker();
      } catch {
        // This browser has no picker, so the visitor types the date.
      }
    });
    this.#date.addEventListener('change', () => {
      // While a date is typed, its parts can be invalid. An empty field means the newest rate.
      if (!this.#date.validity.badInput) onChange({ date: this.#date.value });
    });
    this.#latest.addEventListener('click', () => {
      onChange({ date: '' });
      this.#open.focus();
    });
    for (const radio of this.#radios) {
      radio.addEventListener('change', () => {
        onChange({ source: radio.value });
        // The radio buttons may have disappeared.
        if (this.#sources.hidden) (this.#open.hidden ? this.#date : this.#open).focus();
      });
    }
  }

  show({ from, to, date, source }: PageState): void {
    if (this.#date.value !== date) this.#date.value = date;
    this.#showField(date !== '');
    const isMarket = source === ('market' satisfies SourceName);
    // The bank's choice is hidden if it can't help. If it was chosen, it stays, so that the visitor can leave it.
    this.#sources.hidden = isMarket && ![from, to].every((code) => this.#quoted.has(code));
    for (const radio of this.#radios) radio.checked = radio.value === source;
  }

  /** Limits the days that the visitor can pick. */
  limit({ first, last }: Coverage): void {
    [this.#date.min, this.#date.max] = [first, last];
  }

  #showField(isShown: boolean): void {
    this.#date.hidden = !isShown;
    this.#latest.hidden = !isShown;
    this.#open.hidden = isShown;
  }
}
