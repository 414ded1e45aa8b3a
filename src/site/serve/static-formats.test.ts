import { exchangeRateApiErrorSchema, exchangeRateApiSchema } from '../../api/compat/exchange-rate-api.schema.ts';
import { frankfurterErrorSchema } from '../../api/compat/frankfurter-v1.schema.ts';
import { prebidSchema } from '../../api/compat/prebid.schema.ts';
import { unversionedErrorSchema } from '../../api/error.schema.ts';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { exchangeApiNamesSchema, exchangeApiRatesSchema } from '../../api/compat/exchange-api.ts';
import { functionRoutes, rewrites } from '../routing-rules.ts';
import { reachesFunction, rewrite } from '../rule-files.ts';
import { round } from '../../rates/round.ts';
import { withoutMetals } from '../../currencies/metals.ts';
import { recordedDay } from '../../testing/sites/small-site.ts';
import { lookUp } from './file-lookup.ts';
import { type ComparedRequest, withTitles } from '../../testing/data/compared-requests.ts';
import { recordedDocuments } from '../../testing/sites/served.ts';

const bodies = new Map(recordedDocuments.map(({ path, body }) => [`/${path}`, body]));

/** The status and body of a static file, by the site's rules. */
function serve(pathname: string): { status: number; body: unknown } {
  const { status, ...found } = lookUp(rewrite(rewrites, pathname), (path) => bodies.has(path));
  const file = 'file' in found ? found.file : undefined;
  return { status, body: JSON.parse(bodies.get(file ?? '') ?? 'null') };
}

/** Checks that a path has this status and a body of this schema, without the Pages Function. Returns the body. */
function check(path: string, status: number, schema: z.ZodType): unknown {
  expect(reachesFunction(functionRoutes, path)).toBe(false);
  const answer = serve(path);
  expect([path, answer.status, schema.safeParse(answer.body).error]).toEqual([path, status, undefined]);
  return answer.body;
}

/** The rate of a currency in SEK. */
const inSek = (code: string) =>
  round((recordedDay.rates.get('SEK') ?? NaN) / (recordedDay.rates.get(code.toUpperCase()) ?? NaN));

const rowsOf = (status: number, paths: string): [path: string, status: number][] =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => [path, status]);

describe('Ratesheet’s static files in exchange-api’s format', () => {
  // The original is a folder of an npm package: https://github.com/fawazahmed0/exchange-api. Its 404 isn't JSON.
  const requests: ComparedRequest<number>[] = [
    ...rowsOf(200, '/v1/currencies.json /v1/currencies.min.json'),
    ...rowsOf(
      200,
      ['usd', 'eur', 'gbp', 'jpy', 'inr', 'zmw', 'cny', 'chf', 'brl', 'btc', 'eth', 'xrp', 'xau', 'xpt']
        .flatMap((code) => [`/v1/currencies/${code}.json`, `/v1/currencies/${code}.min.json`])
        .join(' '),
    ),
    ['/v1/currencies/EUR.json', 404],
    ['/v1/currencies/Eur.min.json', 404],
    ...rowsOf(404, '/v1/currencies/xxx.json /v1/currencies/xxx.min.json /v1/currencies/eu.json /v1/currencies/.json'),
    ...rowsOf(404, '/v1/currencies/eur/usd.json /v1/latest.json /v1/eur.json /v1/currencies/eur.min.min.json'),
    ['/v1/currencies/shib.json', 404, 'status 200'],
    ['/v1/currencies/syp.json', 404, 'status 200'],
  ];
  it.each(withTitles('exchange-api', requests))('respond to %s', (_, path, ours) => {
    const [, code] = /^\/v1\/currencies\/(\w+)\./.exec(path) ?? [];
    const found = code === undefined ? exchangeApiNamesSchema : exchangeApiRatesSchema;
    const body = check(path, ours, ours === 200 ? found : frankfurterErrorSchema);
    if (ours === 200 && code !== undefined)
      expect(body).toMatchObject({ date: recordedDay.asOf, [code]: { [code]: 1, sek: inSek(code) } });
  });
});

