import type { PublishedCurrency } from '../rates/published-currency.ts';
import { isDefaultSource, type Source, sourceOn } from '../archive/source.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import type { WitnessReport } from '../validation/snapshot/witness-report.ts';
import { converterValues } from './converter-values.ts';
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
  /** URLs of scripts, styles and flags, by name of the source file, such as `page.ts`. */
  readonly assets: ReadonlyMap<string, string>;
  /** Origin of the site, without a slash at the end; undefined if it isn't known yet. */
  readonly url: string | undefined;
  readonly reference: Reference;
  readonly guides: readonly Guide[];
}

/**
 * Values for the templates in public/. The values don't contain the time of the last check, so that a check without new
 * rates leaves the pages unchanged.
 */
function pageValues(input: PagesInput): Record<string, string> {
  const { snapshot, assets, url } = input;
  const asset = (entry: string) => assetAddress(assets, entry);
  return {
    page_script: asset('page.ts'),
    docs_style: asset('docs.css'),
    docs_script: asset('docs.ts'),
    receipt_style: asset('receipt.css'),
    receipt_script: asset('receipt.ts'),
    iso_date: snapshot.asOf,
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
  'index.html': (input) => converterValues(input, 'en'),
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
