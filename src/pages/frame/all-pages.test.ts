import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listening } from '../../site/serve/listen.ts';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import { filesBelow } from '../../site/files-below.ts';
import { findBarriers } from '../../testing/browser/find-barriers.ts';
import { openBrowser } from '../../testing/browser/open-browser.ts';
import { openEmptied, visit } from '../../testing/browser/visit.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { startPlainHost } from '../../testing/servers/plain-host.ts';
import { recordedDay, writeSmallSite } from '../../testing/sites/small-site.ts';
import { addressOf } from '../../api/site-file.ts';
import { converterFrame } from './build/frame.ts';
import { layOut } from './build/layout.ts';
import { readTemplate } from '../build/read-template.ts';
import { present } from '../../text/present.ts';
import { type Language, languages } from '../texts/languages.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
const url = 'https://money.example';
/** Pages whose scripts add links and anchors. */
const scripted = ['/', '/receipt'];

let browser: Browser;
/** Serves the site as Cloudflare Pages does. */
let preview: Preview;
/** A server that has only static files. */
let plainHost: Listening;
let pages: Page[];

interface Page {
  readonly address: string;
  readonly html: string;
  /** The paths of all links, scripts, styles and pictures, with query and fragment. */
  readonly links: readonly string[];
  readonly ids: readonly string[];
}

