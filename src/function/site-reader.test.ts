import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { catalogue } from '../money/currencies/catalogue.ts';
import { dateOfDay, datesFrom, datesUpTo, dayNumber } from '../money/calendar.ts';
import { sourceDaysSchema } from '../api/documents/series/series-files.ts';
import { MemoryAssets } from '../testing/sites/memory-assets.ts';
import { recordedDocuments } from '../testing/sites/served.ts';
import { clock, recordedFiles } from '../testing/sites/small-site.ts';
import { createHandler } from './handler.ts';
import { type Assets, SiteReader, IsolateCache } from './site-reader.ts';

const codes = catalogue.map(({ code }) => code);

let assets: MemoryAssets;
let handle: ReturnType<typeof createHandler>;
beforeEach(() => {
  assets = new MemoryAssets(recordedDocuments);
  handle = createHandler('one', clock);
});
const requestOf = (path: string) => new Request(`https://ratesheet.example${path}`);
const ask = (path: string, from: Assets = assets) => handle(requestOf(path), { ASSETS: from });

describe('Pages Function while it handles 48 other requests', () => {
  // The recorded years lack days, so a request may search a whole week for a rate.
  const { first, last } = recordedFiles;
  const dates = datesUpTo(last, dayNumber(last) - dayNumber(first));
  const slow: Assets = { fetch: (url) => pause(1).then(() => assets.fetch(url)) };

  it.each([
    [
      'rates of 160 currencies on a day two weeks after the last dataset',
      `/api/v1/rates/2025-02-27?symbols=${codes.slice(0, 160).join()}`,
    ],
    ['rates with the base SYP on a day without a rate of SYP', '/api/v1/rates/2026-09-20?base=SYP&symbols=SYP,EUR,USD'],
    ['a conversion to SYP on a day without a rate of SYP', '/api/v1/convert?from=EUR&to=SYP&date=2026-09-20'],
    [
      'rates of a past day in Frankfurter’s format',
      `/v2/rates?date=2026-09-20&quotes=SYP,${codes.slice(0, 100).join()}`,
    ],
    ['the rates of 100 currencies in a month', `/v2/rates?from=2026-08-21&quotes=${codes.slice(0, 100).join()}`],
    [
      'the rates of 5 currencies over more than two years',
      `/v2/rates?from=2024-03-02&quotes=${codes.slice(0, 5).join()}`,
    ],
    ['a pair’s history over more than two years', '/api/v1/history?from=EUR&to=INR&start=2024-03-02'],
  ])('reads at most 45 files for one request (Cloudflare allows 50): %s', async (_, path) => {
    await ask('/v2/rate/EUR/USD');
    let isOver = false;
    let turn = 0;
    const others = Array.from({ length: 48 }, async () => {
      while (!isOver) {
        await ask(`/v2/rate/EUR/USD?date=${dates[(turn++ * 37) % dates.length] ?? ''}`, slow);
        // Once all files are cached, a request waits for nothing, so no other task would have its turn.
        await pause(0);
      }
    });
    const reads: string[] = [];
    const response = await ask(path, {
      fetch: (url, init) => {
        reads.push(url);
        return slow.fetch(url, init);
      },
    });
    isOver = true;
    await Promise.all(others);
    expect(response.status).toBeLessThan(500);
    expect(reads.length).toBeLessThanOrEqual(45);
    expect(reads).toEqual([...new Set(reads)]);
  });
});

