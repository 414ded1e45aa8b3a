import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSite } from './check-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { receiptDay, writeReceiptSites } from '../../testing/sites/receipt-site.ts';
import { fewCurrencies, writeSmallSite } from '../../testing/sites/small-site.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
let written: Awaited<ReturnType<typeof writeSmallSite>>;

beforeAll(async () => {
  written = await writeSmallSite(site, { ...fewCurrencies, fileLimit: 5150 });
});
afterAll(() => folder[Symbol.asyncDispose]());

/** The original bytes of each changed file; undefined if the file didn't exist. */
const originals = new Map<string, Buffer | undefined>();

/** Returns the problems of the changed site, then restores the site, because copying it would be slow. */
async function problemsAfter(change: () => void, fileLimit = 5150): Promise<string[]> {
  try {
    change();
    return (await checkSite(site, fileLimit)).problems.map(({ path, problem }) => `${path}: ${problem}`);
  } finally {
    for (const [path, bytes] of originals) {
      if (bytes) writeFileSync(join(site, path), bytes);
      else rmSync(join(site, path));
    }
    originals.clear();
  }
}

function change(path: string, to: (text: string | undefined) => string | undefined): () => void {
  return () => {
    const file = join(site, path);
    const bytes = existsSync(file) ? readFileSync(file) : undefined;
    if (!originals.has(path)) originals.set(path, bytes);
    const text = to(bytes?.toString());
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  };
}

const remove = (path: string) => change(path, () => undefined);
const write = (path: string, text: string) => change(path, () => text);
/** Replaces a part of a file, and fails if the file doesn't contain the part. */
const replace = (path: string, part: string | RegExp, by: string) =>
  change(path, (text) => {
    expect(text).toMatch(part);
    return text?.replace(part, by);
  });

