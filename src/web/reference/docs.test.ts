import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../testing/browser/open-browser.ts';
import { OpenApiChecker } from '../../testing/process/openapi-checker.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import { round } from '../../rates/round.ts';
import { type Preview, startPreview } from '../../preview/preview-server.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { recordedDay, writeSmallSite } from '../../testing/sites/small-site.ts';
import { findBarriers, openGuarded, views } from '../../testing/browser/guarded-page.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const folder = temporaryFolder();
const work = join(folder.path, 'work');
/** Where the site will be published, which is not where it is seen here. */
const url = 'https://rates.example';
const rate = crossRate(recordedDay.rates.get('EUR') ?? NaN, recordedDay.rates.get('JPY') ?? NaN);

let browser: Browser;
let preview: Preview;
/** The recipes as a visitor copies them, by the id of their heading. */
let recipes: Map<string, string>;

beforeAll(async () => {
  const out = join(folder.path, 'site');
  await writeSmallSite(out, { url });
  [browser, preview] = await Promise.all([openBrowser(), startPreview(out, 0)]);
  mkdirSync(work);
  writeFileSync(join(work, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'));

  await using guarded = await openGuarded(browser, preview.url);
  await guarded.page.goto('/docs');
  const found = await guarded.page
    .locator('.recipe')
    .evaluateAll((blocks) =>
      blocks.map((block): [string, string] => [block.id, block.querySelector('code')?.textContent ?? '']),
    );
  recipes = new Map(found);
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

const has = (command: string) => spawnSync(command, ['--version']).status === 0;

/** The cells of the one line that a spreadsheet reads from an address, taken for CSV as IMPORTDATA does. */
async function importData(address: string): Promise<string[]> {
  const [line = ''] = (await (await fetch(address)).text()).trim().split('\n');
  // A quote opens a quoted part only where a cell begins; quotes elsewhere are text.
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"([^,]*)|([^,]*))/g)].map(([, quoted, rest = '', plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"') + rest,
  );
}

/** The texts in a spreadsheet's formula. */
function textsIn(formula: string): string[] {
  return [...formula.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) => text.replaceAll('""', '"'));
}

describe('every recipe of the reference does what it says:', () => {
  it('there is a test for each', () => {
    expect([...recipes.keys()]).toEqual([
      ...['curl', 'fetch', 'types', 'typescript', 'python', 'python-history', 'invoice', 'sheets', 'sheets-history'],
      ...['excel', 'excel-history', 'libreoffice', 'ledger', 'beancount', 'erpnext'],
    ]);
    for (const text of recipes.values()) expect(text).not.toContain(url);
  });

  it.runIf(has('curl'))('curl', async () => {
    const { stdout } = await run('sh', ['-c', recipe('curl')]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, from: 'EUR', to: 'JPY', amount: 100, rate });
  });

  it('JavaScript, in Node and in a page of another origin', async () => {
    writeFileSync(join(work, 'recipe.js'), recipe('fetch'));
    const { stdout } = await run(process.execPath, ['recipe.js'], { cwd: work });
    expect(stdout).toBe(`1 EUR = ${rate} JPY\n`);

    const page = await browser.newPage();
    // The same server by another name is another origin, and on an answer with data nothing limits what a script may ask.
    await page.goto(`${preview.url.replace('localhost', '127.0.0.1')}/api/rates`);
    const logged = page.waitForEvent('console');
    await page.evaluate(`(async () => { ${recipe('fetch')} })()`);
    expect((await logged).text()).toBe(`1 EUR = ${rate} JPY`);
    await page.close();
  });

  it('TypeScript with types from the OpenAPI document', async () => {
    const [install = '', generate = ''] = recipe('types').split('\n');
    expect(install).toBe('npm install openapi-fetch@0.17');
    await run('sh', ['-c', generate.replace(/^npx/, 'npx --no-install')], { cwd: work });
    writeFileSync(join(work, 'recipe.ts'), recipe('typescript'));
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom',
    ];
    const compile = (file: string) =>
      run(join(root, 'node_modules/.bin/tsc'), [...options, '--allowImportingTsExtensions', file], {
        cwd: work,
      });
    await compile('recipe.ts');
    const { stdout } = await run(process.execPath, ['recipe.ts'], { cwd: work });
    expect(stdout).toBe(`100 EUR = ${round(100 * rate)} JPY\n`);
    // The types are of use: they know what is not there.
    writeFileSync(join(work, 'wrong.ts'), recipe('typescript').replace('data.result', 'data.total'));
    await expect(compile('wrong.ts')).rejects.toThrow();
  });

  it.runIf(has('python3'))('Python', async () => {
    writeFileSync(join(work, 'recipe.py'), recipe('python'));
    const { stdout } = await run('python3', ['recipe.py'], { cwd: work });
    expect(stdout).toBe(`1 EUR = ${rate} JPY\n`);
  });

  it('Google Sheets: its functions, as documented, find the rate', async () => {
    const formula = recipe('sheets');
    expect(formula.replaceAll(/"(?:[^"]|"")*"/g, '_')).toBe('=VALUE(REGEXEXTRACT(JOIN(_, IMPORTDATA(_)), _))');
    const [comma = '', address = '', pattern = ''] = textsIn(formula);
    const text = (await importData(address)).join(comma);
    expect(Number(new RegExp(pattern).exec(text)?.[1])).toBe(rate);
  });

  it('Excel: its functions, as documented, find the rate', async () => {
    const formula = recipe('excel');
    expect(formula.replaceAll(/"(?:[^"]|"")*"/g, '_')).toBe(
      '=NUMBERVALUE(TEXTBEFORE(TEXTAFTER(WEBSERVICE(_), _), _), _)',
    );
    const [address = '', after = '', before = '', mark = ''] = textsIn(formula);
    const text = await (await fetch(address)).text();
    const number = text.slice(text.indexOf(after) + after.length).split(before)[0] ?? '';
    expect([mark, Number(number)]).toEqual(['.', rate]);
  });
});

