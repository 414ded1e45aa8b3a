import { join } from 'node:path';
import { Converter, providers } from 'easy-currencies';
import { createFrankfurterClient, FrankfurterError } from 'frankfurter-js';
import fx from 'money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { exchangeApiNamesSchema, exchangeApiRatesSchema } from '../api/compat/exchange-api.ts';
import { exchangeRateApiErrorSchema, exchangeRateApiSchema } from '../api/compat/exchange-rate-api.ts';
import { fixerErrorSchema, fixerSchema } from '../api/compat/fixer.ts';
import {
  frankfurterDaySchema,
  frankfurterErrorSchema,
  frankfurterRangeSchema,
  namesSchema,
} from '../api/compat/frankfurter-v1.ts';
import {
  frankfurterCurrenciesSchema,
  frankfurterCurrencySchema,
  frankfurterRateSchema,
  frankfurterRatesSchema,
  frankfurterV2ErrorSchema,
} from '../api/compat/frankfurter-v2.ts';
import { openExchangeRatesErrorSchema, openExchangeRatesSchema } from '../api/compat/open-exchange-rates.ts';
import { prebidSchema } from '../api/compat/prebid.ts';
import { errorSchema } from '../api/format/error.ts';
import { round } from '../rates/round.ts';
import { recordedDay, recordedFiles, writeSmallSite } from '../testing/sites/small-site.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { startThreeHosts, type ThreeHosts } from '../testing/servers/three-hosts.ts';

const folder = temporaryFolder();
let urls: ThreeHosts['urls'];
const servers = new AsyncDisposableStack();
beforeAll(async () => {
  const site = join(folder.path, 'site');
  await writeSmallSite(site);
  ({ urls } = servers.use(await startThreeHosts(site)));
});
afterAll(async () => {
  await servers.disposeAsync();
  await folder[Symbol.asyncDispose]();
});

/** Units of a currency per 1 unit of another, today and on a past day. */
const rateOf = (from: string, to: string, rates = recordedDay.rates) =>
  round((rates.get(to) ?? NaN) / (rates.get(from) ?? NaN));
const past = '2025-06-03';
const pastRates = recordedFiles.validDays.find(({ date }) => date === past)?.rates ?? new Map<string, number>();
const asOf = recordedDay.asOf;
const sek = rateOf('CHF', 'SEK');
/** The bank's newest day, and its Swedish kronor per Swiss franc on the past day. */
const [officialDay, officialSek] = ['2026-04-13', 11.674];

