import { describe, expect, it } from 'vitest';
import { formats } from '../api/compat/formats.ts';
import { frankfurterV2 } from '../api/compat/frankfurter/frankfurter-v2.ts';
import type { Endpoint } from '../api/declaration/endpoint.ts';
import { endpoints, versionedApi } from '../api/endpoints/endpoints.ts';
import { exampleRequest, withQuery } from '../testing/data/example-request.ts';
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

/** Names that tools add to a URL, each with a text. */
const added = [
  ...[
    '_=1732800000',
    'v=2',
    'v=1.4.0',
    'v=3f2a9c',
    't=1732800000123',
    'ts=1732800000',
    'T=5',
    'cb=abc',
    'nocache=true',
  ],
  ...['cachebust=1', 'cacheBuster=abc', 'utm_source=x', 'utm_campaign=EUR', 'fbclid=abc', 'gclid=abc'],
].map((text) => text.split('=') as [name: string, text: string]);

/** Names that no endpoint has: those of other APIs, and typos of ours. */
const unknown = [
  ...['api_key', 'apikey', 'access_key', 'app_id', 'key', 'token', 'format', 'output', 'lang', 'locale', 'pretty'],
  ...['timestamp', 'ref', 'constructor', '__proto__', 'hasOwnProperty', '[]', 'callback', 'limit', 'page', 'offset'],
  ...[
    'valid_on',
    'valid_from',
    'effective',
    'effective_date',
    'business_date',
    'booking',
    'as-at',
    'close',
    'period_end',
  ],
  ...['precision', 'decimals', 'places', 'round', 'type', 'side', 'bid', 'ask', 'fields', 'filter', 'sort', 'version'],
  ...['dat', 'dte', 'daet', 'ddate', 'form', 'frm', 'fromm', 'too', 'amout', 'ammount', 'amonut', 'soruce', 'sorce'],
  ...['symbls', 'smybols', 'bse', 'bases', 'strat', 'stat', 'strt', 'ennd', 'evry', 'eveyr', 'vlaue', 'values'],
  ...[
    'client',
    'client_id',
    'user',
    'id',
    'q',
    'query',
    'search',
    'exchange',
    'market',
    'type_id',
    'country',
    'region',
  ],
];

/** For each kind of parameter, a valid text. */
const texts = ['EUR', '2026-09-03', '5', 'week', 'last', 'market', '7d', 'eur-to-jpy', 'eu-oss'];

/** The error about a parameter. Its groups are the parameter that needs another value, if any, and the request. */
function rejection(name: string): RegExp {
  const quoted = name.replaceAll(/[[\]]/g, '\\$&');
  const advice = '(?:Use|(?:Supported: [\\w, ]+\\. )?Omit it, as in) (\\w+ in )?(?:a request such as )?(/\\S+?)';
  const note = '(?:\\. Its rates are synthetic\\. For past rates, use /api/v1/history)?';
  return new RegExp(`^Unsupported parameter: "${quoted}"\\. ${advice}${note}$`);
}

