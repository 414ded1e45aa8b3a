import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import { dateOfDay } from '../../money/calendar.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { openBrowser } from '../../testing/browser/open-browser.ts';
import { openEmptied, visit as visitPage } from '../../testing/browser/visit.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { fewCurrencies, recordedFiles, recordedOfficial, writeSmallSite } from '../../testing/sites/small-site.ts';
import { numberFormat } from '../../text/wording/number-format.ts';

const folder = temporaryFolder();
const format = numberFormat('en-US');
const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

let browser: Browser;
let preview: Preview;

beforeAll(async () => {
  await writeSmallSite(folder.path, fewCurrencies);
  [browser, preview] = await Promise.all([openBrowser(), startPreview(folder.path, 0)]);
});
afterAll(async () => {
  await browser.close();
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const visit = (
  address: string,
  story: (page: Page, requests: readonly string[]) => Promise<void>,
  options: BrowserContextOptions = {},
) => visitPage(browser, preview.url + address, story, options);

const charted = (page: Page) => page.locator('#chart canvas').waitFor();
const chartOf = (page: Page) => page.getByRole('slider', { name: 'Day on the chart' });
const says = (page: Page) => chartOf(page).getAttribute('aria-valuetext');
const summary = (page: Page) => page.locator('#chart-summary');

/** The valid rate of USD in EUR on a day. */
function validRate(date: string): number {
  const rates = recordedFiles.validDays.find((day) => day.date === date)?.rates;
  return crossRate(rates?.get('USD') ?? NaN, rates?.get('EUR') ?? NaN);
}

/** How the chart describes a day: with its rate, and with the change since another day. */
function inWords(date: string, since: string): string {
  const rate = validRate(date);
  const change = percent.format(rate / validRate(since) - 1);
  return `${longDate.format(Date.parse(date))}: 1 USD = ${format.rate(rate)} EUR (${change})`;
}

const cursor = (page: Page) =>
  page.evaluate(() => {
    const middle = (selector: string) => {
      const { left, width } = document.querySelector(selector)?.getBoundingClientRect() ?? { left: NaN, width: 0 };
      return left + width / 2;
    };
    return Math.abs(middle('.u-cursor-x') - middle('.u-cursor-pt'));
  });

describe('chart on the converter page', () => {
  it('shows the rates of the chosen range, with the change since its first day', async () => {
    await visit('/', async (page) => {
      await charted(page);
      expect(await page.locator('#chart-readout span').allTextContents()).toEqual([
        `1 USD = ${format.rate(validRate('2026-09-29'))} EUR`,
        percent.format(validRate('2026-09-29') / validRate('2026-08-30') - 1),
        'Sep 29, 2026, change since Aug 30, 2026',
      ]);
      expect(await page.getByRole('group', { name: 'Range' }).getByRole('radio').all()).toHaveLength(5);
      // The arrow key selects the next radio button.
      await page.getByRole('radio', { name: '1 month', checked: true }).focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => says(page)).toBe(inWords('2026-09-29', '2026-06-30'));
      expect(await page.getByRole('radio', { name: '3 months' }).isChecked()).toBe(true);
      expect(new URL(page.url()).searchParams.get('range')).toBe('3m');
      expect(await summary(page).locator('.small').textContent()).toMatch(/^No rates on \d+ of 92 days\.$/);
      expect(await summary(page).locator('.unseen').textContent()).toMatch(
        /^From June 30, 2026 to September 29, 2026, 1 USD went from [\d.]+ to [\d.]+ EUR \(.+%\)\. Lowest: [\d.]+ on .+, 2026\. Highest: /,
      );
    });
  });

  it('says at what a currency is fixed to the other, and none of a currency against itself', async () => {
    for (const [pair, locale, words] of [
      ['from=USD&to=AED', 'en-US', 'AED is fixed at 3.6725 per USD.'],
      ['from=AED&to=USD', 'de-DE', 'Fester Kurs: 3,6725 AED je USD.'],
    ] as const) {
      await visit(
        `/?${pair}&range=1w`,
        async (page) => {
          await charted(page);
          expect(await summary(page).locator('.small').first().textContent()).toBe(words);
          await page.goto('/?from=AED&to=AED');
          await expect.poll(() => page.locator('#chart-message').textContent()).not.toBe('');
        },
        { locale },
      );
    }
  });

  it('shows the market’s rates as a thin line beside a bank’s, and says so', async () => {
    await visit('/?from=USD&to=EUR&source=ecb&range=1y', async (page) => {
      await charted(page);
      expect(await summary(page).locator('.small').allTextContents()).toContain('Thin line: market rate.');
      await page.getByLabel('Kind of rate').selectOption('Market rate');
      await expect.poll(() => summary(page).textContent()).not.toContain('Thin line');
    });
  });

  it('joins the days beside a gap with a dashed line', async () => {
    await visit('/?range=3m', async (page) => {
      await charted(page);
      /** Widths of the parts without a line between the first and the last day, in pixels. */
      const breaks = await page.locator('#chart canvas').evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) return [];
        const { width, height } = canvas;
        const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? {};
        const isLine = (x: number) =>
          Array.from({ length: height }, (_, y) => 4 * (y * width + x)).some(
            (at) => (data[at + 3] ?? 0) > 80 && (data[at + 1] ?? 0) - (data[at] ?? 0) > 60,
          );
        const columns = Array.from({ length: width }, (_, x) => (isLine(x) ? 'x' : ' ')).join('');
        return columns
          .trim()
          .split(/x+/)
          .slice(1, -1)
          .map(({ length }) => length);
      });
      expect(breaks.length).toBeGreaterThan(10);
      expect(Math.max(...breaks)).toBeLessThanOrEqual(4);
    });
  });

  it('shows all official rates if all days are shorter than the range of the URL', async () => {
    const days = recordedOfficial.get('ecb')?.days ?? [];
    const [first] = days;
    const last = days.at(-1);
    await visit('/?from=EUR&to=USD&range=5y&source=ecb', async (page) => {
      await charted(page);
      expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true);
      expect(await page.getByRole('radio', { name: '5 years' }).isVisible()).toBe(false);
      const [begin, end] = [first?.rates.get('USD') ?? NaN, last?.rates.get('USD') ?? NaN];
      expect(await says(page)).toBe(
        `${longDate.format(Date.parse(last?.date ?? ''))}: 1 EUR = ${format.rate(end)} USD (${percent.format(end / begin - 1)})`,
      );
      expect(await summary(page).locator('.small').allTextContents()).toEqual(['Thin line: market rate.']);
    });
  });

  it('saves the shown rates as CSV without another request', async () => {
    await visit('/?from=EUR&to=USD&amount=1', async (page, requests) => {
      await charted(page);
      const before = requests.length;
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#chart-download').click()]);
      expect(download.suggestedFilename()).toMatch(/^EUR-USD-2026-\d\d-\d\d-2026-09-29\.csv$/);
      const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
      const rates = recordedFiles.validDays.at(-1)?.rates;
      const rate = crossRate(rates?.get('EUR') ?? NaN, rates?.get('USD') ?? NaN);
      expect([lines[0], ...lines.slice(-2)]).toEqual(['date,rate', `2026-09-29,${rate}`, '']);
      expect(requests.slice(before).filter((address) => !address.startsWith('blob:'))).toEqual([]);
    });
  });

  it('shows the rates of other days if the visitor presses arrow keys', async () => {
    await visit('/', async (page) => {
      await charted(page);
      expect(await says(page)).toBe(inWords('2026-09-29', '2026-08-30'));
      await chartOf(page).focus();
      await page.keyboard.press('ArrowLeft');
      expect(await says(page)).toBe(inWords('2026-09-28', '2026-08-30'));
      expect(await page.locator('#chart-readout .day').textContent()).toBe('Sep 28, 2026, change since Aug 30, 2026');
      expect(await cursor(page)).toBeLessThan(1);
      await page.keyboard.press('Home');
      expect(await says(page)).toBe(inWords('2026-08-30', '2026-08-30'));
      expect(await page.locator('#chart-readout .change').getAttribute('class')).toBe('change same');
    });
  });

  it('shows the rate of the day under the pointer', async () => {
    await visit('/?range=1y', async (page) => {
      await charted(page);
      await page.locator('#chart').scrollIntoViewIfNeeded();
      const box = await page.locator('#chart .u-over').boundingBox();
      for (const share of [0.1, 0.37, 0.5, 0.81]) {
        await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * share, (box?.y ?? 0) + 50);
        expect(await cursor(page)).toBeLessThan(1);
        const [, date = '', rate = ''] = /^(.+): 1 USD = (.+) EUR /.exec((await says(page)) ?? '') ?? [];
        expect(rate).toBe(format.rate(validRate(dateOfDay(Date.parse(`${date} UTC`) / 86_400_000))));
      }
    });
  });

  it('contains the chosen day and shows its rate, and chooses the day that is clicked or that Enter is pressed on', async () => {
    await visit('/?date=2026-08-20', async (page) => {
      await charted(page);
      expect(await says(page)).toBe(inWords('2026-08-20', '2026-08-05'));
      await page.locator('#chart .u-over').click({ position: { x: 2, y: 20 } });
      await expect.poll(() => page.locator('#date').inputValue()).toBe('2026-08-05');
      await expect.poll(() => page.locator('#freshness').textContent()).toBe('Rate for August 5, 2026.');
      await expect.poll(() => says(page)).toContain('August 5, 2026: ');
      await chartOf(page).focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('#date').inputValue()).toBe('2026-08-20');
    });
    await visit('/?date=2026-09-15', async (page) => {
      await charted(page);
      await chartOf(page).focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      // The newest day is chosen as “latest”, so that a link to the page stays up to date.
      await expect.poll(() => new URL(page.url()).searchParams.has('date')).toBe(false);
      expect(await says(page)).toContain('September 29, 2026: ');
    });
  });

  it('shows the rate of the day under a moving finger', async () => {
    await visit(
      '/',
      async (page) => {
        await charted(page);
        await page.locator('#chart').scrollIntoViewIfNeeded();
        const box = await page.locator('#chart .u-over').boundingBox();
        const at = (share: number) => ({ x: (box?.x ?? 0) + (box?.width ?? 0) * share, y: (box?.y ?? 0) + 60 });
        const session = await page.context().newCDPSession(page);
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
          session.send('Input.dispatchTouchEvent', { type, touchPoints: share === undefined ? [] : [at(share)] });
        await touch('touchStart', 0.9);
        await touch('touchMove', 0.6);
        await touch('touchMove', 0.02);
        await touch('touchEnd');
        expect(await says(page)).toBe(inWords('2026-08-31', '2026-08-30'));
        expect(await cursor(page)).toBeLessThan(1);
      },
      { hasTouch: true, isMobile: true, viewport: { width: 390, height: 664 } },
    );
  });

  it('keeps its height while it loads, if loading fails, after a retry, and if there are no rates', async () => {
    await using guarded = await openEmptied(browser, preview.url);
    const { page } = guarded;
    const card = page.locator('#history');
    const message = page.locator('#chart-message');
    const height = async () => (await card.boundingBox())?.height;
    const { promise: measured, resolve: respond } = Promise.withResolvers<undefined>();
    await page.route('**/series/market/**', async (route) => {
      await measured;
      await route.abort();
    });
    await page.goto('/');
    await page.locator('#history[aria-busy="true"]').waitFor();
    // The card beside the chart, which is as high, has its result.
    await page.locator('#copy-result').waitFor();
    const loading = await height();
    respond(undefined);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    const failed = [await message.textContent(), await height()];
    await page.unroute('**/series/market/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await charted(page);
    const shown = [await message.textContent(), await height()];
    await page.route('**/series/market/**', (route) => {
      const code = route.request().url().slice(-8, -5).toUpperCase();
      return route.fulfill({ json: { code, first: '2024-03-02', rates: [1] } });
    });
    await page.goto('/?from=GBP&to=CHF');
    await expect.poll(() => message.textContent()).toMatch(/^There are no rates/);
    expect([failed, shown, [await card.getAttribute('aria-busy'), await height()]]).toEqual([
      ['The history couldn’t be loaded.', loading],
      ['', loading],
      ['false', loading],
    ]);
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false);
  });
});
