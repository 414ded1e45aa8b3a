import type { Browser } from 'playwright-core';
import { recordedDay } from '../recorded/recorded-site.ts';
import { interStyle } from './inter.ts';

export const SIZE = { width: 1200, height: 1180 };
export const SCALE = 1.5;

/** Opens the converter as the README shows it. @param baseURL of a site with the recorded rates */
export async function openConverter(browser: Browser, baseURL: string, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({
    ...{ baseURL, colorScheme, viewport: SIZE, deviceScaleFactor: SCALE },
    locale: 'en-GB',
    // The page's policy allows no font of others.
    bypassCSP: true,
  });
  await context.route('**/assets/style-*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()) + interStyle });
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(`${recordedDay.date}T12:00:00Z`);
  await page.goto('/?from=EUR&to=JPY&amount=100');
  await page.locator('#chart canvas').waitFor();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  // The chart may have been drawn before the font was loaded. Another size draws it again.
  await page.setViewportSize({ ...SIZE, width: SIZE.width - 100 });
  await page.setViewportSize(SIZE);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 300)))');
  return page;
}
