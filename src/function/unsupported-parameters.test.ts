import { describe, expect, it } from 'vitest';
import { formats } from '../api/compat/formats.ts';
import { frankfurterV2 } from '../api/compat/frankfurter-v2.ts';
import type { Endpoint } from '../api/declaration/endpoint.ts';
import { exampleOf } from '../api/declaration/parameters.ts';
import { endpoints } from '../api/endpoints/endpoints.ts';
import { requestAddress } from '../api/request-address.ts';
import { archiveSince1999, documentsOf, served } from '../testing/sites/served.ts';

const { answer, get, text } = served(documentsOf({ archive: archiveSince1999() }));

const [convert, history, table] = ['/api/convert', '/api/v1/history', '/api/v1/history.csv'];
const [convertOnDate, onDate, onBase] = ['/api/v1/convert', '/api/v1/rates/{date}', '/api/v1/rates/{base}'];
const synthetic = '/api/historical';

/** Every parameter of any endpoint, and the endpoints of our own that take it in the query. The others reject it. */
const takenBy: Readonly<Record<string, readonly string[]>> = {
  amount: [convert, convertOnDate],
  base: [onDate],
  callback: [],
  code: [],
  date: [convertOnDate],
  end: [history, table],
  every: [history, table],
  from: [convert, synthetic, convertOnDate, history, table],
  group: [],
  only_alternative: [],
  pair: [],
  period: [synthetic],
  prettyprint: [],
  quote: [],
  quotes: [],
  scope: [],
  show_alternative: [],
  show_bid_ask: [],
  show_inactive: [],
  source: [convertOnDate, onDate, onBase, history, table],
  start: [history, table],
  symbols: [onDate, onBase],
  to: [convert, synthetic, convertOnDate, history, table],
  value: [history, table],
};

/** Names that other APIs use, or that differ from a parameter's name only in their form. Every endpoint rejects them. */
const rejected = [
  ...['From', 'TO', 'Amount', 'DATE', 'Symbols', 'from[]', 'to[0]', 'base[]', 'symbols[]', 'symbols[1]', 'Date[]'],
  ...['from_currency', 'to_currency', 'fromCurrency', 'toCurrency', 'from_symbol', 'to_symbol', 'from-code', 'to-code'],
  ...['base_currency', 'source_currency', 'target_currency', 'quote_currency', 'currency', 'symbol', 'target'],
  ...['targets', 'currencies', 'base_code', 'target_code', 'currency_from', 'currency_to', 'quantity', 'qty', 'amt'],
  ...['day', 'as_of', 'on_date', 'for_date', 'rate_date', 'datetime', 'start_date', 'start-date', 'startDate'],
  ...['end_date', 'endDate', 'date_from', 'date_to', 'from_date', 'to_date', 'start_at', 'end_at', 'startPeriod'],
  ...['endPeriod', 'start_time', 'end_time', 'datetime_start', 'datetime_end', 'date_start', 'date_end', 'begin'],
  ...['since', 'until', 'year', 'interval', 'group_by', 'frequency', 'granularity', 'resolution', 'step', 'average'],
  ...['aggregate', 'aggregation', 'avg', 'mean', 'range', 'days', 'timeframe', 'duration', 'provider', 'providers'],
  ...['bank', 'sources'],
];

/** Names that change no response. */
const ignored = [
  ...['app_id', 'apikey', 'api_key', 'key', 'token', 'format', 'output', 'lang', 'v', '_', 't', 'cb'],
  ...['timestamp', 'utm_source', 'utm_campaign', 'fbclid', 'ref', 'constructor', '__proto__', 'hasOwnProperty', '[]'],
];

const days = { day: '2026-09-03', start: '2026-08-03', end: '2026-09-03', year: '2026' };

/** A request to an endpoint, with the parameters that it needs. */
function requestTo({ path, parameters }: Endpoint): string {
  const needed = Object.entries(parameters).filter(([, { isRequired, kind }]) => isRequired ?? kind === 'key');
  return requestAddress(path, new Map(needed.map(([name, parameter]) => [name, exampleOf(parameter, days)])));
}

const withParameter = (request: string, name: string, value: string) =>
  `${request}${request.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${value}`;