describe('Pages Function with a missing or invalid file of the site', () => {
  let log: MockInstance<typeof console.error>;
  beforeEach(() => {
    log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    log.mockRestore();
  });

  const day = 'api/v1/rates/2025-06-03.json';
  const marketSeries = 'series/market/eur.json';
  const synthetic = 'series/eur.json';
  const index = 'series/market/days.json';
  const rows = 'v2/currencies.json';
  const [officialDays, officialSeries] = ['series/ecb/days.json', 'series/ecb/usd.json'];
  const officialYear = 'archive/ecb/2025.csv';
  const [officialReach, officialMonth] = ['series/official/reach.json', 'series/official/2025-06.json'];
  const ofDay = '/api/v1/rates/2025-06-03?source=ecb';
  const swap = (search: string, replacement: string) => (body: string) => body.replace(search, replacement);
  const failures: [path: string, file: string, problem: string, change?: (body: string) => string][] = [
    ...['/api/v1/rates/2025-06-03?base=EUR', '/v2/rates?from=2025-05-30&to=2025-06-05'].map(
      (path): [string, string, string] => [path, day, 'is missing'],
    ),
    ['/api/v1/convert?from=EUR&to=JPY&date=2025-06-03', day, 'has the rates of another day', swap('2025', '2024')],
    ['/api/v1/history?from=EUR&to=JPY&start=2025-06-01&end=2025-06-05', marketSeries, 'is missing'],
    ['/api/historical?from=EUR', synthetic, 'has the rates of another currency', swap('"EUR"', '"JPY"')],
    ['/api/v1/rates/2025-06-03', index, 'is missing'],
    ['/api/v1/rates/2025-06-03', index, 'has no days', swap('"days":', '"other":')],
    ['/v2/currencies', rows, 'is an empty list', () => '[]'],
    ['/v2/currency/EUR', rows, 'isn’t a list', () => '{}'],
    ['/v2/currencies', rows, 'lacks a currency', swap('"iso_code":"EUR"', '"iso_code":"EUX"')],
    ['/api/v1/history?from=EUR&to=USD&source=ecb', officialDays, 'is missing'],
    [
      '/api/v1/history?from=EUR&to=USD&source=ecb',
      officialSeries,
      'has an invalid rate',
      swap('"rates":[', '"rates":[-'),
    ],
    ['/v1/2025-06-03', officialYear, 'is missing'],
    [ofDay, officialReach, 'is missing'],
    [ofDay, officialReach, 'has an invalid date', swap('"first":"2', '"first":"x')],
    [ofDay, officialMonth, 'is missing'],
    [ofDay, officialMonth, 'has the rates of another month', swap('"2025-06"', '"2025-05"')],
    [ofDay, officialMonth, 'has an invalid rate', swap('2025-06-03,', '2025-06-03,x')],
    [ofDay, officialMonth, 'lacks the end of a table', (body) => body.replace(/\\n"/, '"')],
    [ofDay, officialMonth, 'is cut off', (body) => body.slice(0, -3)],
  ];
  it.each(failures)('returns 500 for %s while %s %s', async (path, file, _, change) => {
    const right = await (
      await createHandler('two', clock)(new Request(`https://x.example${path}`), { ASSETS: assets })
    ).text();
    const good = assets.files.get(file) ?? expect.fail(file);
    if (change) assets.files.set(file, change(good));
    else assets.files.delete(file);
    const broken = await ask(path);
    expect([broken.status, broken.headers.get('ETag')]).toEqual([500, null]);
    expect(log).toHaveBeenCalledOnce();
    expect(log.mock.calls[0]?.[0]).toContain(`FileError: ${file}: `);

    assets.files.set(file, good);
    const fixed = await ask(path);
    expect([fixed.status, await fixed.text()]).toEqual([200, right]);
  });

  it('doesn’t request a file if series/market/days.json shows that the site lacks the file', async () => {
    await ask('/v2/rates?from=2024-03-20&to=2024-05-01&quotes=XCG');
    await ask('/v2/rates?date=2025-12-10&quotes=USD');
    const absent = assets.reads.filter((path) => !assets.files.has(path));
    expect(absent).toEqual([]);
    expect(assets.reads).toContain('series/market/eur.json');
    expect(assets.reads).toContain(`api/v1/rates/${dateOfDay(dayNumber('2025-12-10') - 1)}.json`);
  });
});

describe('response for a range of days', () => {
  const ranges = ['json', 'csv'].flatMap((format) =>
    ['', '&start=2026-01-01', '&end=2026-08-31', '&every=month', '&every=month&value=mean', '&source=ecb'].map(
      (rest) => `/api/v1/history${format === 'csv' ? '.csv' : ''}?from=EUR&to=USD${rest}`,
    ),
  );

  it('is the same whether the Pages Function has earlier responses in memory or has just started', async () => {
    for (let round = 0; round < 2; round++) {
      for (const path of ranges) {
        const [known, fresh] = [
          await ask(path),
          await createHandler('one', clock)(requestOf(path), { ASSETS: assets }),
        ];
        expect([path, known.status, ...known.headers, await known.text()]).toEqual([
          path,
          200,
          ...fresh.headers,
          await fresh.text(),
        ]);
      }
    }
  });

  it('is reused until 20 other ranges have been requested, unless it was an error', async () => {
    const published = await SiteReader.open(new IsolateCache(), assets, 'https://ratesheet.example', clock());
    const built: string[] = [];
    const build = (key: string) =>
      published.range(key, () => {
        built.push(key);
        return built.length === 1 ? Promise.reject(new Error('no file')) : Promise.resolve(`response ${key}`);
      });
    await expect(build('a')).rejects.toThrow('no file');
    expect([await build('a'), await build('a')]).toEqual(['response a', 'response a']);
    expect(built).toEqual(['a', 'a']);
    for (let other = 0; other < 20; other++) await build(String(other));
    await build('19');
    await build('a');
    expect(built.slice(2)).toEqual([...Array.from({ length: 20 }, (_, other) => String(other)), 'a']);
  });
});

it('series/market/days.json > lists exactly the days and currencies that have files', () => {
  const paths = recordedDocuments.map(({ path }) => path);
  const list = recordedDocuments.find(({ path }) => path === 'series/market/days.json')?.body ?? '';
  const { market } = sourceDaysSchema.parse(JSON.parse(list)).tables;
  const { first, days, periods } = market ?? expect.fail('no table');
  const dates = datesFrom(dayNumber(first), days.length);
  const datesWith = (state: string) => dates.filter((_, index) => days[index] === state);
  const named = [
    ...datesWith('1').map((date) => `api/v1/rates/${date}.json`),
    ...Object.keys(periods).map((code) => `series/market/${code.toLowerCase()}.json`),
  ];
  const written = paths.filter((path) => /^(api\/v1\/rates\/\d|series\/market\/(?!days))/.test(path));
  expect(named.toSorted()).toEqual(written.toSorted());
  expect(datesWith('0')).toEqual(['2025-12-10', '2026-01-24']);
  expect(datesWith('?')).toContain('2025-12-13');
});