/** Requests for CHF and SEK to every compatibility endpoint, with the expected server and response. */
const addresses: { path: string; by: 'files' | 'Function'; schema: z.ZodType; lost: z.ZodType; says: object }[] = [
  ...[
    {
      path: '/v1/latest?base=CHF&symbols=SEK',
      schema: frankfurterDaySchema,
      says: { date: officialDay, base: 'CHF', rates: { SEK: 11.7853 } },
    },
    {
      path: `/v1/${past}?from=CHF&to=SEK&amount=10`,
      schema: frankfurterDaySchema,
      says: { amount: 10, date: past, base: 'CHF', rates: { SEK: 116.75 } },
    },
    {
      path: `/v1/${past}..${past}?base=CHF&symbols=SEK`,
      schema: frankfurterRangeSchema,
      says: { base: 'CHF', rates: { [past]: { SEK: officialSek } } },
    },
    {
      path: `/v1/${officialDay}..?base=CHF&symbols=SEK`,
      schema: frankfurterRangeSchema,
      says: { base: 'CHF', rates: { [officialDay]: { SEK: 11.7853 } } },
    },
    { path: '/v1/currencies', schema: namesSchema, says: { CHF: 'Swiss Franc' } },
  ].map((address) => ({ ...address, by: 'Function' as const, lost: frankfurterErrorSchema })),
  ...[
    {
      path: '/v2/rates?base=CHF&quotes=SEK',
      schema: frankfurterRatesSchema,
      says: [{ date: asOf, base: 'CHF', quote: 'SEK', rate: sek }],
    },
    {
      path: `/v2/rates?base=CHF&quotes=SEK&date=${past}`,
      schema: frankfurterRatesSchema,
      says: [{ date: past, base: 'CHF', quote: 'SEK', rate: rateOf('CHF', 'SEK', pastRates) }],
    },
    {
      path: `/v2/rates?base=CHF&quotes=SEK&from=${past}&to=${past}&group=month`,
      schema: frankfurterRatesSchema,
      says: [{ date: '2025-06-01', base: 'CHF', quote: 'SEK' }],
    },
    {
      path: `/v2/rate/CHF/SEK?date=${past}`,
      schema: frankfurterRateSchema,
      says: { date: past, base: 'CHF', quote: 'SEK', rate: rateOf('CHF', 'SEK', pastRates) },
    },
    { path: '/v2/rate/chf/sek', schema: frankfurterRateSchema, says: { base: 'CHF', quote: 'SEK', rate: sek } },
    { path: '/v2/currencies?scope=all', schema: frankfurterCurrenciesSchema, says: {} },
    { path: '/v2/currency/CHF', schema: frankfurterCurrencySchema, says: { iso_code: 'CHF' } },
  ].map((address) => ({ ...address, by: 'Function' as const, lost: frankfurterV2ErrorSchema })),
  ...[
    {
      path: '/oxr/latest.json?app_id=x&base=CHF&symbols=SEK',
      schema: openExchangeRatesSchema,
      says: { base: 'CHF', rates: { SEK: sek } },
    },
    {
      path: `/oxr/historical/${past}.json?app_id=x&base=CHF&symbols=SEK`,
      schema: openExchangeRatesSchema,
      says: {
        base: 'CHF',
        timestamp: Date.parse(`${past}T12:00:00Z`) / 1000,
        rates: { SEK: rateOf('CHF', 'SEK', pastRates) },
      },
    },
    { path: '/oxr/currencies.json', schema: namesSchema, says: { CHF: 'Swiss Franc' } },
  ].map((address) => ({ ...address, by: 'Function' as const, lost: openExchangeRatesErrorSchema })),
  ...[
    { path: '/api/latest?access_key=x&base=CHF&symbols=SEK', says: { base: 'CHF', date: asOf, rates: { SEK: sek } } },
    {
      path: `/api/${past}?access_key=x&base=CHF&symbols=SEK`,
      says: { historical: true, base: 'CHF', date: past, rates: { SEK: rateOf('CHF', 'SEK', pastRates) } },
    },
    { path: '/api/1999-01-04', schema: fixerErrorSchema, says: { success: false, error: { code: 106 } } },
  ].map((address) => ({ schema: fixerSchema, ...address, by: 'Function' as const, lost: errorSchema })),
  ...['/v1/currencies/chf.json', '/v1/currencies/chf.min.json'].map((path) => ({
    ...{ path, by: 'files' as const, schema: exchangeApiRatesSchema, lost: frankfurterErrorSchema },
    says: { date: asOf, chf: { chf: 1, sek } },
  })),
  ...['/v1/currencies.json', '/v1/currencies.min.json'].map((path) => ({
    ...{ path, by: 'files' as const, schema: exchangeApiNamesSchema, lost: frankfurterErrorSchema },
    says: { chf: 'Swiss Franc' },
  })),
  {
    ...{ path: '/prebid/currency.json', by: 'files' as const, schema: prebidSchema, lost: errorSchema },
    says: {
      dataAsOf: `${asOf}T00:00:00.000Z`,
      conversions: { USD: { USD: 1 }, EUR: { SEK: rateOf('EUR', 'SEK') }, GBP: {} },
    },
  },
  ...['/v6/latest/CHF', '/v6/latest/chf', '/v4/latest/CHF', '/v4/latest/chf'].map((path) => ({
    ...{ path, by: 'files' as const, schema: exchangeRateApiSchema, lost: exchangeRateApiErrorSchema },
    says: { base_code: 'CHF', base: 'CHF', date: asOf, rates: { CHF: 1, SEK: sek } },
  })),
];

