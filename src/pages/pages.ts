import type { PublishedCurrency } from '../rates/published-currency.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import { type Language, languages, pathOfLanguage } from '../web/messages/languages.ts';
import { aboutRates } from './about-rates.ts';
import { converterFrame } from './converter/converter-frame.ts';
import { converterValues } from './converter/converter-values.ts';
import { fillTemplate } from './template/fill-template.ts';
import { type Guide, guideLists, guideTemplate, guideValues } from './guide.ts';
import { englishFrame, layOut } from './template/layout.ts';
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

/** The template of the converter page. */
const CONVERTER = 'index.html';

/**
 * Renders the pages of a file in public/: one page in English or, from the converter's template, one in each language.
 */
export function renderPages(file: string, text: string, input: PagesInput): SiteFile[] {
  const inLanguages = file === CONVERTER ? languages : (['en'] as const);
  return inLanguages.map((language) => renderPage(file, text, input, language));
}

/**
 * Renders a page from a file in public/, which is an HTML page or a guide in Markdown.
 *
 * @param file `docs/index.html` is the page `/docs/`, and `docs/limits.md` is the page `/docs/limits`
 */
export function renderPage(file: string, text: string, input: PagesInput, language: Language = 'en'): SiteFile {
  const { snapshot, guides, assets, url } = input;
  const common = pageValues(input);
  const path = language === 'en' ? file.replace(/\.md$/, '.html') : `${language}.html`;
  const address = pageAddress(path);
  const guide = guides.find(({ path }) => path === address);
  const page = guide
    ? fillTemplate(guideTemplate, { ...common, ...guideValues(guide, guides) })
    : fillTemplate(text, { ...common, ...valuesOf[file]?.(input, language) });
  const isConverter = file === CONVERTER;
  const frame = isConverter ? converterFrame(language) : englishFrame;
  return {
    path,
    body: layOut(page, {
      path: address,
      url,
      style: assetAddress(assets, 'style.css'),
      frame: { ...frame, about_rates: aboutRates(snapshot, language) },
      ...(isConverter && { firstScript: assetAddress(assets, 'before-paint.ts'), translations }),
    }),
  };
}

/** The path of the converter page in each language. */
const translations = new Map(languages.map((language) => [language, pathOfLanguage(language)]));

/** The URL path of a page's file: `docs/index.html` → `/docs/`, `docs/limits.html` → `/docs/limits`. */
export function pageAddress(file: string): string {
  return `/${file.replace(/(?<=^|\/)index\.html$|\.html$/, '')}`;
}

/** Values that only one page needs, by the page's path in public/. */
const valuesOf: Readonly<Record<string, (input: PagesInput, language: Language) => Record<string, string>>> = {
  [CONVERTER]: converterValues,
  'docs/index.html': ({ guides }) => guideLists(guides),
  'docs/api.html': ({ reference, url }) => referenceHtml(reference, url),
};
