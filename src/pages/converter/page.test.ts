import type { IsoDate } from '../../money/calendar.ts';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../testing/browser/open-browser.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { amountDecimals } from '../../money/currencies/metals.ts';
import { moneyFormat } from '../../money/currencies/money-format.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { numberFormat } from '../../text/wording/number-format.ts';
import { round } from '../../money/rounding/round.ts';
import type { Quality } from '../../validation/snapshot/quality.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import type { Listening } from '../../site/serve/listen.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { startPlainHost } from '../../testing/servers/plain-host.ts';
import {
  fewDays,
  recordedDay,
  recordedFiles,
  recordedOfficial,
  writeSmallSite,
} from '../../testing/sites/small-site.ts';
import type { ReferenceRates } from '../../api/documents/reference-rates.ts';
import { composedProvider } from '../../sources/provider.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import { type Official, undoubted } from '../../archive/official-rates.ts';
import type { Comparison } from '../../api/endpoints/compare.schema.ts';
import { agreeing } from '../../testing/data/agreeing.ts';
import { fakeOfficial } from '../../testing/sites/bank-rates.ts';
import { findBarriers, findBarriersInViews } from '../../testing/browser/find-barriers.ts';
import { openGuarded } from '../../testing/browser/guarded-page.ts';
import { openEmptied, visit as visitPage, type WindowOptions } from '../../testing/browser/visit.ts';

const folder = temporaryFolder();
const current: Snapshot = { ...recordedDay, stale_reason: null, stale_since: null };
const format = numberFormat('en-US');
const money = moneyFormat({ words: 'en-US', numbers: 'en-US' });
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const dateInWords = (date: string) => longDate.format(Date.parse(date));

/** Two months of rates of a bank with daily and weekly rates. Its rate of HUF on the newest day is in doubt. */
const ofNbp = new Map(fakeOfficial(['nbp', 'nbp-b'], '2026-08-01', recordedDay.rate_as_of));
const daily = ofNbp.get('nbp') ?? undoubted([]);
ofNbp.set('nbp', {
  ...daily,
  days: daily.days.map((day) => (day.date === recordedDay.rate_as_of ? withoutForint(day) : day)),
  doubts: [
    { date: recordedDay.rate_as_of, reason: 'implausible', code: 'HUF', value: 1, since: recordedDay.rate_as_of },
  ],
});
const official: Official = new Map([...recordedOfficial, ...ofNbp]);

function withoutForint(day: ArchivedDay): ArchivedDay {
  return { ...day, rates: new Map([...day.rates].filter(([code]) => code !== 'HUF')) };
}

/** A snapshot that was compared with two witnesses. Neither has BTC, and one disputes NGN. */
const sealed: Snapshot = {
  ...current,
  checked_at: '2026-09-29T06:00:00.000Z',
  witnesses: {
    requested_at: '2026-09-29T06:00:00.000Z',
    requested: ['one.example', 'two.example'].map((witness) => ({
      ...{ witness, outcome: 'compared', compared: 150 },
      agreeing: agreeing(120, 130, 140, 149),
    })),
    unwitnessed: ['BTC'],
  },
  disputed: [{ code: 'NGN', witness: 'one.example', ratio: 1.5, since: '2026-09-20', frozen: false }],
};

let browser: Browser;
let preview: Preview;
/** A server that has only static files and doesn't send the headers in `_headers`. */
let plainHost: Listening;
/** A site with another source of market rates, where GBP is held and the source couldn't be read at the last check. */
let held: Preview;

async function write(name: string, changes: Parameters<typeof writeSmallSite>[1]): Promise<string> {
  const out = join(folder.path, name);
  await writeSmallSite(out, changes);
  return out;
}

