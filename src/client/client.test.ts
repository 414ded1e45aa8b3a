import { readFileSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorCodes } from '../api/error.schema.ts';
import { retiredCurrencies, successorInWords } from '../money/currencies/facts.ts';
import { meanSteps, steps } from '../money/interval.ts';
import { type Preview, startPreview } from '../site/serve/preview-server.ts';
import { isMetered } from '../site/routing-rules.ts';
import type { Quality } from '../validation/snapshot/quality.ts';
import { openBrowser } from '../testing/browser/open-browser.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { answers, startMirror, timeoutFor } from '../testing/servers/loopback-mirror.ts';
import { startWorkerd } from '../site/serve/workerd.ts';
import { fewCurrencies, recordedDay, writeSmallSite } from '../testing/sites/small-site.ts';
import type * as contract from './ratesheet.d.ts';

type Module = typeof contract;

const folder = temporaryFolder();
const site = join(folder.path, 'site');
const held = '2026-09-24';
const doubted: Quality = {
  state: 'held',
  reason: 'implausible_move',
  since: '2026-09-25',
  published: 19.6,
  published_as_of: held,
  basis: 'last_good_rate',
  source_value: 30,
  agreeing_datasets: 1,
  needed_datasets: 3,
  bound: 1.05,
  witnesses: [],
  ends_by: '2026-10-02',
};
let preview: Preview;
let code: string;
let client: Module;

beforeAll(async () => {
  const quality = new Map(recordedDay.quality);
  quality.set('ZMW', doubted);
  await writeSmallSite(site, { ...fewCurrencies, snapshot: { ...fewCurrencies.snapshot, quality } });
  preview = await startPreview(site, 0);
  code = readFileSync(join(site, 'client/ratesheet.js'), 'utf8');
  const module = join(folder.path, 'ratesheet.mjs');
  writeFileSync(module, code);
  client = (await import(pathToFileURL(module).href)) as Module;
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Creates a client of the preview that accepts rates of any age, and lists the paths that it requests. */
function open(options: Partial<contract.Options> = {}) {
  const requested: string[] = [];
  const rates = client.ratesheet({
    baseUrl: preview.url,
    maxAge: Infinity,
    fetch: (url, init) => {
      const { pathname, search } = new URL(url);
      requested.push(pathname + search);
      return fetch(url, init);
    },
    ...options,
  });
  return { rates, requested };
}

async function answer(path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(preview.url + path)).json()) as Record<string, unknown>;
}

/** What a promise rejects with. */
const errorOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

it('JavaScript client > prints only a few lines in Node.js if its error isn’t caught', async () => {
  const script = `import { ratesheet } from '${String(pathToFileURL(join(folder.path, 'ratesheet.mjs')))}';
    await ratesheet({ baseUrl: '${preview.url}' }).rate('EUR', 'BGN');`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const { stderr } = (await errorOf(run)) as { stderr: string };
  expect(stderr).toContain('\nUnknownCurrency: Unknown currency: BGN.');
  expect(stderr).toContain("successor: 'EUR'");
  expect(stderr.length).toBeLessThan(1500);
});

it('JavaScript client > returns the same numbers as the API, but requests only static files', async () => {
  const { rates, requested } = open();
  for (const [from, to, options] of [
    ['EUR', 'JPY', {}],
    ['jpy', 'btc', {}],
    ['EUR', 'EUR', {}],
    ['ZMW', 'GBP', {}],
    ['EUR', 'JPY', { date: '2025-03-03' }],
    ['ZMW', 'GBP', { date: '2026-09-29', orEarlier: true }],
    ['EUR', 'JPY', { date: '2024-03-09', orEarlier: true }],
    ['EUR', 'JPY', { source: 'ecb' }],
    ['USD', 'JPY', { source: 'ecb', date: '2025-06-03' }],
    ['USD', 'EUR', { source: 'ecb', date: '2025-01-01', orEarlier: true }],
  ] satisfies [string, string, contract.DayOptions][]) {
    const { date = '', source = 'market' } = options as contract.DayOptions;
    const query = `from=${from}&to=${to}&amount=12.34&source=${source}${date && `&date=${date}`}`;
    const expected = await answer(`/api/v1/convert?${query}`);
    const { result, rate, ...rest } = await rates.convert(12.34, from, to, options);
    expect([query, result, rate, rest.from, rest.to, rest.date]).toEqual([
      query,
      ...['result', 'rate', 'from', 'to', 'rate_as_of'].map((field) => expected[field]),
    ]);
  }
  for (const source of ['market', 'ecb'] as const) {
    for (const every of steps) {
      const range = { start: '2024-11-20', end: '2026-02-03' };
      const query = `from=EUR&to=SEK&start=${range.start}&end=${range.end}&every=${every}&source=${source}`;
      const { data } = await answer(`/api/v1/history?${query}`);
      expect([query, await rates.history('EUR', 'SEK', { ...range, every, source })]).toEqual([query, data]);
    }
    const { data } = await answer(`/api/v1/history?from=EUR&to=SEK&source=${source}`);
    expect(await rates.history('EUR', 'SEK', { source })).toEqual(data);
  }
  expect(requested.length).toBeGreaterThan(5);
  expect(requested.filter(isMetered)).toEqual([]);
});

