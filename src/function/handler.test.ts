import type { Instant } from '../money/calendar.ts';
import fc from 'fast-check';
import { unversionedErrorSchema } from '../api/error.schema.ts';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { pairDocuments } from '../site/pairs/pair-documents.ts';
import { allFormats } from '../api/compat/formats.ts';
import { exampleRequest } from '../testing/data/example-request.ts';
import { errorWith, origin, recordedDocuments, served, siteInput } from '../testing/sites/served.ts';

const { get, text, json, answer } = served();

describe('/api/convert', () => {
  it('converts an amount', async () => {
    expect(await answer('/api/convert?from=EUR&to=JPY&amount=100')).toEqual([
      200,
      {
        ...{ success: true, from: 'EUR', to: 'JPY', amount: 100, result: 17890.5547892, rate: 178.905547892 },
        timestamp: '2026-09-29T00:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['uses the amount 1 by default', 'from=EUR&to=USD', { amount: 1 }],
    ['accepts codes in any case', 'from=eUr&to=usd', { from: 'EUR', to: 'USD' }],
    ['accepts the same code for “from” and “to”', 'from=JPY&to=JPY&amount=5', { rate: 1, result: 5 }],
    ['accepts an amount of zero', 'from=EUR&to=USD&amount=0', { result: 0 }],
    ['accepts an amount in exponent form', 'from=USD&to=USD&amount=1.5e+3', { amount: 1500 }],
    ['ignores unknown parameters', 'from=EUR&to=USD&key=1&__proto__=x', { from: 'EUR' }],
    ['accepts the smallest normal number as amount', 'from=USD&to=USD&amount=2.3e-308', { amount: 2.3e-308 }],
  ])('%s', async (_, query, part) => {
    expect(await json(`/api/convert?${query}`)).toMatchObject({ success: true, ...part });
  });
});

describe('/api/rates/{pair}', () => {
  it.each(['/api/rates/usd-to-zmw', '/api/rates/USD-to-ZMW', '/api/rates/Usd-To-zmW', '/api/rates/usd%2Dto%2Dzmw'])(
    'returns the rate from USD to ZMW for %s',
    async (path) => {
      const document = { success: true, from: { code: 'USD' }, to: { code: 'ZMW' }, rate: 19.61964913 };
      expect(await json(path)).toMatchObject(document);
    },
  );
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
    const byPath = await text('/api/historical/gbp-to-zmw/90d');
    expect(await text('/api/historical?from=GBP&to=ZMW&period=90d')).toBe(byPath);
  });
});

it.each([
  ['convert', 'from, to'],
  ['convert?USD&to=EUR', 'from'],
  ['convert?from=XYZ&to=USD', '"XYZ"'],
  ['convert?from=XYZ&to=abc', '"XYZ", "abc"'],
  ['convert?from=USD&to=XDR', '"XDR"'],
  ['convert?from=USD&to=%22', 'Unsupported currency: "\\"".'],
  [
    'convert?from=hrk&to=DEM',
    '"hrk", "DEM". HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK. DEM was replaced by EUR',
  ],
  ['convert?from=__proto__&to=constructor', '"__proto__", "constructor"'],
  // In upper case, these foreign letters become I and S.
  ['convert?from=%C4%B1nr&to=u%C5%BFd', '"ınr", "uſd"'],
  ['convert?from=USD%20&to=EUR', '"USD "'],
  ['convert?from=USD&to=EUR&amount=ten', '"ten"'],
  ['convert?from=USD&to=EUR&amount=-1', '"-1"'],
  ['convert?from=USD&to=EUR&amount=NaN', '"NaN"'],
  ['convert?from=USD&to=EUR&amount=Infinity', '"Infinity"'],
  ['convert?from=USD&to=EUR&amount=0x10', '"0x10"'],
  ['convert?from=USD&to=EUR&amount=1,000', '"1,000"'],
  ['convert?from=BTC&to=IRR&amount=1e300', '"1e300"'],
  ['convert?from=USD&to=EUR&amount=1e400', '"1e400"'],
  ['convert?from=USD&to=EUR&amount=1e-400', '"1e-400"'],
  // This amount would lose digits.
  ['convert?from=USD&to=EUR&amount=1e-320', '"1e-320"'],
  ['convert?from=IRR&to=BTC&amount=1e-300', '"1e-300"'],
  ['convert?from=USD&to=EUR&amount=+5', '%2B'],
  ['rates/usdzmw', '"usdzmw"'],
  ['rates/usd-zmw', '"usd-zmw"'],
  ['rates/usd-to-', '"usd-to-"'],
  ['rates/-to-usd', '"-to-usd"'],
  ['rates/usd-to-zmw-to-eur', '"usd-to-zmw-to-eur"'],
  ['rates/usd-to-xyz', '"xyz"'],
  ['rates/cuc-to-cuc', 'CUC was replaced by CUP on 2021-01-01, 1 CUC = 24 CUP'],
  ['rates/__proto__-to-usd', '"__proto__-to-usd"'],
  ['rates/constructor-to-usd', '"constructor"'],
  ['historical?from=XYZ', '"XYZ"'],
  ['historical?period=2y', '"2y"'],
  ['historical?period=30D', '"30D"'],
  ['historical?period=toString', '"toString"'],
  ['historical/usd-to-inr/2y', '"2y"'],
  ['historical/usdinr/7d', '"usdinr"'],
])('invalid request /api/%s > gets status 400 and an error that says “%s”', async (path, message) => {
  expect(await answer(`/api/${path}`)).toEqual([400, errorWith(message)]);
});

it('error > quotes only the beginning of a long value, and has a hint about + only if the value has a space', async () => {
  const { error } = await json<{ error: string }>(`/api/convert?from=USD&to=EUR&amount=${'9'.repeat(1000)}`);
  expect(error.length).toBeLessThan(200);
  expect(error).not.toContain('%2B');
});

describe('response of the Pages Function', () => {
  it('is JSON that any origin can read', async () => {
    const { status, headers } = await get('/api/convert?from=EUR&to=USD');
    expect({ status, ...Object.fromEntries(headers) }).toEqual({
      status: 200,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, Synthetic',
      'cache-control': 'public, max-age=600, stale-if-error=86400',
      'content-type': 'application/json; charset=utf-8',
      etag: 'W/"one-2026-09-30"',
      'referrer-policy': 'no-referrer',
      'served-by': 'function',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
  });

  it('isn’t cacheable if it is an error', async () => {
    const { headers } = await get('/api/convert');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    expect(headers.has('etag')).toBe(false);
  });

  it.each([
    ...['/', '/api', '/api/rates', '/api/rates/', '/api/rates/usd-to-eur/', '/api/rates/usd-to-eur/x'],
    ...['/api/rates/usd-to-zmw.json', '/api/rates/%zz', '/api/convert/', '/api/Convert?from=USD&to=EUR'],
    ...['/api/historical/', '/api/historical/usd-to-inr', '/api/historical/usd-to-inr/', '/api/v2/rates'],
    ...['/api/historical/usd-to-inr/30d/x', '/api/historical/usd-to-zmw/30d.json'],
  ])('has status 404 for %s, which is no endpoint of the Function', async (path) => {
    const causes = /lower case.*slash.*openapi\.json.*omit \.json to get any pair.*midnight UTC/;
    expect(await answer(path)).toEqual([404, { success: false, error: expect.stringMatching(causes) as string }]);
  });

  it('has the same status and headers for HEAD as for GET, but no body', async () => {
    for (const path of ['/api/convert?from=EUR&to=USD', '/api/convert', '/api/rates/usd-to-xyz', '/nowhere']) {
      const [whole, head] = [await get(path), await get(path, { method: 'HEAD' })];
      expect([head.status, ...head.headers, await head.text()]).toEqual([whole.status, ...whole.headers, '']);
    }
  });

  it('allows any header, and the methods GET, HEAD and OPTIONS, if the request is a CORS preflight', async () => {
    const { status, headers } = await get('/api/convert', { method: 'OPTIONS' });
    expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
      status: 204,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*, Authorization',
    });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('has status 405 for the method %s', async (method) => {
    const response = await get('/api/convert?from=EUR&to=USD', { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(unversionedErrorSchema.safeParse(await response.json()).error).toBeUndefined();
  });
});

describe('conditional request (If-None-Match)', () => {
  const path = '/api/convert?from=EUR&to=USD';
  const etag = 'W/"one-2026-09-30"';
  const statusFor = async (value: string, of = path, site = served()) =>
    (await site.get(of, { headers: { 'If-None-Match': value } })).status;

  it('gets 304 if it has the ETag of the current response', async () => {
    for (const value of [etag, `"other", ${etag}`, '"one-2026-09-30"', '*']) {
      const { status, headers, body } = await get(path, { headers: { 'If-None-Match': value } });
      expect([value, status, body, headers.get('etag')]).toEqual([value, 304, null, etag]);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
    expect(await statusFor('W/"other"')).toBe(200);
  });

  it('gets 400, not 304, if the request is invalid', async () => {
    expect(await statusFor(etag, '/api/convert')).toBe(400);
  });

  it('gets 200, not 304, on the next day in UTC', async () => {
    for (const endpoint of allFormats.flatMap(({ endpoints }) => endpoints)) {
      const path = exampleRequest(endpoint);
      let now: Instant = '2026-09-29T23:59:59.999Z';
      const { get } = served(recordedDocuments, { now: () => now });
      const before = await get(path);
      const etag = before.headers.get('ETag');
      // Errors have no ETag.
      if (etag === null) continue;
      const known = { headers: { 'If-None-Match': etag } };
      expect([path, (await get(path, known)).status]).toEqual([path, 304]);
      now = '2026-09-30T00:00:00.000Z';
      expect([path, (await get(path, known)).status]).toEqual([path, 200]);
    }
  });

  it('gets 200, not 304, if it has the ETag of an earlier version of the site', async () => {
    expect(await statusFor(etag, path, served(undefined, { revision: 'two' }))).toBe(200);
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
    const { assets, get } = served();
    for (let i = 0; i < 3; i++) await get('/api/historical?from=EUR&to=USD');
    await Promise.all([get('/api/convert?from=EUR&to=USD'), get('/api/rates/eur-to-gbp')]);
    const read = [
      'api/currencies.json',
      'api/v1/metals.json',
      'api/v1/rates.json',
      'series/eur.json',
      'series/usd.json',
    ];
    expect(assets.reads.toSorted()).toEqual(read);
  });

  const rates = 'api/v1/rates.json';
  const list = 'api/currencies.json';
  const metals = 'api/v1/metals.json';
  const series = 'series/inr.json';
  const text = (body: string) => () => body;
  const swap = (search: string | RegExp, replacement: string) => (body: string) => body.replace(search, replacement);

  it.each([
    ['is missing', rates, undefined],
    ['is missing', list, undefined],
    ['is missing', metals, undefined],
    ['has a rate of zero', metals, swap(/"rate":[\d.]+/, '"rate":0')],
    ['is missing', series, undefined],
    ['is cut off', rates, (body: string) => body.slice(0, -20)],
    ['is an HTML page', rates, text('<!doctype html>')],
    ['lists no currency', list, swap(/"currencies":.*/, '"currencies":[]}')],
    ['lists null', list, swap('"currencies":[', '"currencies":[null,')],
    ['lists a currency twice', list, swap('"code":"EUR"', '"code":"USD"')],
    ['has the code of another currency', series, swap('"code":"INR"', '"code":"PKR"')],
  ])('returns 500 for /api/historical (USD to INR) while $1 %s', async (_, path, change) => {
    const { assets, answer, get } = served();
    const good = assets.files.get(path) ?? expect.fail(path);
    const broken = change?.(good);
    expect(broken).not.toBe(good);
    if (broken === undefined) assets.files.delete(path);
    else assets.files.set(path, broken);

    expect(await answer('/api/historical')).toEqual([500, errorWith('Try again later')]);
    expect(log.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^GET \/api\/historical: FileError: (api\/v1\/rates|api\/v1\/metals|api\/currencies|series\/inr)\.json: .+$/,
        ),
      ],
    ]);

    assets.files.set(path, good);
    expect((await get('/api/historical')).status).toBe(200);
  });

  it.each([
    ...['convert?from=EUR', 'convert?from=EUR&to=USD&amount=ten', 'convert?from=EUR&to=USD&amount=1e400'],
    ...['rates/usdeur', 'historical?period=2y', 'historical/usdinr/30d'],
  ])('reads no file for the invalid request /api/%s', async (path) => {
    const { assets, get } = served([]);
    expect((await get(`/api/${path}`)).status).toBe(400);
    expect(assets.reads).toEqual([]);
  });

  it('returns 500 without internal details if a file can’t be read', async () => {
    const { assets, get } = served();
    assets.fetch = () => Promise.reject(new Error('internal: secret detail'));
    const response = await get('/api/convert?from=EUR&to=USD');
    expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store']);
    expect(await response.text()).not.toContain('secret');
  });
});

describe('long request', () => {
  it('is rejected with status 400 only if its URL has more than 2,000 characters', async () => {
    const address = '/api/convert?from=EUR&to=USD&x=';
    const room = 2000 - origin.length - address.length;
    expect((await get(address + 'x'.repeat(room))).status).toBe(200);
    for (const path of [address, '/api/rates/', '/']) {
      expect(await answer(path + 'x'.repeat(2000))).toEqual([400, errorWith('at most 2000 characters')]);
    }
  });
});

describe('random request', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('USD', 'eur', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '%', '%00', '..'),
    fc.constant('x'.repeat(10_000)),
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
  const range = fc.constant('bytes=0-1');
  const anyHeader = fc.record({ 'If-None-Match': fc.base64String(), Origin: fc.webUrl(), Range: range });
  const anyMethod = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND');
  const statusesOf = (method: string) => {
    if (method === 'OPTIONS') return [204];
    return ['GET', 'HEAD'].includes(method) ? [200, 304, 400, 404] : [405];
  };

  it('gets a documented status, and a CORS header that allows any origin', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await fc.assert(
      fc.asyncProperty(anyMethod, anyPath, anyQuery, anyHeader, async (method, path, query, headers) => {
        const url = URL.parse(`${path}?${query}`, origin);
        fc.pre(url?.origin === origin);
        const response = await get(url.href.slice(origin.length), { method, headers });
        expect(statusesOf(method)).toContain(response.status);
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
  const { snapshot, ...input } = siteInput();
  const currencies = input.currencies.filter(({ type }) => type !== 'metal');
  // The Function reads one file per currency, so one pair of each currency is enough.
  const half = Math.ceil(currencies.length / 2);
  const pairs = currencies.slice(0, half).map(({ code }, index) => [code, currencies.at(index - half)?.code ?? '']);

  it('have the same bytes as the Pages Function’s responses for at least one pair of each currency', async () => {
    // The other pairs have a very large rate, rates of about 1, or a currency that is pegged to the other.
    for (const codes of [...pairs, ['USD', 'EUR'], ['ETH', 'JPY'], ['BTC', 'IRR'], ['USDT', 'USDC'], ['USD', 'AED']]) {
      const two = currencies.filter(({ code }) => codes.includes(code));
      let compared = 0;
      for (const { path, body } of pairDocuments({ snapshot, currencies: two })) {
        compared++;
        expect(await text(`/${path.replace(/\.json$/, '')}`), path).toBe(Buffer.from(body).toString());
      }
      expect(compared).toBe(5 * 2 ** 2);
    }
  });
});