describe('every recipe for past rates does what it says:', () => {
  /** A pair's past rates of the year, the last one of each month, week or day. */
  const past = async (to: string, every: string) => {
    const answer = await fetch(`${preview.url}/api/v1/history?from=EUR&to=${to}&every=${every}`);
    return ((await answer.json()) as { data: { date: string; rate: number }[] }).data;
  };

  it.runIf(has('curl'))('the rate on an invoice’s date', async () => {
    const { stdout } = await run('sh', ['-c', recipe('invoice')]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, from: 'EUR', to: 'JPY', rate_as_of: '2026-09-22' });
  });

  it.runIf(has('python3'))('Python', async () => {
    writeFileSync(join(work, 'history.py'), recipe('python-history'));
    const { stdout } = await run('python3', ['history.py'], { cwd: work });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' '));
    expect(lines.map(([date, rate]) => ({ date, rate: Number(rate) }))).toEqual(await past('JPY', 'month'));
  });

  it.runIf(has('curl'))('price lines of hledger and beancount', async () => {
    await run('sh', ['-c', recipe('ledger')], { cwd: work });
    await run('sh', ['-c', recipe('beancount')], { cwd: work });
    const data = await past('USD', 'day');
    expect(data.length).toBeGreaterThan(50);
    const linesOf = (file: string) => readFileSync(join(work, file), 'utf8').trimEnd().split('\n');
    expect(linesOf('prices.journal')).toEqual(data.map(({ date, rate }) => `P ${date} EUR ${rate} USD`));
    expect(linesOf('prices.beancount')).toEqual(data.map(({ date, rate }) => `${date} price EUR ${rate} USD`));
  });

  it('ERPNext: its settings, filled in as it does, give the rate of a transaction’s day', async () => {
    const settings = new Map(
      recipe('erpnext')
        .split('\n')
        .map((line) => line.split(/: (.*)/, 2) as [string, string]),
    );
    // erpnext/accounts/doctype/currency_exchange_settings: each value is a template of these three.
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

  it.runIf(has('soffice'))('LibreOffice', async () => {
    const soffice = (command: string) => run('sh', ['-c', command], { cwd: work, env: { ...process.env, HOME: work } });
    await soffice(recipe('libreoffice'));
    await soffice('soffice --headless --convert-to csv history.ods');
    const [header, ...rows] = readFileSync(join(work, 'history.csv'), 'utf8').trimEnd().split('\n');
    expect(header).toBe('date,rate');
    const shown = rows.map((row) => row.split(','));
    const data = await past('JPY', 'month');
    expect(shown.map(([date]) => date)).toEqual(data.map(({ date }) => date));
    for (const [index, [, rate]] of shown.entries()) expect(Number(rate)).toBeCloseTo(data[index]?.rate ?? NaN, 6);
  });

  it('Excel: its query, as documented, reads a table with these two columns', async () => {
    const query = recipe('excel-history');
    expect(query.replaceAll(/"(?:[^"]|"")*"/g, '_').replaceAll(/\s+/g, ' ')).toBe(
      'let Source = Csv.Document(Web.Contents(_)), Table = Table.PromoteHeaders(Source) in ' +
        'Table.TransformColumnTypes(Table, { {_, type date}, {_, type number} }, _)',
    );
    const [address = '', ...columns] = textsIn(query);
    const [header] = (await (await fetch(address)).text()).split('\r\n');
    expect(columns).toEqual([...(header ?? '').split(','), 'en-US']);
  });

  it('Google Sheets: a table, as IMPORTDATA reads it', async () => {
    const formula = recipe('sheets-history');
    expect(formula.replaceAll(/"(?:[^"]|"")*"/g, '_')).toBe('=IMPORTDATA(_)');
    const [address = ''] = textsIn(formula);
    const [header, ...rows] = (await (await fetch(address)).text()).trimEnd().split('\r\n');
    expect(header).toBe('date,rate');
    expect(rows).toEqual((await past('JPY', 'week')).map(({ date, rate }) => `${date},${rate}`));
  });
});

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly example: unknown }[];
}

