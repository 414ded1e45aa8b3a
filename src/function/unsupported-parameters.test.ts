import { describe, expect, it } from 'vitest';
import { formats } from '../api/compat/formats.ts';
import { frankfurterV2 } from '../api/compat/frankfurter-v2.ts';
import type { Endpoint } from '../api/declaration/endpoint.ts';
import { endpoints } from '../api/endpoints/endpoints.ts';
import { exampleRequest } from '../testing/data/example-request.ts';
import { archiveSince1999, documentsOf, errorWith, served } from '../testing/sites/served.ts';

const { answer, get, text } = served(documentsOf({ archive: archiveSince1999() }));

/** The names of all declared parameters, except API keys. */
const declared = new Set(
  [...endpoints, ...formats.flatMap((format) => format.endpoints)].flatMap(({ parameters }) =>
    Object.entries(parameters).flatMap(([name, { kind }]) => (kind === 'key' ? [] : [name])),
  ),
);
const isTaken = ({ path, parameters }: Endpoint, name: string) =>
  Object.hasOwn(parameters, name) && !path.includes(`{${name}}`);

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
  ...['bank', 'sources', 'amp;date', 'on', 'at', 'when', 'dates', 'rate_as_of', 'units', 'sum', 'from_amount'],
  ...['month'],
];

/** Names that change no response. */
const ignored = [
  ...['app_id', 'apikey', 'api_key', 'key', 'token', 'format', 'output', 'lang', 'v', '_', 't', 'cb'],
  ...['timestamp', 'utm_source', 'utm_campaign', 'fbclid', 'ref', 'constructor', '__proto__', 'hasOwnProperty', '[]'],
];

/** For each kind of parameter, a valid text. */
const texts = ['EUR', '2026-09-03', '5', 'week', 'last', 'market', '7d', 'eur-to-jpy'];

/** The error about a parameter. Its groups are the parameter that needs another value, if any, and the request. */
function rejection(name: string): RegExp {
  const quoted = name.replaceAll(/[[\]]/g, '\\$&');
  const advice = '(?:Use|Omit it, as in) (\\w+ in )?(?:a request such as )?(/\\S+?)';
  const note = '(?:\\. Its rates are synthetic\\. For past rates, use /api/v1/history)?';
  return new RegExp(`^Unsupported parameter: "${quoted}"\\. ${advice}${note}$`);
}

const withParameter = (request: string, name: string, value: string) =>
  `${request}${request.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${value}`;

