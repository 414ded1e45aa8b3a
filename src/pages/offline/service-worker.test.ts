import { createServer } from 'node:http';
import { join } from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, type Listening } from '../../site/serve/listen.ts';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import { openGuarded } from '../../testing/browser/guarded-page.ts';
import { openBrowser } from '../../testing/browser/open-browser.ts';
import { recordedDay, writeSmallSite } from '../../testing/sites/small-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';

const folder = temporaryFolder();
let browser: Browser;
let site: Preview;

beforeAll(async () => {
  const out = join(folder.path, 'site');
  await writeSmallSite(out, { snapshot: { ...recordedDay, stale_reason: null } });
  [browser, site] = await Promise.all([openBrowser(), startPreview(out, 0)]);
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** A host with its own origin. It serves the site until a test sets other responses. */
interface Host extends Listening {
  answer: (path: string, request: Request) => Response | Promise<Response>;
}

const fromSite = (path: string) => fetch(site.url + path);

async function startHost(): Promise<Host> {
  const server = createServer(createRequestListener((request) => host.answer(new URL(request.url).pathname, request)));
  const host: Host = Object.assign(await listen(server), { answer: fromSite });
  return host;
}

const html = (body: string | ReadableStream) => new Response(body, { headers: { 'Content-Type': 'text/html' } });
const pair = '/?from=USD&to=JPY&amount=1';
const newRate = '200';

/** The site's response, but with another JPY rate. */
async function withNewRate(path: string): Promise<Response> {
  const response = await fetch(site.url + path);
  return path === '/api/v1/rates.json'
    ? edited(response, (text) => text.replace(/"JPY":[\d.]+/, '"JPY":200'))
    : response;
}

async function edited(response: Response, edit: (text: string) => string): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('Content-Length');
  return new Response(edit(await response.text()), { headers });
}

const sum = (page: Page) => page.locator('#result .sum').textContent();
/** The width of the drawing in the From field's flag: 0 if the file of flags isn't loaded. */
const flagWidth = (page: Page) =>
  page.locator('#from-flag use').evaluate((drawing: SVGUseElement) => drawing.getBBox().width);
const charted = (page: Page) => page.locator('#chart canvas').waitFor();
const note = (page: Page) => page.locator('#stale').textContent();
const kept = 'This site can’t be reached. These are the last rates that this browser saved, from September 29, 2026.';

/** Makes the service worker note for how long it waits. */
function recordWaits(): void {
  const [waits, { setTimeout }]: [number[], typeof globalThis] = [[], globalThis];
  Object.assign(globalThis, {
    waits,
    setTimeout: (work: () => void, milliseconds: number) => {
      waits.push(milliseconds);
      return setTimeout(work, milliseconds);
    },
  });
}

/** Waits until files are cached. */
function areKept(page: Page, paths: readonly string[]): Promise<void> {
  return page.evaluate(async (wanted) => {
    const missing = async () => (await Promise.all(wanted.map((path) => caches.match(path)))).includes(undefined);
    while (await missing()) await new Promise((resolve) => setTimeout(resolve, 20));
  }, paths);
}

type Visitor = AsyncDisposable & { readonly page: Page; readonly host: Host };

/** A visitor whose browser has cached the page and its files. */
async function returningVisitor(): Promise<Visitor> {
  const opened = new AsyncDisposableStack();
  const host = opened.use(await startHost());
  const { page } = opened.use(await openGuarded(browser, host.url));
  await page.clock.setFixedTime(recordedDay.checked_at);
  await page.goto(pair);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The worker handles the second visit and also caches the chart's files.
  await page.reload();
  await charted(page);
  await areKept(page, ['/series/market/usd.json', '/series/market/jpy.json']);
  return Object.assign(opened, { page, host });
}

describe('service worker (shows the site offline)', () => {
  /** All tests have the same visitor, because a first visit with its downloads takes as long as several tests. */
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await returningVisitor();
  });
  beforeEach(async () => {
    visitor.host.answer = fromSite;
    await visitor.page.context().setOffline(false);
    await visitor.page.goto(pair);
    await charted(visitor.page);
  });
  afterAll(() => visitor[Symbol.asyncDispose]());

  it('lets the host redirect the visitor to a login page or to a different origin', async () => {
    await using other = await startHost();
    const { page, host } = visitor;
    host.answer = (path, { headers }) => {
      if (path === '/login') return html('<h1>Please log in</h1>');
      // Only page loads are redirected, because the browser rejects a redirected service worker script.
      return headers.get('Sec-Fetch-Mode') === 'navigate'
        ? Response.redirect(`${host.url}/login`, 302)
        : new Response(null, { status: 401 });
    };
    await page.goto('/');
    expect(await page.locator('h1').textContent()).toBe('Please log in');
    expect(page.url()).toBe(`${host.url}/login`);
    host.answer = (path) => Response.redirect(other.url + path, 301);
    other.answer = () => html('<h1>Another origin</h1>');
    await page.goto('/?from=EUR&to=USD');
    expect(await page.locator('h1').textContent()).toBe('Another origin');
    expect(page.url()).toBe(`${other.url}/`);
  });

  it.each<[string, (end: Promise<unknown>) => Response | Promise<Response>]>([
    ['doesn’t respond', (end) => end.then(() => new Response())],
    [
      'stops in the middle of its response',
      (end) =>
        html(
          new ReadableStream({
            start: async (body) => {
              body.enqueue(new TextEncoder().encode('<h1>Half'));
              await end;
              body.close();
            },
          }),
        ),
    ],
  ])('shows cached files after three seconds if the host %s', async (_, answer) => {
    const { page, host } = visitor;
    // Responses that never end would use up the browser's connections to the host.
    const { promise: end, resolve: release } = Promise.withResolvers<undefined>();
    host.answer = () => answer(end);
    const worker = page.context().serviceWorkers()[0] ?? expect.fail('no service worker');
    await worker.evaluate(recordWaits);
    await page.goto(pair);
    await charted(page);
    release(undefined);
    // Only the page itself waits for the host. Its files don't wait another three seconds.
    const waits = await worker.evaluate(() => (globalThis as unknown as { waits: number[] }).waits);
    expect(waits.filter((milliseconds) => milliseconds > 0)).toEqual([3000]);
    expect(await note(page)).toBe(kept);
  });

  it('keeps the cached page if requests return a Wi-Fi login page, an error or another version’s page', async () => {
    const { page, host } = visitor;
    const answers: Host['answer'][] = [
      () => html('<h1>Portal</h1>'),
      () => new Response('Maintenance', { headers: { 'Content-Type': 'text/plain' } }),
      // The page of another version.
      async (path) => {
        const response = await fetch(site.url + path);
        return path === '/'
          ? edited(response, (text) => text.replaceAll(/-[0-9A-Z]{8}\.(js|css)"/g, '-ANOTHER1.$1"'))
          : response;
      },
    ];
    for (const answer of answers) {
      host.answer = answer;
      await page.goto('/');
      // The converter page would send these requests, but the host may have returned another page.
      for (const path of ['/api/v1/rates.json', '/api/currencies.json']) {
        await page.evaluate((address) => fetch(address).then((response) => response.text()), path);
      }
      await page.context().setOffline(true);
      await page.goto(pair);
      await charted(page);
      expect(await note(page)).toBe(kept);
      await page.context().setOffline(false);
    }
  });

  it('shows the converter page while the browser is offline', async () => {
    const { page, host } = visitor;
    expect(await note(page)).toBe('');
    await page.getByLabel('Kind of rate').selectOption('European Central Bank');
    await page.getByText('Source: European Central Bank').waitFor({ state: 'attached' });
    const official = await sum(page);
    await page.getByLabel('Kind of rate').selectOption('Market rate');
    const rate = await sum(page);
    await page.context().setOffline(true);
    await page.goto(pair);
    await charted(page);
    expect(await note(page)).toBe(kept);
    expect(await sum(page)).toBe(rate);
    expect(await flagWidth(page)).toBeGreaterThan(0);
    // The chart's files have the rate of a past day, too.
    await page.goto(`${pair}&date=2026-09-22`);
    await page.locator('#freshness', { hasText: 'Rate for September 22, 2026.' }).waitFor({ state: 'attached' });
    await page.goto(pair);
    await charted(page);
    await page.getByLabel('Kind of rate').selectOption('European Central Bank');
    await page.getByText('Source: European Central Bank').waitFor({ state: 'attached' });
    expect(await sum(page)).toBe(official);

    await page.context().setOffline(false);
    host.answer = withNewRate;
    await page.goto(pair);
    await page.locator('.sum', { hasText: newRate }).waitFor();
    expect(await note(page)).toBe('');
  });

  it('caches a response that arrives after the cached files are shown', async () => {
    const { page, host } = visitor;
    const { promise: recovery, resolve: recover } = Promise.withResolvers<undefined>();
    host.answer = async (path) => {
      await recovery;
      return withNewRate(path);
    };
    await page.goto(pair);
    await page.locator('#stale', { hasText: kept }).waitFor();
    expect(await sum(page)).not.toBe(newRate);
    recover(undefined);
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/api/v1/rates.json'))?.text()))
      .toContain('"JPY":200,');
    await page.context().setOffline(true);
    await page.reload();
    await page.locator('.sum', { hasText: newRate }).waitFor();
  });

  it('shows the host’s response if the browser’s cache can’t be opened', async () => {
    const { page, host } = visitor;
    await page.context().serviceWorkers()[0]?.evaluate('caches.open = () => Promise.reject(new Error("full"))');
    host.answer = withNewRate;
    await page.goto(pair);
    await page.locator('.sum', { hasText: newRate }).waitFor();
    expect(await note(page)).toBe('');
  });
});

describe('service worker of a new visitor', () => {
  it('shows the page in the visitor’s language, its chart and a read guide offline after one visit', async () => {
    await using host = await startHost();
    await using visitor = await openGuarded(browser, host.url, { locale: 'de-DE' });
    const { page } = visitor;
    await page.clock.setFixedTime(recordedDay.checked_at);
    await page.goto(pair);
    await page.waitForURL(`${host.url}/de?from=USD&to=JPY&amount=1`);
    await charted(page);
    await areKept(page, ['/series/market/usd.json', '/series/market/jpy.json']);
    await page.goto('/docs/limits');
    await areKept(page, ['/docs/limits']);
    await page.locator('#search').fill('quota');
    await page.locator('#results a').first().waitFor();
    await areKept(page, ['/docs/search.json']);
    await page.context().setOffline(true);
    for (const address of ['/de?from=USD&to=CHF', '/']) {
      await page.goto(address);
      await page.getByText('die dieser Browser gespeichert hat').waitFor();
      expect(await page.locator('h1').textContent()).toBe('Währungsrechner');
    }
    await page.goto('/de?from=USD&to=JPY&amount=1');
    await charted(page);
    await page.goto('/docs/limits');
    expect(await page.locator('h1').textContent()).toBe('Limits and CORS');
    await page.locator('#search').fill('quota');
    await page.locator('#results a').first().waitFor();
  });

  it('is replaced by a newer service worker even if the host redirects the page to a different origin', async () => {
    await using other = await startHost();
    await using visitor = await returningVisitor();
    const { page, host } = visitor;
    other.answer = () => html('<h1>Another origin</h1>');
    host.answer = async (path) => {
      if (path === '/') return Response.redirect(other.url, 301);
      const response = await fetch(site.url + path);
      return path === '/service-worker.js' ? edited(response, (code) => `${code};self.isNew=true`) : response;
    };
    const installing = page.context().waitForEvent('serviceworker');
    await page.goto('/docs/');
    const worker = await installing;
    expect(await worker.evaluate('self.isNew')).toBe(true);
    await expect.poll(() => worker.evaluate('self.serviceWorker.state')).toBe('activated');
  });
});