/** A response's status and body. Checks that it's JSON for any origin. */
async function ask(url: string) {
  const response = await fetch(url);
  expect([url, response.headers.get('content-type'), response.headers.get('access-control-allow-origin')]).toEqual([
    ...[url, 'application/json; charset=utf-8', '*'],
  ]);
  return { status: response.status, body: await response.json() };
}

describe.each([
  ['the preview server', 'preview'],
  ['workerd (Cloudflare’s runtime)', 'workerd'],
  ['a host of static files only', 'files'],
] as const)('URLs of other APIs on %s', (_, server) => {
  const [unserved, served] = [true, false].map((isLost) =>
    addresses.filter(({ by }) => (server === 'files' && by === 'Function') === isLost),
  ) as [typeof addresses, typeof addresses];

  it.each(served.map((row) => [row.path, row] as const))(
    '%s returns data in the format of the API that has this URL',
    async (_, { path, schema, says }) => {
      const { status, body } = await ask(urls[server] + path);
      expect([status, schema.safeParse(body).error]).toEqual([200, undefined]);
      expect(body).toMatchObject(says);
    },
  );

  it.each(unserved.map((row) => [row.path, row] as const))(
    '%s returns status 404 in the API’s format, because it needs the Pages Function',
    async (_, { path, lost }) => {
      const { status, body } = await ask(urls[server] + path);
      expect(status).toBe(404);
      lost.parse(body);
    },
  );

  it.each([
    ['/v1', frankfurterErrorSchema],
    ['/v1/nowhere', frankfurterErrorSchema],
    ['/v1/404', frankfurterErrorSchema],
    ['/v2/404', frankfurterV2ErrorSchema],
    ['/oxr/404', openExchangeRatesErrorSchema],
    ['/v4/404', exchangeRateApiErrorSchema],
    ['/v6/404', exchangeRateApiErrorSchema],
    ['/v1/latest.json?base=USD', frankfurterErrorSchema],
    ['/v1/currencies/xxx.json', frankfurterErrorSchema],
    ['/v1/currencies/EUR.json', frankfurterErrorSchema],
    ['/v2', frankfurterV2ErrorSchema],
    ['/v2/nowhere', frankfurterV2ErrorSchema],
    ['/oxr', openExchangeRatesErrorSchema],
    ['/oxr/usage.json', openExchangeRatesErrorSchema],
    ['/prebid/latest.json', errorSchema],
    ['/api/latest.json', errorSchema],
    ['/api/symbols', errorSchema],
    ['/v4', exchangeRateApiErrorSchema],
    ['/v4/latest/XXX', exchangeRateApiErrorSchema],
    ['/v6/latest', exchangeRateApiErrorSchema],
    ['/v6/latest/XXX', exchangeRateApiErrorSchema],
    ['/v6/latest/usd/', exchangeRateApiErrorSchema],
  ])('%s is unknown and returns status 404 in the API’s format', async (path, schema) => {
    const { status, body } = await ask(urls[server] + path);
    expect([path, status, schema.safeParse(body).error]).toEqual([path, 404, undefined]);
  });
});