beforeAll(async () => {
  const site = await write('site', { snapshot: current, official });
  const quality: Quality = {
    state: 'held',
    reason: 'implausible_move',
    since: '2026-09-25',
    published: recordedDay.rates.get('GBP') ?? NaN,
    published_as_of: '2026-09-24',
    basis: 'last_good_rate',
    source_value: 1,
    agreeing_datasets: 1,
    needed_datasets: 3,
    bound: 1.05,
    witnesses: [],
    ends_by: null,
  };
  const source = {
    first: recordedDay.rate_as_of,
    name: 'Bank & Co',
    url: 'https://bank.example/',
    license: 'CC-BY-4.0',
  };
  const heldSite = await write('held', {
    ...fewDays,
    snapshot: { ...recordedDay, providers: [source], quality: new Map([['GBP', quality]]) },
  });
  [browser, preview, held, plainHost] = await Promise.all([
    openBrowser(),
    startPreview(site, 0),
    startPreview(heldSite, 0),
    startPlainHost(site),
  ]);
});
afterAll(async () => {
  await browser.close();
  await preview[Symbol.asyncDispose]();
  await held[Symbol.asyncDispose]();
  await plainHost[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** The converter's expected result, computed from the snapshot. */
function converted(amount: number, from: string, to: string): string {
  return money(round(amount * crossRate(recordedDay.rates.get(from) ?? NaN, recordedDay.rates.get(to) ?? NaN)), to);
}

const visit = (
  address: string,
  story: (page: Page, requests: readonly string[]) => Promise<void>,
  options: WindowOptions = {},
  origin = preview.url,
) => visitPage(browser, origin + address, story, options);

const sum = (page: Page) => page.locator('#result .sum').textContent();
const pair = (page: Page) =>
  Promise.all(
    ['from', 'to'].map(async (side) =>
      `${await page.locator(`#${side}`).inputValue()} ${await page.locator(`#${side}-name`).textContent()}`.trim(),
    ),
  );
const row = (page: Page, code: string) => page.locator(`#currencies tr:has(a:text-is("${code}"))`);
const query = (page: Page) => new URL(page.url()).search;
/** Waits for the script, which lists more currencies or shows a problem. The HTML alone already shows a result. */
const ready = (page: Page) => page.locator('#several li, #result .problem').first().waitFor({ state: 'attached' });
const charted = (page: Page) => page.locator('#chart canvas').waitFor();

describe('converter page, with its content security policy', () => {
  it.each([
    ['in a header and in a <meta> element', () => preview],
    ['only in a <meta> element, on a server that has only static files', () => plainHost],
  ])('converts, and blocks injected markup and scripts, if the policy is %s', async (_, host) => {
    await using guarded = await openEmptied(browser, host().url);
    const { page, problems } = guarded;
    await page.goto('/?from=GBP&to=THB&amount=7');
    await charted(page);
    expect(await sum(page)).toBe(converted(7, 'GBP', 'THB'));
    expect(problems).toEqual([]);
    await page.evaluate(() => {
      const image = new Image();
      image.src = 'https://elsewhere.example/x.png';
      const script = document.createElement('script');
      try {
        script.textContent = 'document.title = "taken"';
        document.body.append(script);
      } catch {
        // The browser enforces trusted types, so it rejects the script's text.
      }
      try {
        document.body.innerHTML = '<b>taken</b>';
      } catch {
        // The browser rejects the HTML for the same reason.
      }
    });
    await expect.poll(() => problems.join('\n')).toContain('policy: img-src https://elsewhere.example/x.png');
    expect(problems.join('\n')).toContain('policy: require-trusted-types-for');
    expect(await page.title()).not.toBe('taken');
    expect(await page.locator('h1').textContent()).toBe('Currency converter');
  });
});

describe('converter page', () => {
  it('reads rates only from static files, because requests to the Pages Function count against a daily quota', async () => {
    await visit('/?from=GBP&to=THB&amount=7', async (page, requests) => {
      await charted(page);
      expect(await sum(page)).toBe(converted(7, 'GBP', 'THB'));
      expect(requests.filter((path) => /^\/(api|series)/.test(path)).sort()).toEqual([
        '/api/currencies.json',
        '/api/v1/metals.json',
        '/api/v1/rates.json',
        '/series/market/gbp.json',
        '/series/market/thb.json',
      ]);
    });
  });

  it('converts while the visitor types', async () => {
    await visit('/', async (page) => {
      await ready(page);
      expect(await sum(page)).toBe(converted(100, 'USD', 'EUR'));
      await page.locator('#amount').fill('2500.5');
      expect(await sum(page)).toBe(converted(2500.5, 'USD', 'EUR'));
      await expect.poll(() => query(page)).toBe('?from=USD&to=EUR&amount=2500.5');
      // Links in the list of currencies keep the amount.
      expect(await row(page, 'JPY').locator('a').getAttribute('href')).toBe('?from=USD&to=JPY&amount=2500.5');
      // The visitor selects the currency of the other field.
      await page.locator('#to').fill('us dollar');
      await page.locator('#to-USD').click();
      expect(await pair(page)).toEqual(['EUR Euro', 'USD US Dollar']);
    });
  });

  it('shows the currency pair of a shared link', async () => {
    await visit('/?from=eur&to=JPY&amount=12.5&range=1y', async (page) => {
      await ready(page);
      expect(await pair(page)).toEqual(['EUR Euro', 'JPY Japanese Yen']);
      expect(await sum(page)).toBe(converted(12.5, 'EUR', 'JPY'));
      await page.locator('#swap').click();
      expect(await sum(page)).toBe(converted(12.5, 'JPY', 'EUR'));
      await expect.poll(() => query(page)).toBe('?from=JPY&to=EUR&amount=12.5&range=1y');
      await page.goBack();
      expect(await pair(page)).toEqual(['EUR Euro', 'JPY Japanese Yen']);
      expect(await sum(page)).toBe(converted(12.5, 'EUR', 'JPY'));
    });
  });

  it('converts at the rate of a past day', async () => {
    const day = recordedFiles.validDays.find(({ date }) => date === '2025-06-03');
    const rate = crossRate(day?.rates.get('EUR') ?? NaN, day?.rates.get('JPY') ?? NaN);
    await visit('/?from=EUR&to=JPY&amount=100', async (page) => {
      await ready(page);
      const today = await sum(page);
      await page.locator('#open-date').click();
      // The browser's calendar takes the keys while it's open.
      await page.keyboard.press('Escape');
      const entries = await page.evaluate(() => history.length);
      await page.keyboard.type('06032025');
      const dated = money(round(100 * rate), 'JPY');
      await expect.poll(() => sum(page)).toBe(dated);
      expect(today).not.toBe(dated);
      expect(query(page)).toBe('?from=EUR&to=JPY&amount=100&date=2025-06-03');
      const dollars = page.locator('#several li', { has: page.getByRole('link', { name: 'USD' }) });
      expect(await dollars.locator('.number').textContent()).toBe(
        format.amount(round(100 * crossRate(day?.rates.get('EUR') ?? NaN, 1))),
      );
      // The unfinished years aren't visited.
      expect(await page.evaluate(() => history.length)).toBe(entries + 1);
      expect(await page.locator('#freshness').textContent()).toBe('Rate for June 3, 2025.');
      const call = await page.locator('#call-link').getAttribute('href');
      const { result } = (await (await fetch(call ?? '')).json()) as { result: number };
      expect(money(result, 'JPY')).toBe(dated);
      await page.locator('#amount').fill('200');
      expect(await sum(page)).toBe(money(round(200 * rate), 'JPY'));
      expect(await page.locator('#call-link').getAttribute('href')).toContain('amount=200&date=2025-06-03');
      await page.reload();
      await expect.poll(() => sum(page)).toBe(money(round(200 * rate), 'JPY'));
      // This day and the week before have no rates.
      await page.locator('#date').fill('2025-05-20');
      await expect
        .poll(() => page.locator('#result').textContent())
        .toMatch(/^There is no rate for EUR and JPY on May 20, 2025 /);
      await page.locator('#date').fill('');
      await expect.poll(() => sum(page)).toBe(converted(200, 'EUR', 'JPY'));
      expect(await page.locator('#date').isVisible()).toBe(false);
    });
  });

  it('takes a typed day at once if a key opened its field', async () => {
    const day = recordedFiles.validDays.find(({ date }) => date === '2025-06-03');
    const rate = crossRate(day?.rates.get('EUR') ?? NaN, day?.rates.get('JPY') ?? NaN);
    await visit('/?from=EUR&to=JPY&amount=100', async (page) => {
      await ready(page);
      await page.locator('#open-date').press('Enter');
      await page.keyboard.type('06032025');
      await page.keyboard.press('Enter');
      await expect.poll(() => sum(page)).toBe(money(round(100 * rate), 'JPY'));
    });
  });

  it('replaces an amount that a click has entered, and edits it after another click', async () => {
    await visit('/', async (page) => {
      await ready(page);
      const amount = page.locator('#amount');
      await amount.click();
      await page.keyboard.type('50');
      expect(await amount.inputValue()).toBe('50');
      await amount.click();
      await page.keyboard.press('End');
      await page.keyboard.type('0');
      expect(await sum(page)).toBe(converted(500, 'USD', 'EUR'));
    });
  });

  it('can be used with only the keyboard', async () => {
    await visit('/', async (page) => {
      await ready(page);
      await page.locator('#amount').focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('20');
      await page.keyboard.press('Tab');
      await page.keyboard.type('swiss');
      const field = page.locator('#from');
      expect(await field.getAttribute('aria-expanded')).toBe('true');
      expect(await field.getAttribute('aria-activedescendant')).toBe('from-CHF');
      await page.keyboard.press('Enter');
      expect(await field.getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('swap');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('converted');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      // The first arrow key opens the list at EUR, and the second selects the next currency.
      expect(await pair(page)).toEqual(['CHF Swiss Franc', 'JPY Japanese Yen']);
      expect(await sum(page)).toBe(converted(20, 'CHF', 'JPY'));
      await page.keyboard.type('doubloon');
      expect(await page.locator('#to-list').textContent()).toBe('No currency matches');
      await page.keyboard.press('Escape');
      expect(await pair(page)).toEqual(['CHF Swiss Franc', 'JPY Japanese Yen']);
      await expect.poll(() => query(page)).toBe('?from=CHF&to=JPY&amount=20');
    });
  });

  it('converts either amount into the other', async () => {
    await visit('/', async (page) => {
      await ready(page);
      await page.locator('#converted').fill('500');
      const dollars = round(500 * crossRate(recordedDay.rates.get('EUR') ?? NaN, 1));
      expect(await page.locator('#amount').inputValue()).toBe(format.amount(dollars));
      const result = async () => (await page.locator('#result').textContent())?.trim();
      expect(await result()).toBe(`500 euros = ${money(dollars, 'USD')}`);
      await expect.poll(() => query(page)).toBe('?from=USD&to=EUR&to_amount=500');
      await page.reload();
      await ready(page);
      expect(await page.locator('#converted').inputValue()).toBe('500');
      expect(await result()).toBe(`500 euros = ${money(dollars, 'USD')}`);
    });
  });

  it('explains how to write an amount if the input is invalid', async () => {
    await visit('/', async (page) => {
      await ready(page);
      const amount = page.locator('#amount');
      await amount.fill('-5');
      await page.keyboard.press('Enter');
      const note = page.locator('#amount-note');
      expect(await note.textContent()).toBe('Enter an amount of zero or more, such as 12.5.');
      expect(await amount.getAttribute('aria-invalid')).toBe('true');
      expect(await amount.getAttribute('aria-describedby')).toBe('amount-note');
      expect(await page.locator('#result').textContent()).toBe('');
      expect(await page.locator('#converted').inputValue()).toBe('');
      await page.locator('#swap').click();
      await expect.poll(() => page.locator('#pair-rates').textContent()).toMatch(/^1 EUR = /);
      await page.locator('#swap').click();
      await expect.poll(() => page.locator('#pair-rates').textContent()).toMatch(/^1 USD = /);
      expect(await amount.inputValue()).toBe('-5');
      expect(await page.locator('#result').textContent()).toBe('');
      await amount.fill('0');
      expect(await note.textContent()).toBe('');
      expect(await sum(page)).toBe('0.00 euros');
      expect(await amount.getAttribute('aria-invalid')).toBe('false');
      await amount.fill('1e308');
      await page.locator('#to').fill('irr');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.locator('#result').textContent())
        .toBe('The amount or the result is too large or too small. ');
      await amount.fill('7');
      await expect.poll(() => sum(page)).toBe(converted(7, 'USD', 'IRR'));
      await amount.fill('');
      expect(await amount.getAttribute('aria-invalid')).toBe('false');
      await page.locator('#to').fill('chf');
      await page.keyboard.press('Enter');
      expect(await amount.inputValue()).toBe('');
      await amount.fill('8');
      await expect.poll(() => sum(page)).toBe(converted(8, 'USD', 'CHF'));
    });
  });

  it('says what is invalid in a URL', async () => {
    await visit('/?from=<b>&to=XXX&amount=ten&range=9y', async (page) => {
      await ready(page);
      expect(await pair(page)).toEqual(['<b>', 'XXX']);
      expect((await page.locator('#result').textContent())?.trim()).toBe('“<b>” isn’t the code of a currency.');
      expect(query(page)).toBe('?from=%3Cb%3E&to=XXX&amount=ten&range=9y');
    });
  });

  it('offers what can help if there is no result', async () => {
    await visit('/?from=BGN&to=USD&amount=5&date=2025-06-03', async (page) => {
      await ready(page);
      const buttons = page.locator('#pair-rates button');
      expect(await buttons.allTextContents()).toEqual(['Use EUR']);
      await buttons.first().click();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('result');
      await expect.poll(() => query(page)).toBe('?from=EUR&to=USD&amount=2.55645940598&date=2025-06-03');
      await page.locator('#result .sum').waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('result');
    });
  });

  it('uses the number format and the currency names of the visitor’s locale', async () => {
    await visit(
      '/?from=EUR&to=JPY&amount=1234.5',
      async (page) => {
        await ready(page);
        expect(await page.locator('#amount').inputValue()).toBe('1234,5');
        await page.locator('#amount').fill('2.000,25');
        await expect.poll(() => query(page)).toBe('?from=EUR&to=JPY&amount=2000.25');
        expect(await sum(page)).toBe(
          moneyFormat({ words: 'de-DE', numbers: 'de-DE' })(
            round(2000.25 * crossRate(recordedDay.rates.get('EUR') ?? NaN, recordedDay.rates.get('JPY') ?? NaN)),
            'JPY',
          ),
        );
        await page.locator('#from').fill('Vereinigtes Königreich');
        await page.keyboard.press('Enter');
        expect(await pair(page)).toEqual(['GBP Britisches Pfund', 'JPY Japanischer Yen']);
        await page.locator('#to').fill('gold');
        await page.keyboard.press('Enter');
        await expect.poll(() => page.locator('#pair-rates').textContent()).toContain('1 XAU ist eine Feinunze');
      },
      { locale: 'de-DE' },
    );
  });
});

describe('list of all currencies on the converter page', () => {
  it('can be filtered and sorted', async () => {
    await visit('/', async (page) => {
      await ready(page);
      const codes = () =>
        page
          .locator('#currencies tbody tr:visible th')
          .evaluateAll((cells) => cells.map((cell) => cell.querySelector('a')?.textContent ?? ''));
      const traded = catalogue.map(({ code }) => code).filter((code) => recordedDay.rates.has(code));
      expect(await codes()).toEqual(traded.slice(0, 15));
      expect(await page.locator('#filter-count').textContent()).toBe(`15 of ${traded.length} currencies`);
      await page.locator('#show-all').click();
      expect(await codes()).toEqual(traded);
      expect(await page.locator('#filter-count').textContent()).toBe(`${traded.length} currencies`);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(traded[15]);
      await page.locator('#filter').fill('franc');
      const francs = await codes();
      // The filter also finds EUR, because a country with the euro, France, starts with “franc”.
      expect(francs).toEqual(expect.arrayContaining(['CHF', 'XAF', 'XPF', 'EUR']));
      expect(francs.length).toBeLessThan(20);
      expect(await page.locator('#filter-count').textContent()).toBe(
        `${francs.length} of ${recordedDay.rates.size} currencies`,
      );
      await page.getByRole('button', { name: '1 USD =' }).click();
      const rates = async () => (await codes()).map((code) => recordedDay.rates.get(code) ?? NaN);
      const rising = francs.map((code) => recordedDay.rates.get(code) ?? NaN).sort((a, b) => a - b);
      expect(await rates()).toEqual(rising);
      await page.getByRole('button', { name: '1 USD =' }).click();
      expect(await rates()).toEqual(rising.toReversed());
      expect(await page.locator('[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    });
  });
});

describe('converter page', () => {
  it('shows today’s rates without JavaScript', async () => {
    await visit(
      '/',
      async (page) => {
        const rows = page.locator('#currencies tbody tr');
        expect(await rows.count()).toBe(recordedDay.rates.size);
        expect(await row(page, 'EUR').textContent()).toContain(format.rate(recordedDay.rates.get('EUR') ?? NaN));
        expect(await page.locator('body').textContent()).toContain('29 September 2026');
        expect(await page.locator('#convert').isVisible()).toBe(false);
        expect(await page.locator('noscript a').isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    );
  });

  it('shows an error with a button to try again if the API fails', async () => {
    await using guarded = await openEmptied(browser, preview.url);
    const { page, problems } = guarded;
    await page.route('**/api/**', (route) => route.fulfill({ status: 500, body: '{"success":false,"error":"down"}' }));
    await page.goto('/');
    await page.locator('#problem').waitFor();
    expect(await page.locator('#problem').textContent()).toContain('Today’s rates couldn’t be loaded');
    expect(await page.locator('#currencies tbody tr:visible').count()).toBe(recordedDay.rates.size);
    expect(await page.locator('#convert').isVisible()).toBe(false);
    // The browser reports the failed requests. Other problems aren't allowed.
    expect(problems.filter((problem) => !problem.includes('status of 500'))).toEqual([]);
    await page.unroute('**/api/**');
    await page.locator('#retry').click();
    await ready(page);
    expect(await page.locator('#problem').isVisible()).toBe(false);
  });

  it('uses the newest rate for a later day', async () => {
    await visit(
      '/?from=EUR&to=JPY&date=2026-10-06',
      (page) => expect.poll(() => sum(page)).toBe(converted(100, 'EUR', 'JPY')),
      { now: '2026-10-06T12:00:00Z' },
    );
  });

  it('shows the attribution of the banks with composed rates', async () => {
    await using guarded = await openEmptied(browser, held.url, { now: recordedDay.checked_at });
    const { page, problems } = guarded;
    await page.route('**/api/v1/rates.json', async (route) => {
      const response = await route.fetch();
      const document = (await response.json()) as ReferenceRates;
      const sources = [{ first: document.rate_as_of, ...composedProvider }];
      await route.fulfill({ response, json: { ...document, sources } });
    });
    await page.goto('/');
    await ready(page);
    expect(await page.locator('#source-note').textContent()).toMatch(
      /^Market rate · Official rates of central banks, composed by this service · Sources: European Central Bank; Narodowy/,
    );
    expect(problems).toEqual([]);
  });

  it('names the source if it isn’t the usual dataset, and shows a warning if it couldn’t be read', async () => {
    await visit(
      '/',
      async (page) => {
        await ready(page);
        expect(await page.locator('#source-note').textContent()).toBe('Market rate · Bank & Co');
        expect(await page.locator('#stale').isVisible()).toBe(true);
        expect(await page.locator('#stale').textContent()).toContain(
          'These rates aren’t current. The source couldn’t be read at the last check',
        );
      },
      { now: recordedDay.checked_at },
      held.url,
    );
  });

  it('shows a warning if the last check for rates was 5 hours ago, because the tab stayed open', async () => {
    await using guarded = await openGuarded(browser, preview.url);
    const { page, problems } = guarded;
    const [freshness, warning] = [page.locator('#freshness'), page.locator('#stale')];
    await page.clock.install({ time: '2026-09-30T06:03:00Z' });
    await page.goto('/');
    await ready(page);
    expect(await freshness.textContent()).toContain('(yesterday), last checked 3 minutes ago.');
    expect(await warning.isVisible()).toBe(false);
    await page.clock.fastForward('01:00:00');
    await expect.poll(() => freshness.textContent()).toContain('last checked 1 hour ago.');
    expect(await warning.isVisible()).toBe(false);

    const setHidden = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await setHidden(true);
    await page.clock.fastForward('24:00:00');
    expect(await freshness.textContent()).toContain('last checked 1 hour ago.');
    await setHidden(false);
    expect(await freshness.textContent()).toContain('last checked 25 hours ago.');
    expect(await warning.textContent()).toContain('Reload the page');
    await page.reload();
    await ready(page);
    expect(await warning.textContent()).toContain('This site hasn’t looked for newer rates');
    expect(problems).toEqual([]);
  });

  it('hides the age of the rates if the visitor’s clock is behind', async () => {
    await visit(
      '/',
      async (page) => {
        await ready(page);
        expect(await page.locator('#freshness').textContent()).toBe(
          'Rates for September 29, 2026, last checked on September 30, 2026 06:00 UTC.',
        );
        expect(await page.locator('#stale').isVisible()).toBe(false);
      },
      { now: '2001-01-01T00:00:00Z' },
    );
  });

  it('fits into windows that are 320 and 1280 pixels wide', async () => {
    await visit(
      '/?from=XAF&to=STN&amount=123456789.12',
      async (page) => {
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          await charted(page);
          await page.locator('#from').click();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        }
      },
      { viewport: { width: 320, height: 800 } },
    );
  });
});

it.each([320, 390, 1280])(
  'number on the converter page > is neither cut nor broken if %d pixels are wide',
  async (width) => {
    await visit(
      '/?from=USD&to=AED&amount=123456789012345.67',
      async (page) => {
        await ready(page);
        const problems = await page.evaluate(() => {
          const cut = [...document.querySelectorAll<HTMLInputElement>('.money > input[type=text]')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ value }) => value);
          const broken = [...document.querySelectorAll('.sum, .several .number')].flatMap(({ firstChild }) => {
            const text = firstChild?.textContent ?? '';
            const range = new Range();
            if (!firstChild || text === '') return ['no number'];
            range.setStart(firstChild, 0);
            range.setEnd(firstChild, text.search(/ |$/));
            return range.getClientRects().length === 1 ? [] : [text];
          });
          return [...cut, ...broken];
        });
        expect(problems).toEqual([]);
      },
      { viewport: { width, height: 800 } },
    );
  },
);

describe('currency search on the converter page', () => {
  it('lists the most recently selected currency first', async () => {
    await visit('/', async (page) => {
      await ready(page);
      const listed = () =>
        page.locator('#to-list [data-code]').evaluateAll((all) => all.map((each) => each.getAttribute('data-code')));
      await page.locator('#to').fill('canada');
      await page.keyboard.press('Enter');
      await page.goto('/');
      await ready(page);
      await page.locator('#to').click();
      expect((await listed()).slice(0, 3)).toEqual(['CAD', 'USD', 'EUR']);
    });
  });
});

describe('link to the converter page', () => {
  it('scrolls to its section, even if content loads late', async () => {
    const id = 'rates';
    await using guarded = await openEmptied(browser, preview.url);
    const { page, problems } = guarded;
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto(`/#${id}`);
    await charted(page);
    const placeOf = () =>
      page.evaluate((target) => {
        const { top } = document.getElementById(target)?.getBoundingClientRect() ?? { top: NaN };
        const isEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1;
        return isEnd ? 16 : Math.round(top);
      }, id);
    await expect.poll(placeOf).toBe(16);
    // After the visitor scrolls, the page doesn't scroll back.
    await page.mouse.wheel(0, -500);
    await expect.poll(placeOf).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await placeOf()).not.toBe(16);
    expect(problems).toEqual([]);
  });
});

describe('held currency on the converter page', () => {
  const notes = (page: Page) => page.locator('#pair-rates small').allTextContents();
  const note = 'GBP is held at its rate of September 24, 2026.';
  const visitHeld = (address: string, story: (page: Page) => Promise<void>) => visit(address, story, {}, held.url);

  it('is shown with the date of the last good rate', async () => {
    await visitHeld('/?from=GBP&to=EUR', async (page) => {
      await ready(page);
      expect(await notes(page)).toEqual([note]);
      await page.locator('#from').fill('us dollar');
      await page.keyboard.press('Enter');
      expect(await notes(page)).toEqual([]);
      await page.locator('#to').fill('gbp');
      await page.keyboard.press('Enter');
      expect(await notes(page)).toEqual([note]);
    });
  });

  it('is marked as held for the newest day, but not if the visitor selects an earlier day', async () => {
    await visitHeld('/?from=USD&to=GBP&date=2026-09-29', async (page) => {
      await page.locator('#pair-rates small').waitFor();
      expect(await sum(page)).toBe(converted(100, 'USD', 'GBP'));
      expect(await page.locator('#pair-rates').textContent()).not.toContain('September 29');
      await page.goto('/?from=USD&to=GBP&date=2026-09-28');
      await page.locator('#pair-rates span').first().waitFor();
      expect(await notes(page)).toEqual([]);
    });
  });
});

describe('first paint of the converter page', () => {
  const shown = (page: Page) =>
    page
      .locator('#result, #pair-rates')
      .evaluateAll((all) => all.map(({ textContent }) => textContent.trim().replaceAll(/\s+/g, ' ')));
  const flags = (page: Page) =>
    page.locator('#from-flag, #to-flag').evaluateAll((all) => all.map(({ innerHTML }) => innerHTML));

  it('has the fields, the result and the rates before any script runs', async () => {
    await using guarded = await openEmptied(browser, preview.url);
    const { page } = guarded;
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/assets/page-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('#result .sum').waitFor();
    expect(await page.locator('#amount').inputValue()).toBe('100');
    expect(await pair(page)).toEqual(['USD US Dollar', 'EUR Euro']);
    expect(await sum(page)).toBe(converted(100, 'USD', 'EUR'));
    const [written, writtenFlags] = [await shown(page), await flags(page)];
    expect(written[1]).toContain('1 USD = ');
    expect(await page.locator('#currencies tbody tr:visible').count()).toBe(15);
    // The page keeps an amount that is typed before the script runs.
    await page.locator('#amount').fill('250');
    release(undefined);
    await expect.poll(() => sum(page)).toBe(converted(250, 'USD', 'EUR'));
    // For the default amount, the script shows the same as the HTML.
    await page.locator('#amount').fill('100');
    await charted(page);
    expect(await shown(page)).toEqual(written);
    expect(await flags(page)).toEqual(writtenFlags);
  });

  it('begins to load its script and today’s rates before any script runs, and each only once', async () => {
    await visit('/', async (page) => {
      await page.waitForLoadState('networkidle');
      const preloads = await page
        .locator('script[src*=before-paint]')
        .evaluate((script) =>
          Array.from(script.parentElement?.querySelectorAll('link[rel$=preload]') ?? []).flatMap((link) =>
            link.compareDocumentPosition(script) & Node.DOCUMENT_POSITION_FOLLOWING
              ? [(link as HTMLLinkElement).href]
              : [],
          ),
        );
      const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      const files = ['/assets/page-', '/api/v1/rates.json', '/api/currencies.json', '/api/v1/metals.json'];
      for (const file of files) {
        expect(preloads.filter((url) => url.includes(file))).toHaveLength(1);
        expect(loaded.filter((url) => url.includes(file))).toHaveLength(1);
      }
    });
  });
});

describe('currency that the visitor types with the amount', () => {
  it('is chosen when the field is left, with a note and a button that undoes it', async () => {
    await visit('/?from=USD&to=JPY', async (page) => {
      await ready(page);
      const note = page.locator('#amount-note');
      await page.locator('#amount').fill('20');
      await page.locator('#amount').fill('20 euros');
      expect(await pair(page)).toEqual(['USD US Dollar', 'JPY Japanese Yen']);
      await page.locator('#converted').focus();
      expect(await pair(page)).toEqual(['EUR Euro', 'JPY Japanese Yen']);
      expect(await note.textContent()).toBe('“20 euros” changed the currency to EUR Euro. Undo');
      expect(await note.getAttribute('role')).toBe('status');
      await note.getByRole('button', { name: 'Undo' }).click();
      expect(await pair(page)).toEqual(['USD US Dollar', 'JPY Japanese Yen']);
      expect(await page.locator('#amount').inputValue()).toBe('20');
      expect(await note.textContent()).toBe('');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('amount');
      await page.locator('#amount').fill('$50');
      await page.keyboard.press('Enter');
      await page.locator('#amount').fill('£70');
      await page.keyboard.press('Enter');
      await note.getByRole('button', { name: 'Undo' }).click();
      expect(await page.locator('#amount').inputValue()).toBe('50');
      await page.locator('#amount').fill('20 euros');
      await page.keyboard.press('Enter');
      expect(await note.textContent()).toContain('Undo');
      await page.goBack();
      expect(await note.textContent()).toBe('');
      await page.locator('#amount').fill('5 doubloons');
      await page.keyboard.press('Enter');
      expect(await page.locator('#result').textContent()).toBe('');
      expect(await note.textContent()).toBe(
        'The amount is 5, but “doubloons” isn’t a known currency. Choose a currency',
      );
      await page.locator('#from').fill('gbp');
      await page.keyboard.press('Enter');
      await expect.poll(() => sum(page)).toBe(converted(5, 'GBP', 'JPY'));
      expect(await page.locator('#amount').inputValue()).toBe('5');
    });
  });
});

describe('text that the visitor types into an amount', () => {
  it.each([
    ['R$ 10', '10 BRL → EUR', ['BRL', 'EUR']],
    ['£5m', '5,000,000 GBP → EUR', ['GBP', 'EUR']],
    ['100 usd to jpy', '100 USD → JPY', ['USD', 'JPY']],
    ['eur/usd', 'EUR → USD', ['EUR', 'USD']],
  ])('never has the result of another currency: “%s” shows what Enter will do', async (text, will, [from, to]) => {
    await visit('/?from=USD&to=EUR', async (page) => {
      await ready(page);
      await page.locator('#amount').fill('');
      await page.locator('#amount').pressSequentially(text);
      expect(await page.locator('#result').textContent()).toBe('');
      expect((await page.locator('#amount-note').textContent())?.trim()).toBe(will);
      await page.keyboard.press('Enter');
      await page.locator('#result .sum').waitFor();
      expect(await Promise.all(['#from', '#to'].map((id) => page.locator(id).inputValue()))).toEqual([from, to]);
    });
  });

  it('is offered as several currencies if it may mean each of them', async () => {
    await visit('/?from=USD&to=EUR', async (page) => {
      await ready(page);
      await page.locator('#amount').fill('100 pesos');
      await page.keyboard.press('Enter');
      const note = page.locator('#amount-note');
      expect(await note.textContent()).toMatch(/^Which currency is “pesos”\? MXN Mexican Peso CLP Chilean Peso /);
      await note.getByRole('button', { name: 'PHP' }).click();
      await expect.poll(() => sum(page)).toBe(converted(100, 'PHP', 'EUR'));
      expect(await pair(page)).toEqual(['PHP Philippine Peso', 'EUR Euro']);
    });
  });

  it('may name a currency that has no rate today, which the list of currencies has, too', async () => {
    await visit('/?from=USD&to=EUR', async (page) => {
      await ready(page);
      await page.locator('#amount').fill('100 SYP');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('#result').textContent()).toMatch(/^There is no rate for SYP today\./);
      await page.locator('#to').fill('syrian');
      expect(await page.locator('#to-list').textContent()).toBe('SYPSyrian Poundno rate today');
    });
  });
});

describe('home page', () => {
  it.each([
    ['en-US', ['USD US Dollar', 'EUR Euro'], 'USD'],
    ['pl-PL', ['PLN Złoty polski', 'EUR Euro'], 'PLN'],
    ['ja-JP', ['JPY 日本円', 'USD 米ドル'], 'JPY'],
  ])(
    'opens in %s with the money of the region, with which the list of several begins',
    async (locale, expected, own) => {
      await visit(
        '/',
        async (page) => {
          await page.locator('#several li').first().waitFor();
          expect(await pair(page)).toEqual(expected);
          await page.locator('#from').fill('chf');
          await page.keyboard.press('Enter');
          await expect.poll(() => page.locator('#several li a').first().textContent()).toBe(own);
        },
        { locale },
      );
    },
  );

  it('opens with the last pair that had a result', async () => {
    await visit('/?from=CHF&to=JPY', async (page) => {
      await ready(page);
      await page.goto('/?from=CHF&to=SYP');
      await ready(page);
      await page.goto('/');
      await ready(page);
      expect(await pair(page)).toEqual(['CHF Swiss Franc', 'JPY Japanese Yen']);
      expect(await sum(page)).toBe(converted(100, 'CHF', 'JPY'));
      expect(query(page)).toBe('');
      // The home page keeps its title. Any other has its result.
      expect(await page.title()).toMatch(/^Ratesheet/);
      await page.locator('#amount').fill('7');
      await expect.poll(() => page.title()).toMatch(/^7 CHF = 1,\d\d\d JPY · Ratesheet$/);
    });
  });

  it('answers a question of the URL, as a browser’s address bar asks it', async () => {
    await visit('/?q=50+pounds+in+yen', async (page) => {
      await expect.poll(() => sum(page)).toBe(converted(50, 'GBP', 'JPY'));
      expect(query(page)).toBe('?from=GBP&to=JPY&amount=50');
      await page.goto('/?q=5+doubloons');
      await expect
        .poll(() => page.locator('#amount-note').textContent())
        .toContain('“doubloons” isn’t a known currency');
      expect(await page.locator('#result').textContent()).toBe('');
      expect(await page.locator('#amount').inputValue()).toBe('5 doubloons');
    });
  });

  it('is where the URL of a pair leads', async () => {
    await using guarded = await openGuarded(browser, preview.url);
    const { page } = guarded;
    await page.goto('/chf-to-jpy');
    await page.waitForURL('**/?from=CHF&to=JPY*');
    await expect.poll(() => sum(page)).toBe(converted(100, 'CHF', 'JPY'));
  });
});

describe('reason for a missing result', () => {
  it.each([
    ['/?from=RUB&to=EUR&source=ecb', 'European Central Bank: no rates for RUB.'],
    [
      '/?from=USD&to=EUR&date=2030-01-01',
      'January 1, 2030 is in the future. The newest rates are for September 29, 2026.',
    ],
    ['/?from=BGN&to=USD&date=2025-06-03', 'BGN was replaced by EUR on January 1, 2026: 1.95583 BGN = 1 EUR.'],
    ['/?from=USD&to=EUR&date=soon', '“soon” isn’t a date.'],
    ['/?from=USD&to=EUR&source=moon', '“moon” isn’t a source of rates.'],
    [
      '/de?from=USD&to=EUR&date=1990-05-01',
      'Für den 1. Mai 1990 gibt es keine Kurse. Die ersten sind vom 2. März 2024.',
    ],
    ['/ja?from=SYP&to=JPY', '本日はSYPのレートがありません。'],
    ['/zh?from=USD&to=EUR&source=mnb', 'Magyar Nemzeti Bank：本站还没有该银行的汇率。'],
    ['/fr?from=USD&to=EUR&amount=dix', 'Saisissez un montant supérieur ou égal à zéro, par exemple 12,5.'],
  ])('is in the visitor’s language, and says nothing of parameters: %s', async (address, reason) => {
    const [, locale = ''] = /^\/(\w\w)\?/.exec(address) ?? [];
    await visit(
      address,
      async (page) => {
        await ready(page);
        expect((await page.locator('#result').textContent())?.trim()).toBe(reason);
      },
      { locale: locale || 'en-US' },
    );
  });
});

describe('retired currency on the converter page', () => {
  it('is converted at its fixed factor, with the rate of its successor', async () => {
    await visit(
      '/de?q=100+DM+in+Euro',
      async (page) => {
        await expect.poll(() => page.locator('#converted').inputValue()).toBe('51,13');
        expect(query(page)).toBe('?from=DEM&to=EUR&amount=100');
        expect(await page.locator('#pair-rates small').allTextContents()).toEqual([
          'DEM wurde am 1. Januar 1999 durch EUR ersetzt: 1,95583 DEM = 1 EUR.',
        ]);
        // A fixed factor has no day, and nothing to compare with.
        const areShown = () => Promise.all(['#seal', '#history'].map((id) => page.locator(id).isVisible()));
        expect(await areShown()).toEqual([false, false]);
        await page.locator('#to').fill('usd');
        await page.keyboard.press('Enter');
        const perEuro = crossRate(recordedDay.rates.get('EUR') ?? NaN, 1);
        const dollars = numberFormat('de-DE').amount(round((100 / 1.95583) * perEuro));
        await expect.poll(() => page.locator('#converted').inputValue()).toBe(dollars);
        expect(await areShown()).toEqual([true, true]);
        const inDollars = page.locator('#several li', { has: page.getByRole('link', { name: 'USD' }) });
        expect(await inDollars.locator('.number').textContent()).toBe(dollars);
        expect(await page.locator('#table-there caption').textContent()).toBe('Deutsche Mark → US-Dollar');
        // What needs a rate of each day is of the successor.
        await expect.poll(() => page.locator('#chart-readout .rate').textContent()).toMatch(/^1 EUR = .* USD$/);
        expect(await page.locator('#receipt-link').getAttribute('href')).toMatch(/\/receipt\?from=EUR&to=USD$/);
      },
      { locale: 'de-DE' },
    );
  });
});

describe('conversion table on the converter page', () => {
  it('is in sight, takes the fee of a card, which the browser keeps, and is printed as a card', async () => {
    await visit('/?from=USD&to=EUR', async (page) => {
      await ready(page);
      const cells = (id: string) => page.locator(`#${id} tbody tr:nth-child(7) td`).textContent();
      const rate = crossRate(1, recordedDay.rates.get('EUR') ?? NaN);
      expect(await page.locator('#table-there').isVisible()).toBe(true);
      expect(await cells('table-there')).toBe(format.amount(round(500 * rate)));
      await page.getByLabel('Fee of your card').selectOption('2%');
      expect(await cells('table-there')).toBe(format.amount(round((500 * rate) / 1.02)));
      expect(await cells('table-back')).toBe(format.amount(round((500 / rate) * 1.02)));
      expect(await page.locator('#table-there caption').textContent()).toBe('US Dollar → Euro · with a fee of 2%');
      await page.reload();
      await ready(page);
      expect(await cells('table-there')).toBe(format.amount(round((500 * rate) / 1.02)));
      await page.evaluate('globalThis.print = () => { globalThis.printed = document.documentElement.className; }');
      await page.getByRole('button', { name: 'Print as a card' }).click();
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate('globalThis.printed')).toBe('card-only');
      expect(await page.locator('#glance-date').innerText()).toBe('Rate for September 29, 2026.');
      expect(await page.locator('#convert, #rates, .foot').filter({ visible: true }).count()).toBe(0);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      expect(await page.locator('#rates').isVisible()).toBe(true);
    });
  });
});

describe('conversion into several currencies on the converter page', () => {
  const listed = (page: Page) =>
    page
      .locator('#several li')
      .evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('a')?.textContent, row.querySelector('.number')?.textContent]),
      );

  it('shows the currencies that the visitor selected, also after a reload', async () => {
    await visit('/?from=EUR&to=USD&amount=20', async (page) => {
      await ready(page);
      const ofEuro = (code: string) =>
        round(20 * crossRate(recordedDay.rates.get('EUR') ?? NaN, recordedDay.rates.get(code) ?? NaN));
      const rows = (codes: string[]) => codes.map((code) => [code, format.amount(ofEuro(code), amountDecimals(code))]);
      // The amount's own currency isn't repeated.
      expect(await listed(page)).toEqual(rows(['USD', 'GBP', 'JPY', 'CHF', 'CNY']));
      await page.locator('#add').fill('india');
      await page.keyboard.press('Enter');
      expect(await page.locator('#add').inputValue()).toBe('');
      await page.getByRole('button', { name: 'Remove Swiss Franc' }).click();
      const chosen = ['USD', 'GBP', 'JPY', 'CNY', 'INR'];
      expect(await listed(page)).toEqual(rows(chosen));
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Remove Chinese Yuan');
      await page.reload();
      await ready(page);
      expect(await listed(page)).toEqual(rows(chosen));
      expect(await page.locator('#several a').first().getAttribute('href')).toBe('?from=EUR&to=USD&amount=20');
    });
  });
});