describe('Ratesheet’s static files in ExchangeRate-API’s format', () => {
  // https://www.exchangerate-api.com/docs/free documents the bodies, but not the status of an error. Ours is 404.
  // A code in mixed case returns 404, because static files have paths only in upper case and in lower case.
  const codes = ['USD', 'EUR', 'GBP', 'JPY', 'INR', 'ZMW', 'CNY', 'CHF', 'BRL'];
  it.each(
    [
      ...['/v4', '/v6'].flatMap((root) => [
        ...rowsOf(200, codes.map((code) => `${root}/latest/${code}`).join(' ')),
        ...rowsOf(200, ['usd', 'eur', 'zmw', 'btc', 'BTC'].map((code) => `${root}/latest/${code}`).join(' ')),
        ...rowsOf(
          404,
          ['XXX', 'xxx', 'EURO', 'E', 'SYP', 'Usd', 'EUR.json', 'EUR/USD', '']
            .map((code) => `${root}/latest/${code}`)
            .join(' '),
        ),
      ]),
      ...rowsOf(404, '/v4 /v6 /v4/latest /v6/latest /v6/nowhere /v6/0123456789abcdef/latest/USD /v6/pair/EUR/USD'),
    ].map(([path, status]) => [status === 200 ? path : `a path without a file: ${path}`, status, path] as const),
  )('%s returns status %i', (_, status, path) => {
    const body = check(path, status, status === 200 ? exchangeRateApiSchema : exchangeRateApiErrorSchema);
    const code = path.split('/').at(-1)?.toUpperCase() ?? '';
    if (status === 200)
      expect(body).toMatchObject({
        result: 'success',
        base_code: code,
        base: code,
        rates: { [code]: 1, SEK: inSek(code) },
      });
    else expect(body).toEqual({ result: 'error', 'error-type': 'unsupported-code', error_type: 'unsupported_code' });
  });
});

describe('Ratesheet’s static files in the format of Prebid (advertising software)', () => {
  // The original is a file of a repository on a CDN: https://github.com/prebid/currency-file. Its 404 isn't JSON.
  const requests: ComparedRequest<number>[] = [
    ...rowsOf(200, '/prebid/currency.json'),
    ...rowsOf(404, '/prebid /prebid/ /prebid/404 /prebid/currency /prebid/currency.json/ /prebid/currency.json/x'),
    ...rowsOf(404, '/prebid/Currency.json /prebid/currency.min.json /prebid/usd.json /prebid/2026-09-29.json'),
    ['/prebid/latest.json', 404, 'status 200'],
  ];

  it.each(withTitles('Prebid’s CDN', requests))('respond to %s', (_, path, status) => {
    check(path, status, status === 200 ? prebidSchema : unversionedErrorSchema);
  });

  // The original has the currencies of the European Central Bank, so no metals.
  const rates = withoutMetals(recordedDay.rates);
  const file = () => prebidSchema.parse(serve('/prebid/currency.json').body);

  /** Like getCurrencyConversion in modules/currency.js in Prebid.js at 000d11c. */
  function convert({ conversions }: z.infer<typeof prebidSchema>, from: string, to: string): number {
    if (from === to) return 1;
    const rateIn = (base: string, code: string) => {
      const rate = conversions[base]?.[code];
      if (rate === undefined) throw new Error(`${code} isn’t in the row of ${base}.`);
      return rate;
    };
    const rounded = (rate: number) => Math.round(rate * 10_000) / 10_000;
    if (from in conversions) return rateIn(from, to);
    if (to in conversions) return rounded(1 / rateIn(to, from));
    const [first = ''] = Object.keys(conversions);
    return rounded((1 / rateIn(first, from)) * rateIn(first, to));
  }

  it('have rates with which Prebid.js converts between any two currencies without rounding', () => {
    const prebid = file();
    const wrong: string[] = [];
    for (const [from, a] of rates) {
      for (const [to, b] of rates) {
        const rate = convert(prebid, from, to);
        // The file's rates have 12 significant digits.
        if (!(Math.abs(rate / (b / a) - 1) < 1e-11)) wrong.push(`1 ${from} = ${rate} ${to}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('have the rate from every currency to every currency, as Prebid Server needs them', () => {
    // GetRate in currency/rates.go in prebid-server at 1330be1 uses only the direct rate or the inverse rate.
    const codes = [...rates.keys()];
    for (const ofBase of [file().conversions, ...Object.values(file().conversions)]) {
      expect(Object.keys(ofBase)).toEqual(codes);
    }
  });
});
