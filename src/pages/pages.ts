import { tenderCountriesOf } from '../currencies/tender-countries.ts';
import { crossRate } from '../rates/cross-rate.ts';
import { heldAmong, heldDates } from '../validation/snapshot/held-dates.ts';
import { numberFormat } from '../text/number-format.ts';
import type { PublishedCurrency } from '../rates/published-currency.ts';
import { round } from '../rates/round.ts';
import { isDefaultSource, type Source, sourceOn } from '../archive/source.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import type { WitnessReport } from '../validation/snapshot/witness-report.ts';
import { currencyNameIn } from '../currencies/currency-name.ts';
import { fillMessage, type Messages } from '../web/messages/fill-message.ts';
import { type Language, languages, pathOfLanguage } from '../web/messages/languages.ts';
import { languageSwitch } from './language-switch.ts';
import { messageValues, readMessages } from './page-messages.ts';
import { escapeHtml, fillTemplate } from './template/fill-template.ts';
import { type Guide, guideLists, guideTemplate, guideValues } from './guide.ts';
import { englishFrame, type Frame, layOut } from './layout.ts';
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

/**
 * Values for the templates in public/. The values don't contain the time of the last check, so that a check without new
 * rates leaves the pages unchanged.
 */
function pageValues(input: PagesInput, language: Language, messages: Messages): Record<string, string> {
  const { snapshot, currencies, firstDate, officialCodes, assets, url } = input;
  const fiat = currencies.filter(({ type }) => type === 'fiat').length;
  const asset = (entry: string) => assetAddress(assets, entry);
  return {
    page_script: asset('page.ts'),
    docs_style: asset('docs.css'),
    docs_script: asset('docs.ts'),
    receipt_style: asset('receipt.css'),
    receipt_script: asset('receipt.ts'),
    date: dateInWords(snapshot.asOf, language),
    iso_date: snapshot.asOf,
    fiat_count: String(fiat),
    crypto_count: String(currencies.length - fiat),
    currency_count: String(currencies.length),
    first_date: firstDate,
    official_codes: officialCodes.join(' '),
    currency_rows: currencies.map((currency) => rowOf(currency, language)).join('\n'),
    ...initialPair(input, language, messages),
    ...messageValues(messages),
    origin: siteOrigin(url),
  };
}

function assetAddress(assets: PagesInput['assets'], entry: string): string {
  const address = assets.get(entry);
  if (address === undefined) throw new Error(`The bundle has no ${entry}.`);
  return address;
}

/**
 * Renders the pages of a file in public/: one page in English or, from the template of the converter page, one page in
 * each language.
 */
export function renderPages(file: string, text: string, input: PagesInput): SiteFile[] {
  const inLanguages = file === CONVERTER ? languages : (['en'] as const);
  return inLanguages.map((language) => renderPage(file, text, input, language));
}

const CONVERTER = 'index.html';

/**
 * Renders a page from a file in public/, which is an HTML page or a guide in Markdown.
 *
 * @param file `docs/index.html` is the page `/docs/`, and `docs/limits.md` is the page `/docs/limits`
 */
export function renderPage(file: string, text: string, input: PagesInput, language: Language = 'en'): SiteFile {
  const { snapshot, guides, assets, url } = input;
  const messages = readMessages(language);
  const common = pageValues(input, language, messages);
  const isConverter = file === CONVERTER;
  const path = language === 'en' ? file.replace(/\.md$/, '.html') : `${language}.html`;
  const address = pageAddress(path);
  const guide = guides.find(({ path }) => path === address);
  const page = guide
    ? fillTemplate(guideTemplate, { ...common, ...guideValues(guide, guides) })
    : fillTemplate(text, { ...common, ...valuesOf[path]?.(input) });
  const frame = {
    ...(isConverter ? frameIn(language, messages) : englishFrame),
    about_rates: aboutRates(snapshot, language, messages),
  };
  return {
    path,
    body: layOut(page, {
      path: address,
      url,
      style: assetAddress(assets, 'style.css'),
      frame,
      ...(isConverter && {
        translations: new Map(languageEntries),
        firstScript: assetAddress(assets, 'before-paint.ts'),
      }),
    }),
  };
}

/** The path of the converter page in each language. */
const languageEntries = languages.map((language) => [language, pathOfLanguage(language)] as const);

