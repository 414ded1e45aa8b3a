import type { z } from 'zod';
import { exchangeApiNamesSchema, exchangeApiRatesSchema } from '../../api/compat/exchange-api.ts';
import { exchangeRateApiSchema } from '../../api/compat/exchange-rate-api.schema.ts';
import { exchangeRateApi } from '../../api/compat/exchange-rate-api.ts';
import { fixer } from '../../api/compat/fixer.ts';
import { frankfurterV1 } from '../../api/compat/frankfurter-v1.ts';
import { frankfurterV2 } from '../../api/compat/frankfurter-v2.ts';
import { openExchangeRates } from '../../api/compat/open-exchange-rates.ts';
import { prebidSchema } from '../../api/compat/prebid.schema.ts';
import { expressionOf } from '../../api/declaration/endpoint.ts';
import type { Format } from '../../api/declaration/format.ts';
import { unversionedApi } from '../../api/endpoints/endpoints.ts';
import { round } from '../../rates/round.ts';
import { recordedDay, recordedFiles } from '../sites/small-site.ts';

/** Units of `to` per 1 unit of `from`, by default on the last recorded day. */
export const rateOf = (from: string, to: string, rates = recordedDay.rates) =>
  round((rates.get(to) ?? NaN) / (rates.get(from) ?? NaN));
export const past = '2025-06-03';
export const pastRates = recordedFiles.validDays.find(({ date }) => date === past)?.rates ?? new Map<string, number>();
export const asOf = recordedDay.asOf;
export const sek = rateOf('CHF', 'SEK');
const pastSek = rateOf('CHF', 'SEK', pastRates);
/** The newest day of official rates. */
const officialDay = '2026-04-13';
/** The official rates of CHF in SEK, on the day {@link past} and on the newest day. */
export const [officialSek, newestOfficialSek] = [11.674, 11.7853];

interface CompatRequest {
  readonly path: string;
  readonly schema: z.ZodType;
  /** JSON that the response must contain. */
  readonly says: object;
}

/** Requests to the compatibility endpoints that the Pages Function handles, by format. */
const requestsByFormat: readonly (readonly [Format, readonly Omit<CompatRequest, 'schema'>[]])[] = [
  [
    frankfurterV1,
    [
      {
        path: '/v1/latest?base=CHF&symbols=SEK',
        says: { date: officialDay, base: 'CHF', rates: { SEK: newestOfficialSek } },
      },
      {
        path: `/v1/${past}?from=CHF&to=SEK&amount=10`,
        says: { amount: 10, date: past, base: 'CHF', rates: { SEK: 116.75 } },
      },
      {
        path: `/v1/${past}..${past}?base=CHF&symbols=SEK`,
        says: { base: 'CHF', rates: { [past]: { SEK: officialSek } } },
      },
      {
        path: `/v1/${officialDay}..?base=CHF&symbols=SEK`,
        says: { base: 'CHF', rates: { [officialDay]: { SEK: newestOfficialSek } } },
      },
      { path: '/v1/currencies', says: { CHF: 'Swiss Franc' } },
    ],
  ],
  [
    frankfurterV2,
    [
      { path: '/v2/rates?base=CHF&quotes=SEK', says: [{ date: asOf, base: 'CHF', quote: 'SEK', rate: sek }] },
      {
        path: `/v2/rates?base=CHF&quotes=SEK&date=${past}`,
        says: [{ date: past, base: 'CHF', quote: 'SEK', rate: pastSek }],
      },
      {
        path: `/v2/rates?base=CHF&quotes=SEK&from=${past}&to=${past}&group=month`,
        says: [{ date: '2025-06-01', base: 'CHF', quote: 'SEK' }],
      },
      { path: `/v2/rate/CHF/SEK?date=${past}`, says: { date: past, base: 'CHF', quote: 'SEK', rate: pastSek } },
      { path: '/v2/rate/chf/sek', says: { base: 'CHF', quote: 'SEK', rate: sek } },
      { path: '/v2/currencies?scope=all', says: {} },
      { path: '/v2/currency/CHF', says: { iso_code: 'CHF' } },
    ],
  ],
  [
    openExchangeRates,
    [
      { path: '/oxr/latest.json?app_id=x&base=CHF&symbols=SEK', says: { base: 'CHF', rates: { SEK: sek } } },
      {
        path: `/oxr/historical/${past}.json?app_id=x&base=CHF&symbols=SEK`,
        says: { base: 'CHF', timestamp: Date.parse(`${past}T12:00:00Z`) / 1000, rates: { SEK: pastSek } },
      },
      { path: '/oxr/currencies.json', says: { CHF: 'Swiss Franc' } },
    ],
  ],
  [
    fixer,
    [
      { path: '/api/latest?access_key=x&base=CHF&symbols=SEK', says: { base: 'CHF', date: asOf, rates: { SEK: sek } } },
      {
        path: `/api/${past}?access_key=x&base=CHF&symbols=SEK`,
        says: { historical: true, base: 'CHF', date: past, rates: { SEK: pastSek } },
      },
      {
        path: `/api/convert?access_key=x&from=CHF&to=SEK&amount=10&date=${past}`,
        says: { query: { from: 'CHF', to: 'SEK', amount: 10 }, historical: true, date: past, info: { rate: pastSek } },
      },
    ],
  ],
];