/** Every operation of the published OpenAPI document, by its anchor. */
async function operations(): Promise<Map<string, { method: string; path: string; operation: Operation }>> {
  const checker = new OpenApiChecker((await (await fetch(`${preview.url}/api/v1/openapi.json`)).json()) as object);
  return new Map(
    Object.entries(checker.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, described]) => {
        const operation = described as unknown as Operation;
        return [`/${operation.tags[0] ?? ''}/${operation.operationId}`, { method, path, operation }] as const;
      }),
    ),
  );
}

/** Opens the reference, does something there, and finds that nothing happened that must not. */
async function visit(
  address: string,
  story: (page: Page, requests: readonly string[]) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  await using guarded = await openGuarded(browser, preview.url, options);
  await guarded.page.goto(address);
  await story(guarded.page, guarded.requests);
  expect(guarded.problems).toEqual([]);
}

const anchored = (page: Page, id: string) => page.locator(`[id="${id}"]`);

/** Presses the button of an endpoint's form. */
const tryIt = (page: Page, id: string) =>
  anchored(page, id)
    .getByRole('button', { name: /^Try it/ })
    .click();

/** A busy machine takes its time. */
const SOON = { timeout: 10_000 };

/** What the answer is summed up in, once it is there. */
async function summaryOf(page: Page, id: string): Promise<string> {
  const summary = anchored(page, id).locator('.tried small');
  await expect.poll(() => summary.textContent(), SOON).toMatch(/^(Status|No answer)/);
  return (await summary.textContent()) ?? '';
}

