import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { receiptDay, writeReceiptSites } from '../../testing/sites/receipt-site.ts';
import { fewCurrencies, fewPairs, writeSmallSite } from '../../testing/sites/small-site.ts';
import { problemLine } from '../../text/site-problem.ts';

import { startPreview } from '../serve/preview-server.ts';
import { defaultMirrors } from '../../sources/mirrors.ts';
import { SiteFiles } from '../site-files.ts';
import { readSiteData } from '../site-data.ts';
import { check, type CheckOptions } from './check.ts';
import { filesOnlyPath } from './files-only.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
/** A few currencies and two months, so that the site has few files. */
const few = {
  ...fewCurrencies,
  archive: {
    ...fewCurrencies.archive,
    days: fewCurrencies.archive.days.filter(({ date }) => /^2026-09|^2025-0[16]/.test(date)),
  },
  fileLimit: fewPairs,
};
let written: Awaited<ReturnType<typeof writeSmallSite>>;

beforeAll(async () => {
  written = await writeSmallSite(site, few);
});
afterAll(() => folder[Symbol.asyncDispose]());

const problemsOf = async (place: string, options: CheckOptions = {}) =>
  (await check(new SiteFiles(place), options)).problems.map(problemLine);

/** Changes files of a site: a file's text becomes another text or, if undefined, the file is removed. */
type Change = (site: string) => void;

function change(path: string, to: (text: string) => string | undefined): Change {
  return (site) => {
    const file = join(site, path);
    const text = to(existsSync(file) ? readFileSync(file, 'utf8') : '');
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
    return text.replace(part, by);
  });

/** Changes a copy of the site. */
function changed(...changes: readonly Change[]) {
  const copy = temporaryFolder();
  cpSync(site, copy.path, { recursive: true });
  for (const change of changes) change(copy.path);
  return copy;
}

