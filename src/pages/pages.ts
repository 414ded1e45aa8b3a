import { type Language, languages, pathOfLanguage } from '../web/messages/languages.ts';
import { type ConverterInput, converterValues } from './converter/converter-values.ts';
import { fillTemplate } from './template/fill-template.ts';
import { type Guide, guideLists, guideTemplate, guideValues } from './guide.ts';
import { converterFrame, englishFrame } from './frame.ts';
import { layOut, type Placed } from './template/layout.ts';
import type { Reference } from './reference/reference.ts';
import { referenceHtml } from './reference/reference-html.ts';
import type { SiteFile } from '../api/site-file.ts';
import { siteOrigin } from './template/site-origin.ts';

export interface PagesInput extends ConverterInput {
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
 * Renders the pages of a file in public/, which is an HTML page or a guide in Markdown: one page in English or, from the
 * converter's template, one in each language.
 *
 * @param file `docs/index.html` is the page `/docs/`, and `docs/limits.md` is the page `/docs/limits`
 */
export function renderPages(file: string, text: string, input: PagesInput): SiteFile[] {
  return file === CONVERTER
    ? languages.map((language) => converterPage(text, input, language))
    : [englishPage(file, text, input)];
}

function converterPage(text: string, input: PagesInput, language: Language): SiteFile {
  const path = language === 'en' ? CONVERTER : `${language}.html`;
  return place(path, fillTemplate(text, { ...pageValues(input), ...converterValues(input, language) }), input, {
    frame: converterFrame(input.snapshot, language),
    firstScript: assetAddress(input.assets, 'before-paint.ts'),
    translations,
  });
}

function englishPage(file: string, text: string, input: PagesInput): SiteFile {
  const path = file.replace(/\.md$/, '.html');
  const guide = input.guides.find(({ path: its }) => its === pageAddress(path));
  const [template, own] = guide ? [guideTemplate, guideValues(guide, input.guides)] : [text, valuesOf[file]?.(input)];
  const page = fillTemplate(template, { ...pageValues(input), ...own });
  return place(path, page, input, { frame: englishFrame(input.snapshot) });
}

/** Puts a page into the layout. */
function place(
  path: string,
  page: string,
  { url, assets }: PagesInput,
  rest: Pick<Placed, 'frame' | 'firstScript' | 'translations'>,
): SiteFile {
  const style = assetAddress(assets, 'style.css');
  return { path, body: layOut(page, { path: pageAddress(path), url, style, ...rest }) };
}

/** The path of the converter page in each language. */
const translations = new Map(languages.map((language) => [language, pathOfLanguage(language)]));

/** The URL path of a page's file: `docs/index.html` → `/docs/`, `docs/limits.html` → `/docs/limits`. */
export function pageAddress(file: string): string {
  return `/${file.replace(/(?<=^|\/)index\.html$|\.html$/, '')}`;
}

/** Values that only one page needs, by the page's path in public/. */
const valuesOf: Readonly<Record<string, (input: PagesInput) => Record<string, string>>> = {
  'docs/index.html': ({ guides }) => guideLists(guides),
  'docs/api.html': ({ reference, url }) => referenceHtml(reference, url),
};