it.each([
  ['ratesheet.js', 'JavaScript', /^(text|application)\/javascript\b/],
  ['ratesheet.d.ts', 'plain text', /^text\/plain\b/],
])('files of the JavaScript client > include /client/%s with the content type of %s', async (name, _, type) => {
  const { status, headers } = await fetch(`${preview.url}/client/${name}`);
  expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
  expect(headers.get('Content-Type')).toMatch(type);
});

describe('JavaScript client', () => {
  it('throws UnknownCurrency for a currency code that the site never had', async () => {
    const { rates } = open();
    for (const code of ['XYZ', 'GBp', '', 'E/R', 'constructor', '__proto__']) {
      for (const call of [
        () => rates.rate('EUR', code),
        () => rates.rate(code, 'EUR', { date: '2025-03-03' }),
        () => rates.convert('1', code, 'EUR', { source: 'ecb' }),
        () => rates.history(code, 'EUR'),
        () => rates.snapshot({ base: code }),
      ]) {
        const error = await errorOf(call());
        expect(error).toBeInstanceOf(client.UnknownCurrency);
        expect(error).toMatchObject({ currency: code });
      }
    }
  });

  it('throws NoRateForDate for a date without a rate, unless the option orEarlier finds an earlier rate', async () => {
    const { rates } = open();
    for (const [from, to, options, expected] of [
      ['EUR', 'JPY', { date: '2026-10-01' }, '2026-09-29'],
      // ZMW is held on this day.
      ['EUR', 'ZMW', { date: '2026-09-29' }, held],
      // 2025-06-08 was a Sunday.
      ['EUR', 'USD', { date: '2025-06-08', source: 'ecb' }, '2025-06-06'],
      ['EUR', 'USD', { date: '2024-01-01', source: 'ecb' }, undefined],
      ['EUR', 'USD', { date: '2019-01-01' }, undefined],
      ['EUR', 'USD', { date: '2126-01-01' }, undefined],
    ] satisfies [string, string, contract.DayOptions, string | undefined][]) {
      const error = await errorOf(rates.rate(from, to, options));
      expect(error).toBeInstanceOf(client.NoRateForDate);
      expect(error).toMatchObject({ name: 'NoRateForDate', from, to, date: options.date });
      const earlier = rates.rate(from, to, { ...options, orEarlier: true });
      if (expected === undefined) await expect(earlier).rejects.toBeInstanceOf(client.NoRateForDate);
      else expect(await earlier).toMatchObject({ date: expected, stale: false });
    }
  });

  it('throws StaleRates for stale rates that are older than the option maxAge allows', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime('2026-10-01T12:00:00Z');
    const at = (maxAge?: number) => open({ maxAge }).rates;
    // A site of recorded rates always marks its rates as stale.
    await expect(at().rate('EUR', 'JPY')).rejects.toBeInstanceOf(client.StaleRates);
    await expect(at().rate('EUR', 'JPY')).rejects.toThrow(
      'The rates of 2026-09-29 are stale. To accept them, set maxAge to 2 or more.',
    );
    await expect(at(1).rate('EUR', 'JPY')).rejects.toMatchObject({
      date: '2026-09-29',
      message: 'The rates of 2026-09-29 are older than maxAge (1) allows. To accept them, set maxAge to 2 or more.',
    });
    expect(await at(2).rate('EUR', 'JPY')).toMatchObject({ date: '2026-09-29', stale: true });
    // A held rate has an earlier date.
    await expect(at(6).rate('EUR', 'ZMW')).rejects.toMatchObject({ date: held });
    expect(await at(7).rate('EUR', 'ZMW')).toMatchObject({ date: held, stale: true });
    expect(await at().rate('EUR', 'JPY', { date: '2026-09-29' })).toMatchObject({ stale: false });
    await expect(at().snapshot()).rejects.toBeInstanceOf(client.StaleRates);
    // The bank's newest recorded day is 2026-04-13.
    vi.setSystemTime('2026-04-20T12:00:00Z');
    expect(await at().rate('EUR', 'JPY', { source: 'ecb' })).toMatchObject({ stale: false });
    vi.setSystemTime('2026-04-21T12:00:00Z');
    await expect(at().rate('EUR', 'JPY', { source: 'ecb' })).rejects.toBeInstanceOf(client.StaleRates);
  });

  it('throws RangeError for invalid arguments, and sends no request', async () => {
    const { rates, requested } = open();
    const wrong = (options: unknown) => rates.rate('EUR', 'JPY', options as object);
    const convert = (amount: unknown, options = {}) => rates.convert(amount as number, 'EUR', 'JPY', options);
    for (const [call, message] of [
      [() => wrong({ date: '2025-02-30' }), 'Invalid date: "2025-02-30". Use a calendar day such as 2026-06-03.'],
      [() => wrong({ date: '2026-09-03', orEarlier: 'false' }), 'Invalid orEarlier: "false". Use true or false.'],
      [
        () => wrong({ day: '2026-09-03' }),
        'Invalid option: "day". Supported: date, before, orEarlier, source, signal, rule.',
      ],
      [() => wrong({ before: 'x' }), 'Invalid before: "x". Use a calendar day such as 2026-06-03.'],
      [
        () => wrong({ before: '2026-09-03', date: '2026-09-03' }),
        'Invalid before: "2026-09-03". Omit before, or omit date.',
      ],
      [
        () => wrong({ before: '2026-09-03', orEarlier: true }),
        'Invalid before: "2026-09-03". Omit before, or omit orEarlier.',
      ],
      [
        () => wrong('2026-09-03'),
        'Invalid options: "2026-09-03". Use an object with date, before, orEarlier, source, signal, rule.',
      ],
      [() => wrong(null), 'Invalid options: null. Use an object with date, before, orEarlier, source, signal, rule.'],
      [() => wrong(new Date(0)), /^Invalid options: Thu Jan 01 1970/],
      [() => rates.rate('EUR', undefined as never), 'Invalid currency: undefined. Use a code such as EUR.'],
      [() => convert('EUR'), 'Invalid amount: "EUR". Use a number such as 12.50, or a string such as \'12.50\'.'],
      [() => convert(5n), "Invalid amount: 5. Use a number such as 12.50, or a string such as '12.50'."],
      [() => convert('1'.repeat(101)), /Use at most 100 characters\.$/],
      [() => convert('1', { start: '2026-09-03' }), /^Invalid option: "start"\. Supported: date, .+, rounding\.$/],
      [() => rates.snapshot('EUR' as never), /^Invalid options: "EUR"\. Use an object with .+, base\.$/],
      [() => rates.history('EUR', 'JPY', { every: 'hour' as 'day' }), /^Invalid every: "hour"\. Supported: day, /],
      [() => rates.history('EUR', 'JPY', { value: 'max' as 'last' }), 'Invalid value: "max". Supported: last, mean.'],
      [() => rates.history('EUR', 'JPY', { start: 'yesterday' }), /^Invalid start: "yesterday"\./],
      [
        () => rates.history('EUR', 'JPY', { date: '2026-09-03' } as object),
        /^Invalid option: "date"\. Supported: start, /,
      ],
      [
        () => rates.history('EUR', 'JPY', { start: '2025-02-01', end: '2025-01-01' }),
        'Invalid range: "2025-02-01 to 2025-01-01". Swap start and end.',
      ],
    ] satisfies [() => Promise<unknown>, string | RegExp][]) {
      const error = await errorOf(call());
      expect(error).toBeInstanceOf(RangeError);
      expect((error as RangeError).message).toEqual(
        typeof message === 'string' ? message : (expect.stringMatching(message) as string),
      );
    }
    expect(requested).toEqual([]);
    for (const options of [
      ...[{ timeout: 0 }, { maxAge: NaN }, { maxAge: null as never }, { fetch: 'fetch' as never }],
      ...[{ baseUrl: '' }, { baseUrl: [] }, { baseUrl: undefined as never }, { baseUrl: 'rates.example' }],
      ...[{ baseUrl: 'localhost:8080' }, { baseUrl: ['https://rates.example', ''] }, { baseURL: preview.url }],
    ]) {
      expect(() => open(options)).toThrow(RangeError);
    }
    expect(() => client.ratesheet(preview.url as never)).toThrow(/^Invalid options: .+ Use an object with baseUrl, /);
  });

  it('advises in each error what the caller hasn’t done yet', async () => {
    const { rates } = open();
    const dated = await rates.snapshot({ date: '2026-09-29' });
    const [seven, rate] = ['or in the 7 days before', 'No rate from EUR to USD'];
    const newest = 'The newest rates are of 2026-09-29. Use that day or an earlier day';
    const begin = 'Rates begin on 2024-03-02. Use that day or a later day.';
    const bgn = 'Unknown currency: BGN. BGN was replaced by EUR on 2026-01-01, 1 EUR = 1.95583 BGN.';
    const ofBank = ' Set source to ecb for its rates.';
    const unquoted = 'The source ecb has no rates for AED. Set source to market for its rates.';
    const [date, other] = ['2026-09-30', '2026-12-01'];
    for (const [call, message] of [
      [() => rates.rate('EUR', 'USD', { date }), `${rate} on ${date}. ${newest}, or set orEarlier.`],
      [() => rates.rate('EUR', 'USD', { date: other }), `${rate} on ${other}. ${newest}.`],
      [() => rates.rate('EUR', 'USD', { date: other, orEarlier: true }), `${rate} on ${other} ${seven}. ${newest}.`],
      [() => rates.rate('EUR', 'USD', { date: '2019-01-01' }), `${rate} on 2019-01-01. ${begin}`],
      [
        () => rates.rate('EUR', 'USD', { date: '2024-02-09', orEarlier: true }),
        `${rate} on 2024-02-09 ${seven}. ${begin}${ofBank}`,
      ],
      [() => rates.rate('EUR', 'AED', { date: '2024-02-09' }), `No rate from EUR to AED on 2024-02-09. ${begin}`],
      [
        () => rates.rate('EUR', 'ZMW', { date: '2026-09-29' }),
        'No rate from EUR to ZMW on 2026-09-29. Set orEarlier to accept an earlier rate.',
      ],
      [
        () => rates.rate('EUR', 'USD', { date: '2025-06-08', source: 'ecb' }),
        `${rate} on 2025-06-08. Set orEarlier to accept an earlier rate.`,
      ],
      [() => rates.rate('AED', 'EUR', { source: 'ecb' }), `No rate from AED to EUR today. ${unquoted}`],
      [
        () => rates.rate('AED', 'EUR', { source: 'ecb', date: '2026-04-15', orEarlier: true }),
        `No rate from AED to EUR on 2026-04-15 ${seven}. ${unquoted}`,
      ],
      [
        () => dated.rate('EUR', 'ZMW'),
        'No rate from EUR to ZMW in the snapshot of 2026-09-29. Use the client’s rate() with orEarlier.',
      ],
      [() => rates.history('EUR', 'USD', { start: '2126-01-01' }), `${rate} since 2126-01-01. ${newest}.`],
      [() => rates.history('EUR', 'USD', { end: '2019-01-01' }), `${rate} between 2018-01-01 and 2019-01-01. ${begin}`],
      [
        () => rates.history('EUR', 'USD', { start: '2025-06-07', end: '2025-06-08', source: 'ecb' }),
        `${rate} between 2025-06-07 and 2025-06-08. Use other days from 2024-01-02 to 2026-04-13.`,
      ],
      [() => rates.rate('bgn', 'USD'), bgn],
      [() => rates.rate('EUR', 'BGN', { date: '2025-12-30' }), `${bgn}${ofBank}`],
      [() => rates.rate('EUR', 'BGN', { date: '2026-02-03', source: 'ecb' }), bgn],
      [() => rates.history('BGN', 'USD'), `${bgn}${ofBank}`],
      [
        () => dated.rate('EUR', 'BGN'),
        bgn.replace('Unknown currency: BGN', 'No rate from EUR to BGN in the snapshot of 2026-09-29'),
      ],
      [() => rates.rate('GBX', 'EUR'), 'Unknown currency: GBX. Use GBP. 1 GBP is 100 GBX.'],
      [() => rates.rate('EUR', 'ZAc'), 'Unknown currency: ZAc. Use ZAR. 1 ZAR is 100 ZAC.'],
      [() => rates.rate('Eur', 'USD'), 'Unknown currency: Eur. Write the code in upper or lower case.'],
      [
        () => rates.rate('XYZ', 'USD'),
        'Unknown currency: XYZ. See /api/v1/currencies for the codes of all currencies.',
      ],
    ] satisfies [() => unknown, string][]) {
      const error = await errorOf(Promise.resolve().then<unknown>(call));
      expect(error).toMatchObject({ message });
      expect(error).toBeInstanceOf(message.startsWith('No rate') ? client.NoRateForDate : client.UnknownCurrency);
    }
  });

  it('names the successor of each retired currency in UnknownCurrency', async () => {
    const { rates } = open();
    for (const retired of retiredCurrencies.values()) {
      const error = await errorOf(rates.rate('EUR', retired.code));
      expect(error).toMatchObject({
        currency: retired.code,
        successor: retired.successor,
        message: `Unknown currency: ${retired.code}. ${successorInWords(retired)}.`,
      });
    }
  });
});

