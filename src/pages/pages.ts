import { crossRate } from '../rates/cross-rate.ts';
import { dateInWords } from '../rates/date-in-words.ts';
import { numberFormat } from '../rates/number-format.ts';
import type { PublishedCurrency } from '../rates/published-currency.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { fillTemplate } from './fill-template.ts';

export interface PagesInput {
  readonly snapshot: Snapshot;
  /** Every published currency, in the published order. */
  readonly currencies: readonly PublishedCurrency[];
  /** The addresses of scripts and styles, by entry. */
  readonly assets: ReadonlyMap<string, string>;
  /** Where the site is published, without a slash at the end; undefined where nobody knows yet. */
  readonly url: string | undefined;
}

// No visitor is there yet: the page's script writes the numbers again, their way.
const format = numberFormat('en');

/**
 * What the templates in public/ say of the day. Nothing of it changes when the same dataset is checked again, so that a
 * republish leaves the pages as they are.
 */
export function pageValues({ snapshot, currencies, assets, url }: PagesInput): Record<string, string> {
  const fiat = currencies.filter(({ type }) => type === 'fiat').length;
  const asset = (entry: string) => {
    const address = assets.get(entry);
    if (address === undefined) throw new Error(`The bundle has no ${entry}.`);
    return address;
  };
  return {
    style: asset('style.css'),
    page_script: asset('page.ts'),
    docs_style: asset('docs.css'),
    docs_script: asset('docs.ts'),
    date: dateInWords(snapshot.asOf),
    fiat_count: String(fiat),
    crypto_count: String(currencies.length - fiat),
    currency_count: String(currencies.length),
    currency_rows: currencies.map(rowOf).join('\n'),
    // These must name the host. Where nobody knows it yet, none is better than a wrong one.
    address_tags: url === undefined ? '' : fillTemplate(addressTags, { address: `${url}/` }),
    docs_address_tags: url === undefined ? '' : fillTemplate(addressTags, { address: `${url}/docs` }),
    url: url ?? '',
    origin: url ?? 'https://this-site',
  };
}

/** The text of a page, from its template. */
export function renderPage(template: string, input: PagesInput): string {
  return fillTemplate(template, pageValues(input));
}

function rowOf({ code, name, flag, perUsd }: PublishedCurrency): string {
  const other = code === 'USD' ? 'EUR' : 'USD';
  return fillTemplate(rowTemplate, {
    code,
    name,
    flag,
    link: `/?from=${other}&to=${code}`,
    rate: format.rate(perUsd),
    inverse: format.rate(crossRate(perUsd, 1)),
  });
}

const addressTags = '<link rel="canonical" href="{{address}}" /><meta property="og:url" content="{{address}}" />';

const rowTemplate =
  '<tr data-code="{{code}}"><th scope="row"><span class="flag" aria-hidden="true">{{flag}}</span> <a href="{{link}}">{{code}}</a></th>' +
  '<td>{{name}}</td><td class="number">{{rate}}</td><td class="number">{{inverse}}</td></tr>';