describe.each(endpoints)('parameters that an endpoint doesn’t have > $path', (endpoint) => {
  const request = exampleRequest(endpoint);
  const names = [...declared].filter((name) => !isTaken(endpoint, name));

  it('are rejected if another endpoint has them, or if the name is a synonym or another form of a name', async () => {
    for (const name of [...names, ...rejected]) {
      let isWorking = false;
      for (const value of texts) {
        if (isWorking) break;
        const [status, body] = await answer(withParameter(request, name, value));
        const { error } = body as { readonly error: string };
        expect([name, value, status, error]).toEqual([name, value, 400, expect.stringMatching(rejection(name))]);
        const [, invalid, suggested = ''] = rejection(name).exec(error) ?? [];
        if (invalid !== undefined) continue;
        const response = await get(suggested);
        // Any word may be a code, and the source may have no rates of the date.
        if (response.status === 200) isWorking = true;
        else expect(await response.text()).toMatch(/Unsupported currency|No rates for/);
      }
      expect([name, isWorking]).toEqual([name, true]);
    }
  });

  it('are ignored if they are empty, or if they change no response', async () => {
    const expected = await text(request);
    for (const name of [...names, ...rejected])
      expect([name, await text(withParameter(request, name, ''))]).toEqual([name, expected]);
    for (const name of ignored) expect([name, await text(withParameter(request, name, '1'))]).toEqual([name, expected]);
  });

  it('don’t include the parameters that it takes', async () => {
    for (const name of declared) {
      if (!isTaken(endpoint, name)) continue;
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
  const request = exampleRequest(endpoint);
  const names = [...declared, ...rejected, ...ignored].filter((name) => !Object.hasOwn(endpoint.parameters, name));
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

describe('error about a parameter that an endpoint doesn’t have', () => {
  it.each([
    ['/api/convert?from=GBP&to=JPY&amount=25&date=2026-09-03', 'convert?from=GBP&to=JPY&amount=25&date=2026-09-03'],
    ['/api/convert?from=EUR&to=USD&amount=100&source=ecb', 'convert?from=EUR&to=USD&amount=100&source=ecb'],
    ['/api/convert?from=EUR&to=JPY&date=2026-09-03&scope=all', 'convert?from=EUR&to=JPY&date=2026-09-03'],
    ['/api/convert?from=EUR&to=JPY&start=2026-09-01', 'history?from=EUR&to=JPY&start=2026-09-01'],
    ['/api/convert?base=EUR', 'rates/EUR'],
    ['/api/convert?base=EUR&symbols=JPY,USD', 'rates/EUR?symbols=JPY,USD'],
    ['/api/rates/eur-to-jpy?date=2026-09-03', 'convert?from=EUR&to=JPY&date=2026-09-03'],
    ['/api/rates/eur-to-jpy?source=ecb', 'convert?from=EUR&to=JPY&source=ecb'],
    ['/api/rates/GBp-to-usd?amount=100', 'convert?from=GBX&to=USD&amount=100'],
    ['/api/historical?from=EUR&to=JPY&start=2026-09-01', 'history?from=EUR&to=JPY&start=2026-09-01'],
    ['/api/historical/eur-to-jpy/30d?end=2026-09-01', 'history?from=EUR&to=JPY&end=2026-09-01'],
    ['/api/historical?from=EUR&to=JPY&source=ecb', 'history?from=EUR&to=JPY&source=ecb'],
    ['/api/historical/eur-to-jpy/7d?source=ecb', 'history?from=EUR&to=JPY&source=ecb'],
    ['/api/v1/rates/eur?date=2026-09-03&symbols=JPY', 'rates/2026-09-03?base=eur&symbols=JPY'],
    ['/api/v1/rates/eur?quotes=JPY,USD,GBP,CHF,CAD,AUD', 'rates/eur?symbols=JPY,USD,GBP,CHF,CAD,AUD'],
    ['/api/v1/rates/2026-09-03?base[]=EUR', 'rates/2026-09-03?base=EUR'],
    ['/api/v1/rates/2026-09-03?from=EUR', 'rates/2026-09-03?base=EUR'],
    ['/api/v1/rates/2026-09-03?symbols[]=EUR&symbols[]=JPY', 'rates/2026-09-03?symbols=EUR,JPY'],
    ['/api/v1/rates/2026-09-03?from=EUR&to=JPY&amount=5', 'convert?from=EUR&to=JPY&amount=5&date=2026-09-03'],
    ['/api/v1/convert?pair=eur-to-jpy&amount=5', 'convert?from=EUR&to=JPY&amount=5'],
    ['/api/v1/convert?pair=GBPCHF', 'convert?from=GBP&to=CHF'],
    ['/api/v1/convert?source=EUR&target=JPY', 'convert?from=EUR&to=JPY'],
    ['/api/v1/convert?from=EUR&to=JPY&amp;date=2026-09-03', 'convert?from=EUR&to=JPY&date=2026-09-03'],
    ['/api/v1/convert?from=EUR&to=JPY&every=week', 'history?from=EUR&to=JPY&every=week'],
    ['/api/v1/history?base=EUR&symbols=JPY', 'history?from=EUR&to=JPY'],
    ['/api/v1/convert?source=ecb&from=EUR&to=JPY&every=week', 'history?from=EUR&to=JPY&every=week&source=ecb'],
    ['/api/convert?from=$&base=EUR&to=JPY&date=2026-09-03', 'convert?from=EUR&to=JPY&date=2026-09-03'],
    [
      '/api/v1/history?base=EUR&quote=JPY&from=2026-09-01&to=2026-09-05',
      'history?from=EUR&to=JPY&start=2026-09-01&end=2026-09-05',
    ],
    [
      '/api/v1/history.csv?from=EUR&to=JPY&start_date=2026-09-01&end_date=2026-09-05&interval=week',
      'history.csv?from=EUR&to=JPY&start=2026-09-01&end=2026-09-05&every=week',
    ],
  ])('suggests a request with the same values: %s', async (request, path) => {
    const suggested = `/api/v1/${path}`;
    const [status, body] = await answer(request);
    const { error } = body as { readonly error: string };
    expect([status, error.slice(error.indexOf('. ') + 2)]).toEqual([400, `Use ${suggested}`]);
    expect((await get(suggested)).status).toBe(200);
  });

  const synthetic = 'Its rates are synthetic. For past rates, use /api/v1/history';
  it.each([
    ['/api/convert?base=EUR&target=JPY&value=5', '. Use /api/convert?from=EUR&to=JPY&amount=5'],
    ['/api/rates/eur-to-jpy?pair=eur-to-jpy', '. Use /api/rates/eur-to-jpy'],
    ['/api/historical?range=7d', `. Use /api/historical?period=7d. ${synthetic}`],
    ['/api/historical?days=30', `. Use period in /api/historical. ${synthetic}`],
    ['/api/convert?from=EUR&to=JPY&value=mean', '. Use /api/v1/history?from=EUR&to=JPY&value=mean'],
    // Never a synthetic series in place of past rates.
    ['/api/v1/history?from=EUR&to=JPY&period=30d', '. Use start in /api/v1/history?from=EUR&to=JPY'],
    ['/api/convert?from=EUR&to=JPY&period=30d', '. Use start in /api/v1/history?from=EUR&to=JPY'],
    ['/api/v1/convert?from=EUR&to=JPY&day=3.9.2026', '. Use date in /api/v1/convert?from=EUR&to=JPY'],
    ['/api/v1/rates/eur?date=1.9.2026', '. Use date in /api/v1/rates/2026-06-03?base=eur'],
    ['/api/v1/rates/eur?amount=5', '. Use a request such as /api/v1/convert?from=eur&to=USD&amount=5'],
    [
      '/api/convert?from=$&to=JPY&date=2026-09-03&amount=1,5',
      '. Use from and amount in /api/v1/convert?from=USD&to=JPY&date=2026-09-03',
    ],
    ['/api/v1/convert?callback=f', '. Omit it, as in /api/v1/convert?from=USD&to=EUR'],
    ['/api/v1/rates/eur?base=USD', '"base". Omit it, as in /api/v1/rates/eur'],
    ['/api/convert?from=EUR&From=USD&to=JPY', '"From". Omit it, as in /api/convert?from=EUR&to=JPY'],
    ['/api/rates/eur-to-jpy?from=USD&to=INR', '"from", "to". Omit them, as in /api/rates/eur-to-jpy'],
    [
      '/api/v1/history?from=EUR&to=JPY&start=2026-09-01&amount=5',
      '"amount". Omit it, as in /api/v1/history?from=EUR&to=JPY&start=2026-09-01',
    ],
    [
      `/api/convert?from=EUR&to=JPY&${['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `to[${key}]=USD`).join('&')}`,
      '"to[a]", "to[b]", "to[c]", "to[d]", "to[e]" and others. Omit them, as in /api/convert?from=EUR&to=JPY',
    ],
  ])('says what else to do: %s', async (request, advice) => {
    const [status, body] = await answer(request);
    const { error } = body as { readonly error: string };
    expect([status, error.slice(-advice.length)]).toEqual([400, advice]);
  });

  it('is about the path if the path is invalid', async () => {
    expect(await answer('/api/rates/jpychf?amount=5')).toEqual([400, errorWith('Invalid pair: "jpychf"')]);
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