describe('programs made for other APIs', () => {
  it('money.js converts with Ratesheet’s rates', async () => {
    const response = await fetch(`${urls.workerd}/oxr/latest.json?app_id=x`);
    const { base, rates } = (await response.json()) as { base: string; rates: Record<string, number> };
    [fx.base, fx.rates] = [base, rates];
    expect(fx.convert(100, { from: 'EUR', to: 'JPY' })).toBeCloseTo(100 * rateOf('EUR', 'JPY'), 6);
    expect(fx(20).from('GBP').to('USD')).toBeCloseTo(20 * rateOf('GBP', 'USD'), 8);
  });

  // The library knows the paths of these services, so only the host is replaced.
  it.each([
    // The bank's own rate.
    ['Frankfurter', 'https://api.frankfurter.dev', '', 186.75],
    ['OpenExchangeRates', 'https://openexchangerates.org/api', '/oxr', rateOf('EUR', 'JPY')],
    ['ExchangeRateAPI', 'https://api.exchangerate-api.com', '', rateOf('EUR', 'JPY')],
  ] as const)('easy-currencies converts with Ratesheet’s rates in the format of %s', async (name, host, root, rate) => {
    const known = providers[name] ?? expect.fail(name);
    expect(known.endpoint.base).toContain(host);
    const endpoint = { ...known.endpoint, base: known.endpoint.base.replace(host, urls.workerd + root) };
    const converter = new Converter();
    // Only the first provider is requested. The others are real services.
    converter.add('Ours', { ...known, endpoint, key: 'x' }, true);
    for (const other of converter.active.slice(1)) converter.remove(other);
    converter.onError = () => undefined;
    expect(await converter.convert(100, 'EUR', 'JPY')).toBeCloseTo(100 * rate, 6);
    await expect(converter.convert(100, 'XXX', 'JPY')).rejects.toThrow();
  });

  it('frankfurter-js reads rates, past rates, ranges, currencies and errors of Ratesheet', async () => {
    const client = createFrankfurterClient({ baseUrl: urls.workerd });
    const [base, quotes] = ['CHF', ['EUR', 'SEK']];
    expect(await client.latest({ base, quotes })).toContainEqual({ date: asOf, base, quote: 'SEK', rate: sek });
    const ofPast = { date: past, base, quote: 'SEK', rate: rateOf('CHF', 'SEK', pastRates) };
    expect(await client.historical(past, { base, quotes })).toContainEqual(ofPast);
    const range = await client.range(past, '2025-06-30', { base, quotes });
    expect([range[1], range.at(-1)?.date]).toEqual([ofPast, '2025-06-30']);
    expect(await client.range(past, past, { base, quotes: 'SEK', group: 'month' })).toHaveLength(1);
    expect(await client.currencies({ scope: 'all' })).toContainEqual(expect.objectContaining({ iso_code: 'SYP' }));
    const failure: unknown = await client.latest({ base: 'XXQ' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FrankfurterError);
    expect(failure).toMatchObject({ status: 422, body: { message: 'invalid currency: XXQ' } });
  });

  /** How each program reads the rate from a response, according to its source code. */
  const readers: [client: string, source: string, read: (url: string) => Promise<number>][] = [
    [
      'ERPNext',
      'erpnext/accounts/doctype/currency_exchange_settings/currency_exchange_settings.py at 0396c1f',
      async (url) => field(await get(`${url}/v2/rate/CHF/SEK?date=${past}`), 'rate'),
    ],
    [
      'ERPNext with v1',
      'erpnext/accounts/doctype/currency_exchange_settings/currency_exchange_settings.py at 0396c1f',
      async (url) => field(await get(`${url}/v1/${past}?base=CHF&symbols=SEK`), 'rates', 'SEK'),
    ],
    [
      'worksome/exchange',
      'src/ExchangeRateProviders/FrankfurterProvider.php at d3a4946',
      async (url) => {
        const rows = await rowsOf(`${url}/v2/rates?base=CHF&quotes=EUR,SEK`);
        expect(rows[0]?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
        return Object.fromEntries(rows.map(({ quote, rate }) => [quote, rate]))['SEK'] ?? NaN;
      },
    ],
    [
      'Frankfurter’s MCP server',
      'src/frankfurter.ts and src/tools/convert.ts at 9f01c52',
      async (url) => {
        const rows = await rowsOf(new URL(`/v2/rates?base=CHF&quotes=SEK&date=${past}`, url).href);
        return rows.find(({ quote }) => quote.toUpperCase() === 'SEK')?.rate ?? NaN;
      },
    ],
    [
      'Sure',
      'app/models/provider/frankfurter.rb at 3b00910',
      async (url) => {
        const rows = await rowsOf(`${url}/v2/rates?base=CHF&quotes=SEK&from=${past}&to=2025-06-30`);
        expect(rows.every(({ quote, date }) => quote === 'SEK' && !Number.isNaN(Date.parse(date)))).toBe(true);
        expect(field(await get(`${url}/v2/rate/CHF/SEK?date=${past}`), 'rate')).toBe(rows[0]?.rate);
        return rows[0]?.rate ?? NaN;
      },
    ],
    [
      'frankfurtermcp',
      'src/frankfurtermcp/server.py at a86b8ef',
      async (url) => field(await get(`${url}/v1/${past}?base=CHF&symbols=SEK`), 'rates', 'SEK'),
    ],
    [
      'django-money',
      'djmoney/contrib/exchange/backends/ (base.py, openexchangerates.py) at b255e278',
      async (url) => field(await get(`${url}/oxr/latest.json?app_id=x&base=CHF`), 'rates', 'SEK'),
    ],
    [
      'django-money with fixer',
      'djmoney/contrib/exchange/backends/ (base.py, fixer.py) at 25b9a4b',
      async (url) => field(await get(`${url}/api/latest?base=CHF&access_key=x`), 'rates', 'SEK'),
    ],
    [
      'Finance::Quote with fixer',
      'lib/Finance/Quote/CurrencyRates/Fixer.pm at 036e300',
      async (url) => {
        const answer = await get(`${url}/api/latest?access_key=x`);
        expect(answer).not.toHaveProperty('error');
        return field(answer, 'rates', 'SEK') / field(answer, 'rates', 'CHF');
      },
    ],
    [
      'Wallos',
      'endpoints/cronjobs/updateexchange.php at 1946ac9',
      async (url) => {
        const answer = await get(`${url}/api/latest?access_key=x&base=EUR&symbols=CHF,SEK`);
        return field(answer, 'rates', 'SEK') / field(answer, 'rates', 'CHF');
      },
    ],
    [
      'beanprice',
      'beanprice/sources/ratesapi.py at 3b23c07, with /api as its root',
      async (url) => {
        const answer = await get(`${url}/api/${past}?base=CHF&symbol=SEK`);
        expect(answer).toMatchObject({ date: past });
        return field(answer, 'rates', 'SEK');
      },
    ],
    [
      'Finance::Quote with Frankfurter',
      'lib/Finance/Quote/CurrencyRates/Frankfurter.pm at e7aff6e',
      async (url) => field(await get(`${url}/v2/rate/CHF/SEK`), 'rate'),
    ],
    [
      'Finance::Quote with Open Exchange Rates',
      'lib/Finance/Quote/CurrencyRates/OpenExchange.pm at e7aff6e',
      async (url) => {
        const answer = await get(`${url}/oxr/latest.json?app_id=x`);
        expect(answer).not.toHaveProperty('error');
        return field(answer, 'rates', 'SEK') / field(answer, 'rates', 'CHF');
      },
    ],
  ];

  it.each(readers)('get the right rate if they read responses as the program “%s” does (%s)', async (_, __, read) => {
    const rate = await read(urls.workerd);
    // A quotient of two rounded rates differs in its last digit.
    const close = [sek, rateOf('CHF', 'SEK', pastRates), officialSek].filter((right) => Math.abs(rate - right) < 1e-9);
    expect(close, String(rate)).toHaveLength(1);
  });
});

async function get(url: string): Promise<unknown> {
  const response = await fetch(url);
  expect([url, response.status]).toEqual([url, 200]);
  return response.json();
}

async function rowsOf(url: string) {
  return (await get(url)) as { date: string; quote: string; rate: number }[];
}

/** A number within a response. */
function field(answer: unknown, ...names: string[]): number {
  const value = names.reduce((inner, name) => (inner as Record<string, unknown>)[name], answer);
  expect(value).toBeTypeOf('number');
  return value as number;
}
