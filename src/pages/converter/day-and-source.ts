import { currencyOf } from '../../money/currencies/sub-units.ts';
import { market } from '../../sources/market.ts';
import type { Coverage } from '../../money/coverage.ts';
import type { PageState } from './address/address-state.ts';
import { find } from '../frame/elements.ts';

/** No source has rates of earlier days. */
const EARLIEST = '1900';

/** The choice of the day and of the source of rates. */
export class DayAndSource {
  readonly #date = find('date', HTMLInputElement);
  readonly #open = find('open-date', HTMLButtonElement);
  readonly #latest = find('latest', HTMLButtonElement);
  readonly #source = find('source', HTMLSelectElement);
  /** The regions with banks, each bank with the codes of the currencies that it quotes now. */
  readonly #regions = [...this.#source.querySelectorAll('optgroup')].map((group) => ({
    group,
    banks: [...group.querySelectorAll('option')].map((option) => {
      return { option, codes: new Set(option.dataset['codes']?.split(' ')) };
    }),
  }));

  constructor(onChange: (changes: Partial<PageState>) => void) {
    this.#open.addEventListener('click', ({ detail: clicks }) => {
      this.#showField(true);
      this.#date.focus();
      // With a key, the visitor can type the date at once. The open calendar would take the keys, and Enter its own day.
      if (clicks === 0) return;
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
    this.#source.addEventListener('change', () => {
      onChange({ source: this.#source.value });
      // The choice may have disappeared.
      if (this.#source.hidden) (this.#open.hidden ? this.#date : this.#open).focus();
    });
  }

  show({ from, to, date, source }: PageState): void {
    if (this.#date.value !== date) this.#date.value = date;
    this.#showField(date !== '');
    // A bank is missing if it can't help. If it was chosen, it stays, so that the visitor can leave it.
    const quotesBoth = (codes: ReadonlySet<string>) => [from, to].every((code) => codes.has(currencyOf(code)));
    let banks = 0;
    for (const { group, banks: ofRegion } of this.#regions) {
      const shown = ofRegion.filter(({ option, codes }) => option.value === source || quotesBoth(codes));
      group.replaceChildren(...shown.map(({ option }) => option));
      // Safari would show the name of a hidden or empty group.
      if (shown.length > 0) this.#source.append(group);
      else group.remove();
      banks += shown.length;
    }
    this.#source.hidden = source === market.key && banks === 0;
    this.#source.value = source;
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
