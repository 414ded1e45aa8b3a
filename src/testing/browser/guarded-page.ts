import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface GuardedPage extends AsyncDisposable {
  readonly page: Page;
  /** Anything that a page of ours must not do: errors in the console, requests to another origin, broken policies. */
  readonly problems: string[];
  /** The requested URLs. */
  readonly requests: string[];
}

/** Opens a page in a new browser profile, and records everything that a page of ours must not do. */
export async function openGuarded(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<GuardedPage> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => problems.push(`thrown: ${message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    requests.push(url.pathname + url.search);
    if (url.origin !== baseURL && !['data:', 'blob:'].includes(url.protocol)) problems.push(`asked ${url.href}`);
  });
  if (options.javaScriptEnabled !== false) {
    // As text, because it runs in the browser with other globals.
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => console.error('policy:', event.effectiveDirective, event.blockedURI))",
    );
  }
  return { page, problems, requests, [Symbol.asyncDispose]: () => context.close() };
}

/** The widths and color schemes in which pages are checked, with the rules for {@link findBarriers}. */
export const views: readonly [width: number, BrowserContextOptions, rules: readonly string[] | undefined][] = [
  [320, { colorScheme: 'light' }, undefined],
  [1280, { colorScheme: 'light' }, undefined],
  // Only the colors differ.
  [1280, { colorScheme: 'dark' }, ['color-contrast', 'link-in-text-block']],
  [1280, { forcedColors: 'active' }, ['color-contrast', 'link-in-text-block']],
];

/** The problems that axe-core finds on a page. @param rules names or tags of rules; all rules by default */
export async function findBarriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  // Evaluated through the driver, which isn't restricted by the page's policy.
  await page.evaluate(readFileSync(source, 'utf8'));
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run(tags ? { runOnly: tags } : {});
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
}
