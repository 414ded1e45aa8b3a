import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Preview, startPreview } from '../preview/preview-server.ts';
import { findBarriers, openGuarded } from '../testing/browser/guarded-page.ts';
import { openBrowser } from '../testing/browser/open-browser.ts';
import { writeSmallSite } from '../testing/sites/small-site.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';

const folder = temporaryFolder();
let browser: Browser;
let preview: Preview;
beforeAll(async () => {
  const site = join(folder.path, 'site');
  await writeSmallSite(site, { url: 'https://rates.example' });
  [browser, preview] = await Promise.all([openBrowser(), startPreview(site, 0)]);
});
afterAll(async () => {
  await browser.close();
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

describe('the page for who uses another API', () => {
  it.each([320, 1280])('fits %d px, breaks no policy and shuts nobody out', async (width) => {
    await using guarded = await openGuarded(browser, preview.url, { viewport: { width, height: 900 } });
    const { page, problems } = guarded;
    await page.goto('/docs/switch');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('names settings by the site’s own address, and each address on it is answered', async () => {
    await using guarded = await openGuarded(browser, preview.url);
    const { page } = guarded;
    await page.goto('/docs/switch');
    expect(await page.locator('td').allInnerTexts()).toContain('FRANKFURTER_URL=https://rates.example/v2');
    const codes = await page.locator('#differs code').allInnerTexts();
    const addresses = codes.filter((text) => text.startsWith('/'));
    expect(addresses.length).toBeGreaterThan(12);
    for (const address of addresses) {
      expect([address, (await fetch(preview.url + address)).status]).toEqual([address, 200]);
    }
  });
});