describe('history() of the JavaScript client', () => {
  it('returns the same averages as the API', async () => {
    const { rates } = open();
    const range = { start: '2024-11-20', end: '2026-02-03', source: 'ecb' } as const;
    for (const every of meanSteps) {
      const query = new URLSearchParams({ from: 'EUR', to: 'SEK', ...range, every, value: 'mean' }).toString();
      const { data } = await answer(`/api/v1/history?${query}`);
      expect([every, await rates.history('EUR', 'SEK', { ...range, every, value: 'mean' })]).toEqual([every, data]);
    }
  });

  it.each<[string, string, contract.HistoryOptions]>([
    ['EUR', 'XYZ', {}],
    ['EUR', 'XYZ', { source: 'ecb' }],
    ['EUR', 'BGN', { start: '2025-12-01' }],
    ['EUR', 'BGN', { start: '2026-02-01', source: 'ecb' }],
    ['EUR', 'GBX', { source: 'ecb' }],
    ['EUR', 'AED', { source: 'ecb' }],
    ['EUR', 'SYP', { start: '2026-09-20' }],
    ['EUR', 'USD', { start: '2019-01-01' }],
    ['EUR', 'USD', { start: '2126-01-01' }],
    ['EUR', 'USD', { start: '2025-06-07', end: '2025-06-08', source: 'ecb' }],
  ])('throws the same error for averages as for rates: from %s to %s, %o', async (from, to, range) => {
    const { rates } = open();
    const error = await errorOf(rates.history(from, to, { ...range, every: 'month' }));
    expect(error).toBeInstanceOf(client.RatesheetError);
    expect(await errorOf(rates.history(from, to, { ...range, every: 'month', value: 'mean' }))).toStrictEqual(error);
  });

  const january = { every: 'month', value: 'mean', start: '2025-01-01', end: '2025-01-31' } as const;
  const ofJanuary = { value: 'mean', from: 'EUR', to: 'USD', data: [{ date: '2025-01-31', rate: 1 }] };

  const noRateCodes = ['unsupported_currency', 'currency_not_in_source', 'date_out_of_range', 'no_rate_in_range'];

  it.each(Object.keys(errorCodes))(
    'if asked for averages, throws an error by the code %s of the response, whatever its message',
    async (code) => {
      const fetchFrom = (url: string, init: RequestInit) =>
        url.includes('/history?')
          ? Promise.resolve(Response.json({ success: false, code, error: 'Another message' }, { status: 400 }))
          : fetch(url, init);
      const error = await errorOf(open({ fetch: fetchFrom }).rates.history('EUR', 'USD', january));
      const [type, fields] = noRateCodes.includes(code)
        ? ([client.NoRateForDate, { from: 'EUR', to: 'USD', date: '2025-01-01' }] as const)
        : ([client.RequestFailed, { status: 400, code }] as const);
      expect(error).toBeInstanceOf(type);
      expect(error).toMatchObject(fields);
    },
  );

  it.each([
    ['doesn’t say that its rates are averages', { ...ofJanuary, value: undefined }],
    ['has the averages of another pair', { ...ofJanuary, to: 'JPY' }],
    ['has an invalid date', { ...ofJanuary, data: [{ date: 'x', rate: 1 }] }],
    ['has an infinite rate', JSON.stringify(ofJanuary).replace('"rate":1', '"rate":1e999')],
    ['has no data', { ...ofJanuary, data: undefined }],
  ])(
    'if asked for monthly averages, requests the second base URL if the first base URL’s response %s',
    async (_, response) => {
      const body = typeof response === 'string' ? response : JSON.stringify(response);
      const asked: string[] = [];
      const fetchFrom = (url: string, init: RequestInit) => {
        if (!url.includes('/history?')) return fetch(url, init);
        asked.push(url);
        return Promise.resolve(new Response(asked.length === 1 ? body : JSON.stringify(ofJanuary)));
      };
      const rates = client.ratesheet({ baseUrl: [preview.url, `${preview.url}/`], fetch: fetchFrom });
      expect(await rates.history('EUR', 'USD', january)).toEqual(ofJanuary.data);
      expect(asked).toHaveLength(2);
    },
  );

  it('returns the right averages again after the caller has changed the list returned before', async () => {
    const { rates } = open();
    const range = { ...january, source: 'ecb', end: '2025-03-31' } as const;
    const list = await rates.history('EUR', 'USD', range);
    const copy = structuredClone(list);
    Object.assign(list.reverse()[0] ?? {}, { rate: -1 });
    list.pop();
    expect(await rates.history('EUR', 'USD', range)).toEqual(copy);
  });
});

