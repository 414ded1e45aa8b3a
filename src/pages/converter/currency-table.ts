import { crossRate } from '../../money/cross-rate.ts';
import { elementAt } from '../../money/element-at.ts';
import type { PublishedDay } from '../../api/query/market-files.ts';
import type { PricedCurrency } from '../../money/published-currency.ts';
import { type PageState, queryOf } from './address/address-state.ts';
import { create, find } from '../frame/elements.ts';
import { flagIcon } from './picker/flag.ts';
import { currencyOf } from '../../money/currencies/sub-units.ts';
import type { CurrencySearch } from '../search/search-currencies.ts';
import { text } from '../frame/text.ts';
import { currencyName, format, localDate } from '../visitor/visitor-format.ts';

const byText = new Intl.Collator('en');

/**
 * The page's table of all currencies. This class makes the table sortable and filterable, and formats today's rates for
 * the visitor's locale. At first, only the most traded currencies are visible.
 */
export class CurrencyTable {
  readonly #table = find('currencies', HTMLTableElement);
  readonly #filter = find('filter', HTMLInputElement);
  readonly #count = find('filter-count', HTMLElement);
  readonly #showAll = find('show-all', HTMLButtonElement);
  readonly #rows: ReadonlyMap<string, HTMLTableRowElement>;
  readonly #search: CurrencySearch;

  constructor({ currencies, rate_as_of }: PublishedDay, search: CurrencySearch) {
    this.#search = search;
    find('rates-lead', HTMLElement).textContent = text('allCurrenciesLead', { date: localDate(rate_as_of) });
    const body = elementAt(this.#table.tBodies, 0);
    this.#rows = new Map([...body.rows].map((row) => [codeOfRow(row), row]));
    const listed = [...currencies.values()].filter(({ code }) => this.#rows.has(code));
    for (const { code, perUsd } of listed) {
      // With the flags of all rows, the page's HTML would be a quarter larger.
      this.#rows.get(code)?.cells[0]?.prepend(flagIcon(code), ' ');
      const [perDollar, inDollars] = [...(this.#rows.get(code)?.querySelectorAll('td:nth-child(n + 3)') ?? [])];
      if (perDollar) perDollar.textContent = format.rate(perUsd);
      if (inDollars) inDollars.textContent = format.rate(crossRate(perUsd, 1));
    }
    this.#showAll.textContent = text('showAll', { count: this.#rows.size });
    this.#enableSorting(body, listed);
    this.#filter.addEventListener('input', () => {
      this.#expand();
      this.#apply();
    });
    this.#showAll.addEventListener('click', () => {
      this.#expand();
      // The button that shows all rows disappears, so the focus moves to the first new row.
      body.querySelector<HTMLAnchorElement>(`tr:nth-child(${SHORT + 1}) a`)?.focus();
      this.#apply();
    });
    if (this.#filter.value !== '') this.#expand();
    this.#apply();
  }

  /** Updates the links of the table, so that they keep the page's amount, range, date and source. */
  show(state: PageState): void {
    for (const [code, row] of this.#rows) {
      row
        .querySelector('a')
        ?.setAttribute('href', queryOf({ ...state, from: code === 'USD' ? 'EUR' : 'USD', to: code }));
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
    const found = this.#search.find(this.#filter.value).map(({ currency }) => currencyOf(currency.code));
    const shown = new Set(found.filter((code) => this.#rows.has(code)));
    for (const [code, row] of this.#rows) row.hidden = !shown.has(code);
    const count = this.#rows.size;
    const few = this.#table.classList.contains('short') ? Math.min(SHORT, shown.size) : shown.size;
    const said = few === count ? text('countAll', { count }) : text('countSome', { shown: few, count });
    if (this.#count.textContent !== said) this.#count.textContent = said;
  }
}

/** Number of rows that the style sheet shows at first. */
const SHORT = 15;

function codeOfRow(row: Element): string {
  return row.querySelector('a')?.textContent ?? '';
}

/**
 * The page's table says which currencies are traded most, in which countries each is legal tender, and which have no rate
 * today.
 */
export function listedCurrencies({ currencies }: PublishedDay) {
  const table = find('currencies', HTMLTableElement);
  const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
  const ranks = new Map(rows.map((row, rank) => [codeOfRow(row), rank]));
  const countries = new Map(rows.map((row) => [codeOfRow(row), row.dataset['countries']?.split(' ') ?? []]));
  // Metals can be searched for in the page's language, although browsers lack their names.
  const named = (currency: PricedCurrency) =>
    currency.type === 'metal' ? { ...currency, name: currencyName(currency.code) } : currency;
  const rankOf = ({ code }: PricedCurrency) => ranks.get(code) ?? rows.length;
  const unrated = table.dataset['unrated']?.split(' ').filter((code) => code !== '' && !currencies.has(code)) ?? [];
  return {
    currencies: Array.from(currencies.values(), named).sort((a, b) => rankOf(a) - rankOf(b)),
    unrated: unrated.map((code) => ({ code, name: currencyName(code), symbol: code, flag: '', type: 'fiat' }) as const),
    countriesOf: (code: string) => countries.get(code)?.filter((country) => country !== '') ?? [],
  };
}
