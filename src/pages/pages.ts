import { tenderCountriesOf } from '../currencies/tender-countries.ts';
import { crossRate } from '../rates/cross-rate.ts';
import { heldAmong, heldDates, heldInWords } from '../validation/snapshot/held-dates.ts';
import { numberFormat } from '../text/number-format.ts';
import type { PublishedCurrency } from '../rates/published-currency.ts';
import { round } from '../rates/round.ts';
import { isDefaultSource, type Source, sourceOn } from '../archive/source.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import type { WitnessReport } from '../validation/snapshot/witness-report.ts';
import { messageValues } from './page-messages.ts';
import { fillTemplate } from './template/fill-template.ts';
import { type Guide, guideLists, guideTemplate, guideValues } from './guide.ts';
import { englishFrame, layOut } from './layout.ts';
import type { Reference } from './reference/reference.ts';
import { referenceHtml } from './reference/reference-html.ts';
import type { SiteFile } from './template/site-file.ts';
import { siteOrigin } from './template/site-origin.ts';

export interface PagesInput {
  readonly snapshot: Snapshot;
  /** Every published currency, the most traded first. */
  readonly currencies: readonly PublishedCurrency[];
  /** Codes of the currencies that the European Central Bank quotes now. */
  readonly officialCodes: readonly string[];
  /** The first archived day, `YYYY-MM-DD`. */
  readonly firstDate: string;
  /** URLs of scripts and styles, by name of the source file, such as `page.ts`. */
  readonly assets: ReadonlyMap<string, string>;
  /** Origin of the site, without a slash at the end; undefined if it isn't known yet. */
  readonly url: string | undefined;
  readonly reference: Reference;
  readonly guides: readonly Guide[];
}

// The build doesn't know the visitor's language, so it uses English. The page's script formats the numbers again.
const format = numberFormat('en');

/**
 * Values for the templates in public/. The values don't contain the time of the last check, so that a check without new
 * rates leaves the pages unchanged.
 */
function pageValues(input: PagesInput): Record<string, string> {
  const { snapshot, currencies, firstDate, officialCodes, assets, url } = input;
  const fiat = currencies.filter(({ type }) => type === 'fiat').length;
  const asset = (entry: string) => assetAddress(assets, entry);
  return {
    page_script: asset('page.ts'),
    docs_style: asset('docs.css'),
    docs_script: asset('docs.ts'),
    receipt_style: asset('receipt.css'),
    receipt_script: asset('receipt.ts'),
    date: dateInWords(snapshot.asOf),
    iso_date: snapshot.asOf,
    fiat_count: String(fiat),
    crypto_count: String(currencies.length - fiat),
    currency_count: String(currencies.length),
    first_date: firstDate,
    official_codes: officialCodes.join(' '),
    currency_rows: currencies.map(rowOf).join('\n'),
    ...initialPair(currencies, snapshot),
    ...messageValues('en'),
    origin: siteOrigin(url),
  };
}

function assetAddress(assets: PagesInput['assets'], entry: string): string {
  const address = assets.get(entry);
  if (address === undefined) throw new Error(`The bundle has no ${entry}.`);
  return address;
}

/**
 * Renders a page from a file in public/, which is an HTML page or a guide in Markdown.
 *
 * @param file `docs/index.html` is the page `/docs/`, and `docs/limits.md` is the page `/docs/limits`
 */
export function renderPage(file: string, text: string, input: PagesInput): SiteFile {
  const { snapshot, guides, assets, url } = input;
  const common = pageValues(input);
  const path = file.replace(/\.md$/, '.html');
  const address = pageAddress(path);
  const guide = guides.find(({ path }) => path === address);
  const page = guide
    ? fillTemplate(guideTemplate, { ...common, ...guideValues(guide, guides) })
    : fillTemplate(text, { ...common, ...valuesOf[path]?.(input) });
  const frame = { ...englishFrame, about_rates: aboutRates(snapshot) };
  return { path, body: layOut(page, { path: address, url, style: assetAddress(assets, 'style.css'), frame }) };
}

