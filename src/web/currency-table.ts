import { crossRate } from '../rates/cross-rate.ts';
import { elementAt } from '../rates/element-at.ts';
import type { PublishedDay } from '../documents/published-files.ts';
import { create, find } from './elements.ts';
import { numberFormat } from '../rates/number-format.ts';
import { searchCurrencies } from './search-currencies.ts';
import { visitorLocale } from './visitor-locale.ts';

const format = numberFormat(visitorLocale());
const whole = new Intl.NumberFormat(visitorLocale());
const byText = new Intl.Collator('en');

/**
 * Makes the list of all currencies, which stands in the page, one to sort and to filter; its numbers become those of the
 * day in the visitor's way of writing them.
 */
export function enliven({ currencies }: PublishedDay): void {
  const table = find('currencies', HTMLTableElement);
  const body = elementAt(table.tBodies, 0);
  const rows = new Map([...body.rows].map((row) => [row.dataset['code'], row]));
  const listed = [...currencies.values()].filter(({ code }) => rows.has(code));

  for (const { code, perUsd } of listed) {
    const [perDollar, inDollars] = [...(rows.get(code)?.querySelectorAll('td.number') ?? [])];
    if (perDollar) perDollar.textContent = format.rate(perUsd);
    if (inDollars) inDollars.textContent = format.rate(crossRate(perUsd, 1));
  }

  const orders = [
    listed.toSorted((a, b) => byText.compare(a.code, b.code)),
    listed.toSorted((a, b) => byText.compare(a.name, b.name)),
    listed.toSorted((a, b) => a.perUsd - b.perUsd),
    listed.toSorted((a, b) => b.perUsd - a.perUsd),
  ].map((order) => order.map(({ code }) => rows.get(code)).filter((row) => row !== undefined));

  for (const [column, header] of [...table.querySelectorAll('thead th')].entries()) {
    const button = create('button', { type: 'button' }, header.textContent);
    header.replaceChildren(button);
    button.addEventListener('click', () => {
      const descending = header.getAttribute('aria-sort') === 'ascending';
      for (const other of table.querySelectorAll('[aria-sort]')) other.removeAttribute('aria-sort');
      header.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      const order = elementAt(orders, column);
      body.append(...(descending ? order.toReversed() : order));
    });
  }

  const filter = find('filter', HTMLInputElement);
  const count = find('filter-count', HTMLElement);
  const apply = () => {
    const shown = new Set(searchCurrencies(listed, filter.value).map(({ code }) => code));
    for (const [code, row] of rows) row.hidden = code === undefined || !shown.has(code);
    count.textContent =
      shown.size === rows.size
        ? `${whole.format(shown.size)} currencies`
        : `${whole.format(shown.size)} of ${whole.format(rows.size)} currencies`;
  };
  filter.addEventListener('input', apply);
  apply();
}
