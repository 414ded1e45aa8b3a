import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { byPublishedOrder, catalogue } from '../currencies/catalogue.ts';
import { clock, recordedDay, recordedFiles } from '../testing/sites/small-site.ts';
import { errorSchema } from '../api/format/error.ts';
import { publishedCurrencies } from '../rates/published-currency.ts';
import { commonDocuments } from '../site/write/common-documents.ts';
import { pairDocuments } from '../site/pairs/pair-documents.ts';
import { createHandler } from './handler.ts';
import { MemoryAssets } from '../testing/sites/memory-assets.ts';

const snapshot = recordedDay;
const currencies = publishedCurrencies(catalogue, snapshot).toSorted(byPublishedOrder);
const common = [...commonDocuments({ archive: recordedFiles, version: '1.2.3', snapshot, currencies })];
const origin = 'https://ratesheet.example';

let assets: MemoryAssets;
let handle: ReturnType<typeof createHandler>;
beforeEach(() => {
  assets = new MemoryAssets(common);
  handle = createHandler('one', clock);
});

const ask = (path: string, init?: RequestInit) => handle(new Request(origin + path, init), { ASSETS: assets });
const json = async (path: string): Promise<unknown> => (await ask(path)).json();

const outOfRange = 'The amount or the result is too large or too small. Use 0, or a number from about 2.2e-308';

describe('/api/convert', () => {
  it('converts an amount', async () => {
    const response = await ask('/api/convert?from=EUR&to=JPY&amount=100');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      success: true,
      from: 'EUR',
      to: 'JPY',
      amount: 100,
      result: 17890.5547892,
      rate: 178.905547892,
      timestamp: '2026-09-29T00:00:00.000Z',
    });
  });

  it.each([
    ['uses the amount 1 by default', 'from=EUR&to=USD', { amount: 1 }],
    ['accepts codes in any case', 'from=eUr&to=usd', { from: 'EUR', to: 'USD' }],
    ['accepts the same code for “from” and “to”', 'from=JPY&to=JPY&amount=5', { rate: 1, result: 5 }],
    ['accepts an amount of zero', 'from=EUR&to=USD&amount=0', { result: 0 }],
    ['accepts an amount in exponent form', 'from=USD&to=USD&amount=1.5e+3', { amount: 1500 }],
    [
      'uses the first value of a repeated parameter',
      'from=EUR&from=XXX&to=USD&amount=2&amount=x',
      { from: 'EUR', amount: 2 },
    ],
    ['ignores unknown parameters', 'from=EUR&to=USD&key=1&__proto__=x', { from: 'EUR' }],
    [
      'accepts the smallest amount that a number holds with all digits',
      'from=USD&to=USD&amount=2.3e-308',
      { amount: 2.3e-308 },
    ],
  ])('%s', async (_, query, part) => {
    expect(await json(`/api/convert?${query}`)).toMatchObject({ success: true, ...part });
  });

  it.each(
    [
      ['', 'Missing required parameters: from, to.'],
      ['from=USD', 'Missing required parameter: to.'],
      ['to=USD', 'Missing required parameter: from.'],
      ['from=&to=USD', 'Missing required parameter: from.'],
      ['FROM=USD&to=EUR', 'Missing required parameter: from.', 'a parameter in upper case'],
      ['from=XYZ&to=USD', 'Unsupported currency: "XYZ".'],
      ['from=XYZ&to=abc', 'Unsupported currency: "XYZ", "abc".'],
      ['from=USD&to=XAU', 'Unsupported currency: "XAU".', 'gold'],
      [
        'from=hrk&to=DEM',
        'Unsupported currency: "hrk", "DEM". HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK. ' +
          'DEM was replaced by EUR on 1999-01-01, 1 EUR = 1.95583 DEM.',
      ],
      [
        'from=__proto__&to=constructor',
        'Unsupported currency: "__proto__", "constructor".',
        'names of JavaScript properties',
      ],
      [
        'from=%C4%B1nr&to=u%C5%BFd',
        'Unsupported currency: "ınr", "uſd".',
        'foreign letters that become I and S in upper case',
      ],
      ['from=USD%20&to=EUR', 'Unsupported currency: "USD ".', 'a space'],
      ['from=USD&to=EUR&amount=ten', 'Invalid amount: "ten".'],
      ['from=USD&to=EUR&amount=-1', 'Invalid amount: "-1".'],
      ['from=USD&to=EUR&amount=NaN', 'Invalid amount: "NaN".'],
      ['from=USD&to=EUR&amount=Infinity', 'Invalid amount: "Infinity".'],
      ['from=USD&to=EUR&amount=0x10', 'Invalid amount: "0x10".'],
      ['from=USD&to=EUR&amount=1,000', 'Invalid amount: "1,000".'],
      ['from=BTC&to=IRR&amount=1e300', `Invalid amount: "1e300". ${outOfRange}`, 'a result too large for a number'],
      ['from=USD&to=EUR&amount=1e400', `Invalid amount: "1e400". ${outOfRange}`, 'an amount too large for a number'],
      ['from=USD&to=EUR&amount=1e-400', `Invalid amount: "1e-400". ${outOfRange}`, 'an amount too small for a number'],
      ['from=USD&to=EUR&amount=1e-320', `Invalid amount: "1e-320". ${outOfRange}`, 'an amount that would lose digits'],
      ['from=IRR&to=BTC&amount=1e-300', `Invalid amount: "1e-300". ${outOfRange}`, 'a result too small for a number'],
      ['from=USD&to=EUR&amount=+5', 'In a URL, + means a space. Write a plus sign as %2B'],
    ].map(
      ([query = '', message = '', label]) =>
        [`“?${query}”${label === undefined ? '' : ` (${label})`}`, message, query] as const,
    ),
  )('returns 400 for the query %s, with an error that says “%s”', async (_, message, query) => {
    const response = await ask(`/api/convert?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ success: false, error: expect.stringContaining(message) as string });
  });
});

describe('/api/rates/{pair}', () => {
  it.each(['/api/rates/usd-to-zmw', '/api/rates/USD-to-ZMW', '/api/rates/Usd-To-zmW', '/api/rates/usd%2Dto%2Dzmw'])(
    'returns the rate from USD to ZMW for %s',
    async (path) => {
      expect(await json(path)).toMatchObject({
        success: true,
        from: { code: 'USD' },
        to: { code: 'ZMW' },
        rate: 19.61964913,
      });
    },
  );

  it.each([
    ['usdzmw', 'Invalid pair: "usdzmw".'],
    ['usd-zmw', 'Invalid pair: "usd-zmw".'],
    ['usd-to-', 'Invalid pair: "usd-to-".'],
    ['-to-usd', 'Invalid pair: "-to-usd".'],
    ['usd-to-zmw-to-eur', 'Invalid pair: "usd-to-zmw-to-eur".'],
    ['usd-to-xyz', 'Unsupported currency: "xyz".'],
    ['cuc-to-cuc', 'Unsupported currency: "cuc", "cuc". CUC was replaced by CUP on 2021-01-01, 1 CUC = 24 CUP.'],
    ['__proto__-to-usd', 'Invalid pair: "__proto__-to-usd".'],
    ['constructor-to-usd', 'Unsupported currency: "constructor".'],
  ])('returns 400 for the pair %s, with an error that says “%s”', async (slug, message) => {
    const response = await ask(`/api/rates/${slug}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ success: false, error: expect.stringContaining(message) as string });
  });
});

