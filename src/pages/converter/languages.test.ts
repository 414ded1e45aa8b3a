import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../site/serve/listen.ts';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import { exceptColors, findBarriers } from '../../testing/browser/find-barriers.ts';
import { openGuarded } from '../../testing/browser/guarded-page.ts';
import { openBrowser } from '../../testing/browser/open-browser.ts';
import { visit } from '../../testing/browser/visit.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { fewCurrencies, writeSmallSite } from '../../testing/sites/small-site.ts';
import { languages, pathOfLanguage } from '../texts/languages.ts';

const folder = temporaryFolder();
let browser: Browser;
let preview: Preview;

beforeAll(async () => {
  await writeSmallSite(folder.path, { ...fewCurrencies, url: 'https://rates.example' });
  [browser, preview] = await Promise.all([openBrowser(), startPreview(folder.path, 0)]);
});
afterAll(async () => {
  await browser.close();
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const heading = (page: Page) => page.locator('h1').textContent();
const charted = (page: Page) => page.locator('#chart canvas').waitFor();
const pathOf = (page: Page) => page.url().slice(preview.url.length);

describe('converter page in the visitor’s language', () => {
  it('is where the first visit of / leads, with the query and the fragment', async () => {
    const address = `${preview.url}/?from=CHF&to=JPY&amount=1234.5#rates`;
    await visit(
      browser,
      address,
      async (page) => {
        await charted(page);
        expect(pathOf(page)).toBe('/de?from=CHF&to=JPY&amount=1234.5#rates');
        expect(await page.locator('#from-name').textContent()).toBe('Schweizer Franken');
        expect(await page.locator('#amount').inputValue()).toBe('1234,5');
        expect(await page.locator('#result .given').textContent()).toBe('1.234,5 Schweizer Franken =');
        expect(await page.locator('#freshness').textContent()).toMatch(
          /^Kurse vom 29\. September 2026 \(vor 5 Tagen\), /,
        );
        // The page's own links stay in the language.
        await page.locator('#swap').click();
        expect(pathOf(page)).toMatch(/^\/de\?from=JPY&to=CHF/);
      },
      { locale: 'de-DE', now: '2026-10-04T12:00:00Z' },
    );
  });

  it('isn’t left if a link leads to another language', async () => {
    await visit(
      browser,
      `${preview.url}/fr`,
      async (page) => {
        await charted(page);
        expect(pathOf(page)).toMatch(/^\/fr/);
        expect(await heading(page)).toBe('Convertisseur de devises');
      },
      { locale: 'de-DE' },
    );
  });

  it('can be chosen with the keyboard, and the choice is stored', async () => {
    await visit(browser, `${preview.url}/?from=CHF&to=JPY&amount=20`, async (page) => {
      await charted(page);
      await page.getByRole('button', { name: 'Language: English' }).focus();
      await page.keyboard.press('Enter');
      const german = page.getByRole('link', { name: 'Deutsch' });
      await page.keyboard.press('Escape');
      expect(await german.isVisible()).toBe(false);
      await page.keyboard.press('Enter');
      while (!(await german.evaluate((link) => link === document.activeElement))) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${preview.url}/de?from=CHF&to=JPY&amount=20`);
      await page.goto(`${preview.url}/`);
      await page.waitForURL(`${preview.url}/de`);
      await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
      await page.getByRole('link', { name: 'English' }).click();
      await page.waitForURL(`${preview.url}/?lang=en`);
      expect(await heading(page)).toBe('Currency converter');
    });
  });

  it('is written from right to left in Arabic', async () => {
    await visit(
      browser,
      `${preview.url}/?from=USD&to=AED&amount=1234.5`,
      async (page) => {
        await charted(page);
        expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
        // Otherwise, the axis would have the day on the wrong side of the month.
        expect(await page.evaluate('document.querySelector("#chart canvas").getContext("2d").direction')).toBe('rtl');
        expect(await page.locator('#result .given').textContent()).toBe('١٬٢٣٤٫٥ دولار أمريكي =');
        expect(await page.locator('#freshness').textContent()).toContain('٢٩ سبتمبر ٢٠٢٦');
        expect(await page.locator('#pair-rates').textContent()).toMatch(/^١ USD = ٣٫٦٧٢٥ AED ١ AED = /);
        expect(await page.locator('#chart-readout .rate').textContent()).toBe('١ USD = ٣٫٦٧٢٥ AED');
        expect(await page.locator('#table-there caption').textContent()).toBe('دولار أمريكي ← درهم إماراتي');
        // Texts that the build wrote with Latin digits have the visitor's digits, too.
        const figures = await page.locator('#fee option, #rates-lead, #show-all').allTextContents();
        expect(figures.filter((figure) => /\d/.test(figure))).toEqual([]);
        await page.locator('#amount').fill('100 aed to usd');
        expect(await page.locator('#amount-note button').textContent()).toBe('\u2066١٠٠ AED → USD\u2069');
        expect(await findBarriers(page, exceptColors)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      },
      { locale: 'ar-EG', viewport: { width: 320, height: 800 } },
    );
  });

  it('names both forms of Chinese in the menu of languages', async () => {
    const html = await (await fetch(`${preview.url}/zh`)).text();
    const names = [...html.matchAll(/hreflang="zh[^"]*"[^>]*>([^<]+)<\/a>/g)].map(([, name]) => name);
    expect(names).toEqual(['简体中文', '繁體中文']);
  });

  it('is in English for a locale that has no page, but with its numbers', async () => {
    await visit(
      browser,
      `${preview.url}/?from=USD&to=AED&amount=1234.5`,
      async (page) => {
        await charted(page);
        expect(await page.evaluate('document.documentElement.dir')).toBe('ltr');
        expect(await page.locator('#result .given').textContent()).toBe(
          `${new Intl.NumberFormat('fa-IR').format(1234.5)} US dollars =`,
        );
        expect(await page.locator('#freshness').textContent()).toMatch(/^Rates for September 29, 2026 \(5 days ago\)/);
      },
      { locale: 'fa-IR', now: '2026-10-04T12:00:00Z' },
    );
  });

  it('works without JavaScript', async () => {
    await using guarded = await openGuarded(browser, preview.url, { javaScriptEnabled: false });
    const { page } = guarded;
    await page.goto('/de');
    expect(await page.getByRole('row', { name: 'CHF' }).textContent()).toContain('Schweizer Franken');
    expect(await page.locator('noscript').textContent()).toContain('Der Rechner braucht JavaScript.');
    await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
    await page.getByRole('link', { name: 'Français' }).click();
    expect(await heading(page)).toBe('Convertisseur de devises');
  });

  it('tells search engines its URL in each language', async () => {
    const html = await (await fetch(`${preview.url}/de`)).text();
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain('<link rel="canonical" href="https://rates.example/de" />');
    const alternates = [...html.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)"/g)].map(
      ([, language, url]) => [language, url],
    );
    expect(alternates).toEqual([
      ['en', 'https://rates.example/'],
      ...languages
        .filter((code) => code !== 'en')
        .map((code) => [code, `https://rates.example${pathOfLanguage(code)}`]),
      ['x-default', 'https://rates.example/'],
    ]);
    const sitemap = await (await fetch(`${preview.url}/sitemap.xml`)).text();
    for (const [, url] of alternates) expect(sitemap).toContain(`<loc>${String(url)}</loc>`);
  });
});

describe('first paint of the converter page', () => {
  /**
   * Records what the page shows in each frame that the browser paints, across redirects. Browsers call
   * requestAnimationFrame right before they paint.
   */
  const recordFrames = `
    const record = () => {
      const { className, hidden, lang } = document.documentElement;
      const fields = ['from', 'to', 'amount'].map((id) => document.getElementById(id)?.value ?? '…');
      const frame = hidden ? 'nothing' : [lang, className.replace(' ', '+'), ...fields].join(' ');
      sessionStorage.frames = (sessionStorage.frames ?? '') + frame + '|';
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);`;

  /** The site on a slow connection: the page arrives in pieces, and its script and the rates don't arrive. */
  async function startSlowHost() {
    const server = createServer(
      createRequestListener(async (request) => {
        const { pathname } = new URL(request.url);
        if (/page-.*\.js$|^\/api\//.test(pathname)) return new Promise(() => undefined);
        const response = await fetch(preview.url + pathname);
        if (!['/', '/de'].includes(pathname)) return response;
        const html = await response.text();
        const pieces = html.split(/(?=<input|<button|<output|<section)/);
        const body = new ReadableStream({
          async start(stream) {
            for (const piece of pieces) {
              stream.enqueue(new TextEncoder().encode(piece));
              await new Promise((resolve) => setTimeout(resolve, 20));
            }
            stream.close();
          },
        });
        return new Response(body, { headers: { 'Content-Type': 'text/html' } });
      }),
    );
    return listen(server);
  }

  it.each([
    ['en-US', '/?from=CHF&to=SEK&amount=5', '/?from=CHF&to=SEK&amount=5', 'en starting+loading CHF SEK 5'],
    ['de-DE', '/?from=chf&amount=1.5', '/de?from=chf&amount=1.5', 'de starting+loading CHF EUR 1,5'],
  ])('shows only the URL’s currencies and amount on a slow connection in %s', async (locale, from, to, whole) => {
    await using host = await startSlowHost();
    await using guarded = await openGuarded(browser, host.url, { locale });
    const { page } = guarded;
    await page.addInitScript(recordFrames);
    await page.goto(from, { waitUntil: 'commit' });
    await page.locator('.foot').waitFor();
    expect(page.url()).toBe(host.url + to);
    const frames = String(await page.evaluate('sessionStorage.frames'))
      .split('|')
      .filter((frame) => frame !== '');
    // Each field is either not there yet, or it shows what the URL asks for.
    const [language, state, ...fields] = whole.split(' ');
    const allowed = new RegExp(
      `^(nothing|${language} ${state?.replace('+', '\\+')}${fields.map((field) => ` (${field}|…)`).join('')})$`,
    );
    expect(frames.filter((frame) => !allowed.test(frame))).toEqual([]);
    expect(frames.at(-1)).toBe(whole);
  });
});