beforeAll(async () => {
  await writeSmallSite(site, { url });
  [browser, preview, plainHost] = await Promise.all([openBrowser(), startPreview(site, 0), startPlainHost(site)]);
  pages = filesBelow(site)
    .filter(({ path }) => path.endsWith('.html'))
    .map(({ file, path }) => readPage(addressOf(path), readFileSync(file, 'utf8')))
    // The 404 files of the API are JSON.
    .filter(({ html }) => html.startsWith('<!doctype html>'));
  for (const address of scripted) {
    await visit(browser, preview.url + address, async (page) => {
      await page.waitForLoadState('networkidle');
      pages.push(readPage(address, await page.content()));
    });
  }
});
afterAll(async () => {
  await browser.close();
  await preview[Symbol.asyncDispose]();
  await plainHost[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

function readPage(address: string, html: string): Page {
  const valuesOf = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => value);
  const links = valuesOf(/<(?:a|link|script|img)\s[^>]*?(?:href|src)="([^"]*)"/g)
    .map((link) => new URL(link.replaceAll('&amp;', '&').replaceAll('&#38;', '&'), url + address))
    .filter(({ origin }) => origin === url)
    .map(({ pathname, search, hash }) => pathname + search + hash);
  return { address, html, links, ids: valuesOf(/\sid="([^"]*)"/g) };
}

/** The links of all pages that a server answers with another status than 200, such as with a redirect. */
async function brokenLinks(origin: string, isServed: (path: string) => boolean = () => true) {
  // Only the API depends on the query. The home pages have hundreds of links that differ only in it.
  const links = pages.flatMap(({ address, links }) =>
    links.map((link) => ({ address, link: link.replace(link.startsWith('/api') ? /#.*/ : /[?#].*/, '') })),
  );
  const unique = new Map(links.map(({ address, link }) => [link, address]));
  // The 404 page links to its own content.
  unique.delete('/404');
  expect(unique.size).toBeGreaterThan(0);
  const served = [...unique].filter(([link]) => isServed(link));
  const answers = served.map(async ([link, on]) => {
    const { status } = await fetch(origin + link, { redirect: 'manual' });
    return { on, link, status };
  });
  return (await Promise.all(answers)).filter(({ status }) => status !== 200);
}

describe('links of all pages', () => {
  it('need no redirect on Cloudflare Pages', async () => {
    expect(await brokenLinks(preview.url)).toEqual([]);
  });

  it('need no redirect on a server that has only static files, except for paths of the API without .json', async () => {
    expect(await brokenLinks(plainHost.url, (link) => !/^\/api\/[^.]*(\?|$)/.test(link))).toEqual([]);
  });

  it('lead to sections that exist', () => {
    const places = new Set(pages.flatMap(({ address, ids }) => ids.map((id) => `${address}#${id}`)));
    const linked = pages.flatMap(({ links }) => links.filter((link) => link.includes('#')));
    expect(linked).not.toEqual([]);
    const missing = linked.filter((link) => !places.has(decodeURIComponent(link.replace(/\?[^#]*/, ''))));
    expect(missing).toEqual([]);
  });
});

it('sitemap.xml > lists all pages except the 404 page, by their canonical URLs', () => {
  const listed = [...readFileSync(join(site, 'sitemap.xml'), 'utf8').matchAll(/<loc>(.*?)<\/loc>/g)];
  const canonical = pages.flatMap(({ html }) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? []);
  expect(listed.map(([, page]) => page).toSorted()).toEqual([...new Set(canonical)].toSorted());
  const addresses = new Set(pages.map(({ address }) => address));
  expect(listed).toHaveLength(addresses.size - 1);
});

it.each([
  [320, 'dark'],
  [1280, 'light'],
] as const)('status page > has no accessibility problem at a width of %d px in %s mode', async (width, colorScheme) => {
  const options = { viewport: { width, height: 800 }, colorScheme };
  await visit(
    browser,
    `${preview.url}/status`,
    async (page) => {
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    },
    options,
  );
});

it('prose of all pages > has no straight apostrophes', () => {
  const found = pages.flatMap(({ address, html }) => {
    const prose = html.replaceAll(/<(code|pre|script|textarea)\b[^]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, '');
    return [...prose.matchAll(/.{0,30}(?:'|&#39;|&#x27;).{0,30}/g)].map(([text]) => `${address}: ${text}`);
  });
  expect(found).toEqual([]);
});

describe('header in each language, with and without a link to the repository,', () => {
  const notFound = readTemplate('not-found/not-found.html');

  /** The header of a page, in an element with the page's language. */
  function headerOf(language: Language, repository: string): string {
    const frame = { ...converterFrame({ snapshot: recordedDay, quotingBanks: [] }, language), repository };
    const html = layOut(notFound, { path: '/404', url: undefined, style: '/style.css', frame });
    return `<div lang="${frame.lang}" dir="${frame.dir}">${/<header[^]*<\/header>/.exec(html)?.[0]}</div>`;
  }

  it.each([320, 390, 1280])('takes one line in a window of %d pixels, and names all its links', async (width) => {
    const style = filesBelow(site).find(({ path }) => /^assets\/style-.*\.css$/.test(path));
    const headers = languages.flatMap((language) =>
      ['', 'https://git.example/rates'].map((it) => headerOf(language, it)),
    );
    await using guarded = await openEmptied(browser, preview.url, { viewport: { width, height: 800 } });
    const { page } = guarded;
    const css = readFileSync(present(style, 'style sheet').file, 'utf8');
    const body = `<!doctype html><style>${css}</style>${headers.join('')}`;
    await page.route('**/headers', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
    await page.goto('/headers');
    const seen = await page.locator('.bar').evaluateAll((bars) =>
      bars.map((bar) => {
        const nav = bar.querySelector('nav');
        const links = Array.from(bar.querySelectorAll('.brand, nav a')).filter((link) => link.checkVisibility());
        const tops = links.map((link) => Math.round(link.getBoundingClientRect().top));
        return { lines: new Set(tops).size, hidden: (nav?.scrollWidth ?? NaN) - (nav?.clientWidth ?? NaN) };
      }),
    );
    expect(seen).toEqual(headers.map(() => ({ lines: 1, hidden: 0 })));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await findBarriers(page, { runOnly: ['link-name'] })).toEqual([]);
  });
});

describe('icons', () => {
  const read = (path: string) => readFileSync(join(site, path));
  /** The width and height in a PNG file. */
  const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

  it('of the web app have the sizes that the manifest says, and one may be cut to any shape', () => {
    const { icons } = JSON.parse(read('site.webmanifest').toString()) as {
      icons: { src: string; type: string; sizes: string; purpose?: string }[];
    };
    const pictures = icons.filter(({ type }) => type === 'image/png');
    expect(pictures.map(({ src, sizes, purpose }) => [sizes, purpose, sizeOf(read(src))])).toEqual([
      ['192x192', undefined, '192x192'],
      ['512x512', undefined, '512x512'],
      ['512x512', 'maskable', '512x512'],
    ]);
  });

  it('for old browsers are in /favicon.ico, an ICO file of three pictures', () => {
    const ico = read('favicon.ico');
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
    const sizes = [6, 22, 38].map((entry) => sizeOf(ico.subarray(ico.readUInt32LE(entry + 12))));
    expect(sizes).toEqual(['16x16', '32x32', '48x48']);
  });
});
