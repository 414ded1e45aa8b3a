import { join } from 'node:path';
import { createFrankfurterClient, FrankfurterError } from 'frankfurter-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roundQuotient } from '../money/rounding/exact-rounding.ts';
import { compatRequests, unknownCompatPaths } from '../testing/data/compat-requests.ts';
import { recordedDay, recordedFiles, writeSmallSite } from '../testing/sites/small-site.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { type Preview, startPreview } from './serve/preview-server.ts';

const past = '2025-06-03';
const pastRates = recordedFiles.validDays.find(({ date }) => date === past)?.rates ?? expect.fail();
/** Units of `to` per 1 unit of `from`, by default on the last recorded day. */
const rateOf = (from: string, to: string, rates = recordedDay.rates) =>
  roundQuotient(rates.get(to) ?? NaN, rates.get(from) ?? NaN);
const [sek, pastSek] = [rateOf('CHF', 'SEK'), rateOf('CHF', 'SEK', pastRates)];
/** The official rates of CHF in SEK, on the day {@link past} and on the newest day. */
const [officialSek, newestOfficialSek] = [11.674, 11.7853];
/** As {@link officialSek}, with 12 digits. */
const bankSek = roundQuotient(10.9245, 0.9358);

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
      date: recordedDay.rate_as_of,
      base,
      quote: 'SEK',
      rate: sek,
    });
    const ofPast = { date: past, base, quote: 'SEK', rate: pastSek };
    expect(await client.historical(past, { base, quotes })).toContainEqual(ofPast);
    const range = await client.range(past, '2025-06-30', { base, quotes });
    expect([range[1], range.at(-1)?.date]).toEqual([ofPast, '2025-06-30']);
    expect(await client.range(past, past, { base, quotes: 'SEK', group: 'month' })).toHaveLength(1);
    const ofBank = await client.historical(past, { base, quotes: 'SEK', providers: ['ECB'] });
    expect(ofBank).toEqual([{ date: past, base, quote: 'SEK', rate: expect.closeTo(officialSek, 3) as number }]);
    const providers = await client.providers();
    expect(providers).toContainEqual(expect.objectContaining({ key: 'ECB', pivot_currency: 'EUR' }));
    for (const { key, currencies } of providers) {
      const rates = await client.latest({ base: currencies[0] ?? expect.fail(), providers: key });
      expect([key, rates.length > 0]).toEqual([key, true]);
    }
    expect(await client.currencies({ scope: 'all' })).toContainEqual(expect.objectContaining({ iso_code: 'SYP' }));
    const failure: unknown = await client.latest({ base: 'XXQ' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FrankfurterError);
    expect(failure).toMatchObject({ status: 422, body: { message: 'invalid currency: XXQ' } });
  });

  /** A table as pandas.read_csv and spreadsheets read it: names in the first row, and numbers where all cells are. */
  async function readTable(path: string) {
    const response = await fetch(preview.url + path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [names = [], ...rows] = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    expect(rows.every((cells) => cells.length === names.length)).toBe(true);
    return rows.map((cells) => {
      const named = names.map((name, column) => [name, cells[column] ?? ''] as const);
      return Object.fromEntries(named.map(([name, cell]) => [name, name === 'rate' ? Number(cell) : cell]));
    });
  }

  it('readers of CSV get the rows of /v2/rates.csv, which may be none', async () => {
    const ofSek = { base: 'CHF', quote: 'SEK' };
    expect(await readTable(`/v2/rates.csv?providers=ECB&base=CHF&quotes=SEK&from=${past}&to=${past}`)).toEqual([
      { date: past, ...ofSek, rate: bankSek },
    ]);
    expect(await readTable(`/v2/providers/ecb/rates.csv?base=CHF&quotes=SEK&date=${past}&expand=providers`)).toEqual([
      { date: past, ...ofSek, rate: bankSek, providers: `ECB:${bankSek}` },
    ]);
    expect(await readTable(`/v2/rates.csv?base=CHF&quotes=SEK&date=${past}`)).toEqual([
      { date: past, ...ofSek, rate: pastSek },
    ]);
    expect(await readTable('/v2/rates.csv?date=1970-01-01')).toEqual([]);
    const months = await readTable('/v2/rates.csv?from=1999-01-04&base=USD&quotes=GBP&providers=ECB&group=month');
    expect(months.map(({ date }) => date)).toEqual([
      ...new Set(months.map(({ date }) => `${String(date).slice(0, 7)}-01`)),
    ]);
  });

  type Rates = Readonly<Record<'rates', Readonly<Record<'CHF' | 'SEK', number>>>>;
  type Named = Readonly<Record<'chf', Readonly<Record<'sek', number>>>>;
  const single = ({ rate }: { readonly rate: number }) => rate;
  const inRates = ({ rates }: Rates) => rates.SEK;
  const ofTwo = ({ rates }: Rates) => rates.SEK / rates.CHF;
  const inRows = (rows: readonly { readonly quote: string; readonly rate: number }[]) =>
    rows.find(({ quote }) => quote === 'SEK')?.rate ?? NaN;

  // How each program reads the rate from a response, according to its source code.
  it.each<[client: string, source: string, path: string, read: (answer: never) => number, right: number]>([
    ['ERPNext', 'currency_exchange_settings.py at 0396c1f', `/v2/rate/CHF/SEK?date=${past}`, single, pastSek],
    ['ERPNext', 'currency_exchange_settings.py at 0396c1f', `/v1/${past}?base=CHF&symbols=SEK`, inRates, officialSek],
    ['worksome/exchange', 'FrankfurterProvider.php at d3a4946', '/v2/rates?base=CHF&quotes=EUR,SEK', inRows, sek],
    [
      'Frankfurter’s MCP server',
      'convert.ts at 9f01c52',
      `/v2/rates?base=CHF&quotes=SEK&date=${past}`,
      inRows,
      pastSek,
    ],
    [
      'Frankfurter’s MCP server',
      'frankfurter.ts at 9f01c52',
      `/v2/rates?base=CHF&date=${past}&quotes=SEK&providers=ECB`,
      inRows,
      bankSek,
    ],
    ['splitter', 'fx.ts', `/v2/providers/ecb/rate/chf/sek?date=${past}`, single, bankSek],
    ['Sure', 'frankfurter.rb at 3b00910', `/v2/rates?base=CHF&quotes=SEK&from=${past}&to=2025-06-30`, inRows, pastSek],
    ['Sure', 'frankfurter.rb at 3b00910', `/v2/rate/CHF/SEK?date=${past}`, single, pastSek],
    ['frankfurtermcp', 'server.py at a86b8ef', `/v1/${past}?base=CHF&symbols=SEK`, inRates, officialSek],
    ['easy-currencies', 'providers.js and converter.js at 2.2.0', '/v1/latest?base=CHF', inRates, newestOfficialSek],
    ['easy-currencies', 'providers.js and converter.js at 2.2.0', '/v4/latest/CHF', inRates, sek],
    ['the example of exchange-api', 'README.md', '/v1/currencies/chf.json', ({ chf }: Named) => chf.sek, sek],
    ['money.js', 'money.js at 0.2.0', '/oxr/latest.json?app_id=x', ofTwo, sek],
    ['django-money', 'backends/openexchangerates.py at b255e278', '/oxr/latest.json?app_id=x&base=CHF', inRates, sek],
    ['django-money', 'backends/fixer.py at 25b9a4b', '/api/latest?base=CHF&access_key=x', inRates, sek],
    ['Finance::Quote', 'Fixer.pm at 036e300', '/api/latest?access_key=x', ofTwo, sek],
    ['Wallos', 'updateexchange.php at 1946ac9', '/api/latest?access_key=x&base=EUR&symbols=CHF,SEK', ofTwo, sek],
    ['beanprice', 'ratesapi.py at 3b23c07', `/api/${past}?base=CHF&symbol=SEK`, inRates, pastSek],
    ['Finance::Quote', 'Frankfurter.pm at e7aff6e', '/v2/rate/CHF/SEK', single, sek],
    ['Finance::Quote', 'OpenExchange.pm at e7aff6e', '/oxr/latest.json?app_id=x', ofTwo, sek],
  ])(
    'get the right rate if they read responses in the same way as %s (%s) for the path %s',
    async (_, __, path, read, right) => {
      const response = await fetch(preview.url + path);
      const answer: unknown = await response.json();
      expect(response.status).toBe(200);
      expect(answer).not.toHaveProperty('error');
      // The last digits may differ, because some programs divide two rounded rates.
      expect(read(answer as never)).toBeCloseTo(right, 9);
    },
  );
});
