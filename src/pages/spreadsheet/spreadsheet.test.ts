import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../site/serve/listen.ts';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import { findBarriersInViews } from '../../testing/browser/find-barriers.ts';
import { openBrowser } from '../../testing/browser/open-browser.ts';
import { openGuarded } from '../../testing/browser/guarded-page.ts';
import { visit } from '../../testing/browser/visit.ts';
import { encodedFile } from '../../testing/data/encoded-file.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { recordedDay, writeSmallSite } from '../../testing/sites/small-site.ts';
import { languages, pathOfSpreadsheet } from '../texts/languages.ts';
import { spreadsheetTexts } from './build/spreadsheet-values.ts';

const folder = temporaryFolder();
let browser: Browser;
let site: Preview;

beforeAll(async () => {
  const out = join(folder.path, 'site');
  await writeSmallSite(out);
  [browser, site] = await Promise.all([openBrowser(), startPreview(out, 0)]);
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const now = recordedDay.checked_at;
const invoices =
  'Invoice;Date;Amount;Currency\r\n1;08.04.2026;1.250,00;USD\r\n2;;5;USD\r\n3;09.04.2026;-10,50;GBP\r\n4;09.04.2026;1,00;XXX\r\n';
const header = 'Invoice;Date;Amount;Currency;converted_EUR;rate;rate_date;rate_source;note';

const choose = (page: Page, text: string, name = 'invoices.csv') =>
  page.locator('#file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** Converts the chosen file at the rates of the European Central Bank, and returns the lines of the file. */
async function converted(page: Page, text: string): Promise<string[]> {
  await choose(page, text);
  await page.locator('#rates').selectOption('ecb');
  await page.locator('#convert').click();
  await page.locator('#result').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download').click()]);
  expect(download.suggestedFilename()).toBe('invoices.converted.csv');
  return readFileSync(await download.path(), 'utf8').split('\r\n');
}

describe('page /spreadsheet (converts a file in the browser)', () => {
  it('reads a file, shows what it understood, and adds the rates of each row’s day', async () => {
    await visit(
      browser,
      `${site.url}/spreadsheet`,
      async (page) => {
        const lines = await converted(page, invoices);
        expect(lines).toEqual([
          header,
          expect.stringMatching(/^1;08\.04\.2026;1\.250,00;USD;\d+,\d\d;0,\d+;2026-04-08;European Central Bank;$/),
          '2;;5;USD;;;;;no date',
          expect.stringMatching(/^3;09\.04\.2026;-10,50;GBP;-\d+,\d\d;1,\d+;2026-04-09;European Central Bank;$/),
          '4;09.04.2026;1,00;XXX;;;;;no rates of XXX from ecb',
          '',
        ]);
        expect(await page.locator('#summary').textContent()).toMatch(
          /^Rows with a rate: 2 of 4\. Sum: 1,\d+\.\d\d EUR$/,
        );
        // Rows with a note come first, and a click on a header sorts by it.
        const rows = () => page.locator('#rows tbody tr td:first-child').allTextContents();
        expect(await rows()).toEqual(['2', '4', '1', '3']);
        await page.getByRole('button', { name: 'Amount', exact: true }).click();
        await expect.poll(rows).toEqual(['3', '4', '1', '2']);
      },
      { now },
    );
  });

  it('names the bank in the page’s language, and in the file by its English name', async () => {
    await visit(
      browser,
      `${site.url}/spreadsheet-pl`,
      async (page) => {
        expect((await converted(page, invoices))[1]).toContain(';European Central Bank;');
        const sources = page.locator('#rows tbody td:nth-child(8)');
        const bank = 'Europejski Bank Centralny';
        expect(await sources.allTextContents()).toEqual(['', '', bank, bank]);
      },
      { now, locale: 'pl-PL' },
    );
  });

  it('asks what the file leaves open, and not before', async () => {
    await visit(
      browser,
      `${site.url}/spreadsheet`,
      async (page) => {
        await page.locator('summary').click();
        await page.locator('#pasted').fill('Date\tAmount\n03/04/2026\t12.50\n');
        await page.locator('#asked').waitFor();
        expect(await page.locator('#terms [aria-invalid=true]').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
          'order',
          'currency',
        ]);
        await page.locator('#convert').click();
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('order');
        await page.locator('#order').selectOption('mdy');
        await page.locator('#currency').selectOption('USD');
        await page.locator('#asked').waitFor({ state: 'hidden' });
        await page.locator('#rates').selectOption('ecb');
        await page.locator('#convert').click();
        await page.locator('#rows tbody tr').waitFor();
        expect(await page.locator('#rows tbody td').nth(1).textContent()).toBe('Mar 4, 2026');
      },
      { now },
    );
  });

  it('converts debits and credits, and reads a file in the encoding that the visitor chooses', async () => {
    await visit(
      browser,
      `${site.url}/spreadsheet`,
      async (page) => {
        const text = 'Buchung;Soll;Haben;Währung;Notiz\n08.04.2026;1,50;;USD;Жук\n09.04.2026;;2,50;USD;\n';
        const bytes = Buffer.from(encodedFile(text.replace('ä', 'a'), 'windows-1251', false));
        await page.locator('#file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: bytes });
        await page.locator('#terms').waitFor();
        expect(await page.locator('#encoding option').first().textContent()).toBe(
          'found in the file · Windows-1252 (é ö ñ)',
        );
        const amounts = () =>
          page
            .locator('#amount, #other-amounts select')
            .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
        expect(await amounts()).toEqual(['2', '3', '']);
        await page.locator('#other-amounts select').first().selectOption('');
        await expect.poll(amounts).toEqual(['2', '']);
        await page.locator('#encoding').selectOption('utf-8');
        await page.locator('#problem').waitFor();
        await page.locator('#encoding').selectOption('windows-1251');
        await page.getByText('Жук').waitFor();
        await page.locator('#terms').waitFor();
        // The choice of columns stays.
        expect(await amounts()).toEqual(['2', '']);
        await page.locator('#other-amounts select').first().selectOption('3');
        await expect.poll(amounts).toEqual(['2', '3', '']);
        const rounding = page.locator('#rounding');
        const ofRule = rounding.locator('option[value=rule]');
        await page.locator('#rates').selectOption('rule:eu-oss');
        expect(await ofRule.textContent()).toBe('as the rule says (not known for this rule)');
        expect(await rounding.inputValue()).toBe('half-even');
        await page.locator('#rates').selectOption('ecb');
        expect(await ofRule.isHidden()).toBe(true);
        await page.locator('#convert').click();
        await page.locator('#result').waitFor();
        expect(await page.locator('#summary').textContent()).toMatch(/Sum: Soll 1\.\d\d · Haben 2\.\d\d EUR$/);
      },
      { now },
    );
  });

  it('sends nothing of the file, also because the policy of the page and its worker blocks requests to others', async () => {
    const reached: unknown[] = [];
    await using other = await listen(
      createServer((request, response) => {
        reached.push(request.url);
        response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
      }),
    );
    await using visitor = await openGuarded(browser, site.url);
    const { page, requests, problems } = visitor;
    await page.clock.setFixedTime(now);
    const sent: (string | null)[] = [];
    page.on('request', (request) => sent.push(request.method() === 'GET' ? request.postData() : request.method()));
    await page.goto('/spreadsheet');
    await converted(page, invoices);
    expect(requests.filter((path) => /archive.ecb.\d{4}\.csv$/.test(path))).toHaveLength(1);
    expect(sent.every((data) => data === null)).toBe(true);
    expect(requests.filter((path) => path.includes('?'))).toEqual([]);
    expect(problems).toEqual([]);

    const request = `fetch(${JSON.stringify(other.url)}).then(String, String)`;
    expect(await page.evaluate(request)).toMatch(/^TypeError/);
    expect(await page.workers()[0]?.evaluate(request)).toMatch(/^TypeError/);
    expect(reached).toEqual([]);
  });

  it('works without a network once it’s loaded, and says which rates it hasn’t saved', async () => {
    await using visitor = await openGuarded(browser, site.url, { locale: 'de-DE' });
    const { page } = visitor;
    await page.clock.setFixedTime(now);
    await page.goto('/spreadsheet-de');
    await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
    const [, online] = await converted(page, invoices);
    await page.context().setOffline(true);
    await page.reload();
    expect(await converted(page, invoices)).toContain(online);
    expect(await page.locator('#saved').textContent()).toMatch(
      /^Diese Website ist nicht erreichbar.* 29\. September 2026/,
    );
    await choose(page, invoices.replaceAll('2026', '2025'));
    await page.locator('#terms').waitFor();
    await page.locator('#convert').click();
    await expect.poll(() => page.locator('#said').textContent()).toMatch(/nicht alle Kurse gespeichert.*\(2025\)/);
    expect(await page.locator('#result').isHidden()).toBe(true);
  });

  it.each<[string, string]>([
    ['PK\u0003\u0004', 'This isn’t a CSV or TSV file. Open it in your spreadsheet program and save it as CSV.'],
    ['', 'The file has no rows with a date and an amount.'],
    ['a,b\n1,"2\n', 'Line 2 isn’t the row of a table. Check its quotation marks.'],
  ])('says what is wrong with a file of %j', async (text, sentence) => {
    await visit(browser, `${site.url}/spreadsheet`, async (page) => {
      await choose(page, text);
      await page.locator('#problem').waitFor();
      expect(await page.locator('#problem').textContent()).toBe(sentence);
      expect(await page.locator('#terms').isHidden()).toBe(true);
    });
  });

  it.each(['en', 'ar'] as const)('has no accessibility problem in %s, and fits a phone', async (language) => {
    await visit(
      browser,
      site.url + pathOfSpreadsheet(language),
      async (page) => {
        await converted(page, invoices);
        expect(await findBarriersInViews(page)).toEqual([]);
      },
      { now },
    );
  });

  it('says without scripts what it needs', async () => {
    await visit(
      browser,
      `${site.url}/spreadsheet-de`,
      async (page) => {
        expect(await page.locator('main').innerText()).toContain('Diese Seite braucht JavaScript');
        expect(await page.locator('#file').isVisible()).toBe(false);
      },
      { javaScriptEnabled: false },
    );
  });
});

it.each(languages)('texts of the page in %s have the placeholders of the English', (language) => {
  const [english, own] = [spreadsheetTexts('en'), spreadsheetTexts(language)];
  const placeholders = (texts: typeof english) =>
    Object.entries(texts).map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).toSorted()]);
  expect(placeholders(own)).toEqual(placeholders(english));
});