describe.each(endpoints)('parameters that an endpoint doesn’t have > $path', (endpoint) => {
  const { path } = endpoint;
  const request = requestTo(endpoint);
  const names = Object.keys(takenBy).filter((name) => !takenBy[name]?.includes(path));

  it('are rejected if another endpoint has them, or if the name is a synonym or another form of a name', async () => {
    for (const name of [...names, ...rejected]) {
      const [status, body] = await answer(withParameter(request, name, 'EUR'));
      const message = new RegExp(
        `^Unsupported parameter: "${name.replaceAll(/[[\]]/g, '\\$&')}"\\. Use (\\w+ in )?(/\\S+)$`,
      );
      expect([name, status, body]).toEqual([
        name,
        400,
        expect.objectContaining({ error: expect.stringMatching(message) as string }),
      ]);
      const [, lacking, suggested = ''] = message.exec((body as { readonly error: string }).error) ?? [];
      // The suggested request works, or lacks only the parameter that the message names.
      expect([name, suggested, lacking ?? (await get(suggested)).status]).toEqual([name, suggested, lacking ?? 200]);
      expect([name, await text(suggested)]).not.toMatchObject([name, expect.stringContaining('Unsupported parameter')]);
    }
  });

  it('are ignored if they are empty, or if they change no response', async () => {
    const expected = await text(request);
    for (const name of [...names, ...rejected])
      expect([name, await text(withParameter(request, name, ''))]).toEqual([name, expected]);
    for (const name of ignored) expect([name, await text(withParameter(request, name, '1'))]).toEqual([name, expected]);
  });

  it('doesn’t include the parameters that it takes', async () => {
    for (const [name, paths] of Object.entries(takenBy)) {
      if (!paths.includes(path)) continue;
      expect([name, await text(withParameter(request, name, 'x'))]).not.toMatchObject([
        name,
        expect.stringContaining('Unsupported parameter'),
      ]);
    }
  });
});

const compatEndpoints = formats.flatMap((format) =>
  format.endpoints.map((endpoint) => ({ name: format.name, path: endpoint.path, format, endpoint })),
);

describe.each(compatEndpoints)('parameters that an endpoint of $name doesn’t have > $path', ({ format, endpoint }) => {
  const request = requestTo(endpoint);
  const names = [...Object.keys(takenBy), ...rejected, ...ignored].filter(
    (name) => !Object.hasOwn(endpoint.parameters, name),
  );
  const isRejected = format === frankfurterV2 && !endpoint.ignoresOthers;

  it(isRejected ? 'are rejected, as in the original' : 'are ignored, as in the original', async () => {
    const response = async (path: string) => [(await get(path)).status, await text(path)];
    const expected = await response(request);
    for (const name of names) {
      const error = [422, `{"status":422,"message":"unknown parameter: ${name}"}\n`];
      const actual = await response(withParameter(request, name, '1'));
      expect([name, ...actual]).toEqual([name, ...(isRejected ? error : expected)]);
    }
  });
});

it('the table has every parameter that is declared, except API keys', () => {
  const declared = [...endpoints, ...formats.flatMap((format) => format.endpoints)].flatMap(({ parameters }) =>
    Object.entries(parameters).flatMap(([name, { kind }]) => (kind === 'key' ? [] : [name])),
  );
  expect([...new Set(declared)].sort()).toEqual(Object.keys(takenBy));
});

