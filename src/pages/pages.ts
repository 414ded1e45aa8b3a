import { todaysPaths } from '../api/paths.ts';
import { addressOf, type SiteFile } from '../api/site-file.ts';
import { present } from '../text/present.ts';
import { type Language, languages, pathOfLanguage, pathOfSpreadsheet } from './texts/languages.ts';
import { type ConverterInput, converterValues } from './converter/build/converter-values.ts';
import { converterFrame, englishFrame } from './frame/build/frame.ts';
import { figuresOf } from './docs/build/figures/figures.ts';
import type { Hold } from './docs/build/figures/newest-hold.ts';
import { type Guide, guideLists, guideValues } from './docs/build/guide.ts';
import type { Reference } from './docs/build/reference/reference.ts';
import { referenceHtml } from './docs/build/reference/reference-html.ts';
import { fillTemplate } from './build/fill-template.ts';
import { receiptValues } from './receipt/build/receipt-values.ts';
import { spreadsheetValues } from './spreadsheet/build/spreadsheet-values.ts';
import { type StatusInput, statusValues } from './status/build/status-values.ts';
import { layOut, type LoadedFirst } from './frame/build/layout.ts';
import { readTemplate } from './build/read-template.ts';
import { siteOrigin } from './build/site-origin.ts';

export interface PagesInput extends ConverterInput, StatusInput {
  /** An example of a value that waited; undefined if the archive has none. */
  readonly hold: Hold | undefined;
  /** Origin of the site, without a slash at the end; undefined if it isn't known yet. */
  readonly url: string | undefined;
  readonly reference: Reference;
  readonly guides: readonly Guide[];
}

export interface Page {
  /** Relative to the site's root: `docs/limits.html` is the page `/docs/limits`. */
  readonly path: string;
  /** Relative to `src/pages`. */
  readonly template: string;
  /** The language of a page that has several; other pages are in English. */
  readonly language?: Language;
  /** The page's path in each language, if it has several. */
  readonly pathOf?: (language: Language) => string;
  /** What the page loads first. Its scripts are named by their source files. */
  readonly first?: LoadedFirst;
  /** Values that only this page needs. */
  readonly values?: () => Readonly<Record<string, string>>;
}

/** All pages of a site, in the order of the sitemap. */
export function pagesOf(input: PagesInput): Page[] {
  const { guides, hold, reference, snapshot, url } = input;
  const figures = figuresOf({ until: snapshot.rate_as_of, hold });
  return [
    ...languages.map((language) => ({
      path: `${pathOfLanguage(language).slice(1) || 'index'}.html`,
      template: 'converter/page.html',
      language,
      pathOf: pathOfLanguage,
      first: { script: 'before-paint.ts', ownScript: 'page.ts', files: todaysPaths },
      values: () => converterValues(input, language),
    })),
    { path: 'receipt.html', template: 'receipt/receipt.html', values: receiptValues },
    ...languages.map((language) => ({
      path: `${pathOfSpreadsheet(language).slice(1)}.html`,
      template: 'spreadsheet/spreadsheet.html',
      language,
      pathOf: pathOfSpreadsheet,
      values: () => spreadsheetValues(input, language),
    })),
    { path: 'status.html', template: 'status/status.html', values: () => statusValues(input) },
    { path: 'docs/index.html', template: 'docs/docs.html', values: () => guideLists(guides) },
    { path: 'docs/api.html', template: 'docs/api.html', values: () => referenceHtml(reference, url) },
    ...guides.map((guide) => ({
      path: `${guide.path.slice(1)}.html`,
      template: 'docs/guide.html',
      values: () => guideValues(guide, guides, figures),
    })),
    { path: '404.html', template: 'not-found/not-found.html' },
  ];
}

/**
 * Fills a page's template and puts it into the layout. The values don't contain the time of the last check, so that a
 * check without new rates leaves the pages unchanged.
 */
export function renderPage({ path, template, language, pathOf, first, values }: Page, input: PagesInput): SiteFile {
  const { snapshot, assets, url } = input;
  const page = fillTemplate(readTemplate(template), {
    // The URL of each script and style, by the name of its source file.
    ...Object.fromEntries(assets),
    iso_date: snapshot.rate_as_of,
    origin: siteOrigin(url),
    ...values?.(),
  });
  const asset = (file: string) => present(assets.get(file), file);
  const placed = { path: addressOf(path), url, style: asset('style.css') };
  return {
    path,
    body:
      language && pathOf
        ? layOut(page, {
            ...placed,
            frame: converterFrame(input, language, pathOf),
            ...(first && { first: { ...first, script: asset(first.script), ownScript: asset(first.ownScript) } }),
            translations: new Map(languages.map((each) => [each, pathOf(each)])),
          })
        : layOut(page, { ...placed, frame: englishFrame(input) }),
  };
}