describe('snapshot of the JavaScript client (rates of a day in memory)', () => {
  it('converts without further requests, even if it was restored from JSON', async () => {
    const { rates, requested } = open();
    const snapshot = await rates.snapshot({ base: 'EUR' });
    expect(requested).toEqual(['/api/v1/rates.json']);
    const restored = rates.restore(JSON.parse(JSON.stringify(snapshot)) as contract.SnapshotData);
    for (const of of [snapshot, restored]) {
      expect(of).toMatchObject({ base: 'EUR', date: '2026-09-29', stale: true, held: { ZMW: held } });
      expect(of.rates).toEqual((await answer('/api/v1/rates/eur'))['rates']);
      expect(of.rate('EUR', 'ZMW')).toEqual(await rates.rate('EUR', 'ZMW'));
      expect(of.convert('12.50', 'GBP', 'JPY')).toEqual(await rates.convert('12.50', 'GBP', 'JPY'));
      expect(() => of.rate('EUR', 'XYZ')).toThrow(client.UnknownCurrency);
    }
    expect((await rates.snapshot({ date: '2025-03-03' })).rates).toEqual(
      (await answer('/api/v1/rates/2025-03-03'))['rates'],
    );
    expect((await rates.snapshot({ source: 'ecb' })).base).toBe('EUR');
  });

  it('throws StaleRates once its rates are older than the option maxAge allows', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime('2026-10-01T12:00:00Z');
    const { rates } = open({ maxAge: 3 });
    const snapshot = await rates.snapshot();
    const dated = await rates.snapshot({ date: '2026-09-29' });
    vi.setSystemTime('2026-10-03T12:00:00Z');
    expect(() => snapshot.rate('EUR', 'JPY')).toThrow(client.StaleRates);
    expect(() => rates.restore(snapshot.toJSON()).convert(1, 'EUR', 'JPY')).toThrow(client.StaleRates);
    expect(rates.restore(dated.toJSON()).rate('EUR', 'JPY')).toMatchObject({ stale: false });
    expect(() => dated.rate('EUR', 'ZMW')).toThrow(client.NoRateForDate);
  });

  it('is rejected by restore() if its stored data is invalid', async () => {
    const { rates } = open();
    const data = (await rates.snapshot()).toJSON();
    for (const changes of [
      { date: '2026-13-01' },
      { perUnit: { ...data.perUnit, EUR: -1 } },
      { perUnit: { ...data.perUnit, EUR: '1' } },
      { perUnit: null },
      { held: { EUR: 'today' } },
      { held: { EUR: '2999-01-01' } },
      { dated: 'false' },
      { stale: undefined },
      { source: undefined },
      { quotation: 'inverse' },
      { staleAfter: null },
      { base: 'XYZ' },
    ]) {
      expect(() => rates.restore({ ...data, ...changes } as contract.SnapshotData)).toThrow();
    }
    expect(() => rates.restore(JSON.stringify(data) as never)).toThrow(/Use the object that JSON\.parse returns\.$/);
  });
});

