import { policyElement } from '../../build/page-policy.ts';
import { escapeHtml, fillTemplate } from '../../build/fill-template.ts';
import { readTemplate } from '../../build/read-template.ts';

/** The header and the footer, in the language of the page. */
export interface Frame {
  /** The language, such as `en`. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** The texts of the language, such as `t.docs`. */
  readonly texts: Readonly<Record<string, string>>;
  /** The URL of the repository; empty if it isn't known. */
  readonly repository: string;
  /** The version of the software. */
  readonly version: string;
  /** The path of the converter in this language. */
  readonly home: string;
  /** The path of the spreadsheet page in this language. */
  readonly spreadsheet: string;
  /** A control to choose another language, as markup; empty on pages that have only one. */
  readonly language_switch: string;
  /** Where the rates come from, as markup. */
  readonly about_rates: string;
}

/** What a page loads before its style sheet. */
export interface LoadedFirst {
  /** URL of a script that runs before the first paint. */
  readonly script: string;
  /** URL of the page's own script. */
  readonly ownScript: string;
  /** Paths of the files that this script reads first. */
  readonly files: readonly string[];
}

export interface Placed {
  /** The page's path, such as `/docs/limits`. */
  readonly path: string;
  /** Origin of the site; undefined if it isn't known yet. */
  readonly url: string | undefined;
  /** URL of the style sheet that all pages share. */
  readonly style: string;
  readonly first?: LoadedFirst;
  /** The path of the page in each of its languages, if it has several. */
  readonly translations?: ReadonlyMap<string, string>;
  readonly frame: Frame;
}

/**
 * Puts a page into the layout that all pages share. A page is an HTML document with its own title, description, styles,
 * scripts and `<main>`. The layout adds the rest: the other tags of the head, the header and the footer.
 */
export function layOut(page: string, { path, url, style, first, translations, frame }: Placed): string {
  const { texts, ...others } = frame;
  const [, head, main] = /<head>([^]*)<\/head>\s*<body>([^]*)<\/body>/.exec(page) ?? [];
  const [, title] = /<title>([^]*?)<\/title>/.exec(page) ?? [];
  const [, description] = /<meta\s+name="description"\s+content="([^"]*)"/.exec(page) ?? [];
  if (head === undefined || main === undefined || title === undefined || description === undefined) {
    throw new SyntaxError(`The page ${path} needs a head with a title and a description, and a body.`);
  }
  return fillTemplate(readTemplate('frame/layout.html'), {
    ...texts,
    ...others,
    policy: policyElement,
    title,
    description,
    origin: url ?? '',
    // These tags need the site's host, so they are omitted if it isn't known.
    address_tags: url === undefined || !isIndexed(page) ? '' : addressTags(url, path, translations) + searchTag,
    first: first ? firstTags(style, first) : '',
    style,
    head: head.trim(),
    navigation: navigation(path, frame),
    source_link: frame.repository === '' ? '' : fillTemplate(sourceLink, { ...texts, repository: frame.repository }),
    main: main.trim(),
  });
}

/**
 * The script comes before the style sheet, because it would wait for a style sheet before it. Browsers don't look for
 * files behind the script, because the policy is in a `<meta>` element, so what the page needs is preloaded.
 */
function firstTags(style: string, { script, ownScript, files }: LoadedFirst): string {
  return [
    fillTemplate('<link rel="preload" href="{{style}}" as="style" />', { style }),
    fillTemplate('<link rel="modulepreload" href="{{ownScript}}" fetchpriority="low" />', { ownScript }),
    ...files.map((path) => fillTemplate('<link rel="preload" href="/{{path}}" as="fetch" crossorigin />', { path })),
    fillTemplate('<script src="{{script}}"></script>', { script }),
  ].join('');
}

const sourceLink = '<a href="{{repository}}">{{t.sourceCode}}</a>';

/** A browser can offer the converter as a search engine. */
const searchTag =
  '<link rel="search" type="application/opensearchdescription+xml" title="Ratesheet" href="/opensearch.xml" />';

/** The tags with the page's own URL, and with its URL in each language. */
function addressTags(url: string, path: string, translations: ReadonlyMap<string, string> = new Map()): string {
  // Visitors of `/` get the converter in their language.
  const alternates =
    translations.size === 0 ? [] : [...translations, ['x-default', translations.get('en') ?? '/'] as const];
  return [
    fillTemplate('<link rel="canonical" href="{{address}}" /><meta property="og:url" content="{{address}}" />', {
      address: url + path,
    }),
    ...alternates.map(([language, translation]) =>
      fillTemplate('<link rel="alternate" hreflang="{{language}}" href="{{address}}" />', {
        language,
        address: url + translation,
      }),
    ),
  ].join('');
}

/** Whether search engines should list a page. */
export function isIndexed(page: string): boolean {
  return !page.includes('<meta name="robots" content="noindex" />');
}

/** Characters of the link to the documentation for which a narrow window has room. */
const MAX_DOCS = 8;

/** A text that a narrow window shortens. */
const shortened = (long: string, short: string) =>
  `<span class="long">${long}</span><span class="short">${short}</span>`;

/** The links to the parts of the site. The part that the page belongs to is marked. */
function navigation(path: string, { home, texts, repository }: Frame): string {
  const links = [
    { to: home, words: '{{t.converter}}' },
    { to: '/docs/', words: (texts['t.docs'] ?? '').length > MAX_DOCS ? shortened('{{t.docs}}', 'Docs') : '{{t.docs}}' },
    // A narrow window has room only for the short name, which is the same in every language.
    { to: '/docs/api', words: shortened('{{t.apiReference}}', 'API') },
    // A narrow window has no room for this link, so the whole link is hidden there.
    ...(repository === '' ? [] : [{ to: repository, words: '{{t.sourceCode}}', attributes: ' class="long"' }]),
  ];
  const isLinked = links.some(({ to }) => to === path);
  const mark = (to: string) => {
    if (to === path) return ' aria-current="page"';
    return !isLinked && to === '/docs/' && path.startsWith(to) ? ' aria-current="true"' : '';
  };
  const template = links.map(
    ({ to, words, attributes = '' }) => `<a href="${escapeHtml(to)}"${attributes}${mark(to)}>${words}</a>`,
  );
  return fillTemplate(template.join('\n        '), texts);
}