describe('check (checks the files of a site)', () => {
  it('reports no problem for a valid site in a folder or at a URL, and returns its data', async () => {
    await using preview = await startPreview(site, 0);
    for (const place of [site, preview.url]) {
      for (const isSample of [false, true]) {
        const { problems, referenceRates, data } = await check(new SiteFiles(place), { isSample });
        expect(problems).toEqual([]);
        expect(referenceRates).toEqual(JSON.parse(readFileSync(join(site, 'api/v1/rates.json'), 'utf8')));
        expect(data?.rate_as_of).toBe('2026-09-29');
      }
    }
  });

  it('accepts a yearly file of GBP that lacks the newest day, if the rate of GBP is held that day', async () => {
    await using other = temporaryFolder();
    const { site } = await writeReceiptSites(other.path);
    const newest: unknown = JSON.parse(readFileSync(join(site, `api/v1/rates/${receiptDay}.json`), 'utf8'));
    expect(newest).toMatchObject({ held: { GBP: '2026-09-29' } });
    expect(await problemsOf(site)).toEqual([]);
  });

  it('accepts exactly as many files as the limit allows', async () => {
    const { countedFiles } = written.plan;
    expect(await problemsOf(site, { fileLimit: countedFiles })).toEqual([]);
    expect(await problemsOf(site, { fileLimit: countedFiles - 1 })).toEqual([
      `.: has ${countedFiles} files, more than ${countedFiles - 1}`,
    ]);
  });

  it('reports all problems of a site at once', async () => {
    const missing = [
      ...['_worker.js', 'index.html', '404.html', 'api/v1/openapi.json', 'api/404.html', 'series/usd.json'],
      ...[
        'api/v1/rates/2025-06-03.json',
        'api/v1/history/eur/2025.json',
        'api/v1/history/eur/2026.json',
        'favicon.svg',
      ],
    ];
    const rows: [problem: string, change: Change][] = [
      ...missing.map((path): [string, Change] => [`${path}: is missing`, remove(path)]),
      ...['_headers', 'series/aed.json', 'style.css'].map((path): [string, Change] => [
        `${path}: is empty`,
        write(path, ''),
      ]),
      ["_redirects: contains a line that isn't a rewrite", write('_redirects', 'Go on!\n/a /b 200\n')],
      [
        '_routes.json: is invalid: exclude: Invalid input: expected array, received undefined',
        write('_routes.json', '{"version":1,"include":["/api/*"]}'),
      ],
      ['api/rates.json: lacks EUR, which api/currencies.json lists', replace('api/rates.json', /"EUR":[\d.]+,/, '')],
      [
        'series/eur.json: is invalid: rates: Too small: expected array to have exactly 366 items',
        replace('series/eur.json', /"rates":\[[\d.]+,/, '"rates":['),
      ],
      [
        'api/v1/rates/eur.json: is invalid: the base must be 1',
        replace('api/v1/rates/eur.json', '"EUR":1,', '"EUR":2,'),
      ],
      [
        "api/v1/history/zmw/2026.json: doesn't end on 2026-09-29, the day of the newest rates",
        (site) => {
          replace('api/v1/history/zmw/2026.json', /,"2026-09-29"/, '')(site);
          replace('api/v1/history/zmw/2026.json', /,[^,]+\]\}/, ']}')(site);
        },
      ],
      [
        'v1/404.html: is invalid: message: Invalid input: expected string, received undefined (and 1 more)',
        write('v1/404.html', '{"success":true}'),
      ],
      ["archive/faults.csv: doesn't match SHA256SUMS", replace('archive/faults.csv', /\n$/, '\n\n')],
      [
        "api/rates/usd-to-eur.json: doesn't match SHA256SUMS",
        replace('api/rates/usd-to-eur.json', '0.88022588', '0.88022589'),
      ],
      ["more.txt: isn't in SHA256SUMS", write('more.txt', 'more')],
      ["receipts/2031.jsonl: isn't in api/v1/archive.json", write('receipts/2031.jsonl', 'lies')],
      ['link.txt: is neither a file nor a folder', (site) => symlinkSync('/etc/passwd', join(site, 'link.txt'))],
      ['.: has 3 files, more than 2', () => undefined],
    ];
    await using copy = changed(...rows.map(([, change]) => change));
    const problems = await problemsOf(copy.path, { fileLimit: 2 });
    expect(problems.map((line) => line.replace(/has \d+ files/, 'has 3 files')).sort()).toEqual(
      rows.map(([problem]) => problem).sort(),
    );
  });

  it.each<[what: string, change: Change, ...problems: string[]]>([
    ['a redirect (status 301)', write('_redirects', '/a /b 301\n'), "_redirects: contains a line that isn't a rewrite"],
    [
      'a header without a value',
      write('_headers', '/*\n  X-Robots-Tag\n'),
      "_headers: contains a line that isn't a header",
    ],
    ['a list of currencies that is missing', remove('api/currencies.json'), 'api/currencies.json: is missing'],
    [
      'rates without date and time',
      replace('api/v1/rates.json', /"rate_as_of":.*?,"retrieved_at":.*?,/, ''),
      'api/v1/rates.json: is invalid: rate_as_of: Invalid input: expected string, received undefined (and 1 more)',
    ],
    [
      'rates of another day than the publish log',
      replace('api/v1/rates.json', '"rate_as_of":"2026-09-29"', '"rate_as_of":"2026-09-30"'),
      'api/v1/rates.json: has rate_as_of "2026-09-30", but receipts/newest.json has "2026-09-29"',
    ],
    [
      'rates that were fetched at another time than the publish log says',
      replace('api/v1/rates.json', /"retrieved_at":"[^"]*"/, '"retrieved_at":"2026-09-29T07:00:00.000Z"'),
      'api/v1/rates.json: has retrieved_at "2026-09-29T07:00:00.000Z", but receipts/newest.json has "2026-09-29T00:00:00.000Z"',
    ],
    [
      'rates from another mirror than the publish log says',
      replace('api/v1/rates.json', /"mirror":"[^"]*"/, '"mirror":"https://x.example/"'),
      `api/v1/rates.json: has source.mirror "https://x.example/", but receipts/newest.json has "${defaultMirrors[0]}"`,
    ],
    [
      'rates that aren’t stale, although the state says that they are',
      (site) => {
        replace('api/v1/rates.json', '"stale":true', '"stale":false')(site);
        replace('api/v1/rates.json', /"stale_reason":"\w+"/, '"stale_reason":null')(site);
      },
      'api/v1/rates.json: has stale false, but archive/state.json says otherwise',
    ],
    [
      'rates that were checked before they were fetched',
      replace('api/v1/rates.json', /"checked_at":"[^"]*"/, '"checked_at":"2026-09-28T23:59:59.999Z"'),
      'api/v1/rates.json: has a checked_at before its retrieved_at: 2026-09-28T23:59:59.999Z',
    ],
    [
      'an archived day out of order',
      replace('archive/2025.csv', '2025-01-02,', '2025-01-01,'),
      'archive/2025.csv: line 3 is invalid or out of order: text, 136 characters',
    ],
    [
      'a state of another version',
      replace('archive/state.json', '"version":3', '"version":4'),
      'archive/state.json: is invalid: version: Invalid input: expected 3',
    ],
    [
      'SHA256SUMS that can’t be read',
      write('SHA256SUMS', 'nothing\n'),
      'SHA256SUMS: line 1 is invalid or a duplicate: text, 7 characters',
    ],
  ])('reports %s', async (_, change, ...problems) => {
    await using copy = changed(change);
    expect(await problemsOf(copy.path)).toEqual(problems);
  });

  it('reports each file that is wrong at a URL', async () => {
    await using copy = changed(
      replace('archive/faults.csv', /\n$/, '\n\n'),
      remove('api/v1/rates/2025-06-03.json'),
      replace('docs/index.html', '</html>', '<script src="https://evil.example/a.js"></script></html>'),
      replace('series/eur.json', /"rates":\[[\d.]+,/, '"rates":['),
    );
    await using preview = await startPreview(copy.path, 0);
    expect((await problemsOf(preview.url)).sort()).toEqual([
      'api/v1/rates/2025-06-03.json: responded with status 404',
      "archive/faults.csv: doesn't match SHA256SUMS",
      "docs/index.html: doesn't match SHA256SUMS",
      'series/eur.json: is invalid: rates: Too small: expected array to have exactly 366 items',
    ]);
  });

  it('reports a single problem if a URL has no SHA256SUMS', async () => {
    await using copy = changed(remove('SHA256SUMS'));
    await using preview = await startPreview(copy.path, 0);
    expect(await problemsOf(preview.url)).toEqual(['SHA256SUMS: responded with status 404']);
  });

  it('checks only the files that a host of files only has', async () => {
    const host = {
      files_only: true,
      complete_site: null,
      folders: ['api', 'archive', 'receipts'],
      files: ['SHA256SUMS'],
    };
    await using copy = changed(
      write(filesOnlyPath, JSON.stringify(host)),
      ...['_headers', '_worker.js', 'index.html', 'series/eur.json', 'api/currencies.json'].map(remove),
      write('.nojekyll', ''),
      write('api/more.json', '{}'),
    );
    expect(await problemsOf(copy.path)).toEqual([
      'api/currencies.json: is missing',
      "api/more.json: isn't in SHA256SUMS",
    ]);
  });

  it('reports days and publish log entries of the live site that the site lacks', async () => {
    const continues = await readSiteData(new SiteFiles(site));
    const older = join(folder.path, 'older');
    const days = few.archive.days.filter(({ date }) => date !== '2025-06-03');
    await writeSmallSite(older, { ...few, archive: { ...few.archive, days } });
    const advice = 'Write the site again with --previous';
    expect(await problemsOf(older, { continues })).toEqual([
      `api/v1/archive.json: lacks or changes 1 published days, such as 2025-06-03. ${advice}`,
      `receipts/2026.jsonl: lacks or changes 1 entries of the publish log, the first of 2026-09-29. ${advice}`,
    ]);
    expect(await problemsOf(site, { continues })).toEqual([]);
  });

  it('throws if the folder has no site', async () => {
    await using empty = temporaryFolder();
    await expect(problemsOf(empty.path)).rejects.toThrow(' holds no site. ');
  });
});