describe('checkSite (checks a written site before it is uploaded)', () => {
  it('reports no problem for a valid site', async () => {
    const { problems, referenceRates } = await checkSite(site, 5150);
    expect(problems).toEqual([]);
    expect(referenceRates).toEqual(JSON.parse(readFileSync(join(site, 'api/v1/rates.json'), 'utf8')));
  });

  it('accepts a yearly file of GBP that lacks the newest day, if the rate of GBP is held that day', async () => {
    await using other = temporaryFolder();
    const { site } = await writeReceiptSites(other.path);
    const newest: unknown = JSON.parse(readFileSync(join(site, `api/v1/rates/${receiptDay}.json`), 'utf8'));
    expect(newest).toMatchObject({ held: { GBP: '2026-09-29' } });
    expect((await checkSite(site, 5150)).problems).toEqual([]);
  });

  it('accepts exactly as many files as the limit allows', async () => {
    expect((await checkSite(site, written.plan.countedFiles)).problems).toEqual([]);
    expect((await checkSite(site, written.plan.countedFiles - 1)).problems).toEqual([
      { path: '.', problem: `has ${written.plan.countedFiles} files, more than ${written.plan.countedFiles - 1}` },
    ]);
  });

  it.each([
    ...['_headers', '_redirects', '_routes.json', '_worker.js', 'index.html', '404.html'],
    ...['api/currencies.json', 'api/v1/openapi.json', 'api/404.html', 'series/404.html', 'series/eur.json'],
    ...['archive/2026.csv', 'api/v1/rates/2025-06-03.json'],
    ...['api/v1/history/eur/2025.json', 'api/v1/history/eur/2026.json'],
  ])('reports %s if it is missing', async (path) => {
    expect(await problemsAfter(remove(path))).toEqual([`${path}: is missing`]);
  });

  it.each(['_headers', '_worker.js', 'api/currencies.json', 'series/eur.json', 'style.css'])(
    'reports %s if it is empty',
    async (path) => {
      expect(await problemsAfter(write(path, ''))).toEqual([`${path}: is empty`]);
    },
  );

  it.each([
    [
      'a redirect (status 301) in _redirects, which may contain only rewrites',
      write('_redirects', '/a /b 301\n'),
      "_redirects: contains a line that isn't a rewrite",
    ],
    [
      'a line in _redirects that isn’t a rule',
      write('_redirects', 'Go on!\n/a /b 200\n'),
      "_redirects: contains a line that isn't a rewrite",
    ],
    [
      'a header without a value in _headers',
      write('_headers', '/*\n  X-Robots-Tag\n'),
      "_headers: contains a line that isn't a header",
    ],
    ['a _routes.json that isn’t JSON', write('_routes.json', '{'), "_routes.json: isn't JSON"],
    [
      'a _routes.json without a list of excluded paths',
      write('_routes.json', '{"version":1,"include":["/api/*"]}'),
      '_routes.json: is invalid: exclude: Invalid input: expected array, received undefined',
    ],
    [
      'an api/v1/rates.json without date and time',
      replace('api/v1/rates.json', /"rate_as_of":.*?,"retrieved_at":.*?,/, ''),
      'api/v1/rates.json: is invalid: rate_as_of: Invalid input: expected string, received undefined (and 1 more)',
    ],
    [
      'a currency in api/currencies.json that api/rates.json lacks',
      replace('api/rates.json', /"EUR":[\d.]+,/, ''),
      'api/rates.json: lacks EUR, which api/currencies.json lists',
    ],
    [
      'a missing rate in series/eur.json',
      replace('series/eur.json', /"rates":\[[\d.]+,/, '"rates":['),
      'series/eur.json: is invalid: rates: Too small: expected array to have exactly 366 items',
    ],
    [
      'a day out of order in archive/2025.csv',
      replace('archive/2025.csv', '2025-01-02,', '2025-01-01,'),
      'archive/2025.csv: line 3 is invalid or out of order: "2025-01-01,3.6725,6.30847286,0.90689256,7.29847375,0.9656017…"',
    ],
    [
      'a rate of 2 for EUR, the base, in api/v1/rates/eur.json',
      replace('api/v1/rates/eur.json', '"EUR":1,', '"EUR":2,'),
      'api/v1/rates/eur.json: is invalid: the base must be 1',
    ],
    [
      'a yearly file of ZMW that lacks the newest day',
      () => {
        replace('api/v1/history/zmw/2026.json', /,"2026-09-29"/, '')();
        replace('api/v1/history/zmw/2026.json', /,[^,]+\]\}/, ']}')();
      },
      "api/v1/history/zmw/2026.json: doesn't end on 2026-09-29, the day of the newest rates",
    ],
    [
      'a wrong total number of days in api/v1/archive.json',
      replace('api/v1/archive.json', '"days":203', '"days":204'),
      'api/v1/status.json: lists 203 days, but api/v1/archive.json has 204',
      "api/v1/archive.json: doesn't match SHA256SUMS",
    ],
    [
      'an api/v1/rates.json of another day than api/v1/status.json',
      replace('api/v1/rates.json', '"rate_as_of":"2026-09-29"', '"rate_as_of":"2026-09-30"'),
      'api/v1/status.json: has the date 2026-09-29, but the rates are from 2026-09-30',
    ],
    [
      'an archive/faults.csv whose checksum isn’t the checksum in SHA256SUMS',
      replace('archive/faults.csv', /\n$/, '\n\n'),
      "archive/faults.csv: doesn't match SHA256SUMS",
    ],
    [
      'an api/404.html with JSON that isn’t an API error',
      write('api/404.html', '{"success":true}'),
      'api/404.html: is invalid: success: Invalid input: expected false (and 1 more)',
    ],
  ])('reports %s', async (_, change, ...problems) => {
    expect(await problemsAfter(change)).toEqual(problems);
  });

  it('reports files with a wrong checksum and files without a checksum', async () => {
    const problems = await problemsAfter(() => {
      replace('api/rates/usd-to-eur.json', '0.88022588', '0.88022589')();
      write('more.txt', 'more')();
      remove('favicon.svg')();
    });
    expect(problems.sort()).toEqual([
      "api/rates/usd-to-eur.json: doesn't match SHA256SUMS",
      'favicon.svg: is missing',
      "more.txt: isn't in SHA256SUMS",
    ]);
    expect(await problemsAfter(write('SHA256SUMS', 'nothing\n'))).toContain(
      'SHA256SUMS: line 1 is invalid or a duplicate: "nothing"',
    );
  });

  it('reports all problems of a site at once', async () => {
    const problems = await problemsAfter(() => {
      remove('_worker.js')();
      write('_routes.json', '[]')();
      write('api/v1/rates.json', 'x')();
      remove('series/usd.json')();
    }, 200);
    expect(problems).toEqual([
      '_worker.js: is missing',
      '_routes.json: is invalid: Invalid input: expected object, received array',
      "api/v1/rates.json: isn't JSON",
      'series/usd.json: is missing',
      `.: has ${written.plan.countedFiles - 1} files, more than 200`,
    ]);
  });

  it('throws if the folder has no site', async () => {
    await using empty = temporaryFolder();
    await expect(checkSite(empty.path, 300)).rejects.toThrow(' holds no site. ');
    await expect(checkSite(join(empty.path, 'nowhere'), 300)).rejects.toThrow("nowhere doesn't exist. ");
  });
});