describe('request of the JavaScript client', () => {
  const file = (path: string) => readFileSync(join(site, path), 'utf8');
  const notOurs = 'The response isn’t from Ratesheet. Check baseUrl.';

  it.each<[string, (response: ServerResponse) => unknown, string]>([
    ['returns a sign-in page', answers.text('<!doctype html><title>Sign in</title>'), notOurs],
    ['returns status 404', answers.status(404), 'Status 404. Check baseUrl.'],
    ['returns status 500', answers.status(500), 'Status 500.'],
    ['returns a document that is cut off', (r) => r.end(file('api/v1/rates.json').slice(0, -20)), notOurs],
    ['closes the connection before the body is complete', answers.drop, 'terminated (other side closed)'],
    ['returns a body that isn’t UTF-8', (r) => r.end(Buffer.of(0x7b, 0xff, 0x7d)), 'The encoded data was not valid'],
    ['returns a body that never ends', answers.endless, 'The response is too large'],
    ['returns a JSON document without rates', answers.json({ success: true }), notOurs],
    ['doesn’t respond in time', answers.hang, 'No response in 2000 ms. To wait longer, raise timeout.'],
    ['closes the connection without a response', (r) => r.destroy(), 'fetch failed (other side closed)'],
  ])('is repeated at the second base URL if the first base URL %s', async (_, respond, reason) => {
    await using broken = await startMirror(respond);
    const rateAt = (...baseUrl: string[]) =>
      open({ baseUrl, timeout: timeoutFor(respond, 2000) }).rates.rate('EUR', 'JPY');
    const [rate, error] = await Promise.all([rateAt(broken.url, `${preview.url}/`), errorOf(rateAt(broken.url))]);
    expect(rate).toMatchObject({ date: '2026-09-29' });
    expect(error).toBeInstanceOf(client.RequestFailed);
    const url = `${broken.url}/api/v1/rates.json`;
    const message = expect.stringContaining(`${url}: ${reason}`) as string;
    expect(error).toMatchObject({ url, message, cause: expect.any(Error) as Error });
  });

  it('says in RequestFailed that no server listens', async () => {
    const baseUrl = `http://localhost:${await freePort()}`;
    await expect(open({ baseUrl }).rates.rate('EUR', 'JPY')).rejects.toThrow(
      `${baseUrl}/api/v1/rates.json: fetch failed (connect ECONNREFUSED `,
    );
  });

  it('isn’t repeated at the second base URL if the site at the first base URL lacks the currency or date', async () => {
    await using second = await startMirror(answers.json({}));
    const { rates } = open({ baseUrl: [preview.url, second.url] });
    await expect(rates.rate('EUR', 'XYZ')).rejects.toBeInstanceOf(client.UnknownCurrency);
    await expect(rates.rate('EUR', 'JPY', { date: '2026-12-24' })).rejects.toBeInstanceOf(client.NoRateForDate);
    expect(second.requests()).toBe(0);
  });

  it('fails if the response has the rates of a different day than the requested day', async () => {
    await using other = await startMirror(answers.text(file('api/v1/rates/2025-03-03.json')));
    const { rates } = open({ baseUrl: other.url });
    await expect(rates.rate('EUR', 'JPY', { date: '2025-03-04' })).rejects.toBeInstanceOf(client.RequestFailed);
  });

  it('fails with the caller’s error if the caller aborts the request', async () => {
    await using silent = await startMirror(answers.hang);
    const { rates, requested } = open({ baseUrl: [silent.url, preview.url] });
    const controller = new AbortController();
    const waiting = rates.rate('EUR', 'JPY', { signal: controller.signal });
    setTimeout(() => {
      controller.abort(new Error('The user left.'));
    }, 50);
    await expect(waiting).rejects.toThrow('The user left.');
    const signal = AbortSignal.abort(new Error('Too late.'));
    await expect(rates.snapshot({ signal })).rejects.toThrow('Too late.');
    const { rates: remembering } = open();
    await remembering.rate('EUR', 'JPY');
    await expect(remembering.rate('EUR', 'JPY', { signal })).rejects.toThrow('Too late.');
    expect(requested).toEqual(['/api/v1/rates.json']);
  });

  it('isn’t sent again while its cached response is less than 10 minutes old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime('2026-10-01T12:00:00Z');
    const seen: unknown[] = [];
    const { rates } = open({
      fetch: (url, init) => {
        seen.push(init.headers);
        return fetch(url, init);
      },
    });
    const first = await rates.rate('EUR', 'JPY');
    expect(await rates.rate('EUR', 'JPY')).toEqual(first);
    expect(seen).toEqual([{}]);
    vi.setSystemTime('2026-10-01T12:10:01Z');
    expect(await rates.rate('EUR', 'JPY')).toEqual(first);
    expect(seen).toEqual([{}, { 'If-None-Match': expect.stringMatching(/"/) as string }]);
    // If the clock is set back, a cached response isn't used without a request.
    vi.setSystemTime('2026-09-30T12:00:00Z');
    await rates.rate('EUR', 'JPY');
    expect(seen).toHaveLength(3);
  });

  it('is sent again after 50 other responses have replaced its response in the cache', async () => {
    const { rates, requested } = open();
    const days = (await rates.history('EUR', 'JPY', { start: '2024-03-02' })).slice(0, 51).map(({ date }) => date);
    expect(days).toHaveLength(51);
    for (const date of [...days, ...days.slice(-50), ...days.slice(0, 1)]) await rates.rate('EUR', 'JPY', { date });
    const first = requested.filter((path) => path.includes(days[0] ?? ''));
    expect(first).toHaveLength(2);
  });
});

describe('JavaScript client', () => {
  it('runs in a browser on a page of another origin', async () => {
    await using origin = await startMirror(answers.text('<!doctype html>'));
    await using browser: Browser & AsyncDisposable = await openBrowser();
    const tab = await browser.newPage();
    await tab.goto(origin.url);
    const methods: string[] = [];
    tab.on('request', (request) => methods.push(request.method()));
    // The code is a string, because the test runner changes imports in functions.
    const result = await tab.evaluate(`(async () => {
      const { ratesheet, UnknownCurrency } = await import('${preview.url}/client/ratesheet.js');
      const rates = ratesheet({ baseUrl: '${preview.url}', maxAge: Infinity });
      const { rate } = await rates.rate('EUR', 'JPY');
      const { rounded } = await rates.convert('100', 'EUR', 'JPY', { date: '2026-09-29' });
      const months = await rates.history('EUR', 'USD', { every: 'month', source: 'ecb' });
      const error = await rates.rate('EUR', 'XYZ').catch((error) => error);
      const noSite = await ratesheet({ baseUrl: '/' }).rate('EUR', 'JPY').catch((error) => error.url);
      return [rate, rounded, months.length, error instanceof UnknownCurrency, noSite];
    })()`);
    const { rate } = await answer('/api/v1/convert?from=EUR&to=JPY');
    expect(result).toEqual([rate, expect.stringMatching(/^\d+$/), 13, true, '/api/v1/rates.json']);
    expect(new Set(methods)).toEqual(new Set(['GET']));
  });

  it('runs in a Cloudflare Worker that handles 20 requests at the same time', async () => {
    const binding = new URL(preview.url).host;
    const worker = `${code.replace(/export \{/, 'const exported = {')}
      let rates;
      export default { async fetch(request, { SITE }) {
        rates ??= exported.ratesheet({ baseUrl: 'http://site', maxAge: Infinity, fetch: (...of) => SITE.fetch(...of) });
        return Response.json(await rates.rate('EUR', 'JPY'));
      } };`;
    await using workerd = await startWorkerd(folder.path, {
      worker: { code: worker, bindings: { SITE: 'site' } },
      site: { server: binding },
    });
    const { rates } = open();
    const expected = await rates.rate('EUR', 'JPY');
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(workerd.urls.worker)).text()),
    );
    expect(responses.map((text) => JSON.parse(text) as unknown)).toEqual(responses.map(() => expected));
  });
});
