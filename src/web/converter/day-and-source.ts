import { currencyOf } from '../../currencies/sub-units.ts';
import { market } from '../../api/source-fields.ts';
import type { Coverage } from '../../rates/coverage.ts';
import type { PageState } from './address-state.ts';
import { find } from '../shared/elements.ts';

/** No source has rates of earlier days. */
const EARLIEST = '1900';

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
      const { value, validity } = this.#date;
      // While a year is typed, the date is incomplete or centuries ago. An empty field means the newest rate.
      if (validity.badInput || (value !== '' && value < EARLIEST)) return;
      onChange({ date: value });
      if (this.#date.hidden) this.#open.focus();
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
    const isMarket = source === market;
    // The bank's choice is hidden if it can't help. If it was chosen, it stays, so that the visitor can leave it.
    this.#sources.hidden = isMarket && ![from, to].every((code) => this.#quoted.has(currencyOf(code)));
    for (const radio of this.#radios) radio.checked = radio.value === source;
  }

  /** Limits the days that the visitor can pick. */
  limit({ first, last }: Coverage): void {
    // Chromium forgets what is being typed if a limit is set, even to the same value.
    if (this.#date.min !== first) this.#date.min = first;
    if (this.#date.max !== last) this.#date.max = last;
  }

  #showField(isShown: boolean): void {
    this.#date.hidden = !isShown;
    this.#latest.hidden = !isShown;
    this.#open.hidden = isShown;
  }
}