/** Each with the format of the error if the Pages Function is missing. */
export const functionRequests: readonly (CompatRequest & { readonly lost: Format })[] = [
  ...requestsByFormat.flatMap(([format, requests]) =>
    requests.map((request) => ({ ...request, schema: schemaAt(request.path, format), lost: nearestFile(format) })),
  ),
  // fixer has errors with status 200.
  {
    ...{ path: '/api/1999-01-04', schema: fixer.errorSchema, lost: unversionedApi },
    says: { success: false, error: { code: 106 } },
  },
];

/** The schema of the endpoint that handles a path. */
function schemaAt(path: string, { endpoints }: Format): z.ZodType {
  const endpoint = endpoints.find((endpoint) => expressionOf(endpoint).test(path.replace(/\?.*/, '')));
  if (!endpoint?.schema) throw new Error(`${path} has no endpoint with a schema.`);
  return endpoint.schema;
}

/** The format of the error document of a format's paths. fixer's paths are below `/api`. */
function nearestFile(format: Format): Format {
  return format === fixer ? unversionedApi : format;
}

/** Requests to static files in the formats of other APIs. */
export const fileRequests: readonly CompatRequest[] = [
  ...['/v1/currencies/chf.json', '/v1/currencies/chf.min.json'].map((path) => ({
    ...{ path, schema: exchangeApiRatesSchema },
    says: { date: asOf, chf: { chf: 1, sek } },
  })),
  ...['/v1/currencies.json', '/v1/currencies.min.json'].map((path) => ({
    ...{ path, schema: exchangeApiNamesSchema },
    says: { chf: 'Swiss Franc' },
  })),
  {
    ...{ path: '/prebid/currency.json', schema: prebidSchema },
    says: {
      dataAsOf: `${asOf}T00:00:00.000Z`,
      conversions: { USD: { USD: 1 }, EUR: { SEK: rateOf('EUR', 'SEK') }, GBP: {} },
    },
  },
  ...['/v6/latest/CHF', '/v6/latest/chf', '/v4/latest/CHF', '/v4/latest/chf'].map((path) => ({
    ...{ path, schema: exchangeRateApiSchema },
    says: { base_code: 'CHF', base: 'CHF', date: asOf, rates: { CHF: 1, SEK: sek } },
  })),
];

export const compatRequests: readonly CompatRequest[] = [...functionRequests, ...fileRequests];

/** Unknown paths below the paths of other APIs, by the format of the error. */
const unknownByFormat: readonly (readonly [Format, readonly string[]])[] = [
  [
    frankfurterV1,
    ['/v1', '/v1/nowhere', '/v1/404', '/v1/latest.json?base=USD', '/v1/currencies/xxx.json', '/v1/currencies/EUR.json'],
  ],
  [frankfurterV2, ['/v2', '/v2/nowhere', '/v2/404']],
  [openExchangeRates, ['/oxr', '/oxr/usage.json', '/oxr/404']],
  [exchangeRateApi, ['/v4', '/v4/404', '/v4/latest/XXX', '/v6/404', '/v6/latest', '/v6/latest/XXX', '/v6/latest/usd/']],
  [unversionedApi, ['/prebid/latest.json', '/api/latest.json']],
  [fixer, ['/api/symbols']],
];

/** Unknown paths, each with the format of its error, and the format while the Pages Function is missing. */
export const unknownCompatPaths: readonly (readonly [path: string, format: Format, lost: Format])[] =
  unknownByFormat.flatMap(([format, paths]) => paths.map((path) => [path, format, nearestFile(format)] as const));