describe('/api/historical (synthetic series)', () => {
  it.each([
    ['', { from: 'USD', to: 'INR', period: '30d', data_points: 31 }],
    ['?from=eur', { from: 'EUR', to: 'INR', period: '30d' }],
    ['?to=zmw&period=7d', { from: 'USD', to: 'ZMW', period: '7d', data_points: 8 }],
    ['?from=GBP&to=ZMW&period=1y', { from: 'GBP', to: 'ZMW', period: '1y', data_points: 366 }],
    ['/gbp-to-zmw/90d', { from: 'GBP', to: 'ZMW', period: '90d', data_points: 91 }],
    ['/GBP-to-GBP/7d', { from: 'GBP', to: 'GBP', period: '7d', data_points: 8 }],
  ])('uses the URL’s currencies and period, or else USD, INR and 30d: /api/historical%s', async (rest, part) => {
    expect(await json(`/api/historical${rest}`)).toMatchObject({ success: true, ...part });
  });

  it('returns the same series for parameters in the path and in the query', async () => {
    const byPath = await (await ask('/api/historical/gbp-to-zmw/90d')).text();
    expect(await (await ask('/api/historical?from=GBP&to=ZMW&period=90d')).text()).toBe(byPath);
  });

  it.each([
    ['?from=XYZ', 'Unsupported currency: "XYZ".'],
    ['?period=2y', 'Invalid period: "2y". Supported periods: 7d, 30d, 90d, 1y'],
    ['?period=30D', 'Invalid period: "30D".'],
    ['?period=toString', 'Invalid period: "toString".'],
    ['/usd-to-inr/2y', 'Invalid period: "2y".'],
    ['/usdinr/7d', 'Invalid pair: "usdinr".'],
  ])('returns 400 for /api/historical%s, with an error that says “%s”', async (rest, message) => {
    const response = await ask(`/api/historical${rest}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ success: false, error: expect.stringContaining(message) as string });
  });
});

describe('response of the Pages Function', () => {
  it('is JSON that any origin can read', async () => {
    const { status, headers } = await ask('/api/convert?from=EUR&to=USD');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag',
      'cache-control': 'public, max-age=600, stale-if-error=86400',
      'content-type': 'application/json; charset=utf-8',
      etag: 'W/"one"',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'served-by': 'function',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
  });

  it('isn’t cacheable if it is an error', async () => {
    const { headers } = await ask('/api/convert');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.has('etag')).toBe(false);
  });

  it.each([
    '/',
    '/api',
    '/api/rates',
    '/api/rates/',
    '/api/rates/usd-to-eur/',
    '/api/rates/usd-to-eur/x',
    '/api/rates/usd-to-zmw.json',
    '/api/rates/%zz',
    '/api/convert/',
    '/api/Convert?from=USD&to=EUR',
    '/api/historical/',
    '/api/historical/usd-to-inr',
    '/api/historical/usd-to-inr/',
    '/api/historical/usd-to-inr/30d/x',
    '/api/historical/usd-to-zmw/30d.json',
    '/api/v2/rates',
  ])('has status 404 for %s, which is no endpoint of the Function', async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      success: false,
      error: expect.stringContaining('omit .json to get any pair') as string,
    });
  });

  it('has the same status and headers for HEAD as for GET, but no body', async () => {
    for (const path of ['/api/convert?from=EUR&to=USD', '/api/convert', '/api/rates/usd-to-xyz', '/nowhere']) {
      const [get, head] = [await ask(path), await ask(path, { method: 'HEAD' })];
      expect(head.status).toBe(get.status);
      expect([...head.headers]).toEqual([...get.headers]);
      expect(await head.text()).toBe('');
    }
  });

  it('allows any header, and the methods GET, HEAD and OPTIONS, if the request is a CORS preflight', async () => {
    const response = await ask('/api/convert', { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*, Authorization',
    });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('has status 405 for the method %s', async (method) => {
    const response = await ask('/api/convert?from=EUR&to=USD', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(errorSchema.safeParse(await response.json()).error).toBeUndefined();
  });
});

describe('conditional request (If-None-Match)', () => {
  const path = '/api/convert?from=EUR&to=USD';

  it('gets 304 if it has the ETag of the current response', async () => {
    const etag = (await ask(path)).headers.get('etag') ?? '';
    for (const value of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const response = await ask(path, { headers: { 'If-None-Match': value } });
      expect(response.status, value).toBe(304);
      expect(await response.text()).toBe('');
      expect(response.headers.get('etag')).toBe(etag);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await ask(path, { headers: { 'If-None-Match': 'W/"other"' } })).status).toBe(200);
  });

  it('gets 400, not 304, if the request is invalid', async () => {
    const etag = (await ask(path)).headers.get('etag') ?? '';
    expect((await ask('/api/convert', { headers: { 'If-None-Match': etag } })).status).toBe(400);
  });

  it('gets 200, not 304, if it has the ETag of an earlier version of the site', async () => {
    const headers = { 'If-None-Match': (await ask(path)).headers.get('etag') ?? '' };
    handle = createHandler('two', clock);
    expect((await ask(path, { headers })).status).toBe(200);
  });
});

describe('Pages Function (responds with data from the site’s files)', () => {
  let log: MockInstance<typeof console.error>;
  beforeEach(() => {
    log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    log.mockRestore();
  });

  it('reads each file only once for several requests', async () => {
    for (let i = 0; i < 3; i++) await ask('/api/historical?from=EUR&to=USD');
    await Promise.all([ask('/api/convert?from=EUR&to=USD'), ask('/api/rates/eur-to-gbp')]);
    expect(assets.reads.toSorted()).toEqual([
      'api/currencies.json',
      'api/v1/rates.json',
      'series/eur.json',
      'series/usd.json',
    ]);
  });

  const rates = 'api/v1/rates.json';
  const list = 'api/currencies.json';
  const series = 'series/inr.json';
  const text = (body: string) => () => body;
  const without = (field: string) => (body: string) => body.replace(`"${field}":`, '"other":');
  const swap = (search: string | RegExp, replacement: string) => (body: string) => body.replace(search, replacement);

  it.each([
    ['is missing', rates, undefined],
    ['is missing', list, undefined],
    ['is missing', series, undefined],
    ['is cut off', rates, (body: string) => body.slice(0, -20)],
    ['is an HTML page', rates, text('<!doctype html>')],
    ['is null', rates, text('null')],
    ['is an array', series, text('[]')],
    ['has no rates', rates, without('rates')],
    ['has no retrieved_at', rates, without('retrieved_at')],
    ['has no rate_as_of', rates, without('rate_as_of')],
    ['has an invalid date', rates, swap('"rate_as_of":"2026-09-29"', '"rate_as_of":"2026-19-29"')],
    ['lacks the rate of EUR, which api/currencies.json lists', rates, without('EUR')],
    ['has a rate of EUX, which api/currencies.json doesn’t list', rates, swap('"EUR":', '"EUX":1,"EUR":')],
    ['has a rate that is infinite', rates, swap(/"EUR":[^,]+/, '"EUR":1e999')],
    ['has a rate of zero', rates, swap(/"EUR":[^,]+/, '"EUR":0')],
    ['has a rate that is a string', rates, swap(/"EUR":[^,]+/, '"EUR":"0.9"')],
    ['has a rate other than 1 for USD', rates, swap('"USD":1,', '"USD":2,')],
    ['has no list of currencies', list, without('currencies')],
    ['lists no currency', list, swap(/"currencies":.*/, '"currencies":[]}')],
    ['lists null', list, swap('"currencies":[', '"currencies":[null,')],
    ['lists a currency without a name', list, without('name')],
    ['lists a currency twice', list, swap('"code":"EUR"', '"code":"USD"')],
    ['has no rates', series, without('rates')],
    ['has too few rates', series, swap(/"rates":\[[^,]+,/, '"rates":[')],
    ['has a rate of zero', series, swap(/"rates":\[[^,]+,/, '"rates":[0,')],
    ['has an infinite rate', series, swap(/"rates":\[[^,]+,/, '"rates":[1e999,')],
    ['has the code of another currency', series, swap('"code":"INR"', '"code":"PKR"')],
    ['is of an earlier day than api/v1/rates.json', series, swap('2026-09-29', '2026-09-28')],
    ['ends with a different rate than api/v1/rates.json', series, swap(/,[^,]+\]\}/, ',96.1]}')],
  ])('returns 500 for /api/historical (USD to INR) while $1 %s', async (_, path, change) => {
    const good = assets.files.get(path) ?? '';
    const broken = change?.(good);
    expect(broken).not.toBe(good);
    if (broken === undefined) assets.files.delete(path);
    else assets.files.set(path, broken);

    const response = await ask('/api/historical');
    expect(response.status).toBe(500);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      success: false,
      error: 'Rates are temporarily unavailable. Try again later',
    });
    expect(log).toHaveBeenCalledOnce();
    expect(log.mock.calls[0]?.[0]).toMatch(
      /^GET \/api\/historical: FileError: (api\/v1\/rates|api\/currencies|series\/inr)\.json: .+$/,
    );

    assets.files.set(path, good);
    expect((await ask('/api/historical')).status).toBe(200);
  });

  it.each([
    '/api/convert?from=EUR',
    '/api/convert?from=EUR&to=USD&amount=ten',
    '/api/convert?from=EUR&to=USD&amount=1e400',
    '/api/rates/usdeur',
    '/api/historical?period=2y',
    '/api/historical/usdinr/30d',
  ])('reads no file for the invalid request %s', async (path) => {
    assets.files.clear();
    expect((await ask(path)).status).toBe(400);
    expect(assets.reads).toEqual([]);
  });

  it('returns 500 without internal details if a file can’t be read', async () => {
    assets.fetch = () => Promise.reject(new Error('internal: secret detail'));
    const response = await ask('/api/convert?from=EUR&to=USD');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });
});

describe('long request', () => {
  it('is rejected with status 400 only if its URL has more than 2,000 characters', async () => {
    const address = '/api/convert?from=EUR&to=USD&x=';
    const room = 2000 - origin.length - address.length;
    expect((await ask(address + 'x'.repeat(room))).status).toBe(200);
    for (const path of [address, '/api/rates/', '/']) {
      const response = await ask(path + 'x'.repeat(2000));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: expect.stringMatching(/^The URL is too long/) as string,
      });
    }
  });

  const convert = '/api/convert?from=USD&to=EUR&';
  it.each([
    ['many digits in the amount', (length: number) => ask(`${convert}amount=${'1'.repeat(length)}x`)],
    ['many digits in the exponent of the amount', (length: number) => ask(`${convert}amount=1e${'1'.repeat(length)}x`)],
    ['many parameters', (length: number) => ask(`${convert}${'a=1&'.repeat(length / 4)}amount=x`)],
    ['many encoded characters', (length: number) => ask(`/api/rates/${'%61'.repeat(length / 3)}`)],
    ['many letters in the pair', (length: number) => ask(`/api/rates/${'a'.repeat(length)}-to-`)],
    ['many parts in the path', (length: number) => ask(`/api/rates${'/a'.repeat(length / 2)}`)],
    ['many ETags', (length: number) => ask(`${convert}amount=1`, { headers: { 'If-None-Match': ','.repeat(length) } })],
    [
      'many quotes in If-None-Match',
      (length: number) => ask(`${convert}amount=1`, { headers: { 'If-None-Match': '"on'.repeat(length / 3) } }),
    ],
  ])('is handled in linear time if it has %s', async (_, request) => {
    const timeOf = async (length: number) => {
      let least = Infinity;
      for (let i = 0; i < 9; i++) {
        const begin = performance.now();
        await request(length);
        least = Math.min(least, performance.now() - begin);
      }
      return least;
    };
    await timeOf(1200);
    // The request is 50 times as long. In quadratic time, it would take 2,500 times as long.
    expect(await timeOf(60_000)).toBeLessThan(250 * Math.max(await timeOf(1200), 0.02));
  });
});

describe('random request', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      'USD',
      'eur',
      '',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '%',
      '%00',
      '..',
      'x'.repeat(10_000),
    ),
  );
  const anyPath = fc.oneof(
    fc.webPath(),
    fc.tuple(anyText, anyText).map(([a, b]) => `/api/rates/${a}-to-${b}`),
    fc.tuple(anyText, anyText).map(([a, b]) => `/api/historical/${a}/${b}`),
    fc.constantFrom('/api/convert', '/api/historical', '/api/rates', '/api/convert.json', '//', '/api//convert'),
  );
  const anyQuery = fc
    .array(fc.tuple(fc.oneof(fc.constantFrom('from', 'to', 'amount', 'period'), anyText), anyText))
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
  const anyHeader = fc.record({
    'If-None-Match': fc.base64String(),
    Origin: fc.webUrl(),
    Range: fc.constant('bytes=0-1'),
  });
  const anyMethod = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND');

  const statuses = new Map([
    ['OPTIONS', [204]],
    ['GET', [200, 304, 400, 404]],
    ['HEAD', [200, 304, 400, 404]],
  ]);

  it('gets a documented status, and a CORS header that allows any origin', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await fc.assert(
      fc.asyncProperty(anyMethod, anyPath, anyQuery, anyHeader, async (method, path, query, headers) => {
        const url = URL.parse(`${path}?${query}`, origin);
        fc.pre(url !== null);
        const response = await handle(new Request(url, { method, headers }), { ASSETS: assets });
        expect(statuses.get(method) ?? [405]).toContain(response.status);
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        const text = await response.text();
        if (method === 'HEAD' || response.status === 204 || response.status === 304) expect(text).toBe('');
        else expect(JSON.parse(text)).toMatchObject({ success: response.status === 200 });
      }),
      { numRuns: 500 },
    );
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });
});

describe('static files of a currency pair', () => {
  /** Compares all documents of two currencies, for pairs in both directions and of each currency with itself. */
  async function expectSame(...codes: readonly [string, string]): Promise<void> {
    const two = currencies.filter(({ code }) => codes.includes(code));
    let compared = 0;
    for (const { path, body } of pairDocuments({ snapshot, currencies: two })) {
      const response = await ask(`/${path.replace(/\.json$/, '')}`);
      expect(await response.text(), path).toBe(Buffer.from(body).toString());
      compared++;
    }
    expect(compared).toBe(5 * 2 ** 2);
  }

  it.each([
    ['two fiat currencies', 'USD', 'EUR'],
    ['a crypto asset and a fiat currency', 'ETH', 'JPY'],
    ['BTC and IRR, whose rate is very large', 'BTC', 'IRR'],
    ['two stablecoins, whose rate is about 1', 'USDT', 'USDC'],
    ['a pegged currency and its anchor', 'USD', 'AED'],
  ])('have the same bytes as the Pages Function’s responses if the pair consists of %s', async (_, from, to) => {
    await expectSame(from, to);
  });

  // The Function reads one file per currency, so one pair of each currency is enough.
  it('have the same bytes as the Pages Function’s responses for at least one pair of each currency', async () => {
    const half = Math.ceil(currencies.length / 2);
    for (const [index, { code }] of currencies.slice(0, half).entries()) {
      await expectSame(code, currencies.at(index - half)?.code ?? '');
    }
  });
});
