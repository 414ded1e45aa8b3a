import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type GuardedPage, openGuarded, VIEWPORT, watchPage } from './guarded-page.ts';

/** Opens a page like {@link openEmptied}, runs `story` on the page, and checks that no problems were recorded. */
export async function visit(
  browser: Browser,
  url: string,
  story: (page: Page, requests: readonly string[]) => Promise<void>,
  options: WindowOptions = {},
): Promise<void> {
  await using guarded = await openEmptied(browser, new URL(url).origin, options);
  await guarded.page.goto(url);
  await story(guarded.page, guarded.requests);
  expect(guarded.problems).toEqual([]);
}

export interface WindowOptions extends BrowserContextOptions {
  /** The time on the page's clock, which stands still; by default, the clock runs. */
  readonly now?: string;
}

interface Window {
  readonly page: Page;
  readonly session: CDPSession;
}

/** Emptied windows that no test uses, by browser, then by origin and options. */
const windows = new WeakMap<Browser, Map<string, Window[]>>();

/**
 * Opens a window that an earlier test used and emptied, because a new profile takes as long as most tests. The window
 * keeps only its process and the HTTP cache of its origin. If no such window is free, opens a new window.
 *
 * The window has no service workers, because a service worker downloads all files of a page a second time. Use
 * {@link openGuarded} to test service workers or the downloads of a first visit. Also use it if the test installs a
 * clock that runs, or changes the offline mode, permissions or init scripts, because such changes stay in a window.
 */
export async function openEmptied(
  browser: Browser,
  baseURL: string,
  { viewport = VIEWPORT, colorScheme = 'light', forcedColors = 'none', now, ...options }: WindowOptions = {},
): Promise<GuardedPage> {
  const all = windows.get(browser) ?? new Map<string, Window[]>();
  windows.set(browser, all);
  // A clock can't start to run again, so only tests that set the clock use its window.
  const key = JSON.stringify([baseURL, now !== undefined, options]);
  const free = all.get(key) ?? [];
  all.set(key, free);
  const window = free.pop() ?? (await openWindow(browser, baseURL, options));
  const { page } = window;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme, forcedColors });
  if (now !== undefined) await page.clock.setFixedTime(now);
  return {
    page,
    ...watchPage(page, baseURL),
    async [Symbol.asyncDispose]() {
      await empty(window, baseURL);
      free.push(window);
    },
  };
}

async function openWindow(browser: Browser, baseURL: string, options: BrowserContextOptions): Promise<Window> {
  // Tests of copy buttons need this permission. Every window has it, so that these tests can use any window.
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page } = await openGuarded(browser, baseURL, { permissions, ...options });
  page.removeAllListeners();
  // The script is text, because it runs in the browser, which has other globals than Node.
  if (options.javaScriptEnabled !== false) await page.addInitScript('delete Navigator.prototype.serviceWorker');
  return { page, session: await page.context().newCDPSession(page) };
}

/** Empties a window, so that it is like a new profile except for the HTTP cache. */
async function empty({ page, session }: Window, origin: string): Promise<void> {
  page.removeAllListeners();
  // A script opens the empty page, because `page.goto` would make the browser start another process.
  await page.evaluate("sessionStorage.clear(); location.replace('about:blank')");
  await page.waitForURL('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Page.resetNavigationHistory');
  await page.mouse.move(0, 0);
}