/** The URL path of a page's file: `docs/index.html` → `/docs/`, `docs/limits.html` → `/docs/limits`. */
export function pageAddress(file: string): string {
  return `/${file.replace(/(?<=^|\/)index\.html$|\.html$/, '')}`;
}

/** Values that only one page needs, by the page's path in public/. */
const valuesOf: Readonly<Record<string, (input: PagesInput) => Record<string, string>>> = {
  'docs/index.html': ({ guides }) => guideLists(guides),
  'docs/api.html': ({ reference, url }) => referenceHtml(reference, url),
};

/** The sentences about today's rates in the footer of every page. */
function aboutRates({ sources, asOf, witnessReport }: Snapshot): string {
  return (
    `Daily reference rates from ${sourceLink(sourceOn(sources, asOf))}, for information only. They aren’t live market ` +
    `rates or an offer to trade. ${witnessSentence(witnessReport)} Official rates: European Central Bank. Names and ` +
    'symbols: Unicode CLDR.'
  );
}

/** Names the source of today's rates, with a link to it. */
function sourceLink(source: Source): string {
  return isDefaultSource(source)
    ? fillTemplate('the public-domain <a href="{{url}}">exchange-api</a> dataset', { url: source.url })
    : fillTemplate('<a href="{{url}}">{{name}}</a> ({{license}})', { ...source });
}

function witnessSentence({ requested }: WitnessReport): string {
  const compared = requested.filter(({ outcome }) => outcome === 'compared').map(({ witness }) => witness);
  if (compared.length > 0) return `The rates were cross-checked against ${compared.join(' and ')}.`;
  const reason = requested.length > 0 ? ', because no other source was available' : ' against another source';
  return `The rates weren’t cross-checked${reason}.`;
}

/** The converter's first view, which needs no script. The script keeps the view unless the URL sets other values. */
function initialPair(currencies: readonly PublishedCurrency[], snapshot: Snapshot): Record<string, string> {
  const [from, to] = ['USD', 'EUR'].map((code) => currencies.find((currency) => currency.code === code));
  if (!from || !to) throw new RangeError('The dataset has no rate of USD or EUR, which the converter needs.');
  const [rate, inverse] = [crossRate(from.perUsd, to.perUsd), crossRate(to.perUsd, from.perUsd)];
  const amount = 100;
  return {
    from_flag: from.flag,
    from_field: `${from.code} ${from.name}`,
    to_flag: to.flag,
    to_field: `${to.code} ${to.name}`,
    to_name: to.name,
    initial_amount: format.plain(amount),
    initial_given: `${format.amount(amount)} ${from.name} =`,
    initial_sum: format.amount(round(amount * rate)),
    initial_rates: [
      [from.code, format.rate(rate), to.code],
      [to.code, format.rate(inverse), from.code],
    ]
      .map(([one, rate, other]) => `<span>1 ${one} = ${rate} ${other}</span>`)
      .concat(
        Array.from(
          heldAmong(heldDates(snapshot), [from.code, to.code]),
          ([code, date]) => `<small>${heldInWords(code, dateInWords(date))}</small>`,
        ),
      )
      .join(' '),
  };
}

function rowOf({ code, name, flag, perUsd }: PublishedCurrency): string {
  const other = code === 'USD' ? 'EUR' : 'USD';
  return fillTemplate(rowTemplate, {
    code,
    name,
    flag,
    countries: tenderCountriesOf(code).join(' '),
    link: `/?from=${other}&to=${code}`,
    rate: format.rate(perUsd),
    inverse: format.rate(crossRate(perUsd, 1)),
  });
}

const rowTemplate =
  '<tr data-countries="{{countries}}"><th scope="row"><span class="flag" aria-hidden="true">{{flag}}</span> <a href="{{link}}">{{code}}</a></th>' +
  '<td>{{name}}</td><td class="number">{{rate}}</td><td class="number">{{inverse}}</td></tr>';

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a date for the pages, which are in English: `2026-09-29` → `29 September 2026`. */
function dateInWords(date: string): string {
  return longDate.format(Date.parse(date));
}