describe('official rates on the converter page', () => {
  const ofEcb = recordedOfficial.get('ecb')?.days ?? [];
  const officialDay = (date: string) => ofEcb.find((day) => day.date === date)?.rates;
  const official = (date: string, from: string, to: string) => {
    const perEuro = (code: string) => (code === 'EUR' ? 1 : (officialDay(date)?.get(code) ?? NaN));
    return crossRate(perEuro(from), perEuro(to));
  };
  const shown = (amount: number, rate: number, to: string) => money(round(amount * rate), to);
  const note = (page: Page) => page.locator('#freshness').textContent();
  const newest = ofEcb.at(-1)?.date ?? '';
  const source = (page: Page) => page.getByLabel('Kind of rate');

  it('shows official rates in every part of the page', async () => {
    await visit('/?from=USD&to=JPY&amount=20', async (page, requests) => {
      await charted(page);
      expect(requests.filter((path) => path.includes('/ecb/'))).toEqual([]);
      const before = requests.length;
      // The arrow key selects the next source.
      await source(page).focus();
      await page.keyboard.press('ArrowDown');
      const rate = official(newest, 'USD', 'JPY');
      await expect.poll(() => sum(page)).toBe(shown(20, rate, 'JPY'));
      expect(query(page)).toBe('?from=USD&to=JPY&amount=20&source=ecb');
      expect(await page.locator('#table-there tbody tr').first().textContent()).toBe(`1${format.amount(round(rate))}`);
      expect(await page.locator('#table-back tbody tr').first().textContent()).toBe(
        `1${official(newest, 'JPY', 'USD').toFixed(5)}`,
      );
      const pounds = page.locator('#several li', { has: page.getByRole('link', { name: 'GBP' }) });
      expect(await pounds.locator('.number').textContent()).toBe(
        format.amount(round(20 * official(newest, 'USD', 'GBP'))),
      );
      expect(await note(page)).toMatch(`Rates for ${dateInWords(newest)} (`);
      expect(await page.locator('#source-note').textContent()).toBe('Official rates · Source: European Central Bank');
      expect(requests.slice(before).sort()).toEqual([
        '/series/ecb/days.json',
        ...['jpy', 'usd'].map((code) => `/series/ecb/${code}.json`),
        '/series/official/2026-09.json',
        '/series/official/reach.json',
      ]);

      const call = await page.locator('#call-link').getAttribute('href');
      const answer = (await (await fetch(call ?? '')).json()) as { result: number; rate_as_of: IsoDate };
      expect([money(answer.result, 'JPY'), answer.rate_as_of]).toEqual([shown(20, rate, 'JPY'), newest]);
      await source(page).selectOption('Market rate');
      await expect.poll(() => sum(page)).toBe(converted(20, 'USD', 'JPY'));
      expect(await note(page)).toMatch('Rates for September 29, 2026');
      expect(await page.locator('#source-note').textContent()).toBe('Market rate · exchange-api');
    });
  });

  it('shows the rates of the last business day on a weekend or holiday', async () => {
    // June 8, 2025 was a Sunday, and Friday, June 6 was the last business day before.
    await visit('/?from=EUR&to=USD&amount=1&date=2025-06-08&source=ecb', async (page) => {
      await expect.poll(() => sum(page)).toBe(shown(1, official('2025-06-06', 'EUR', 'USD'), 'USD'));
      expect(await note(page)).toBe('Rate for June 6, 2025.');
      expect(await page.locator('#pair-rates small').allTextContents()).toEqual([
        'No rate was published for June 8, 2025.',
      ]);
      await page.locator('#date').fill('2023-12-29');
      await expect
        .poll(() => page.locator('#result').textContent())
        .toMatch(/^There are no rates for December 29, 2023\./);
    });
  });

  it('offers the banks that quote both currencies, and the chosen bank', async () => {
    const choices = (page: Page) => source(page).locator('option').allTextContents();
    const [ecb, nbp] = ['European Central Bank', 'Narodowy Bank Polski'];
    await visit('/?from=EUR&to=PLN&source=nbp', async (page) => {
      await ready(page);
      expect(await source(page).inputValue()).toBe('nbp');
      for (const [code, names] of [
        ['PLN', ['Market rate', ecb, nbp]],
        ['ADA', ['Market rate', nbp]],
      ] as const) {
        await page.locator('#to').fill(code);
        await page.keyboard.press('Enter');
        expect([code, await choices(page)]).toEqual([code, names]);
      }
      await source(page).selectOption('Market rate');
      expect(await source(page).isVisible()).toBe(false);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('open-date');
      await page.goBack();
      await expect.poll(() => source(page).inputValue()).toBe('nbp');
    });
  });

  it('shows the table numbers of a bank, and the dates of daily and weekly rates', async () => {
    const [daily, weekly] = ['nbp', 'nbp-b'].map((key) =>
      fakeOfficial(['nbp', 'nbp-b'], '2026-09-01', '2026-09-29').get(key)?.days.at(-1),
    );
    expect([daily?.date, weekly?.date]).toEqual(['2026-09-29', '2026-09-23']);
    const rateOf = (code: string) => daily?.rates.get(code) ?? weekly?.rates.get(code) ?? NaN;
    const rate = crossRate(rateOf('USD'), rateOf('AFN'), ['direct', 'direct']);
    await visit('/?from=USD&to=AFN&amount=20&source=nbp', async (page) => {
      await charted(page);
      expect(await sum(page)).toBe(shown(20, rate, 'AFN'));
      expect(await page.locator('#pair-rates small').allTextContents()).toEqual([
        'USD: September 29, 2026 · AFN: September 23, 2026',
      ]);
      expect(await note(page)).toMatch('Rates for September 23, 2026 (');
      await page.locator('#open-date').click();
      await page.keyboard.press('Escape');
      await page.locator('#date').fill('2026-09-29');
      await expect.poll(() => note(page)).toBe('Rate for September 23, 2026.');
      await page.locator('#latest').click();
      expect(await page.locator('#source-note').textContent()).toBe(
        `Official rates · ${daily?.reference}, ${weekly?.reference} · Source: Narodowy Bank Polski`,
      );
      const euros = page.locator('#several li', { has: page.getByRole('link', { name: 'EUR' }) });
      expect(await euros.locator('.number').textContent()).toBe(
        format.amount(round(20 * crossRate(rateOf('USD'), rateOf('EUR'), ['direct', 'direct']))),
      );
      await page.getByRole('radio', { name: 'All' }).check();
      const chart = page.getByRole('slider', { name: 'Day on the chart' });
      await expect.poll(() => chart.getAttribute('aria-valuemax')).toBe('7');
      expect(await page.locator('#chart-summary .small').allTextContents()).toEqual(['Thin line: market rate.']);
      const receipt = await page.locator('#receipt-link').getAttribute('href');
      expect(receipt).toMatch(/\/receipt\?from=USD&to=AFN&source=nbp$/);
    });
  });

  it('says that a rate of the requested day waits, why and until when', async () => {
    await visit('/?from=HUF&to=PLN&amount=1&source=nbp&date=2026-09-29', async (page) => {
      await expect.poll(() => note(page)).toBe('Rate for September 28, 2026.');
      const notes = page.locator('#pair-rates small');
      const waits =
        'HUF: the bank’s rate for September 29, 2026 isn’t published yet (more than 20% off the day before), ' +
        'so an earlier rate is shown. The wait ends on October 13, 2026 at the latest.';
      await expect.poll(() => notes.allTextContents()).toEqual([waits]);
      expect(await source(page).inputValue()).toBe('nbp');
      await page.locator('#compare-summary').click();
      await expect.poll(() => page.locator('.comparison [colspan]').allTextContents()).toEqual([waits]);
      // Another pair of the day doesn't wait.
      await page.locator('#from').fill('EUR');
      await page.keyboard.press('Enter');
      await expect.poll(() => note(page)).toBe('Rate for September 29, 2026.');
      expect(await notes.count()).toBe(0);
      await expect.poll(() => page.locator('.comparison [colspan]').count()).toBe(0);
    });
  });

  it('compares all sources of a pair and day when the visitor asks for it', async () => {
    await visit('/?from=EUR&to=PLN&date=2026-09-26&source=nbp', async (page, requests) => {
      await charted(page);
      const before = requests.length;
      await page.locator('#compare-summary').click();
      await page.locator('.comparison').waitFor();
      expect(requests.slice(before).sort()).toEqual(['/api/v1/rates/2026-09-26.json', '/series/market/days.json']);
      const api = await fetch(`${preview.url}/api/v1/compare?from=EUR&to=PLN&date=2026-09-26`);
      const { comparison } = (await api.json()) as Comparison;
      const rows = page.locator('.comparison tbody tr');
      const change = new Intl.NumberFormat('en-US', {
        ...{ style: 'percent', minimumFractionDigits: 2, signDisplay: 'exceptZero' },
      });
      const [ofMarket, ...ofBanks] = comparison;
      expect(await rows.locator('td bdi').allTextContents()).toEqual(comparison.map(({ rate }) => format.rate(rate)));
      expect(ofMarket?.key).toBe('market');
      expect(await rows.locator('td small').allTextContents()).toEqual(
        ofBanks.map(({ difference_percent }) => change.format((difference_percent ?? NaN) / 100)),
      );
      expect(await rows.locator('th small').allTextContents()).toEqual(
        comparison.map(({ rate_as_of, reference }) => {
          return dateInWords(rate_as_of) + (reference === undefined ? '' : ` · ${reference}`);
        }),
      );
      expect(await page.locator('.comparison [aria-current] a').textContent()).toBe('Narodowy Bank Polski');
      expect(await page.getByRole('link', { name: 'Narodowy Bank Polski', exact: true }).getAttribute('href')).toBe(
        '/receipt?from=EUR&to=PLN&date=2026-09-26&source=nbp',
      );
      expect(await findBarriersInViews(page)).toEqual([]);
      // The open part follows the pair.
      await page.locator('#from').fill('BTC');
      await page.keyboard.press('Enter');
      await expect.poll(() => rows.locator('th a').allTextContents()).toEqual(['Market rate']);
    });
  });

  it('compares the sources that can be read', async () => {
    await using guarded = await openEmptied(browser, preview.url);
    const { page } = guarded;
    await page.route('**/series/official/**', (route) => route.abort());
    await page.goto('/?from=EUR&to=PLN');
    await ready(page);
    await page.locator('#compare-summary').click();
    await expect.poll(() => page.locator('#compare-note').textContent()).toBe('Some sources couldn’t be loaded.');
    const names = () => page.locator('.comparison th a').allTextContents();
    expect(await names()).toEqual(['Market rate']);
    await page.unroute('**/series/official/**');
    await page.locator('#compare').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(names).toEqual(['Market rate', 'European Central Bank', 'Narodowy Bank Polski']);
    expect(guarded.problems.filter((problem) => problem.startsWith('thrown'))).toEqual([]);
  });

  it('has no official rate of BTC, and offers the market rate', async () => {
    await visit('/?from=EUR&to=USD&amount=1&source=ecb', async (page) => {
      await expect.poll(() => sum(page)).toBe(shown(1, official(newest, 'EUR', 'USD'), 'USD'));
      await page.locator('#to').fill('bitcoin');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.locator('#result').textContent())
        .toContain('European Central Bank: no rates for BTC.');
      await page.getByRole('button', { name: 'Use the market rate' }).click();
      await expect.poll(() => sum(page)).toBe(converted(1, 'EUR', 'BTC'));
      expect(await source(page).isVisible()).toBe(false);
      expect(query(page)).toBe('?from=EUR&to=BTC&amount=1');
    });
  });

  it('shows an error message if the file of official rates can’t be loaded', async () => {
    await using guarded = await openEmptied(browser, preview.url);
    const { page } = guarded;
    await page.route('**/series/official/**', (route) => route.abort());
    await page.goto('/?source=ecb');
    await expect.poll(() => page.locator('#result').textContent()).toMatch(/^The rate couldn’t be loaded\./);
    await page.unroute('**/series/official/**');
    await page.locator('#pair-rates').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => sum(page)).toBe(shown(100, official(newest, 'USD', 'EUR'), 'EUR'));
  });
});

