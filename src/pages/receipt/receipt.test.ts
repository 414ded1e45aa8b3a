import type { IsoDate } from '../../money/calendar.ts';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '../../api/declaration/endpoint.ts';
import type { Comparison } from '../../api/endpoints/compare.schema.ts';
import { convertOnDate } from '../../api/endpoints/convert-on-date.ts';
import type { DatedConversion } from '../../api/endpoints/convert-on-date.schema.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import { explainRate } from '../../api/explain/explain-rate.ts';
import type { RateExplanation } from '../../api/explain/explain-rate.schema.ts';
import { withheldInWords } from '../../api/withheld-words.ts';
import { IsolateCache, SiteReader } from '../../function/site-reader.ts';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import { reasonsInWords } from '../../validation/snapshot/quality.ts';
import { sha256 } from '../../site/checksums.ts';
import { exceptColors, findBarriers } from '../../testing/browser/find-barriers.ts';
import { openGuarded } from '../../testing/browser/guarded-page.ts';
import { openEmptied, type WindowOptions } from '../../testing/browser/visit.ts';
import { openBrowser } from '../../testing/browser/open-browser.ts';
import { explainedSites, explainedStates } from '../../testing/sites/explained-states.ts';
import { MemoryAssets } from '../../testing/sites/memory-assets.ts';
import { heldRate, receiptDay, receiptSource, writeReceiptSites } from '../../testing/sites/receipt-site.ts';
import { fakeOfficial } from '../../testing/sites/bank-rates.ts';
import { recordedDay, recordedOfficial } from '../../testing/sites/small-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { startPlainHost } from '../../testing/servers/plain-host.ts';

const [beforeLastOfEcb, lastOfEcb] = (recordedOfficial.get('ecb')?.days ?? []).slice(-2) as [ArchivedDay, ArchivedDay];
const folder = temporaryFolder();
let browser: Browser;
let preview: Preview;
let site: string;
beforeAll(async () => {
  const official = new Map([...recordedOfficial, ...fakeOfficial(['nbp', 'nbp-b', 'cnb'], '2026-09-01', receiptDay)]);
  ({ site } = await writeReceiptSites(folder.path, official));
  [browser, preview] = await Promise.all([openBrowser(), startPreview(site, 0)]);
});
afterAll(async () => {
  await browser.close();
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Opens the page with a query and waits until the page shows a receipt or an error. */
async function open(query: string, { route, ...options }: WindowOptions & { route?: Routes } = {}) {
  const guarded = await openEmptied(browser, preview.url, options);
  const { page } = guarded;
  for (const [path, answer] of Object.entries(route ?? {})) await page.route(`**${path}`, answer);
  await page.goto(`/receipt${query}`);
  await settled(page);
  return guarded;
}
type Routes = Readonly<Record<string, (route: Route) => Promise<void>>>;

/** Waits for the receipt or for a problem. The comparison can be there before the receipt. */
function settled(page: Page): Promise<void> {
  const receipt = '#receipt:not([hidden]) > section:is(.market, .bank):not([hidden])';
  return page.locator(`${receipt}, #problem:not([hidden])`).first().waitFor();
}

const checkButton = (page: Page) => page.getByRole('button', { name: /^Check the hashes/ });

/** Presses the button for the check, and waits for its result. */
async function check(page: Page): Promise<void> {
  await checkButton(page).click();
  await page.getByRole('button', { name: 'Check the hashes again' }).waitFor();
}

/** The texts below a term in a section. */
function said(page: Page, section: string, term: string): Promise<string[]> {
  const first = page.locator(section).locator('dt', { hasText: new RegExp(`^${term}$`) });
  return first.evaluate((dt) => {
    const texts: string[] = [];
    for (let next = dt.nextElementSibling; next?.tagName === 'DD'; next = next.nextElementSibling) {
      texts.push(next.textContent);
    }
    return texts;
  });
}
/** The rows of the comparison: the link, the rate, the day, the table and the difference. */
async function compared(page: Page) {
  const rows = await page.locator('.comparison tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [day = '', reference = ''] = row.querySelector('th small')?.textContent.split(' · ') ?? [];
      const difference = parseFloat(row.querySelector('td small')?.textContent ?? '');
      return [
        row.querySelector('a')?.getAttribute('href'),
        row.querySelector('td bdi')?.textContent,
        day,
        reference,
        difference,
      ];
    }),
  );
  return rows;
}
const heading = (page: Page) => page.locator('#rate-heading').textContent();
const problem = (page: Page) => page.locator('#problem').textContent();
const side = (code: string) => `section[aria-labelledby="side-${code}"]`;
const has = (command: string) => spawnSync(command, ['--version']).status === 0;

