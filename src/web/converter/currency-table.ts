import { crossRate } from '../../rates/cross-rate.ts';
import { elementAt } from '../../rates/element-at.ts';
import type { PublishedDay } from '../../api/published/published-files.ts';
import type { PricedCurrency } from '../../snapshot/published-currency.ts';
import { addressOf, type PageState } from '../shared/address-state.ts';
import { create, find } from '../shared/elements.ts';
import type { CurrencySearch } from './search-currencies.ts';
import { format, whole } from '../visitor/visitor-format.ts';

const byText = new Intl.Collator('en');

/**
 * The list of all currencies, which stands in the page: one to sort and to filter, whose numbers are those of the day in
 * the visitor's way of writing them. Until somebody asks for more it shows the most traded ones.
 */
export class CurrencyTable {
  readonly #table = find('currencies', HTMLTableElement);
  readonly #filter = find('filter', HTMLInputElement);
  readonly #count = find('filter-count', HTMLElement);
  readonly #showAll = find('show-all', HTMLButtonElement);
  readonly #rows: ReadonlyMap<string, HTMLTableRowElement>;
  readonly #search: CurrencySearch<PricedCurrency>;

  constructor({ currencies }: PublishedDay, search: CurrencySearch<PricedCurrency>) {
    this.#search = search;
    const body = elementAt(this.#table.tBodies, 0);
    this.#rows = new Map([...body.rows].map((row) => [codeOfRow(row), row]));
    const listed = [...currencies.values()].filter(({ code }) => this.#rows.has(code));
    for (const { code, perUsd } of listed) {
      const [perDollar, inDollars] = [...(this.#rows.get(code)?.querySelectorAll('td.number') ?? [])];
      if (perDollar) perDollar.textContent = format.rate(perUsd);
      if (inDollars) inDollars.textContent = format.rate(crossRate(perUsd, 1));
    }
    this.#enableSorting(body, listed);
    this.#filter.addEventListener('input', () => {
      this.#expand();
      this.#apply();
    });
    this.#showAll.addEventListener('click', () => {
      this.#expand();
      // The button goes: who works with keys goes on with the first row that it has shown.
      body.querySelector<HTMLAnchorElement>(`tr:nth-child(${SHORT + 1}) a`)?.focus();
      this.#apply();
    });
    if (this.#filter.value !== '') this.#expand();
    this.#apply();
  }

  /** Has the links of the list keep what is on show beside the pair. */
  show(state: PageState): void {
    for (const [code, row] of this.#rows) {
      row
        .querySelector('a')
        ?.setAttribute('href', addressOf({ ...state, from: code === 'USD' ? 'EUR' : 'USD', to: code }));
    }
  }

  #enableSorting(body: HTMLTableSectionElement, listed: readonly PricedCurrency[]): void {
    const orders = [
      listed.toSorted((a, b) => byText.compare(a.code, b.code)),
      listed.toSorted((a, b) => byText.compare(a.name, b.name)),
      listed.toSorted((a, b) => a.perUsd - b.perUsd),
      listed.toSorted((a, b) => b.perUsd - a.perUsd),
    ].map((order) => order.map(({ code }) => this.#rows.get(code)).filter((row) => row !== undefined));
    for (const [column, header] of [...this.#table.querySelectorAll('thead th')].entries()) {
      const button = create('button', { type: 'button' }, header.textContent);
      header.replaceChildren(button);
      button.addEventListener('click', () => {
        const descending = header.getAttribute('aria-sort') === 'ascending';
        for (const other of this.#table.querySelectorAll('[aria-sort]')) other.removeAttribute('aria-sort');
        header.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
        const order = elementAt(orders, column);
        body.append(...(descending ? order.toReversed() : order));
        this.#expand();
        this.#apply();
      });
    }
  }

  #expand(): void {
    this.#table.classList.remove('short');
    this.#showAll.hidden = true;
  }

  #apply(): void {
    const shown = new Set(this.#search.find(this.#filter.value).map(({ code }) => code));
    for (const [code, row] of this.#rows) row.hidden = !shown.has(code);
    const all = whole.format(this.#rows.size);
    const few = this.#table.classList.contains('short') ? Math.min(SHORT, shown.size) : shown.size;
    const text = few === this.#rows.size ? `${all} currencies` : `${whole.format(few)} of ${all} currencies`;
    if (this.#count.textContent !== text) this.#count.textContent = text;
  }
}

/** So many rows are shown at first: by the style sheet, before there is a script. */
const SHORT = 15;

export function codeOfRow(row: Element): string {
  return row.querySelector('a')?.textContent ?? '';
}