describe('converter page', () => {
  it('is printed with the whole chart', async () => {
    await visit('/?from=EUR&to=JPY&amount=100&range=1y', async (page) => {
      await charted(page);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 720, height: 1000 });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      const width = await page.locator('#chart canvas').evaluate((canvas) => canvas.getBoundingClientRect().right);
      expect(width).toBeLessThanOrEqual(720);
      for (const code of await page.locator('pre:visible').all()) {
        expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
      }
    });
  });
});

describe('converter page on a phone', () => {
  const phone = { viewport: { width: 390, height: 664 } };

  it('shows the result without scrolling', async () => {
    await visit(
      '/?from=USD&to=INR&amount=100',
      async (page) => {
        await ready(page);
        const box = await page.locator('#converted').boundingBox();
        expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThan(664);
        for (const fact of await page.locator('#pair-rates span:visible').all()) {
          expect(await fact.evaluate((element) => element.getClientRects().length)).toBe(1);
        }
        const swap = await page.locator('#swap').boundingBox();
        expect(Math.min(swap?.width ?? 0, swap?.height ?? 0)).toBeGreaterThanOrEqual(44);
      },
      phone,
    );
  });

  it('shows the result once, its date, source and copies in one row, and the chart on the first screen', async () => {
    await visit(
      '/?from=USD&to=INR&amount=100',
      async (page) => {
        await charted(page);
        const result = await page.locator('#converted').inputValue();
        const visible = await page.locator('body').evaluate((body) => {
          const seen = (node: Element) => node.getBoundingClientRect().width > 1 && node.checkVisibility();
          const texts = [
            ...body.querySelectorAll('#convert > *, #convert > :not(.outcome) *, #pair-rates *, #history *'),
          ].filter(seen);
          return texts.map((node) => (node.children.length === 0 ? node.textContent : '')).join(' ');
        });
        expect(visible).not.toContain(result);
        const tops = await page
          .locator('#open-date, #source, #copy-result, #share')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
        expect(new Set(tops).size).toBe(1);
        const chart = await page.locator('#chart').boundingBox();
        expect((chart?.y ?? NaN) + (chart?.height ?? NaN) / 2).toBeLessThan(844);
      },
      { viewport: { width: 390, height: 844 } },
    );
  });
});

