import { join } from 'node:path';
import { createFrankfurterClient, FrankfurterError } from 'frankfurter-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { round } from '../rates/round.ts';
import { compatRequests, unknownCompatPaths } from '../testing/data/compat-requests.ts';
import { recordedDay, recordedFiles, writeSmallSite } from '../testing/sites/small-site.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { type Preview, startPreview } from '../preview/preview-server.ts';

const past = '2025-06-03';
const pastRates = recordedFiles.validDays.find(({ date }) => date === past)?.rates ?? expect.fail();
/** Units of `to` per 1 unit of `from`, by default on the last recorded day. */
const rateOf = (from: string, to: string, rates = recordedDay.rates) =>
  round((rates.get(to) ?? NaN) / (rates.get(from) ?? NaN));
const sek = rateOf('CHF', 'SEK');
/** The official rates of CHF in SEK, on the day {@link past} and on the newest day. */
const [officialSek, newestOfficialSek] = [11.674, 11.7853];

const folder = temporaryFolder();
let preview: Preview;
beforeAll(async () => {
  const site = join(folder.path, 'site');
  await writeSmallSite(site);
  preview = await startPreview(site, 0);
});
afterAll(async () => {
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Requests a URL and checks that the response is JSON for any origin. */
async function ask(url: string) {
  const response = await fetch(url);
  expect([url, response.headers.get('content-type'), response.headers.get('access-control-allow-origin')]).toEqual([
    ...[url, 'application/json; charset=utf-8', '*'],
  ]);
  return { status: response.status, body: await response.json() };
}

// interface.test.ts checks that Cloudflare's runtime returns the same responses.
describe('endpoints in the formats of other APIs', () => {
  it.each(compatRequests.map((row) => [row.path, row] as const))(
    'return data in the other API’s format for the path %s',
    async (_, { path, schema }) => {
      const { status, body } = await ask(preview.url + path);
      expect([status, schema.safeParse(body).error]).toEqual([200, undefined]);
    },
  );

  it.each(unknownCompatPaths.map(([path, format]) => [format.name, path, format] as const))(
    'return a 404 error in %s’s format for the unknown path %s',
    async (_, path, { errorSchema }) => {
      const { status, body } = await ask(preview.url + path);
      expect([path, status, errorSchema.safeParse(body).error]).toEqual([path, 404, undefined]);
    },
  );
});

describe('programs made for other APIs', () => {
  it('frankfurter-js reads Ratesheet’s current rates, past rates, currencies and errors', async () => {
    const client = createFrankfurterClient({ baseUrl: preview.url });
    const [base, quotes] = ['CHF', ['EUR', 'SEK']];
    expect(await client.latest({ base, quotes })).toContainEqual({
      date: recordedDay.asOf,
      base,
      quote: 'SEK',
      rate: sek,
    });
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
      'the business software ERPNext',
      'erpnext/accounts/doctype/currency_exchange_settings/currency_exchange_settings.py at 0396c1f',
      async (url) => field(await get(`${url}/v2/rate/CHF/SEK?date=${past}`), 'rate'),
    ],
    [
      'the business software ERPNext (set to Frankfurter v1)',
      'erpnext/accounts/doctype/currency_exchange_settings/currency_exchange_settings.py at 0396c1f',
      async (url) => field(await get(`${url}/v1/${past}?base=CHF&symbols=SEK`), 'rates', 'SEK'),
    ],
    [
      'the library worksome/exchange',
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
      'the finance app Sure',
      'app/models/provider/frankfurter.rb at 3b00910',
      async (url) => {
        const rows = await rowsOf(`${url}/v2/rates?base=CHF&quotes=SEK&from=${past}&to=2025-06-30`);
        expect(rows.every(({ quote, date }) => quote === 'SEK' && !Number.isNaN(Date.parse(date)))).toBe(true);
        expect(field(await get(`${url}/v2/rate/CHF/SEK?date=${past}`), 'rate')).toBe(rows[0]?.rate);
        return rows[0]?.rate ?? NaN;
      },
    ],
    [
      'the MCP server frankfurtermcp',
      'src/frankfurtermcp/server.py at a86b8ef',
      async (url) => field(await get(`${url}/v1/${past}?base=CHF&symbols=SEK`), 'rates', 'SEK'),
    ],
    [
      'the library easy-currencies (set to Frankfurter)',
      'dist/parts/providers.js and dist/converter.js at 2.2.0',
      async (url) => {
        const answer = await get(`${url}/v1/latest?base=CHF`);
        expect(answer).toMatchObject({ base: 'CHF' });
        return field(answer, 'rates', 'SEK');
      },
    ],
    [
      'the library easy-currencies (set to ExchangeRate-API)',
      'dist/parts/providers.js and dist/converter.js at 2.2.0',
      async (url) => {
        const answer = await get(`${url}/v4/latest/CHF`);
        expect(answer).toMatchObject({ base: 'CHF' });
        return field(answer, 'rates', 'SEK');
      },
    ],
    [
      'the library money.js',
      'money.js at 0.2.0',
      async (url) => {
        const answer = await get(`${url}/oxr/latest.json?app_id=x`);
        return field(answer, 'rates', 'SEK') * (1 / field(answer, 'rates', 'CHF'));
      },
    ],
    [
      'the library django-money',
      'djmoney/contrib/exchange/backends/ (base.py, openexchangerates.py) at b255e278',
      async (url) => field(await get(`${url}/oxr/latest.json?app_id=x&base=CHF`), 'rates', 'SEK'),
    ],
    [
      'the library django-money (set to fixer.io)',
      'djmoney/contrib/exchange/backends/ (base.py, fixer.py) at 25b9a4b',
      async (url) => field(await get(`${url}/api/latest?base=CHF&access_key=x`), 'rates', 'SEK'),
    ],
    [
      'the library Finance::Quote (set to fixer.io)',
      'lib/Finance/Quote/CurrencyRates/Fixer.pm at 036e300',
      async (url) => {
        const answer = await get(`${url}/api/latest?access_key=x`);
        expect(answer).not.toHaveProperty('error');
        return field(answer, 'rates', 'SEK') / field(answer, 'rates', 'CHF');
      },
    ],
    [
      'the app Wallos',
      'endpoints/cronjobs/updateexchange.php at 1946ac9',
      async (url) => {
        const answer = await get(`${url}/api/latest?access_key=x&base=EUR&symbols=CHF,SEK`);
        return field(answer, 'rates', 'SEK') / field(answer, 'rates', 'CHF');
      },
    ],
    [
      'the program beanprice',
      'beanprice/sources/ratesapi.py at 3b23c07, with /api as its root',
      async (url) => {
        const answer = await get(`${url}/api/${past}?base=CHF&symbol=SEK`);
        expect(answer).toMatchObject({ date: past });
        return field(answer, 'rates', 'SEK');
      },
    ],
    [
      'the library Finance::Quote (set to Frankfurter)',
      'lib/Finance/Quote/CurrencyRates/Frankfurter.pm at e7aff6e',
      async (url) => field(await get(`${url}/v2/rate/CHF/SEK`), 'rate'),
    ],
    [
      'the library Finance::Quote (set to Open Exchange Rates)',
      'lib/Finance/Quote/CurrencyRates/OpenExchange.pm at e7aff6e',
      async (url) => {
        const answer = await get(`${url}/oxr/latest.json?app_id=x`);
        expect(answer).not.toHaveProperty('error');
        return field(answer, 'rates', 'SEK') / field(answer, 'rates', 'CHF');
      },
    ],
  ];

  it.each(readers)('get the right rate if they read responses in the same way as %s', async (_, __, read) => {
    const rate = await read(preview.url);
    // The last digits may differ, because some programs divide two rounded rates.
    const right = [sek, rateOf('CHF', 'SEK', pastRates), officialSek, newestOfficialSek];
    const close = right.filter((each) => Math.abs(rate - each) < 1e-9);
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

/** The number in a field of a response, which may be nested. */
function field(answer: unknown, ...names: string[]): number {
  const value = names.reduce((inner, name) => (inner as Record<string, unknown>)[name], answer);
  expect(value).toBeTypeOf('number');
  return value as number;
}