describe('the reference, read without JavaScript,', () => {
  it('has every operation with every parameter and an example answer', async () => {
    const all = await operations();
    expect(all.size).toBeGreaterThan(30);
    await visit(
      '/docs',
      async (page) => {
        for (const [id, { method, path, operation }] of all) {
          const place = anchored(page, id);
          expect([id, await place.isVisible()]).toEqual([id, true]);
          const text = await place.innerText();
          expect(text).toContain(`${method.toUpperCase()} ${path}`);
          if (method !== 'get') continue;
          for (const { name } of operation.parameters ?? []) {
            expect([id, await place.locator('.ask dt label').allInnerTexts()]).toEqual([
              id,
              expect.arrayContaining([name]) as string[],
            ]);
          }
          const [request = '', answer = ''] = await place.locator('pre').allInnerTexts();
          expect(request).toMatch(/^curl 'https:\/\/rates\.example\/api\//);
          expect(answer.length).toBeGreaterThan(20);
        }
        // What only a script can do is not offered.
        expect(await page.locator(':is(button, input, select):visible').count()).toBe(0);
        expect(await page.locator('.recipe pre:visible').count()).toBe(recipes.size);
      },
      { javaScriptEnabled: false },
    );
  });

  it('prints without the list of contents, forms and buttons, and no code is cut', async () => {
    await visit('/docs', async (page) => {
      await page.emulateMedia({ media: 'print' });
      // The width of A4 between its margins.
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

describe('links to places of the reference', () => {
  // The site is published elsewhere, so that every call that is shown gets another length.
  it.each([
    ['#excel-history', 'excel-history', { width: 1280, height: 900 }],
    ['#errors', 'errors', { width: 390, height: 844 }],
    ['#/pairs', '/pairs', { width: 1280, height: 900 }],
    ['#/v1/getArchive', '/v1/getArchive', { width: 390, height: 844 }],
  ])('%s lands there at once', async (hash, id, viewport) => {
    await visit(
      `/docs${hash}`,
      async (page) => {
        const top = () => anchored(page, id).evaluate((element) => element.getBoundingClientRect().top);
        expect(Math.abs((await top()) - 16)).toBeLessThanOrEqual(1);
        await page.waitForLoadState('networkidle');
        expect(Math.abs((await top()) - 16)).toBeLessThanOrEqual(1);
      },
      { viewport },
    );
  });

  it('are all in the list of contents, which marks what is being read', async () => {
    const anchors = [...(await operations()).keys()];
    await visit('/docs', async (page) => {
      const links = await page
        .locator('#contents a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.slice(1) ?? ''));
      expect(links).toEqual(expect.arrayContaining([...anchors, ...recipes.keys()]));
      const lost = await page.evaluate((ids) => ids.filter((id) => !document.getElementById(id)), links);
      expect(lost).toEqual([]);
      const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      await page.locator('#contents a[href="#/past/getPairRange"]').click();
      await expect
        .poll(() => page.locator('#contents [aria-current]').evaluateAll((all) => all.map((link) => link.textContent)))
        .toEqual(['/api/v1/history']);
    });
  });
});

describe('an endpoint of the reference is tried', () => {
  it('as a file', async () => {
    await visit('/docs', async (page, requests) => {
      await tryIt(page, '/files/getPairFile');
      expect(await summaryOf(page, '/files/getPairFile')).toMatch(/^Status 200, [\d,]+ bytes in [\d,]+ ms$/);
      expect(requests.at(-1)).toBe('/api/rates/usd-to-eur.json');
      const tried = anchored(page, '/files/getPairFile').locator('.tried');
      const answer = await fetch(`${preview.url}/api/rates/usd-to-eur.json`);
      expect(await tried.locator('pre').textContent()).toBe(JSON.stringify(await answer.json(), null, 2));
      expect(await tried.locator('dt').allTextContents()).toEqual([
        'Content-Type',
        'Cache-Control',
        'ETag',
        'Access-Control-Allow-Origin',
      ]);
      expect((await tried.locator('dd').allTextContents()).with(2, '')).toEqual([
        'application/json; charset=utf-8',
        'public, max-age=600, stale-if-error=86400',
        '',
        '*',
      ]);
    });
  });

  it('as what the Function answers, with what is typed, from the keyboard', async () => {
    await visit('/docs', async (page, requests) => {
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
      // It is told, and the focus stays where it was.
      expect(await page.locator('#said').textContent()).toBe(summary);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('convert.amount');
    });
  });

  it('with what is wrong: a 400 that says what to do, as text', async () => {
    await using guarded = await openGuarded(browser, preview.url);
    const { page, problems } = guarded;
    await page.goto('/docs');
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
    // The browser itself tells of each answer that is an error.
    expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
  });

  it('as CSV, at another address for another choice', async () => {
    await visit('/docs', async (page, requests) => {
      const place = anchored(page, '/past/getPairRangeTable');
      await place.getByLabel('every').selectOption('month');
      await place.getByLabel('start').fill('2026-07-01');
      await tryIt(page, '/past/getPairRangeTable');
      expect(await summaryOf(page, '/past/getPairRangeTable')).toMatch(/^Status 200/);
      expect(requests.at(-1)).toBe('/api/v1/history.csv?from=USD&to=EUR&start=2026-07-01&end=2026-09-29&every=month');
      const answer = await fetch(preview.url + (requests.at(-1) ?? ''));
      expect(await place.locator('.tried pre').textContent()).toBe(await answer.text());
      expect(await place.locator('.tried dd').first().textContent()).toBe('text/csv; charset=utf-8');
    });
  });

  it('and a long answer is cut, with a word of it', async () => {
    await visit('/docs', async (page) => {
      await tryIt(page, '/v1/getCurrencyFacts');
      await summaryOf(page, '/v1/getCurrencyFacts');
      const tried = anchored(page, '/v1/getCurrencyFacts').locator('.tried');
      expect((await tried.locator('pre').textContent())?.length).toBe(20_000);
      expect(await tried.locator('p').last().textContent()).toMatch(
        /^The first 20,000 of \d+,\d{3} characters are shown/,
      );
    });
  });

  it.each([
    ['is no JSON', (route: Route) => route.fulfill({ contentType: 'application/json', body: '{"a":' }), 'Status 200'],
    ['has no body', (route: Route) => route.fulfill({ status: 204 }), 'Status 204, 0 bytes'],
    [
      'is huge',
      (route: Route) => route.fulfill({ contentType: 'application/json', body: `["${'x'.repeat(9_000_000)}"]` }),
      'Status 200, more than ',
    ],
    ['does not come', (route: Route) => route.abort(), 'No answer'],
  ])('and bears an answer that %s', async (_, answer, expected) => {
    await using guarded = await openGuarded(browser, preview.url);
    const { page, problems } = guarded;
    await page.goto('/docs');
    await page.route('**/api/v1/status', answer);
    await tryIt(page, '/v1/getStatus');
    expect(await summaryOf(page, '/v1/getStatus')).toContain(expected);
    await page.unroute('**/api/v1/status');
    await tryIt(page, '/v1/getStatus');
    await expect.poll(() => summaryOf(page, '/v1/getStatus'), SOON).toMatch(/^Status 200, \d/);
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
  });

  it('and the last call counts, whichever is answered first', async () => {
    await visit('/docs', async (page) => {
      const place = anchored(page, '/pairs/getPair');
      let answerLate: () => void = () => undefined;
      const late = new Promise<void>((resolve) => (answerLate = resolve));
      await page.route('**/api/rates/usd-to-eur', async (route) => {
        await late;
        // Nobody waits for it any more.
        await route.fulfill({ json: { rate: 'late' } }).catch(() => undefined);
      });
      await tryIt(page, '/pairs/getPair');
      await expect.poll(() => place.locator('.tried small').textContent()).toBe('Asking …');
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

describe('the page of the reference', () => {
  it('copies a recipe, and the call as it is filled in', async () => {
    await visit(
      '/docs',
      async (page) => {
        const copied = () => page.evaluate(() => navigator.clipboard.readText());
        await page.getByRole('button', { name: 'Copy Python, without a package' }).click();
        await expect.poll(copied).toBe(recipe('python'));
        await page.getByRole('textbox', { name: 'amount' }).first().fill('7');
        await page.getByRole('button', { name: 'Copy Convert an amount', exact: true }).click();
        await expect.poll(copied).toBe(`curl '${preview.url}/api/convert?from=USD&to=EUR&amount=7'`);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
  });

  it('comes under 60 KB, compressed, with all that it loads', async () => {
    await using guarded = await openGuarded(browser, preview.url);
    const sizes: Promise<number>[] = [];
    guarded.page.on('response', (response) => sizes.push(response.body().then((body) => gzipSync(body).length)));
    await guarded.page.goto('/docs', { waitUntil: 'networkidle' });
    expect(sizes.length).toBeGreaterThanOrEqual(5);
    expect((await Promise.all(sizes)).reduce((total, bytes) => total + bytes, 0)).toBeLessThan(60_000);
  });

  it.each(views)('has no barrier at %i px, %j, by the rules %j', async (width, options, rules) => {
    await visit(
      '/docs',
      async (page) => {
        await tryIt(page, '/pairs/convert');
        await summaryOf(page, '/pairs/convert');
        expect(await findBarriers(page, rules)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      },
      { viewport: { width, height: 800 }, ...options },
    );
  });
});