describe.each(endpoints)('parameters that an endpoint doesn’t have > $path', (endpoint) => {
  const request = exampleRequest(endpoint);
  const isStrict = (versionedApi.endpoints as readonly Endpoint[]).includes(endpoint);
  const names = [...declared].filter((name) => !isTaken(endpoint, name));
  const wrong = [...names, ...rejected, ...(isStrict ? unknown : [])];

  it('are rejected if another endpoint or API has them, or if the name is a synonym or another form of a name', async () => {
    for (const name of wrong) {
      let isWorking = false;
      for (const value of texts) {
        if (isWorking) break;
        const [status, body] = await answer(withQuery(request, [name, value]));
        const { error } = body as { readonly error: string };
        expect([name, value, status, error]).toEqual([name, value, 400, expect.stringMatching(rejection(name))]);
        const [, invalid, suggested = ''] = rejection(name).exec(error) ?? [];
        if (invalid !== undefined) continue;
        const response = await get(suggested);
        const text = await response.text();
        // Any word may be a code, the source may have no rates of the date, and a rule says which day and currency it needs.
        if (response.status === 200 || /The rule \S+ (needs a date|converts to)/.test(text)) isWorking = true;
        else expect(text).toMatch(/Unsupported currency|No rates for/);
      }
      expect([name, isWorking]).toEqual([name, true]);
    }
  });

  it('are ignored if they are empty, or if a tool adds them', async () => {
    const expected = await text(request);
    for (const name of wrong) expect([name, await text(withQuery(request, [name, '']))]).toEqual([name, expected]);
    for (const entry of added) expect([entry, await text(withQuery(request, entry))]).toEqual([entry, expected]);
  });

  it.runIf(isStrict)('are rejected if their name is a tool’s, but their text is a caller’s', async () => {
    for (const entry of [
      ['t', 'EUR'],
      ['t', 'eur,gbp'],
      ['v', 'mean'],
      ['ts', '2026-09-03'],
      ['t', '2026-9-3T00:00'],
    ] as const)
      expect([entry, (await get(withQuery(request, entry))).status]).toEqual([entry, 400]);
  });

  it.runIf(!isStrict)('are ignored if no endpoint has them', async () => {
    const expected = await text(request);
    // With `access_key`, `/api/convert` is fixer's. Open Exchange Rates has `callback`.
    const ignored = unknown.filter((name) => !declared.has(name) && name !== 'access_key');
    for (const name of ignored) expect([name, await text(withQuery(request, [name, '1']))]).toEqual([name, expected]);
  });

  it('don’t include the parameters that it takes', async () => {
    for (const name of declared) {
      if (!isTaken(endpoint, name)) continue;
      expect([name, await text(withQuery(request, [name, 'x']))]).not.toMatchObject([
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
  const names = [...declared, ...rejected, ...unknown, ...added.map(([name]) => name)].filter(
    (name) => !Object.hasOwn(endpoint.parameters, name),
  );
  const isRejected = format === frankfurterV2 && !endpoint.ignoresOthers;

  it(isRejected ? 'are rejected, as in the original' : 'are ignored, as in the original', async () => {
    const response = async (path: string) => [(await get(path)).status, await text(path)];
    const expected = await response(request);
    for (const name of names) {
      const error = [422, `{"status":422,"message":"unknown parameter: ${name}"}\n`];
      const actual = await response(withQuery(request, [name, '1']));
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
    ['/api/v1/convert?from=EUR&to=JPY&dat=2026-09-03', 'convert?from=EUR&to=JPY&date=2026-09-03'],
    ['/api/v1/convert?form=EUR&to=JPY&amuont=5', 'convert?from=EUR&to=JPY&amount=5'],
    ['/api/v1/convert?from=EUR&to=JPY&valid_on=2026-09-03', 'convert?from=EUR&to=JPY&date=2026-09-03'],
    ['/api/v1/rates/eur?effective=2026-09-03', 'rates/2026-09-03?base=eur'],
    ['/api/v1/history?from=EUR&to=JPY&strat=2026-09-01', 'history?from=EUR&to=JPY&start=2026-09-01'],
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
    ['/api/v1/convert?callback=f', 'Omit it, as in /api/v1/convert?from=USD&to=EUR'],
    ['/api/v1/rates/eur?limit=5', '"limit". Supported: symbols, source. Omit it, as in /api/v1/rates/eur'],
    ['/api/v1/rates/eur?base=USD', '"base". Supported: symbols, source. Omit it, as in /api/v1/rates/eur'],
    ['/api/convert?from=EUR&From=USD&to=JPY', '"From". Omit it, as in /api/convert?from=EUR&to=JPY'],
    ['/api/rates/eur-to-jpy?from=USD&to=INR', '"from", "to". Omit them, as in /api/rates/eur-to-jpy'],
    [
      '/api/v1/history?from=EUR&to=JPY&start=2026-09-01&amount=5',
      'Omit it, as in /api/v1/history?from=EUR&to=JPY&start=2026-09-01',
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
