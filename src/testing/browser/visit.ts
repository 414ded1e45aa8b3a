import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type GuardedPage, openGuarded, VIEWPORT, watch } from './guarded-page.ts';

/** Opens a page like {@link openEmptied}, does something there, and checks that nothing happened that must not. */
export async function visit(
  browser: Browser,
  url: string,
  story: (page: Page, requests: readonly string[]) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  await using guarded = await openEmptied(browser, new URL(url).origin, options);
  await guarded.page.goto(url);
  await story(guarded.page, guarded.requests);
  expect(guarded.problems).toEqual([]);
}

interface Window {
  readonly page: Page;
  readonly session: CDPSession;
}

/** The emptied windows by their browser, and by the options that a window keeps. */
const windows = new WeakMap<Browser, Map<string, Window[]>>();

/**
 * Opens a window that an earlier test used, without anything that the test left in it, because a new profile costs as
 * much time as most tests. The window keeps only its process and the HTTP cache of its origin.
 *
 * It has no service workers, because a page's service worker downloads all files of the page a second time. Use
 * {@link openGuarded} for a test of them, of a first visit's downloads, or with something that would stay in a window:
 * init scripts, the clock, the offline mode, or permissions that the test itself changes.
 */
export async function openEmptied(
  browser: Browser,
  baseURL: string,
  { viewport = VIEWPORT, colorScheme = 'light', forcedColors = 'none', ...options }: BrowserContextOptions = {},
): Promise<GuardedPage> {
  const all = windows.get(browser) ?? new Map<string, Window[]>();
  windows.set(browser, all);
  const key = JSON.stringify([baseURL, options]);
  const free = all.get(key) ?? [];
  all.set(key, free);
  const window = free.pop() ?? (await openWindow(browser, baseURL, options));
  const { page } = window;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme, forcedColors });
  return {
    page,
    ...watch(page, baseURL),
    async [Symbol.asyncDispose]() {
      await empty(window, baseURL);
      free.push(window);
    },
  };
}

async function openWindow(browser: Browser, baseURL: string, options: BrowserContextOptions): Promise<Window> {
  const { page } = await openGuarded(browser, baseURL, options);
  page.removeAllListeners();
  // As text, because it runs in the browser with other globals.
  if (options.javaScriptEnabled !== false) await page.addInitScript('delete Navigator.prototype.serviceWorker');
  return { page, session: await page.context().newCDPSession(page) };
}

/** Leaves a window like a new profile, apart from the HTTP cache. */
async function empty({ page, session }: Window, origin: string): Promise<void> {
  page.removeAllListeners();
  // The page leaves by itself, because the driver would start another process for the empty page.
  await page.evaluate("sessionStorage.clear(); location.replace('about:blank')");
  await page.waitForURL('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Page.resetNavigationHistory');
  await page.mouse.move(0, 0);
}
