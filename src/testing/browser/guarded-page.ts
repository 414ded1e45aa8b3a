import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** What a page did. */
export interface Watched {
  /**
   * Anything that the site's pages must not do: errors or warnings in the console, thrown errors, requests to another
   * origin, violations of the page's security policy.
   */
  readonly problems: string[];
  /** The path and query of each requested URL. */
  readonly requests: string[];
}

export interface GuardedPage extends AsyncDisposable, Watched {
  readonly page: Page;
}

/** Size of the browser window in pixels, unless a test needs another size. */
export const VIEWPORT = { width: 1280, height: 900 };

/** If a service worker takes over a page while it opens, Chromium requests a preloaded file again, with this warning. */
const TAKEN_OVER = /^A preload for .* is not used because it is a cross-world service worker resource mismatch\.$/;

/** Opens a page in a new browser profile, and records its requests and everything that the site's pages must not do. */
export async function openGuarded(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<GuardedPage> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-US',
    viewport: VIEWPORT,
    ...options,
  });
  const page = await context.newPage();
  if (options.javaScriptEnabled !== false) {
    // The script is text, because it runs in the browser, which has other globals than Node.
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => console.error('policy:', event.effectiveDirective, event.blockedURI))",
    );
  }
  return { page, ...watchPage(page, baseURL), [Symbol.asyncDispose]: () => context.close() };
}

/** Records what a page does from now on. */
export function watchPage(page: Page, baseURL: string): Watched {
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || TAKEN_OVER.test(message.text())) return;
    problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => problems.push(`thrown: ${message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    requests.push(url.pathname + url.search);
    if (url.origin !== baseURL && !['data:', 'blob:'].includes(url.protocol)) problems.push(`asked ${url.href}`);
  });
  return { problems, requests };
}
