import type { z } from 'zod';
import { exchangeApiNamesSchema, exchangeApiRatesSchema } from '../../api/compat/exchange-api.ts';
import { exchangeRateApiSchema } from '../../api/compat/exchange-rate-api.schema.ts';
import { exchangeRateApi } from '../../api/compat/exchange-rate-api.ts';
import { fixer } from '../../api/compat/fixer.ts';
import { frankfurterV1 } from '../../api/compat/frankfurter/frankfurter-v1.ts';
import { frankfurterV2 } from '../../api/compat/frankfurter/frankfurter-v2.ts';
import { openExchangeRates } from '../../api/compat/open-exchange-rates.ts';
import { prebidSchema } from '../../api/compat/prebid.schema.ts';
import { expressionOf } from '../../api/declaration/endpoint.ts';
import type { Format } from '../../api/declaration/format.ts';
import { unversionedApi } from '../../api/endpoints/endpoints.ts';

/** A day with market rates and official rates. */
const past = '2025-06-03';
/** The newest day of official rates. */
const officialDay = '2026-04-13';

interface CompatRequest {
  readonly path: string;
  readonly schema: z.ZodType;
}

/** Requests to the compatibility endpoints that the Pages Function handles, by format. */
const requestsByFormat: readonly (readonly [Format, readonly string[]])[] = [
  [
    frankfurterV1,
    [
      '/v1/latest?base=CHF&symbols=SEK',
      `/v1/${past}?from=CHF&to=SEK&amount=10`,
      `/v1/${past}..${past}?base=CHF&symbols=SEK`,
      `/v1/${officialDay}..?base=CHF&symbols=SEK`,
      '/v1/currencies',
    ],
  ],
  [
    frankfurterV2,
    [
      '/v2/rates?base=CHF&quotes=SEK',
      `/v2/rates?base=CHF&quotes=SEK&date=${past}`,
      `/v2/rates?base=CHF&quotes=SEK&from=${past}&to=${past}&group=month`,
      `/v2/rate/CHF/SEK?date=${past}`,
      '/v2/rate/chf/sek',
      `/v2/rate/CHF/SEK?date=${past}&providers=ECB`,
      '/v2/providers',
      `/v2/providers/ecb/rates?base=CHF&quotes=SEK&from=${past}&to=${past}&expand=providers`,
      '/v2/providers/ecb/rate/chf/sek',
      '/v2/currencies?providers=ECB',
      '/v2/currencies?scope=all',
      '/v2/currency/CHF',
    ],
  ],
  [
    openExchangeRates,
    [
      '/oxr/latest.json?app_id=x&base=CHF&symbols=SEK',
      `/oxr/historical/${past}.json?app_id=x&base=CHF&symbols=SEK`,
      '/oxr/currencies.json',
    ],
  ],
  [
    fixer,
    [
      '/api/latest?access_key=x&base=CHF&symbols=SEK',
      `/api/${past}?access_key=x&base=CHF&symbols=SEK`,
      `/api/convert?access_key=x&from=CHF&to=SEK&amount=10&date=${past}`,
    ],
  ],
];

/** Each with the format of the error if the Pages Function is missing. */
export const functionRequests: readonly (CompatRequest & { readonly lost: Format })[] = [
  ...requestsByFormat.flatMap(([format, paths]) =>
    paths.map((path) => ({ path, schema: schemaAt(path, format), lost: nearestFile(format) })),
  ),
  // fixer has errors with status 200.
  { path: '/api/1999-01-04', schema: fixer.errorSchema, lost: unversionedApi },
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
export const fileRequests: readonly CompatRequest[] = (
  [
    [exchangeApiRatesSchema, '/v1/currencies/chf.json', '/v1/currencies/chf.min.json'],
    [exchangeApiNamesSchema, '/v1/currencies.json', '/v1/currencies.min.json'],
    [prebidSchema, '/prebid/currency.json'],
    [exchangeRateApiSchema, '/v6/latest/CHF', '/v6/latest/chf', '/v4/latest/CHF', '/v4/latest/chf'],
  ] as const
).flatMap(([schema, ...paths]) => paths.map((path) => ({ path, schema })));

export const compatRequests: readonly CompatRequest[] = [...functionRequests, ...fileRequests];

/** Unknown paths below the paths of other APIs, by the format of the error. */
const unknownByFormat: readonly (readonly [Format, readonly string[]])[] = [
  [
    frankfurterV1,
    [
      '/v1',
      '/v1/nowhere',
      '/v1/404',
      '/v1/latest.json?base=USD',
      '/v1/currencies/xxx.json',
      '/v1/currencies/EUR.json',
      '/v1/currencies/eur/usd.json',
    ],
  ],
  [frankfurterV2, ['/v2', '/v2/nowhere', '/v2/404', '/v2/providers/ecb', '/v2/providers/xxx/rates']],
  [openExchangeRates, ['/oxr', '/oxr/usage.json', '/oxr/404']],
  [
    exchangeRateApi,
    [
      '/v4',
      '/v4/404',
      '/v4/latest/XXX',
      '/v4/latest/Usd',
      '/v6/404',
      '/v6/latest',
      '/v6/latest/XXX',
      '/v6/latest/usd/',
    ],
  ],
  [unversionedApi, ['/prebid', '/prebid/latest.json', '/prebid/currency', '/api/latest.json']],
  [fixer, ['/api/symbols']],
];

/** Unknown paths, each with the format of its error, and the format while the Pages Function is missing. */
export const unknownCompatPaths: readonly (readonly [path: string, format: Format, lost: Format])[] =
  unknownByFormat.flatMap(([format, paths]) => paths.map((path) => [path, format, nearestFile(format)] as const));
