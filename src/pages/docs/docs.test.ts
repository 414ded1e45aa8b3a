import type { DatedConversion } from '../../api/endpoints/convert-on-date.schema.ts';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ArchivedDay } from '../../archive/archive.ts';
import { undoubted } from '../../archive/official-rates.ts';
import { openBrowser } from '../../testing/browser/open-browser.ts';
import { answers, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { freePort } from '../../testing/servers/free-port.ts';
import type { OpenApi } from './build/reference/openapi-document.ts';
import { guideMarkdown } from './build/guide.ts';
import { headingId } from '../build/markdown.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { recordedDay, recordedOfficial, writeSmallSite } from '../../testing/sites/small-site.ts';
import { exceptColors, findBarriers, findBarriersInViews } from '../../testing/browser/find-barriers.ts';
import { openGuarded } from '../../testing/browser/guarded-page.ts';
import { openEmptied, visit as visitPage } from '../../testing/browser/visit.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const folder = temporaryFolder();
const work = join(folder.path, 'work');
/** The URL that the site is built for. It differs from the preview's URL and from the guides' example. */
const url = 'https://money.example';
/** The banks' rates of the days in the recipes. */
const ofRecipes = new Map(
  Object.entries<ArchivedDay>({
    nbp: { date: '2026-03-04', rates: new Map([['EUR', 4.2685]]), reference: '043/A/NBP/2026' },
    cnb: { date: '2026-03-02', rates: new Map([['EUR', 24.275]]) },
    'norges-bank': { date: '2026-03-16', rates: new Map([['EUR', 11.149]]) },
    nbu: { date: '2026-03-07', rates: new Map([['EUR', 50.9036]]) },
  }).map(([table, day]) => [table, undoubted([day])]),
);
const rate = crossRate(recordedDay.rates.get('EUR') ?? NaN, recordedDay.rates.get('JPY') ?? NaN);

let browser: Browser;
let preview: Preview;
/** The recipes as a visitor copies them, by the id of their tab or heading. */
let recipes: Map<string, string>;
const guides = readdirSync(join(root, 'public/docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/\.md$/, ''));

beforeAll(async () => {
  const out = join(folder.path, 'site');
  const official = new Map([...recordedOfficial, ...ofRecipes]);
  await writeSmallSite(out, { url, official, source: new TextEncoder().encode('{}') });
  [browser, preview] = await Promise.all([openBrowser(), startPreview(out, 0)]);
  mkdirSync(work);
  writeFileSync(join(work, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'));

  await using guarded = await openEmptied(browser, preview.url);
  await guarded.page.goto('/docs/recipes');
  // The code of a recipe is in a tab, or below a heading.
  const found = await guarded.page.locator('#reference .code').evaluateAll((blocks) =>
    blocks.map((block): [string, string] => {
      let place = block.closest('section') ?? block;
      while (place.id === '' && place.previousElementSibling) place = place.previousElementSibling as HTMLElement;
      return [place.id, block.querySelector('code')?.textContent ?? ''];
    }),
  );
  // The first code of a place is the recipe.
  recipes = new Map(found.toReversed());
});
afterAll(async () => {
  await browser.close();
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

function recipe(id: string): string {
  const text = recipes.get(id);
  if (text === undefined) throw new Error(`There is no recipe ${id}.`);
  return text;
}

/** The recipes that write prices for bookkeeping, with their files. */
const priceFiles = [
  ['hledger-and-ledger', 'prices.journal'],
  ['beancount', 'prices.beancount'],
] as const;

const has = (command: string) => spawnSync(command, ['--version']).status === 0;

/** Runs commands in the folder of the recipes and returns what they print. */
const shell = async (commands: string) => (await run('sh', ['-c', commands], { cwd: work })).stdout;

/** Runs a recipe in Python and returns what it prints. */
async function python(id: string): Promise<string> {
  writeFileSync(join(work, 'recipe.py'), recipe(id));
  return shell('python3 recipe.py');
}

/** The string literals in a spreadsheet formula. */
function textsIn(formula: string): string[] {
  return [...formula.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) => text.replaceAll('""', '"'));
}

describe('recipes (code samples) for current rates', () => {
  it('use the host at which the visitor opened the page, not the host that the site was built for', () => {
    expect(recipes.size).toBeGreaterThan(0);
    for (const text of recipes.values()) expect(text).not.toContain(url);
  });

  it.runIf(has('curl'))('print the rate with curl', async () => {
    const stdout = await shell(recipe('curl'));
    expect(JSON.parse(stdout)).toMatchObject({ success: true, from: { code: 'EUR' }, to: { code: 'JPY' }, rate });
  });

  it('return the rate with JavaScript, in Node and on a page', async () => {
    writeFileSync(join(work, 'recipe.js'), recipe('javascript'));
    const { stdout } = await run(process.execPath, ['recipe.js'], { cwd: work });
    expect(stdout).toBe(`1 EUR = ${rate} JPY\n`);

    const page = await browser.newPage();
    // 127.0.0.1 is a different origin than localhost. This response has no content security policy, so a script on it
    // may send any request.
    await page.goto(`${preview.url.replace('localhost', '127.0.0.1')}/api/rates`);
    const logged = page.waitForEvent('console');
    await page.evaluate(`(async () => { ${recipe('javascript')} })()`);
    expect((await logged).text()).toBe(`1 EUR = ${rate} JPY`);
    await page.close();
  });

  it.runIf(has('curl'))('compile and run with TypeScript, after the client’s guide has copied the client', async () => {
    const guide = readFileSync(join(root, 'public/docs/client.md'), 'utf8');
    const [, command = ''] = /```sh\n(curl [^`]*)```/.exec(guide) ?? [];
    await shell(command.replaceAll('https://rates.example', preview.url));
    const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --lib es2024,dom'.split(' ');
    const files = ['typescript', 'a-converted-amount-without-rounding-errors'].map((id) => {
      // By default, the client rejects stale rates, and the recorded rates are stale.
      writeFileSync(join(work, `${id}.ts`), recipe(id).replace(' })', ', maxAge: Infinity })'));
      return `${id}.ts`;
    });
    await run(join(root, 'node_modules/.bin/tsc'), [...options, ...files], { cwd: work });
    const outputs: string[] = [];
    for (const file of files) outputs.push((await run(process.execPath, [file], { cwd: work })).stdout);
    const { rate: past, rate_as_of } = (await (
      await fetch(`${preview.url}/api/v1/convert?from=EUR&to=JPY&date=2026-09-03`)
    ).json()) as DatedConversion;
    expect(outputs).toEqual([
      `2026-09-29 1 EUR = ${rate} JPY\n`,
      `1250.00 EUR = ${Math.round(1250 * past)} JPY on ${rate_as_of}\n`,
    ]);
  });

  it.runIf(has('python3'))('print the rate with Python', async () => {
    const stdout = await python('python');
    expect(stdout).toBe(`1 EUR = ${rate} JPY\n`);
  });

  it('compute the rate from a table with functions of Google Sheets, in every locale', async () => {
    const formula = recipe('google-sheets');
    expect(formula.replaceAll(/"(?:[^"]|"")*"/g, '_')).toBe(
      '=LET(rates; IMPORTDATA(_; _; _); VLOOKUP(_; rates; 2; 0) / VLOOKUP(_; rates; 2; 0))',
    );
    const [address = '', comma = '', locale, to = '', from = ''] = textsIn(formula);
    const lines = (await (await fetch(address)).text()).trimEnd().split('\r\n');
    const rates = new Map(lines.map((line) => line.split(comma) as [string, string]));
    expect([locale, Number(rates.get(to)) / Number(rates.get(from))]).toEqual([
      'en_US',
      expect.closeTo(rate, 6) as number,
    ]);
  });

  it('extract the rate from the API’s response with functions of Excel, in every locale', async () => {
    const formula = recipe('excel');
    expect(formula.replaceAll(/"(?:[^"]|"")*"/g, '_')).toBe(
      '=NUMBERVALUE(TEXTBEFORE(TEXTAFTER(WEBSERVICE(_), _), _), _, _)',
    );
    const [address = '', after = '', before = '', ...marks] = textsIn(formula);
    const text = await (await fetch(address)).text();
    const number = text.slice(text.indexOf(after) + after.length).split(before)[0] ?? '';
    // Without the second mark, Excel would use the locale's thousands separator, which may be the point.
    expect([...marks, Number(number)]).toEqual(['.', ',', rate]);
  });
});

it.runIf(has('curl'))('guide to assistants > has a command that converts money through /mcp', async () => {
  const guide = readFileSync(join(root, 'public/docs/assistants.md'), 'utf8');
  const [, command = ''] = /^```sh\n(curl .*?)^```$/ms.exec(guide) ?? [];
  const stdout = await shell(command.replace('https://rates.example', preview.url));
  expect(JSON.parse(stdout)).toMatchObject({ result: { isError: false, structuredContent: { amount: 100, rate } } });
});

describe('recipes (code samples) for past rates', () => {
  /** A pair's past rates of the year: the last rate of each month, week or day. */
  const past = async (to: string, every: string) => {
    const answer = await fetch(`${preview.url}/api/v1/history?from=EUR&to=${to}&every=${every}`);
    return ((await answer.json()) as { data: { date: string; rate: number }[] }).data;
  };

  it.runIf(has('curl'))('use curl to get the rate on an invoice’s date', async () => {
    const stdout = await shell(recipe('the-rate-on-an-invoices-date'));
    expect(JSON.parse(stdout)).toMatchObject({ success: true, from: 'EUR', to: 'JPY', rate_as_of: '2026-09-03' });
  });

  const text = readFileSync(join(root, 'public/docs/recipes.md'), 'utf8');
  const responses = Array.from(
    text.matchAll(/^##+ (.+)\n\n```sh\n.+\n```\n\n```json\n(.+)\n```$/gm),
    ([, title = '', response = '']) => ({ id: headingId(title), response }),
  );

  it.runIf(has('curl')).each(responses)('use curl to get the response for $id', async ({ id, response }) => {
    expect(JSON.parse(await shell(recipe(id)))).toMatchObject(JSON.parse(response) as object);
  });

  it.runIf(has('curl'))('use curl to get the average rate of each month of a year', async () => {
    const id = 'monthly-averages-as-the-german-tax-authority-publishes-them';
    const stdout = await shell(recipe(id));
    const [header, january, ...more] = stdout.trimEnd().split('\r\n');
    expect(header).toBe('date,rate,days,first_date,complete');
    expect(january).toBe('2025-01-31,1.03537272727,22,2025-01-02,true');
    expect(more).toHaveLength(11);
  });

  it.runIf(has('python3'))('use Python to print the last rate of each month', async () => {
    const stdout = await python('python-1');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' '));
    expect(lines.map(([date, rate]) => ({ date, rate: Number(rate) }))).toEqual(await past('JPY', 'month'));
  });

  it.runIf(has('curl'))('use curl to write price files for the accounting programs hledger and beancount', async () => {
    await shell(recipe('hledger-and-ledger'));
    await shell(recipe('beancount'));
    const data = await past('USD', 'day');
    expect(data.length).toBeGreaterThan(50);
    const linesOf = (file: string) => readFileSync(join(work, file), 'utf8').trimEnd().split('\n');
    expect(linesOf('prices.journal')).toEqual([
      'decimal-mark .',
      ...data.map(({ date, rate }) => `P ${date} EUR ${rate} USD`),
    ]);
    expect(linesOf('prices.beancount')).toEqual(data.map(({ date, rate }) => `${date} price EUR ${rate} USD`));
  });

  it.runIf(has('curl'))('write small rates without an exponent, with all digits', async () => {
    const rows = ['date,rate', '2026-01-01,1.5', '2026-01-02,4.6e-10', '2026-01-03,1.23456789012e-7', ''];
    await using server = await startMirror(answers.text(rows.join('\r\n')));
    const ratesIn = (file: string) => readFileSync(join(work, file), 'utf8').match(/[\d.]+(?= USD)/g);
    for (const [id, file] of priceFiles) {
      await shell(recipe(id).replaceAll(preview.url, server.url));
      expect(ratesIn(file)).toEqual(['1.5', '0.000000000460000000000', '0.000000123456789012']);
    }
  });

  describe.runIf(has('curl'))('that write a file fail and leave the old file', () => {
    const failures = [
      ['status 400', answers.status(400)],
      ['status 429', answers.status(429)],
      ['status 500', answers.status(500)],
      ['a response that is cut off', answers.drop],
    ] as const;
    const loginPage = ['a login page', answers.text('<!doctype html>\n<p>1,2</p>\n')] as const;
    const written = [...priceFiles, ['libreoffice', 'history.ods'], ['client', 'ratesheet.js']] as const;

    it.each([
      ...written.flatMap(([id, file]) => failures.map((failure) => [id, file, ...failure] as const)),
      ...priceFiles.map(([id, file]) => [id, file, ...loginPage] as const),
    ])('%s (%s), for %s', async (id, file, _, answer) => {
      const guide = () => readFileSync(join(root, 'public/docs/client.md'), 'utf8');
      const command = id === 'client' ? /```sh\n(curl[^`]*)```/.exec(guide())?.[1] : recipe(id);
      await using server = await startMirror(answer);
      writeFileSync(join(work, file), 'old');
      // In place of LibreOffice, which few computers have.
      const commands = `soffice() { echo new > history.ods; }\n${command ?? expect.fail(id)}`;
      const from = id === 'client' ? 'https://rates.example' : preview.url;
      await expect(shell(commands.replaceAll(from, server.url))).rejects.toThrow();
      expect(readFileSync(join(work, file), 'utf8')).toBe('old');
    });
  });

  it('contain settings with which the business software ERPNext gets the rate on a transaction’s date', async () => {
    const settings = new Map(
      recipe('erpnext-currency-exchange-settings')
        .split('\n')
        .map((line) => line.split(/: (.*)/, 2) as [string, string]),
    );
    // ERPNext replaces these three placeholders: erpnext/accounts/doctype/currency_exchange_settings.
    const values: Record<string, string> = {
      from_currency: 'EUR',
      to_currency: 'JPY',
      transaction_date: '2026-09-22',
    };
    const fill = (text = '') => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const parameters = settings
      .get('Parameters')
      ?.split(', ')
      .map((pair) => fill(pair).split(' = '));
    const query = new URLSearchParams(parameters).toString();
    const answer = (await (await fetch(`${fill(settings.get('API Endpoint'))}?${query}`)).json()) as Record<
      string,
      unknown
    >;
    const expected = (await past('JPY', 'day')).find(({ date }) => date === '2026-09-22');
    expect(answer[settings.get('Result Key') ?? '']).toBe(expected?.rate);
    expect(expected).toBeDefined();
  });

  it.runIf(has('hledger'))('write prices that hledger can read in a journal with a decimal comma', async () => {
    await shell(recipe('hledger-and-ledger'));
    writeFileSync(join(work, 'main.journal'), 'commodity 1.000,00 USD\ninclude prices.journal\n');
    const stdout = await shell('LC_ALL=C.UTF-8 hledger -f main.journal prices');
    const prices = stdout.trimEnd().replaceAll(/^P (\S+) EUR (\d+),(\d+) USD$/gm, '$1 $2.$3');
    expect(prices.split('\n')).toEqual((await past('USD', 'day')).map(({ date, rate }) => `${date} ${rate}`));
  });

  it.runIf(has('soffice'))('return rates that LibreOffice can read in a locale with a decimal comma', async () => {
    const profile = join(work, 'libreoffice/user');
    mkdirSync(profile, { recursive: true });
    writeFileSync(
      join(profile, 'registrymodifications.xcu'),
      `<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N">
        <prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>de-DE</value></prop></item></oor:items>`,
    );
    const soffice = `soffice -env:UserInstallation=${String(pathToFileURL(join(work, 'libreoffice')))}`;
    for (const command of [recipe('libreoffice'), 'soffice --headless --convert-to fods history.ods'])
      await shell(command.replace('soffice', soffice));
    // The values as LibreOffice stores them, whatever it shows.
    const xml = readFileSync(join(work, 'history.fods'), 'utf8');
    const values = [...xml.matchAll(/ office:(?:date-)?value="([^"]*)"/g)].map(([, value = '']) => value);
    const data = await past('JPY', 'month');
    expect(values).toEqual(data.flatMap(({ date, rate }) => [date, String(rate)]));
  });

  it('have a query for Excel with the column names of the API’s CSV response', async () => {
    const query = recipe('excel-1');
    expect(query.replaceAll(/"(?:[^"]|"")*"/g, '_').replaceAll(/\s+/g, ' ')).toBe(
      'let Source = Csv.Document(Web.Contents(_)), Table = Table.PromoteHeaders(Source) in ' +
        'Table.TransformColumnTypes(Table, { {_, type date}, {_, type number} }, _)',
    );
    const [address = '', ...columns] = textsIn(query);
    const [header] = (await (await fetch(address)).text()).split('\r\n');
    expect(columns).toEqual([...(header ?? '').split(','), 'en-US']);
  });

  it('return a table that the function IMPORTDATA of Google Sheets can read', async () => {
    const formula = recipe('google-sheets-1');
    expect(formula.replaceAll(/"(?:[^"]|"")*"/g, '_')).toBe('=IMPORTDATA(_; _; _)');
    const [address = '', ...format] = textsIn(formula);
    expect(format).toEqual([',', 'en_US']);
    const [header, ...rows] = (await (await fetch(address)).text()).trimEnd().split('\r\n');
    expect(header).toBe('date,rate');
    expect(rows).toEqual((await past('JPY', 'week')).map(({ date, rate }) => `${date},${rate}`));
  });
});

/** Every operation of the OpenAPI document, with its anchor. */
async function operations() {
  const { paths } = (await (await fetch(`${preview.url}/api/v1/openapi.json`)).json()) as OpenApi;
  return Object.entries(paths).map(([path, { get }]) => ({
    ...{ id: `/${get.tags[0] ?? ''}/${get.operationId}`, path },
    mark: get['x-metered'] ? 'metered' : 'static file',
    otherPath: (get['x-static-file'] ?? get['x-metered-path'])?.path ?? '',
  }));
}

const visit = (
  address: string,
  story: (page: Page, requests: readonly string[]) => Promise<void>,
  options: BrowserContextOptions = {},
) => visitPage(browser, preview.url + address, story, options);

const anchored = (page: Page, id: string) => page.locator(`[id="${id}"]`);

/** Presses the button of an endpoint's form. */
const tryIt = (page: Page, id: string) =>
  anchored(page, id)
    .getByRole('button', { name: /^Try it/ })
    .click();

/** Waits for the response and returns its summary, such as its status. */
async function summaryOf(page: Page, id: string): Promise<string> {
  const summary = anchored(page, id).locator('.tried small');
  await expect.poll(() => summary.textContent()).toMatch(/^(Status|No response)/);
  return (await summary.textContent()) ?? '';
}

describe('API reference', () => {
  it('shows every endpoint with an example even if JavaScript is off', async () => {
    const all = await operations();
    expect(all.length).toBeGreaterThan(15);
    await visit(
      '/docs/api',
      async (page) => {
        for (const { id, path, mark, otherPath } of all) {
          const text = await anchored(page, id).innerText();
          expect(text).toMatch(/Request\s+curl\s+curl 'https:\/\/money\.example\/api\/[^]+Response 200 [^]{40}/);
          expect(text).toContain(`GET ${path} ${mark}`);
          expect(text).toContain(otherPath);
        }
        // Controls that need a script are hidden.
        expect(await page.locator(':is(button, input, select):visible').count()).toBe(0);
        const convert = anchored(page, '/pairs/convert');
        expect(await convert.locator('dt label').allInnerTexts()).toEqual(['from', 'to', 'amount']);
        await convert.getByText('Fields').click();
        expect(await convert.getByText('Amount of the source currency. 1 by default.').isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    );
  });

  it('is printed without forms, and with all code visible', async () => {
    await visit('/docs/api', async (page) => {
      await page.emulateMedia({ media: 'print' });
      // The width of A4 paper minus the margins, in pixels.
      await page.setViewportSize({ width: 718, height: 1000 });
      expect(await page.locator(':is(#contents, button, input, select):visible').count()).toBe(0);
      const cut = await page
        .locator('pre')
        .evaluateAll((blocks) =>
          blocks
            .filter((pre) => pre.scrollWidth > pre.clientWidth || pre.scrollHeight > pre.clientHeight)
            .map(({ textContent }) => textContent),
        );
      expect(cut).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(718);
    });
  });
});

describe('links into the documentation', () => {
  // The site is built for another URL. A script replaces that URL in every example, which changes the text's length.
  it.each([
    ['to a recipe', '/docs/recipes#the-official-rate-on-a-date', { width: 1280, height: 900 }],
    ['to an endpoint', '/docs/api#/data/getArchive', { width: 390, height: 844 }],
  ])('show the linked section, without further scrolling, if they point %s (%s)', async (_, address, viewport) => {
    const [, id = ''] = address.split('#');
    await visit(
      address,
      async (page) => {
        const top = () => anchored(page, id).evaluate((element) => element.getBoundingClientRect().top);
        expect(Math.abs((await top()) - 16)).toBeLessThanOrEqual(1);
        await page.waitForLoadState('networkidle');
        expect(Math.abs((await top()) - 16)).toBeLessThanOrEqual(1);
      },
      { viewport },
    );
  });

  it('lead from the table of contents to the section about each endpoint', async () => {
    await visit('/docs/api', async (page) => {
      const endpoints = await page.locator('.endpoint').evaluateAll((all) => all.map(({ id }) => `#${id}`));
      const links = await page
        .locator('#contents ul ul a')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
      expect(links).toEqual(endpoints);
      const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      await page.locator('#contents a[href="#/past/getHistory"]').click();
      await expect
        .poll(() => page.locator('#contents a:target-current').allInnerTexts())
        .toEqual(['Past rates of a pair']);
    });
  });
});

describe('“Try it” form in the API reference', () => {
  it('sends a request to a static file, and shortens a long response with a note', async () => {
    await visit('/docs/api', async (page, requests) => {
      await tryIt(page, '/rates/getRates');
      expect(await summaryOf(page, '/rates/getRates')).toMatch(/^Status 200, [\d,]+ bytes in [\d,]+ ms$/);
      expect(requests.at(-1)).toBe('/api/rates');
      const rates = anchored(page, '/rates/getRates').locator('.tried');
      const answer = await fetch(`${preview.url}/api/rates`);
      expect(await rates.locator('pre').textContent()).toBe(JSON.stringify(await answer.json(), null, 2));
      expect((await rates.locator('dt').allTextContents()).join()).toBe(
        'Content-Type,Cache-Control,ETag,Access-Control-Allow-Origin',
      );
      expect((await rates.locator('dd').allTextContents()).join('; ')).toMatch(
        /^application\/json; charset=utf-8; public, max-age=600, stale-if-error=86400; .*"; \*$/,
      );

      await tryIt(page, '/data/getCurrencyFacts');
      await summaryOf(page, '/data/getCurrencyFacts');
      const tried = anchored(page, '/data/getCurrencyFacts').locator('.tried');
      expect((await tried.locator('pre').textContent())?.length).toBe(20_000);
      expect(await tried.locator('p').last().textContent()).toMatch(
        /^The first 20,000 of \d+,\d{3} characters are shown/,
      );
    });
  });

  it('sends a request with the visitor’s values to the Pages Function', async () => {
    await visit('/docs/api', async (page, requests) => {
      const place = anchored(page, '/pairs/convert');
      await place.getByLabel('to', { exact: true }).fill('JPY');
      await place.getByLabel('from', { exact: true }).fill('eur');
      await place.getByLabel('amount', { exact: true }).fill('2.5e+2');
      const call = `/api/convert?from=eur&to=JPY&amount=2.5e%2B2`;
      expect(await place.locator('.answer pre').first().textContent()).toBe(`curl '${preview.url}${call}'`);
      await place.getByLabel('amount', { exact: true }).press('Enter');
      const summary = await summaryOf(page, '/pairs/convert');
      expect(requests.at(-1)).toBe(call);
      expect(JSON.parse((await place.locator('.tried pre').textContent()) ?? '')).toMatchObject({
        from: 'EUR',
        amount: 250,
        rate,
      });
      // A screen reader announces the summary, and the focus doesn't move.
      expect(await page.locator('#said').textContent()).toBe(summary);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('convert.amount');
    });
  });

  it('shows the text of a 400 response if a parameter is wrong', async () => {
    await using guarded = await openEmptied(browser, preview.url);
    const { page, problems } = guarded;
    await page.goto('/docs/api');
    const place = anchored(page, '/pairs/convert');
    await place.getByLabel('amount', { exact: true }).fill('<img src=x onerror=alert(1)>');
    await tryIt(page, '/pairs/convert');
    expect(await summaryOf(page, '/pairs/convert')).toMatch(/^Status 400, /);
    expect(await place.locator('.tried pre').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await place.locator('.tried img').count()).toBe(0);
    expect(await place.locator('.tried dd').allTextContents()).toContain('no-store');
    await place.getByLabel('from', { exact: true }).fill('');
    await tryIt(page, '/pairs/convert');
    await expect.poll(() => place.locator('.tried pre').textContent()).toContain('Missing required parameter: from');
    // The browser reports every error response.
    expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
  });

  it('sends the form’s values to an endpoint that returns CSV', async () => {
    await visit('/docs/api', async (page, requests) => {
      const place = anchored(page, '/past/getHistoryCsv');
      await place.getByLabel('every').selectOption('month');
      await place.getByLabel('start').fill('2026-07-01');
      await tryIt(page, '/past/getHistoryCsv');
      expect(await summaryOf(page, '/past/getHistoryCsv')).toMatch(/^Status 200/);
      expect(requests.at(-1)).toBe(
        '/api/v1/history.csv?from=USD&to=EUR&start=2026-07-01&end=2026-09-29&every=month&value=last&source=market',
      );
      const answer = await fetch(preview.url + (requests.at(-1) ?? ''));
      expect(await place.locator('.tried pre').textContent()).toBe(await answer.text());
      expect(await place.locator('.tried dd').first().textContent()).toBe('text/csv; charset=utf-8');
    });
  });

  it('can be used again after an invalid, huge or missing response', async () => {
    await using guarded = await openEmptied(browser, preview.url);
    const { page, problems } = guarded;
    await page.goto('/docs/api');
    const json = (body: string) => (route: Route) => route.fulfill({ contentType: 'application/json', body });
    for (const [answer, expected] of [
      [json('{"a":'), /^Status 200/],
      [json(`["${'x'.repeat(4_100_000)}"]`), /^Status 200, more than /],
      [(route: Route) => route.abort(), /^No response/],
    ] as const) {
      await page.route('**/api/v1/status', answer);
      await tryIt(page, '/data/getStatus');
      await expect.poll(() => summaryOf(page, '/data/getStatus')).toMatch(expected);
      await page.unroute('**/api/v1/status');
      await tryIt(page, '/data/getStatus');
      await expect.poll(() => summaryOf(page, '/data/getStatus')).toMatch(/^Status 200, \d[\d,]* bytes/);
    }
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
  });

  it('shows the response to the last request even if the response to an earlier request arrives later', async () => {
    await visit('/docs/api', async (page) => {
      const place = anchored(page, '/pairs/getPair');
      let answerLate: () => void = () => undefined;
      const late = new Promise<void>((resolve) => (answerLate = resolve));
      await page.route('**/api/rates/usd-to-eur', async (route) => {
        await late;
        // This may fail, because the page has aborted the request.
        await route.fulfill({ json: { rate: 'late' } }).catch(() => undefined);
      });
      await tryIt(page, '/pairs/getPair');
      await expect.poll(() => place.locator('.tried small').textContent()).toBe('Sending …');
      await place.getByLabel('to', { exact: true }).fill('jpy');
      await tryIt(page, '/pairs/getPair');
      await summaryOf(page, '/pairs/getPair');
      answerLate();
      await page.waitForTimeout(200);
      expect(await place.locator('.tried pre').textContent()).toContain('"code": "JPY"');
      expect(await place.locator('.tried .asked').textContent()).toBe('GET /api/rates/usd-to-jpy');
    });
  });
});

describe('requests of the API reference in each language', () => {
  it.each([
    ['/rates/getRates', 'EUR:0.88022588'],
    ['/rates/getRatesCsv', 'EUR,0.88022588'],
  ])('print the response of %s', async (id, expected) => {
    await visit('/docs/api', async (page) => {
      const codes = await anchored(page, id).locator('.tabs .code code').allTextContents();
      const [curl = '', javascript = '', py = ''] = codes;
      const [js, python] = [join(work, 'call.mjs'), join(work, 'call.py')];
      writeFileSync(js, javascript);
      writeFileSync(python, py);
      const commands = [curl.replace('curl', 'curl -s'), `'${process.execPath}' ${js}`, `python3 ${python}`];
      // Each language prints JSON in its own way.
      const plain = (text: string) => text.replaceAll(/['"\s]/g, '');
      for (const command of commands) expect(plain(await shell(command))).toContain(expected);
    });
  });
});

describe('search of the documentation', () => {
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the documentation' });
  const results = (page: Page) => page.locator('#results a').allTextContents();

  it('finds sections and endpoints, even with a slip, and leads to the first', async () => {
    await visit('/docs/', async (page) => {
      await page.keyboard.press('Control+k');
      expect(await search(page).evaluate((field) => field === document.activeElement)).toBe(true);
      await page.keyboard.type('convrt amount');
      await expect.poll(async () => (await results(page))[0]).toMatch(/^Convert an amount/);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/docs\/api#\/pairs\/convert/);
    });
  });

  it('leads to a section of a guide, and can be used with arrow keys', async () => {
    await visit('/docs/api', async (page) => {
      await search(page).fill('CORS');
      await expect.poll(async () => (await results(page)).join()).toContain('Limits and CORS');
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      expect(await page.evaluate(() => document.activeElement?.closest('#results li')?.previousElementSibling)).toBe(
        null,
      );
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Escape');
      expect(await results(page)).toEqual([]);
    });
  });

  it('says that nothing was found, or that it isn’t loaded', async () => {
    await visit('/docs/', async (page) => {
      await search(page).fill('qqqqzz');
      await expect.poll(() => page.locator('#found').textContent()).toBe('Nothing found.');
    });
  });

  it('has an entry for every section that a guide’s page has, and for every endpoint', async () => {
    const { documentIds } = (await (await fetch(`${preview.url}/docs/search.json`)).json()) as {
      documentIds: Record<string, string>;
    };
    const entries = new Set(Object.values(documentIds));
    for (const address of ['/docs/api', '/docs/limits', '/docs/client']) {
      await visit(address, async (page) => {
        const ids = await page
          .locator('.guide :is(h2, h3)[id], .endpoint')
          .evaluateAll((all) => all.map(({ id }) => id));
        expect(ids.filter((id) => !entries.has(`${address}#${id}`))).toEqual([]);
        expect(ids.length).toBeGreaterThan(3);
      });
    }
  });
});

describe('documentation pages', () => {
  it('have buttons that copy a recipe or a request', async () => {
    await visit('/docs/recipes', async (page) => {
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await page.getByRole('button', { name: 'Copy The official rate on a date: Euro area' }).click();
      await expect.poll(copied).toBe(recipe('euro-area'));
      await page.goto('/docs/api');
      await anchored(page, '/pairs/convert').getByLabel('amount', { exact: true }).fill('7');
      await page.getByRole('button', { name: 'Copy Convert an amount: curl', exact: true }).click();
      const url = `${preview.url}/api/convert?from=USD&to=EUR&amount=7`;
      await expect.poll(copied).toBe(`curl '${url}'`);
      const calls = await page.locator('[id="calls-convert"] code').allTextContents();
      expect(calls.map((call) => call.split(url).length)).toEqual([2, 2, 2]);
    });
  });

  it('select the text and say so if the browser forbids copying', async () => {
    await using guarded = await openGuarded(browser, preview.url);
    const { page } = guarded;
    await page.addInitScript('navigator.clipboard.writeText = () => Promise.reject(new Error())');
    await page.goto('/docs/recipes');
    await page.locator('.copy').first().click();
    const words = 'Text selected, not copied';
    await expect.poll(() => page.locator('p.unseen[role="status"]:not(#found)').textContent()).toBe(words);
    expect(await page.getByText(words).filter({ visible: true }).count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => String(getSelection()))).toBe(recipe('curl'));
  });

  it('have no accessibility problem on phones and desktops and in dark mode', async () => {
    await visit('/docs/recipes', async (page) => {
      expect(await findBarriersInViews(page)).toEqual([]);
    });
  });

  it.each(['/docs/', '/docs/api'])('%s has no accessibility problem on a phone', async (address) => {
    await visit(
      address,
      async (page) => {
        if (address === '/docs/api') {
          await tryIt(page, '/pairs/convert');
          await summaryOf(page, '/pairs/convert');
          await page.locator('.endpoint summary').first().click();
        }
        expect(await findBarriers(page, exceptColors)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      },
      { viewport: { width: 320, height: 800 } },
    );
  });
});

describe('tabs of a guide', () => {
  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
  const shown = (page: Page) => page.locator('.tabs > section:visible').evaluateAll((all) => all.map(({ id }) => id));

  it('show the language that the visitor chose, in every group that has it, and on the next visit', async () => {
    await visit('/docs/recipes', async (page) => {
      expect(await shown(page)).toEqual(['curl', 'python-1', 'euro-area', 'hledger-and-ledger']);
      await tab(page, 'Excel').last().click();
      expect(await shown(page)).toEqual(['excel', 'excel-1', 'euro-area', 'hledger-and-ledger']);
      await tab(page, 'beancount').click();
      await tab(page, 'Python').first().click();
      await page.reload();
      expect(await shown(page)).toEqual(['python', 'python-1', 'euro-area', 'hledger-and-ledger']);
    });
  });

  it('stay in place if groups above change their height', async () => {
    await visit('/docs/recipes', async (page) => {
      await tab(page, 'LibreOffice').scrollIntoViewIfNeeded();
      const place = () => tab(page, 'LibreOffice').evaluate((element) => element.getBoundingClientRect().top);
      const before = await place();
      await tab(page, 'Excel').last().click();
      expect(Math.abs((await place()) - before)).toBeLessThan(1);
    });
  });

  it('can be chosen with the arrow keys', async () => {
    await visit('/docs/recipes', async (page) => {
      await tab(page, 'curl').focus();
      const chosen = async (key: string) => {
        await page.keyboard.press(key);
        return page.evaluate(() => [document.activeElement?.textContent, document.activeElement?.ariaSelected]);
      };
      expect(await chosen('ArrowRight')).toEqual(['JavaScript', 'true']);
      expect(await chosen('End')).toEqual(['Excel', 'true']);
      expect(await chosen('ArrowRight')).toEqual(['curl', 'true']);
      expect(await chosen('ArrowLeft')).toEqual(['Excel', 'true']);
      expect(await chosen('Home')).toEqual(['curl', 'true']);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('section')?.id)).toBe('curl');
    });
  });

  it('show the tab that a link names', async () => {
    await visit('/docs/recipes#libreoffice', async (page) => {
      expect(await shown(page)).toContain('libreoffice');
      expect(await tab(page, 'LibreOffice').isVisible()).toBe(true);
      await expect
        .poll(() => tab(page, 'LibreOffice').evaluate((e) => e.getBoundingClientRect().top))
        .toBeLessThan(400);
      // This fragment can't be decoded.
      await page.evaluate("location.hash = '#%'");
      expect(await shown(page)).toContain('libreoffice');
    });
  });

  it('are sections below each other if JavaScript is off', async () => {
    await visit(
      '/docs/recipes',
      async (page) => {
        expect(await page.locator('.tabs > section:visible').count()).toBe(
          await page.locator('.tabs > section').count(),
        );
        expect(await page.locator('.tabs h3:visible').first().innerText()).toBe('curl');
      },
      { javaScriptEnabled: false },
    );
  });
});

it('contents of a documentation page > are folded on phones and open beside the text', async () => {
  await visit('/docs/limits', async (page) => {
    const first = page.locator('#contents a').first();
    expect(await first.isVisible()).toBe(true);
    expect(await page.locator('#contents summary:visible').count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => first.isVisible()).toBe(false);
    await page.getByText('On this page').filter({ visible: true }).click();
    await first.click();
    expect(new URL(page.url()).hash).toBe(await first.getAttribute('href'));
  });
});

describe('guide', () => {
  /** The paths in the guides that, without a query, don't return status 200. */
  const statuses: Record<string, number> = {
    '/api': 404,
    '/api/v1': 404,
    '/api/convert': 400,
    '/api/v1/history': 400,
    '/api/v1/convert': 400,
    '/mcp': 405,
  };
  /** Values for the placeholders in programs' settings. */
  const values: Record<string, string> = {
    '{from_currency}': 'EUR',
    '{to_currency}': 'JPY',
    '{transaction_date}': '2026-09-22',
    '{SYMBOL}': 'EUR/USD',
  };

  it.each(guides)('%s.md has no wrong URL paths', async (guide) => {
    const text = guideMarkdown(readFileSync(join(root, `public/docs/${guide}.md`), 'utf8'), url);
    const codes = Array.from(text.matchAll(/`(\/\w[^`\s]*)`/g), ([, path = '']) => path);
    const urls = Array.from(text.matchAll(/https:\/\/money\.example(\/\w[^\s'"`)]*)/g), ([, path = '']) => path);
    const paths = [...codes, ...urls]
      .filter((path) => !/^\/(v[1246]|oxr)\/?$/.test(path))
      .map((path) => path.replaceAll(/\{\w+\}/g, (name) => values[name] ?? name));
    for (const path of paths) {
      expect([path, (await fetch(preview.url + path)).status]).toEqual([path, statuses[path] ?? 200]);
    }
  });

  // Another test checks the recipes for accessibility problems, in every view.
  it.each(guides.filter((guide) => guide !== 'recipes'))(
    '%s.md has no accessibility problems on a phone, and no placeholders',
    async (guide) => {
      await visit(
        `/docs/${guide}`,
        async (page) => {
          expect(await findBarriers(page, exceptColors)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
          expect(await page.locator('body').innerText()).not.toMatch(
            /rates\.example|money\.example|this-site|\{\{|stands for your/,
          );
        },
        { viewport: { width: 320, height: 800 } },
      );
    },
  );
});

describe('commands of README.md and CLOUDFLARE.md', () => {
  const calls = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\$ curl '?(\S+?)'?\n(.*)$/gm);

  it.each(Array.from(calls, ([, address = '', response = '']) => ({ address, response })))(
    'curl $address returns the response in the README',
    async ({ address, response }) => {
      const body = await (await fetch(address.replace('localhost:8080', preview.url))).text();
      const [start = '', ...parts] = response.split('…');
      expect(body.startsWith(start), body).toBe(true);
      let place = start.length;
      for (const part of parts) {
        const found = body.indexOf(part, place);
        expect(found, `${part} in ${body}`).toBeGreaterThanOrEqual(place);
        place = found + part.length;
      }
    },
  );

  it('npx http-server dist --cors serves the .json paths of a built site to web pages', async () => {
    const port = await freePort();
    // npx would run this file in a child process, and the child process would outlive npx.
    const program = join(root, 'node_modules/.bin/http-server');
    const server = spawn(program, ['site', '--cors', '-p', String(port)], { cwd: folder.path, stdio: 'ignore' });
    try {
      const address = `http://127.0.0.1:${port}/api/v1/rates.json`;
      const response = await vi.waitFor(() => fetch(address), { timeout: 20_000 });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toMatchObject({ success: true, base: 'USD' });
    } finally {
      server.kill();
    }
  });
});