describe('seal of the rate on the converter page', () => {
  const facts = (page: Page) => page.locator('#seal dd').allTextContents();
  const seal = (page: Page) =>
    page.locator('#seal summary').evaluate((summary) => summary.textContent.trim().replaceAll(/\s+/g, ' '));

  it('says from when, from whom and compared with what a rate is, and leads to its receipt', async () => {
    await using site = await startPreview(await write('sealed', { ...fewDays, snapshot: sealed }), 0);
    const story = async (page: Page) => {
      await ready(page);
      expect(await seal(page)).toBe('Sep 29, 2026 today · checked against 2 other sources');
      // There is room for the facts beside the chart. On a phone, they open.
      expect(await page.locator('#seal dl').isVisible()).toBe(true);
      const { width, height } = page.viewportSize() ?? expect.fail();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.reload();
      await ready(page);
      expect(await page.locator('#seal dl').isVisible()).toBe(false);
      await page.locator('#seal summary').click();
      expect(await page.locator('#seal dl').isVisible()).toBe(true);
      await page.setViewportSize({ width, height });
      expect(await facts(page)).toEqual([
        'Rates for September 29, 2026 (today), last checked 6 hours ago.',
        'Market rate · exchange-api',
        'The rates were cross-checked against one.example and two.example.',
      ]);
      expect(await page.locator('#seal a').last().getAttribute('href')).toMatch(/\/receipt\?from=USD&to=EUR$/);
      expect(await findBarriers(page)).toEqual([]);
      for (const [code, brief, fact] of [
        ['BTC', 'not cross-checked', 'No other source has a rate for BTC to compare.'],
        [
          'NGN',
          'in doubt',
          'The rates were cross-checked against one.example and two.example. Another source has a very different rate for NGN.',
        ],
      ]) {
        await page.locator('#to').fill(code ?? '');
        await page.keyboard.press('Enter');
        await expect.poll(() => seal(page)).toBe(`Sep 29, 2026 today · ${brief}`);
        expect((await facts(page)).at(-1)).toBe(fact);
      }
      expect(await page.locator('#seal').getAttribute('class')).toContain('doubtful');
    };
    await visit('/', story, { now: '2026-09-29T12:00:00Z' }, site.url);
  });

  it('is in the visitor’s language, and names the bank of an official rate', async () => {
    await visit(
      '/de?from=EUR&to=USD&source=ecb',
      async (page) => {
        await ready(page);
        expect(await seal(page)).toMatch(/^\d\d\.\d\d\.2026 vor \d+ Tagen · Europäische Zentralbank$/);
        expect((await facts(page)).at(-1)).toBe(
          'Die Kurse der Bank werden mit ihren Kursen vom Vortag und mit Marktkursen abgeglichen.',
        );
      },
      { locale: 'de-DE', now: '2026-09-30T12:00:00Z' },
    );
  });

  it('says of a past day that its neighbors are the check', async () => {
    await visit('/?from=EUR&to=JPY&date=2025-06-03', async (page) => {
      await ready(page);
      expect(await seal(page)).toBe('Jun 3, 2025 Market rate');
      expect((await facts(page)).at(-1)).toBe('Rates of past days are checked against the days before and after them.');
    });
  });
});