function frameIn(language: Language, messages: Messages): Omit<Frame, 'about_rates'> {
  const text = (key: keyof Messages) => fillMessage(messages[key], {}, language);
  return {
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    skip: text('skip'),
    site: text('site'),
    converter: text('converter'),
    docs: text('docs'),
    reference: text('apiReference'),
    privacy: text('privacy'),
    licenses: text('licenses'),
    status: text('status'),
    home: pathOfLanguage(language),
    language_switch: languageSwitch(language, text('language')),
  };
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

/** The sentences about today's rates in the footer of every page, as markup. */
function aboutRates({ sources, asOf, witnessReport }: Snapshot, language: Language, messages: Messages): string {
  const words = (key: keyof Messages, values = {}) => escapeHtml(fillMessage(messages[key], values, language));
  const source = sourceOn(sources, asOf);
  // The link is inserted last, because it's markup.
  const name = isDefaultSource(source) ? words('defaultSource', { source: LINK }) : LINK;
  return [words('footer', { source: name }), words(...witnessSentence(witnessReport, language)), words('credits')]
    .join(' ')
    .replace(LINK, () => sourceLink(source));
}

const LINK = '{source}';

/** Names the source of today's rates, with a link to it. */
function sourceLink(source: Source): string {
  return isDefaultSource(source)
    ? fillTemplate('<a href="{{url}}">exchange-api</a>', { url: source.url })
    : fillTemplate('<a href="{{url}}">{{name}}</a> ({{license}})', { ...source });
}

/** The message that says whether the rates were cross-checked, and its values. */
function witnessSentence({ requested }: WitnessReport, language: Language): [keyof Messages, object?] {
  const compared = requested.filter(({ outcome }) => outcome === 'compared').map(({ witness }) => witness);
  if (compared.length > 0) {
    return ['crossChecked', { witnesses: new Intl.ListFormat(language).format(compared) }];
  }
  return [requested.length > 0 ? 'noOtherSource' : 'notCrossChecked'];
}

/** The converter's first view, which needs no script. The script keeps the view unless the URL sets other values. */
function initialPair(
  { currencies, snapshot }: PagesInput,
  language: Language,
  messages: Messages,
): Record<string, string> {
  const format = numberFormat(language);
  const [from, to] = ['USD', 'EUR'].map((code) => currencies.find((currency) => currency.code === code));
  if (!from || !to) throw new RangeError('The dataset has no rate of USD or EUR, which the converter needs.');
  const [rate, inverse] = [crossRate(from.perUsd, to.perUsd), crossRate(to.perUsd, from.perUsd)];
  const amount = 100;
  const [fromName, toName] = [from, to].map((currency) => nameIn(language, currency)) as [string, string];
  return {
    from_flag: from.flag,
    from_field: `${from.code} ${fromName}`,
    to_flag: to.flag,
    to_field: `${to.code} ${toName}`,
    to_name: toName,
    initial_amount: format.plain(amount),
    initial_given: `${format.amount(amount)} ${fromName} =`,
    initial_sum: format.amount(round(amount * rate)),
    initial_rates: [
      [from.code, format.rate(rate), to.code],
      [to.code, format.rate(inverse), from.code],
    ]
      .map(([one, rate, other]) => `<span>1 ${one} = ${rate} ${other}</span>`)
      .concat(
        Array.from(
          heldAmong(heldDates(snapshot), [from.code, to.code]),
          ([code, date]) =>
            `<small>${fillMessage(messages.heldAt, { code, date: dateInWords(date, language) }, language)}</small>`,
        ),
      )
      .join(' '),
  };
}

function rowOf(currency: PublishedCurrency, language: Language): string {
  const { code, flag, perUsd } = currency;
  const format = numberFormat(language);
  const other = code === 'USD' ? 'EUR' : 'USD';
  return fillTemplate(rowTemplate, {
    code,
    name: nameIn(language, currency),
    flag,
    countries: tenderCountriesOf(code).join(' '),
    link: `${pathOfLanguage(language)}?from=${other}&to=${code}`,
    rate: format.rate(perUsd),
    inverse: format.rate(crossRate(perUsd, 1)),
  });
}

const rowTemplate =
  '<tr data-countries="{{countries}}"><th scope="row"><span class="flag" aria-hidden="true">{{flag}}</span> <a href="{{link}}">{{code}}</a></th>' +
  '<td>{{name}}</td><td class="number">{{rate}}</td><td class="number">{{inverse}}</td></tr>';

function nameIn(language: Language, { code, name }: PublishedCurrency): string {
  return language === 'en' ? name : (currencyNameIn(language, code) ?? name);
}

/** Formats a date in a language: `2026-09-29` → `29 September 2026`. */
function dateInWords(date: string, language: Language): string {
  // The page doesn't know where its English visitors are. This form is clear to all of them.
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date));
}
