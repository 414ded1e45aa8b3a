import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../testing/open-browser.ts';
import { crossRate } from '../rates/cross-rate.ts';
import { round } from '../rates/round.ts';
import { type Preview, startPreview } from '../preview/preview-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { recordedDay, writeSmallSite } from '../testing/small-site.ts';
import { findBarriers, openGuarded } from '../testing/guarded-page.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
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
      blocks.map((block): [string, string] => [
        block.querySelector('h3')?.id ?? '',
        block.querySelector('code')?.textContent ?? '',
      ]),
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
      ...['curl', 'fetch', 'types', 'typescript', 'python', 'sheets', 'excel'],
      ...['invoice', 'python-history', 'ledger', 'beancount', 'sheets-history', 'erpnext'],
      ...['libreoffice', 'excel-history'],
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

describe('the reference', () => {
  it('lists every endpoint, and each call can be tried', async () => {
    await using guarded = await openGuarded(browser, preview.url);
    const { page, problems, requests } = guarded;
    await page.goto('/docs');
    const convert = page.locator('#operations-pairs-convert');
    await convert.locator('.opblock-summary-control').click();
    await convert.locator('[placeholder="from"]').fill('EUR');
    await convert.locator('[placeholder="to"]').fill('JPY');
    await convert.locator('.execute').click();
    const answer = await convert.locator('.live-responses-table .microlight').first().textContent();
    expect(JSON.parse(answer ?? '')).toMatchObject({ success: true, from: 'EUR', to: 'JPY', rate });
    expect(requests).toContain('/api/convert?from=EUR&to=JPY&amount=100');

    const document = (await (await fetch(`${preview.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const listed = await page.locator('.opblock-summary-path').evaluateAll((paths) =>
      // The viewer puts invisible places to break a line into paths.
      paths.map((path) => path.textContent.replaceAll('\u200b', '')),
    );
    const operations = Object.entries(document.paths).flatMap(([path, item]) => Object.keys(item).map(() => path));
    expect(listed.toSorted()).toEqual(operations.toSorted());
    expect(problems).toEqual([]);
  });

  it('copies a recipe', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await using guarded = await openGuarded(browser, preview.url, { permissions });
    await guarded.page.goto('/docs');
    await guarded.page.locator('[data-copy="recipe-python"]').click();
    await expect.poll(() => guarded.page.evaluate(() => navigator.clipboard.readText())).toBe(recipe('python'));
  });

  it('has its recipes without JavaScript', async () => {
    await using guarded = await openGuarded(browser, preview.url, { javaScriptEnabled: false });
    await guarded.page.goto('/docs');
    expect(await guarded.page.locator('.recipe pre:visible').count()).toBe(recipes.size);
    expect(await guarded.page.locator('button:visible').count()).toBe(0);
    expect(guarded.problems).toEqual([]);
  });

  // The viewer draws a main part within ours, which no rule of WCAG forbids and axe-core's own advice does.
  const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  it.each([
    [320, 'light'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('breaks no rule of WCAG at %i px, %s', async (width, colorScheme) => {
    await using guarded = await openGuarded(browser, preview.url, { viewport: { width, height: 800 }, colorScheme });
    const { page, problems } = guarded;
    await page.goto('/docs');
    await page.locator('#operations-pairs-convert .opblock-summary-control').click();
    await page.locator('#operations-pairs-convert .execute').click();
    await page.locator('#operations-pairs-convert .live-responses-table').waitFor();
    expect(await findBarriers(page, wcag)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(problems).toEqual([]);
  });
});