describe('button Copy on the converter page', () => {
  it('copies the API request for the shown currency pair, and announces this to a screen reader', async () => {
    await visit('/?from=EUR&to=JPY&amount=1', async (page) => {
      await charted(page);
      await page.locator('summary', { hasText: 'Use the API' }).click();
      const button = page.locator('[data-copy="call"]');
      expect(await button.getAttribute('aria-label')).toBe('Copy the call');
      await button.click();
      await expect.poll(() => button.textContent()).toBe('Copied');
      await expect.poll(() => page.locator('p.unseen[role="status"]').textContent()).toBe('Copied');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `curl ${preview.url}/api/v1/rates/eur.json`,
      );
      const names = await page
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent.trim()),
        );
      expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    });
  });
});

describe('accessibility check with axe-core', () => {
  it('finds no problem on the converter page on a phone, on a desktop and in dark mode', async () => {
    await visit('/?from=EUR&to=JPY&amount=100', async (page) => {
      await charted(page);
      expect(await findBarriersInViews(page)).toEqual([]);
      await page.getByLabel('Kind of rate').selectOption('European Central Bank');
      await page.locator('#chart-details summary').click();
      await page.locator('#amount').fill('ten');
      await page.locator('#from').fill('franc');
      expect(await findBarriers(page)).toEqual([]);
    });
  });

  it('finds no problem on the 404 page', async () => {
    await using guarded = await openEmptied(browser, preview.url);
    const { page } = guarded;
    await page.goto('/nope');
    expect(await findBarriers(page)).toEqual([]);
  });
});

describe('download of the converter page', () => {
  it('moves nothing that is already shown, not even if a warning follows the result', async () => {
    await using guarded = await openEmptied(browser, held.url);
    const { page } = guarded;
    for (const [address, width] of [
      ['/', 390],
      ['/?from=CHF&to=KRW', 390],
      ['/', 1280],
      ['/?from=CHF&to=KRW', 1280],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(address);
      await charted(page);
      expect(await page.locator('#stale').isVisible()).toBe(true);
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            const observer = new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
            });
            observer.observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => setTimeout(() => resolve(sum)));
          }),
      );
      expect(shift, `${address} ${width}`).toBeLessThan(0.01);
    }
  });

  it('contains no file that blocks the first paint, except one style sheet and one script', async () => {
    const html = await (await fetch(preview.url)).text();
    expect(html.match(/<link[^>]+rel="stylesheet"/g)).toHaveLength(1);
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    const blocking = scripts.filter((tag) => !/type="(module|application\/json)"|\b(async|defer)\b/.test(tag));
    expect(blocking).toEqual([expect.stringMatching(/^<script src="\/assets\/before-paint-\w+\.js">$/)]);
    expect(html).not.toMatch(/<style|style="|\son\w+="/);
  });
});