describe('rate receipt page', () => {
  it.each([
    [320, 'light', 'a held rate', '?from=EUR&to=GBP'],
    [1280, 'dark', 'a rejected value', '?from=USD&to=MNT&date=2025-11-01'],
  ] as const)(
    'has no accessibility problem at a width of %d px in %s mode for %s',
    async (width, colorScheme, _, query) => {
      await using guarded = await open(query, { viewport: { width, height: 900 }, colorScheme });
      const { page, problems } = guarded;
      if (await checkButton(page).isVisible()) await check(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await findBarriers(page)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  it.each(['', '&date=2025-12-07'])(
    'shows the same rate as the API for the query “?from=EUR&to=JPY%s”',
    async (date) => {
      await using guarded = await open(`?from=EUR&to=JPY${date}`);
      const { page, problems } = guarded;
      const link = page.locator('#rate a').first();
      const answer = await page.request.get((await link.getAttribute('href')) ?? '');
      const { rate, rate_as_of } = (await answer.json()) as { rate: number; rate_as_of: IsoDate };
      expect(await heading(page)).toBe(`1 EUR = ${rate} JPY on ${rate_as_of}`);
      expect(new URL(page.url()).search).toBe(`?from=EUR&to=JPY&date=${date === '' ? receiptDay : rate_as_of}`);
      expect(await page.title()).toBe(`EUR to JPY on ${rate_as_of}: rate receipt · Ratesheet`);
      for (const href of await page.locator('main a[href^="/"]').evaluateAll(hrefs)) {
        expect([href, (await page.request.get(href)).status()]).toEqual([href, 200]);
      }
      expect(problems).toEqual([]);
    },
  );

  it('shows the dataset’s hash and whether the publish log is intact', async () => {
    await using guarded = await open('?from=USD&to=GBP');
    const { page } = guarded;
    expect(await said(page, '#dataset', 'Archive file')).toEqual(['/archive/2026.csv']);
    await check(page);
    expect(await page.locator('#checked p').allTextContents()).toEqual([
      'Checked: /archive/2026.csv has the source values that this receipt shows.',
      expect.stringMatching(/^Checked: \/SHA256SUMS has the hashes of \/archive\/2026\.csv and/),
      expect.stringMatching(/^Checked: 2 lines since 2026-09-29, in an unbroken chain of hashes\./),
    ]);
    expect(await page.locator('#checked .note').count()).toBe(0);
    expect(await said(page, '#dataset', 'File')).toEqual([`SHA-256 ${sha256(receiptSource)}`]);
    expect(await said(page, '#dataset', 'SHA256SUMS')).toEqual([
      `SHA-256 ${sha256(readFileSync(join(site, 'SHA256SUMS')))}`,
    ]);
    expect(await said(page, '#dataset', 'Dated copy')).toEqual([
      `https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@${receiptDay.split('-').map(Number).join('.')}/v1/currencies/usd.json`,
      'The copy’s SHA-256 should match the publish log.',
    ]);
    expect((await said(page, side('GBP'), 'Validation'))[0]).toMatch(/^GBP has been held since 2026-09-30: /);
    expect(await said(page, side('GBP'), 'Witnesses')).toHaveLength(4);
    expect(await said(page, '#rate', 'Its date')).toEqual([
      `The API dates this rate ${recordedDay.rate_as_of}, because the rate is held.`,
    ]);

    await page.locator('#rate a', { hasText: recordedDay.rate_as_of }).click();
    await settled(page);
    expect(await heading(page)).toMatch(new RegExp(` GBP on ${recordedDay.rate_as_of}$`));
    expect((await said(page, side('GBP'), 'Validation'))[0]).toMatch(/^Valid in retrospect, /);
  });

  it('begins with a picture of each value beside those that it was compared with', async () => {
    await using guarded = await open('?from=EUR&to=GBP');
    const { page } = guarded;
    const figure = page.locator('#picture figure', { hasText: 'GBP per 1 USD' });
    const words = await figure.locator('li').allTextContents();
    const last = recordedDay.rates.get('GBP') ?? NaN;
    expect(words).toEqual([
      `Source value: ${heldRate} (+${((heldRate / last - 1) * 100).toFixed(2)}%)`,
      `Published: ${last}`,
      `Rate of ${recordedDay.rate_as_of}: ${last}`,
      'api.frankfurter.dev: 0.7554 (0%)',
      expect.stringMatching(/^Plausible: 0\.7\d+ to 0\.7\d+, around the rate of 2026-09-29\.$/),
    ]);
    // The value is outside of the band, and its witness inside.
    const [band, source, witness] = await Promise.all(
      ['.band', '.source', '.witness'].map((shape) => figure.locator(`.drawing ${shape}`).boundingBox()),
    );
    expect(source?.x).toBeGreaterThan((band?.x ?? NaN) + (band?.width ?? NaN));
    expect(witness?.x).toBeGreaterThan(band?.x ?? NaN);
    expect(await page.locator('#picture figure').count()).toBe(2);
  });

  it('shows why a value was rejected', async () => {
    await using guarded = await open('?from=USD&to=MNT&date=2025-11-01');
    const { page } = guarded;
    expect(await heading(page)).toBe('USD to MNT: no rate on 2025-11-01');
    // The button says the size of the files that the check loads.
    const checked = ['archive/2025.csv', 'archive/faults.csv', 'archive/evidence.csv'];
    const sizes = [...checked, 'receipts/2026.jsonl', 'SHA256SUMS'].map((path) => statSync(join(site, path)).size);
    const megabytes = (sizes.reduce((sum, size) => sum + size) / 1e6).toFixed(1);
    await expect.poll(() => checkButton(page).innerText()).toBe(`Check the hashes (${megabytes} MB)`);
    expect(await said(page, side('MNT'), 'Source value')).toEqual(['0.69372624: /archive/faults.csv']);
    await check(page);
    expect(await said(page, side('MNT'), 'Source value')).toEqual([
      '0.69372624: /archive/2025.csv, row 2025-11-01, column MNT',
    ]);
    expect(await said(page, side('MNT'), 'Validation')).toEqual([
      `Rejected in retrospect (known_fault): ${reasonsInWords.known_fault}.`,
    ]);
    expect(await page.locator('#dataset > p').textContent()).toMatch(
      /^The publish log has no line for this day; the log starts on/,
    );
  });

  it('shows the receipt of the pair and day that a user enters in its form', async () => {
    await using guarded = await open('?from=EUR&to=JPY');
    const { page, problems } = guarded;
    await page.getByLabel('To', { exact: true }).fill('chf');
    await page.getByLabel('Day').fill('2025-12-07');
    await page.getByLabel('Day').press('Enter');
    await expect.poll(() => heading(page)).toMatch(/ CHF on 2025-12-07$/);
    await settled(page);
    expect(new URL(page.url()).search).toBe('?from=EUR&to=CHF&date=2025-12-07');
    expect(await page.getByRole('status').first().textContent()).toBe(await heading(page));
    await page.getByLabel('From').fill('');
    await page.getByLabel('Day').fill('');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => heading(page)).toMatch(new RegExp(` CHF on ${receiptDay}$`));
    await page.goBack();
    await expect.poll(() => heading(page)).toMatch(/ CHF on 2025-12-07$/);
    await expect.poll(() => page.getByLabel('Day').inputValue()).toBe('2025-12-07');
    expect(await page.locator('#codes option[value="SYP"]').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('shows no failure of the check of an earlier receipt', async () => {
    await using guarded = await open('?from=EUR&to=JPY');
    const { page } = guarded;
    await page.evaluate(
      'crypto.subtle.digest = () => new Promise((_, reject) => { globalThis.fail = () => reject(new Error("late")); })',
    );
    await checkButton(page).click();
    // The page's policy forbids to wait for a text of code in the page.
    await expect.poll(() => page.evaluate('typeof fail')).toBe('function');
    await page.getByLabel('To', { exact: true }).fill('chf');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => heading(page)).toMatch(/ CHF on /);
    await page.evaluate('fail()');
    expect(await page.locator('#problem').isVisible()).toBe(false);
    expect(await page.getByRole('status').first().textContent()).toBe(await heading(page));
  });

  it('shows parameters of the URL as text, never as markup', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    for (const query of [
      new URLSearchParams({ from: hostile, to: '__proto__' }),
      new URLSearchParams({ from: 'EUR', to: 'JPY', date: hostile }),
    ]) {
      await using guarded = await open(`?${query.toString()}`);
      const { page, problems } = guarded;
      expect(await problem(page)).toMatch(/^Unsupported currency: "<img|^Invalid date: "<img .*\. Use YYYY-MM-DD/);
      expect(await page.locator('#receipt').isVisible()).toBe(false);
      expect(await page.locator('main img').count()).toBe(0);
      expect(problems).toEqual([]);
    }
  });

  it('shows which earlier rate the API returns for a day without rates', async () => {
    await using guarded = await open('?from=EUR&to=JPY&date=2025-12-10');
    const { page } = guarded;
    expect(await problem(page)).toMatch(
      /^With date=2025-12-10, the API returns the last earlier rate, 1 EUR = [\d.]+ JPY from 2025-12-09\. The source never published a dataset for 2025-12-10\.$/,
    );
    await page.locator('.comparison').waitFor();
    expect((await compared(page))[1]?.slice(1, 3)).toEqual(['182.32', '2025-12-10']);
    expect(await page.locator('#rate-heading').isVisible()).toBe(false);
    await page.locator('#problem a').first().click();
    await settled(page);
    expect(await heading(page)).toMatch(/^1 EUR = [\d.]+ JPY on 2025-12-0\d$/);
    expect(await page.locator('#rate-heading').isVisible()).toBe(true);
  });

  it('compares the market with each bank that has the pair, and each rate has a receipt', async () => {
    await using guarded = await open('?from=HUF&to=PLN');
    const { page, requests, problems } = guarded;
    await page.locator('.comparison').waitFor();
    const ofBanks = requests.filter((path) => path.startsWith('/archive/') || path.startsWith('/series/official/'));
    expect(ofBanks).toEqual(['/series/official/reach.json', `/series/official/${receiptDay.slice(0, 7)}.json`]);
    const query = `?from=HUF&to=PLN&date=${receiptDay}`;
    const api = await page.request.get((await page.locator('#comparison a').last().getAttribute('href')) ?? '');
    const { comparison, without_rate } = (await api.json()) as Comparison;
    expect(await compared(page)).toEqual(
      comparison.map(({ key, rate, rate_as_of, reference = '', difference_percent }) => {
        const href = `/receipt${query}${key === 'market' ? '' : `&source=${key}`}`;
        const difference = key === 'market' || difference_percent === null ? NaN : difference_percent;
        return [href, String(rate), rate_as_of, reference, difference];
      }),
    );
    expect(comparison.map(({ key }) => key)).toEqual(['market', 'nbp', 'cnb']);
    for (const key of without_rate) expect(await page.locator(`#comparison a[href$="source=${key}"]`).count()).toBe(1);
    await page.getByRole('link', { name: 'Narodowy Bank Polski' }).click();
    await expect.poll(() => page.locator('#official-heading').textContent()).toMatch(/^1 HUF = /);
    expect(new URL(page.url()).search).toBe(`${query}&source=nbp`);
    expect(problems).toEqual([]);
  });

  it('shows the rest of the comparison if a source can’t be read', async () => {
    await using guarded = await open('?from=HUF&to=PLN', {
      route: { '/series/official/2026-09.json': (route) => route.abort() },
    });
    const { page } = guarded;
    expect(await heading(page)).toMatch(/^1 HUF = /);
    await page.locator('.comparison').waitFor();
    expect((await compared(page)).map(([href]) => href)).toEqual([`/receipt?from=HUF&to=PLN&date=${receiptDay}`]);
    expect(await page.locator('#comparison .note').allTextContents()).toEqual([
      expect.stringMatching(/^.*Narodowy Bank Polski.*: \/series\/official\/2026-09\.json could not be loaded/),
    ]);
    expect(await page.locator('#problem').isVisible()).toBe(false);
    expect(await page.locator('#sides').isVisible()).toBe(true);
  });

  it('shows the rule that chose a rate, and compares the rate of its day', async () => {
    await using guarded = await open(`?from=HUF&to=PLN&date=${receiptDay}&rule=pl-vat`);
    const { page, problems } = guarded;
    expect((await said(page, '#bank', 'Rule'))[0]).toMatch(/^pl-vat: /);
    const [day] = /^2026-09-29/.exec((await said(page, '#bank', 'Day of the rate'))[0] ?? '') ?? [];
    await page.locator('.comparison').waitFor();
    const current = page.locator('.comparison [aria-current]');
    expect(await current.locator('a').getAttribute('href')).toBe(`/receipt?from=HUF&to=PLN&date=${day}&source=nbp`);
    expect(await page.locator('#official-heading').textContent()).toContain(
      ` = ${await current.locator('td bdi').textContent()} PLN on ${day}`,
    );
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('shows the rate of the bank that the query has', async () => {
    await using guarded = await open('?from=EUR&to=AFN&source=nbp');
    const { page, requests, problems } = guarded;
    const request = page.getByRole('link', { name: '/api/v1/convert' });
    const answer = await page.request.get((await request.getAttribute('href')) ?? '');
    const { rate, rate_as_of, reference, source } = (await answer.json()) as DatedConversion;
    expect(await page.locator('#official-heading').textContent()).toBe(`1 EUR = ${rate} AFN on ${rate_as_of}`);
    expect((await said(page, '#bank', 'What it is')).at(-1)).toBe('attribution' in source && source.attribution);
    const quotes = await said(page, '#bank', 'As the bank published it');
    expect(quotes.map((quote) => /table (\S+) of/.exec(quote)?.[1]).join(', ')).toBe(reference);
    const euro = page.locator('#bank-picture figure', { hasText: 'PLN per 1 EUR' });
    const [first = NaN, market = NaN] = await euro
      .locator('li', { hasText: /^As the bank|^Market on/ })
      .evaluateAll((lines) => lines.map((line) => Number(line.querySelector('b')?.textContent)));
    expect(Math.abs(market / first - 1)).toBeLessThan(0.2);
    expect(new URL(page.url()).search).toBe(`?from=EUR&to=AFN&date=${receiptDay}&source=nbp`);
    expect(await page.getByLabel('Source').inputValue()).toBe('nbp');
    expect(await checkButton(page).isVisible()).toBe(false);
    await page.locator('.comparison').waitFor();
    expect(requests.filter((path) => path.startsWith('/archive/') || path.startsWith('/series/'))).toEqual([
      '/series/official/reach.json',
      `/series/official/${receiptDay.slice(0, 7)}.json`,
      '/archive/nbp/2026.csv',
      '/archive/nbp-b/2026.csv',
      '/series/market/days.json',
    ]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await findBarriers(page, exceptColors)).toEqual([]);
    // The form keeps the source.
    await page.getByLabel('To', { exact: true }).fill('HUF');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe(`?from=EUR&to=HUF&date=${receiptDay}&source=nbp`);
    await page.getByRole('link', { name: 'Market' }).click();
    await expect.poll(() => heading(page)).toMatch(/^1 EUR = [\d.]+ HUF on /);
    expect(problems).toEqual([]);
  });

  it('begins with a picture of the bank’s values beside those of the day before and of the market', async () => {
    await using guarded = await open(`?from=EUR&to=USD&date=${lastOfEcb.date}&source=ecb`);
    const figures = guarded.page.locator('#bank-picture figure');
    expect(await figures.locator('figcaption').allTextContents()).toEqual(['USD per 1 EUR']);
    const values = await figures.locator('li b').allTextContents();
    expect(values.slice(0, 2)).toEqual([lastOfEcb, beforeLastOfEcb].map(({ rates }) => String(rates.get('USD'))));
    // The limits of the band are 20% below and above.
    const limits = await figures.locator('text').allTextContents();
    const before = beforeLastOfEcb.rates.get('USD') ?? NaN;
    expect(limits.map(Number)).toEqual([0.8, 1.2].map((factor) => Number((factor * before).toPrecision(5))));
    expect(guarded.problems).toEqual([]);
  });

  it('shows the API’s error if the query’s bank has no rate', async () => {
    await using guarded = await open('?from=EUR&to=AED&source=cnb');
    expect(await problem(guarded.page)).toMatch(/^This site has no rates of the Czech National Bank for "AED"\. /);
    expect(await guarded.page.locator('#receipt').isVisible()).toBe(false);
  });

  it('is printed without buttons', async () => {
    await using guarded = await open('?from=EUR&to=JPY', { colorScheme: 'dark' });
    const { page } = guarded;
    await page.emulateMedia({ media: 'print' });
    for (const selector of ['#ask', '.bar nav', 'button']) {
      expect([selector, await page.locator(selector).filter({ visible: true }).count()]).toEqual([selector, 0]);
    }
    expect((await said(page, '#rate', 'Page created'))[0]).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z, at ${preview.url}$`),
    );
    expect(await said(page, '#rate', 'This page')).toEqual([page.url()]);
    expect(await page.locator('#commands').isVisible()).toBe(true);
  });

  it('links to the site’s data files if JavaScript is off', async () => {
    await using guarded = await openEmptied(browser, preview.url, { javaScriptEnabled: false });
    const { page } = guarded;
    await page.goto('/receipt');
    const links = await page.locator('noscript a').evaluateAll(hrefs);
    expect(await page.locator('#ask').isVisible()).toBe(false);
    expect(await page.locator('#said').isVisible()).toBe(false);
    expect(links.length).toBeGreaterThan(4);
    for (const href of links) expect([href, (await fetch(preview.url + href)).status]).toEqual([href, 200]);
  });

  it('shows the receipt at /receipt on a server that has only static files', async () => {
    await using host = await startPlainHost(site);
    await using guarded = await openEmptied(browser, host.url);
    const { page, problems } = guarded;
    await page.goto('/receipt?from=EUR&to=JPY');
    await settled(page);
    expect(page.url()).toBe(`${host.url}/receipt?from=EUR&to=JPY&date=${receiptDay}`);
    await check(page);
    expect(await page.locator('#checked').textContent()).toContain('in an unbroken chain of hashes');
    expect(problems).toEqual([]);
  });
});

describe('rate receipt page and the explanation of a rate', () => {
  /** The states that the page shows differently. The others differ only in words of `receipt-words.ts`. */
  const shownStates = new Set([
    'a value that moved too far',
    'a value that two witnesses contradict',
    'a missing value',
    'a currency without a value for 30 days',
    'a past day with an excursion',
    'a past day without a value',
    'a day that the source never published',
    'a day that isn’t archived yet, without an earlier rate',
    'a day after the newest',
    'sub-units',
    'the base of all rates',
    'a composed value',
    'a site without a publish entry',
    'a bank’s weekly table',
    'a bank’s corrected rate while newer rates are in doubt',
  ]);

  it('say the same about the states of a rate', async () => {
    const sites = explainedSites();
    await using guarded = await openEmptied(browser, preview.url, { now: recordedDay.checked_at });
    const { page } = guarded;
    let files = new Map<string, string>();
    // The page is the preview's. All data is of the state's site.
    await page.route(/\/(api|archive|receipts|series)\/|\/SHA256SUMS$/, (route) => {
      const body = files.get(new URL(route.request().url()).pathname.slice(1));
      return route.fulfill(body === undefined ? { status: 404 } : { body });
    });
    await page.goto('/receipt');
    // Loading the page for each state would be slow, so each state is a step in the page's history.
    const states = explainedStates.filter(([state]) => shownStates.has(state));
    expect(states).toHaveLength(shownStates.size);
    for (const [state, name, query] of states) {
      const { documents, now } = sites[name];
      files = new Map(documents.map(({ path, body }) => [path, body]));
      await page.clock.setFixedTime(now);
      await page.evaluate((search) => {
        history.pushState(null, '', search);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `?${query}`);
      await settled(page);
      const site = await SiteReader.open(new IsolateCache(), new MemoryAssets(documents), preview.url, now);
      const explained = await explainRate(valuesOf(convertOnDate, new Map(new URLSearchParams(query))), site);
      expect([state, await shownFacts(page)]).toEqual([state, pageFactsOf(explained)]);
      // The page reads the comparisons of a past day with the check.
      if (explained.currencies.length > 0 && explained.date < site.day.rate_as_of) await check(page);
      for (const { code, witnesses } of explained.currencies) {
        expect([state, await said(page, side(code), 'Witnesses')]).toEqual([state, witnesses]);
      }
    }
  });
});

type Facts = Readonly<Record<string, readonly string[]>>;

/** What the page shows about a rate, without the comparisons with witnesses. */
async function shownFacts(page: Page) {
  const { problem, heading, rate, sides, bank } = await page.evaluate(() => {
    const textOf = (selector: string) => {
      const element = document.querySelector(selector);
      return element?.checkVisibility() === true ? element.textContent : undefined;
    };
    const factsIn = (element: Element | null): Facts => {
      const facts: Record<string, string[]> = {};
      let last: string[] = [];
      for (const { tagName, textContent } of element?.querySelectorAll('dt, dd') ?? []) {
        if (tagName === 'DT') facts[textContent] = last = [];
        else last.push(textContent);
      }
      return facts;
    };
    return {
      problem: textOf('#problem'),
      heading: textOf('#rate-heading'),
      rate: factsIn(document.querySelector('#rate')),
      sides: Array.from(document.querySelectorAll('#sides section'), factsIn),
      bank: factsIn(document.querySelector('#bank')),
    };
  });
  const date = new URL(page.url()).searchParams.get('date') ?? '';
  const shown = heading === undefined ? bank : rate;
  const {
    Rate = [`${heading}.`, ...(rate['Its date'] ?? []), ...(rate['API error'] ?? [])],
    [`With date=${date}`]: instead,
    ['As the bank published it']: quotes = [],
    ['In doubt']: waiting = [],
  } = shown;
  return {
    summary: problem ?? [...Rate, ...(instead ? [`With date=${date}, ${instead.join('')}`] : [])].join(' '),
    calculation: problem === undefined ? (shown['Calculation'] ?? []) : [],
    notes: problem === undefined ? ['GBX', 'ZAC', 'XAU', 'USD'].flatMap((term) => shown[term] ?? []) : [],
    currencies: problem === undefined && heading !== undefined ? sides.map(withoutOthers) : [],
    quotes: heading === undefined && problem === undefined ? quotes : [],
    waiting,
  };
}

/** The facts about a currency that an explanation has. */
function withoutOthers(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([term]) => term !== 'Files' && term !== 'Witnesses'));
}

/** What the page shows if it says the same as an explanation. */
function pageFactsOf(explained: RateExplanation): Awaited<ReturnType<typeof shownFacts>> {
  const { from, to, date, summary, calculation, notes, not_archived, currencies, bank, withheld } = explained;
  return {
    summary: not_archived === null ? summary : summary.replace(`${from} to ${to}: no rate on ${date}. `, ''),
    calculation: calculation === null ? [] : [calculation],
    notes,
    currencies: currencies.map((currency) => ({
      'Source value': [
        expect.stringContaining(`${currency.source_value ?? 'none'}: ${currency.source_value_file ?? ''}`) as string,
      ],
      ...(currency.composed_from !== null && { 'Composed from': [`${currency.composed_from}: /api/v1/status.json`] }),
      Published: [`${currency.published ?? 'none'}: ${currency.published_file}`],
      Validation: [currency.explanation],
    })),
    quotes:
      bank?.quotes.map(({ quote, file, date, column }) => `${quote}: ${file}, row ${date}, column ${column}`) ?? [],
    waiting: withheldInWords(withheld),
  };
}

describe('shell commands on the rate receipt page', () => {
  const local = /^(?!.*(cdn\.jsdelivr|gh attestation|npm run)).*$/s;

  it.runIf(has('curl') && has('sha256sum')).each([
    ['a held rate', `?from=EUR&to=GBP`, 5, []],
    [
      'a rejected value',
      '?from=USD&to=MNT&date=2025-11-01',
      2,
      // The source value, then the rejected value with its reason.
      ['date,MNT\n2025-11-01,0.69372624\n', '2025-11-01,MNT,0.69372624,known_fault\n'],
    ],
    [
      'an official rate',
      '?from=HUF&to=CZK&date=2026-09-29&source=cnb',
      3,
      [expect.stringMatching(/^date,.*,100 HUF,.*\n2026-09-29,.*\n$/) as string],
    ],
  ] as const)('print the data and hashes that the page shows for %s', async (_, query, least, first) => {
    await using guarded = await open(query);
    if (await checkButton(guarded.page).isVisible()) await check(guarded.page);
    const blocks = ((await guarded.page.locator('#commands').textContent()) ?? '').split('\n\n');
    expect(blocks.at(-1)).toContain(`npm run verify -- '${preview.url}'`);
    expect(blocks.at(-2)).toContain('gh attestation verify SHA256SUMS --repo OWNER/REPO');
    const outputs: string[] = [];
    for (const block of blocks.filter((text) => local.test(text))) {
      // `grep` returns an error status if it finds nothing.
      const { stdout } = await promisify(execFile)('sh', ['-c', `${block} || true`]);
      const [, expected] = /^# .*: ([0-9a-f]{64})$/m.exec(block) ?? [];
      if (expected !== undefined) expect([block, stdout.trim()]).toEqual([block, `${expected}  -`]);
      outputs.push(stdout);
    }
    expect(outputs.filter((output) => output !== '').length).toBeGreaterThanOrEqual(least);
    expect(outputs.slice(0, first.length)).toEqual(first);
  });

  it('are copied by the button “Copy the commands”', async () => {
    await using guarded = await open('?from=EUR&to=JPY');
    const { page } = guarded;
    await page.getByRole('button', { name: 'Copy the commands' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe(await page.locator('#commands').textContent());
  });
});

describe('rate receipt page of a damaged site', () => {
  const absent = (route: Route) => route.fulfill({ status: 404, body: '' });
  const down = (route: Route) => route.fulfill({ status: 503, body: '' });
  const unreachable = (route: Route) => route.abort();
  const text = (body: string) => (route: Route) => route.fulfill({ status: 200, body });

  it('shows the rest of the receipt if an optional file is absent or unreachable', async () => {
    await using guarded = await open('?from=EUR&to=JPY&date=2025-12-07');
    const { page } = guarded;
    for (const [answer, sentence] of [
      [absent, /^This site has no \/archive\/faults\.csv\.$/],
      [unreachable, /^\/archive\/faults\.csv could not be loaded \(are you online\?\)\. Try again/],
    ] as const) {
      await page.route('**/archive/faults.csv', answer);
      await check(page);
      expect(await said(page, side('JPY'), 'Validation')).toEqual([expect.stringMatching(sentence)]);
      expect(await heading(page)).toMatch(/^1 EUR = [\d.]+ JPY on 2025-12-07$/);
      await page.unroute('**/archive/faults.csv');
      await page.getByRole('button', { name: 'Show' }).click();
      await settled(page);
    }
  });

  it('shows an error instead of a receipt if a required file is invalid or can’t be loaded', async () => {
    await using guarded = await open('?from=EUR&to=JPY');
    const { page } = guarded;
    for (const [path, answer, sentence] of [
      ['/api/currencies.json', text('[]'), /^\/api\/currencies\.json is invalid: /],
      ['/series/market/days.json', down, /^\/series\/market\/days\.json could not be loaded \(status 503\)\./],
    ] as const) {
      await page.route(`**${path}`, answer);
      await page.getByRole('button', { name: 'Show' }).click();
      await settled(page);
      expect(await problem(page)).toMatch(sentence);
      expect(await page.locator('#rate-heading').isVisible()).toBe(false);
      // When the file is available again, the same button shows the receipt.
      await page.unroute(`**${path}`);
      await page.getByRole('button', { name: 'Show' }).click();
      await expect.poll(() => page.locator('#rate-heading').isVisible()).toBe(true);
      expect(await page.locator('#problem').isVisible()).toBe(false);
    }
  });

  it('shows an error if the rate is too large for a JavaScript number', async () => {
    const rates = readFileSync(join(site, 'api/v1/rates.json'), 'utf8');
    const extreme = rates.replace(/"EUR":[\d.]+/, '"EUR":1e-308').replace(/"JPY":[\d.]+/, '"JPY":1e308');
    await using guarded = await open('?from=EUR&to=JPY', { route: { '/api/v1/rates.json': text(extreme) } });
    expect(await problem(guarded.page)).toBe('This page failed. Report the problem to the operator of this site.');
    // The receipt and the comparison fail alike.
    expect([...new Set(guarded.problems)]).toEqual([expect.stringMatching(/^thrown: .* is too large/)]);
  });

  it('shows where the publish log is broken', async () => {
    const log = readFileSync(join(site, 'receipts/2026.jsonl'), 'utf8');
    await using guarded = await open('?from=EUR&to=JPY', {
      route: { '/receipts/2026.jsonl': text(log.replace('"ok":171', '"ok":172')) },
    });
    await check(guarded.page);
    expect(await guarded.page.locator('#checked .note').textContent()).toMatch(
      /^Broken: \/receipts\/2026\.jsonl line 2 does not follow the previous line\./,
    );
  });

  it('offers the check without a size if the host doesn’t say the size of a file', async () => {
    const compressed = (route: Route) =>
      route.request().method() === 'HEAD'
        ? route.fulfill({ headers: { 'Content-Encoding': 'gzip', 'Content-Length': '999' } })
        : route.fallback();
    await using guarded = await open('?from=EUR&to=JPY', { route: { '/SHA256SUMS': compressed } });
    const { page } = guarded;
    await page.waitForLoadState('networkidle');
    expect((await checkButton(page).textContent())?.trim()).toBe('Check the hashes');
    await check(page);
  });

  it('shows the receipt without a check of hashes if the browser can’t compute hashes', async () => {
    await using guarded = await openGuarded(browser, preview.url);
    const { page } = guarded;
    await page.addInitScript("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })");
    await page.goto('/receipt?from=EUR&to=JPY');
    await settled(page);
    await check(page);
    expect(await page.locator('#checked p').last().textContent()).toMatch(
      /^2 lines since .* The chain was not checked/,
    );
    expect(await said(page, '#dataset', 'File')).toEqual([`SHA-256 ${sha256(receiptSource)}`]);
  });
});

function hrefs(links: Element[]): string[] {
  return links.map((link) => link.getAttribute('href') ?? '');
}