describe('error about a parameter that an endpoint doesn’t have', () => {
  it.each([
    [
      '/api/convert?from=GBP&to=JPY&amount=25&date=2026-09-03',
      '/api/v1/convert?from=GBP&to=JPY&amount=25&date=2026-09-03',
    ],
    ['/api/convert?from=EUR&to=USD&amount=100&source=ecb', '/api/v1/convert?from=EUR&to=USD&amount=100&source=ecb'],
    ['/api/convert?from=EUR&to=JPY&date=2026-09-03&scope=all', '/api/v1/convert?from=EUR&to=JPY&date=2026-09-03'],
    ['/api/convert?base=EUR&target=JPY&value=5', '/api/convert?from=EUR&to=JPY&amount=5'],
    ['/api/convert?from=EUR&From=USD&to=JPY', '/api/convert?from=EUR&to=JPY'],
    ['/api/convert?from=EUR&to=JPY&start=2026-09-01', '/api/v1/history?from=EUR&to=JPY&start=2026-09-01'],
    ['/api/rates/eur-to-jpy?date=2026-09-03', '/api/v1/convert?from=EUR&to=JPY&date=2026-09-03'],
    ['/api/rates/eur-to-jpy?source=ecb', '/api/v1/convert?from=EUR&to=JPY&source=ecb'],
    ['/api/rates/eur-to-jpy?amount=5', '/api/v1/convert?from=EUR&to=JPY&amount=5'],
    ['/api/historical?from=EUR&to=JPY&start=2026-09-01', '/api/v1/history?from=EUR&to=JPY&start=2026-09-01'],
    ['/api/historical/eur-to-jpy/30d?end=2026-09-01', '/api/v1/history?from=EUR&to=JPY&end=2026-09-01'],
    ['/api/historical?range=7d', '/api/historical?period=7d'],
    ['/api/v1/rates/eur?date=2026-09-03&symbols=JPY', '/api/v1/rates/2026-09-03?base=eur&symbols=JPY'],
    ['/api/v1/rates/eur?quotes=JPY,USD,GBP,CHF,CAD,AUD', '/api/v1/rates/eur?symbols=JPY,USD,GBP,CHF,CAD,AUD'],
    ['/api/v1/rates/2026-09-03?base[]=EUR', '/api/v1/rates/2026-09-03?base=EUR'],
    ['/api/v1/rates/2026-09-03?symbols[]=EUR&symbols[]=JPY', '/api/v1/rates/2026-09-03?symbols=EUR,JPY'],
    ['/api/v1/rates/2026-09-03?from=EUR&to=JPY&amount=5', '/api/v1/convert?from=EUR&to=JPY&amount=5&date=2026-09-03'],
    ['/api/v1/convert?pair=eur-to-jpy&amount=5', '/api/v1/convert?from=EUR&to=JPY&amount=5'],
    ['/api/v1/convert?from=EUR&to=JPY&every=week', '/api/v1/history?from=EUR&to=JPY&every=week'],
    ['/api/v1/history?from=EUR&to=JPY&date=2026-09-03', '/api/v1/convert?from=EUR&to=JPY&date=2026-09-03'],
    [
      '/api/v1/history.csv?from=EUR&to=JPY&start_date=2026-09-01&end_date=2026-09-05&interval=week',
      '/api/v1/history.csv?from=EUR&to=JPY&start=2026-09-01&end=2026-09-05&every=week',
    ],
  ])('suggests a request with the same values: %s', async (request, suggested) => {
    const [status, body] = await answer(request);
    const { error } = body as { readonly error: string };
    expect([status, error.slice(error.indexOf('. ') + 2)]).toEqual([400, `Use ${suggested}`]);
    expect((await get(suggested)).status).toBe(200);
  });

  it.each([
    // Never a synthetic series in place of past rates.
    ['/api/v1/history?from=EUR&to=JPY&period=30d', 'Use start in /api/v1/history?from=EUR&to=JPY'],
    ['/api/convert?from=EUR&to=JPY&period=30d', 'Use start in /api/v1/history?from=EUR&to=JPY'],
    ['/api/historical?days=30', 'Use period in /api/historical'],
    ['/api/v1/convert?from=EUR&to=JPY&day=3.9.2026', 'Use date in /api/v1/convert?from=EUR&to=JPY'],
  ])('names the parameter to use if the value isn’t valid for it: %s', async (request, advice) => {
    const [status, body] = await answer(request);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ error: expect.stringContaining(`. ${advice}`) as string }),
    ]);
  });

  it('repeats no API key and no long text', async () => {
    const long = 'x'.repeat(500);
    const error = await text(
      `/api/v1/convert?from=EUR&to=JPY&access_key=5ecret&app_id=5ecret&every=${long}&base[${long}]=GBP`,
    );
    expect(error).not.toContain('5ecret');
    expect(error.length).toBeLessThan(300);
  });
});
