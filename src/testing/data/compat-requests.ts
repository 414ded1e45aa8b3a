import { exchangeRateApiErrorSchema, exchangeRateApiSchema } from '../../api/compat/exchange-rate-api.schema.ts';
import { fixerErrorSchema, fixerSchema } from '../../api/compat/fixer.schema.ts';
import {
  frankfurterDaySchema,
  frankfurterErrorSchema,
  frankfurterRangeSchema,
  namesSchema,
} from '../../api/compat/frankfurter-v1.schema.ts';
import { frankfurterCurrenciesSchema } from '../../api/documents/frankfurter-currencies.schema.ts';
import {
  frankfurterCurrencySchema,
  frankfurterRateSchema,
  frankfurterRatesSchema,
  frankfurterV2ErrorSchema,
} from '../../api/compat/frankfurter-v2.schema.ts';
import { openExchangeRatesErrorSchema, openExchangeRatesSchema } from '../../api/compat/open-exchange-rates.schema.ts';
import { prebidSchema } from '../../api/compat/prebid.schema.ts';
import { errorSchema } from '../../api/error.schema.ts';
import type { z } from 'zod';
import { exchangeApiNamesSchema, exchangeApiRatesSchema } from '../../api/compat/exchange-api.ts';
import { round } from '../../rates/round.ts';
import { recordedDay, recordedFiles } from '../sites/small-site.ts';

/** Units of `to` per 1 unit of `from`, by default on the last recorded day. */
export const rateOf = (from: string, to: string, rates = recordedDay.rates) =>
  round((rates.get(to) ?? NaN) / (rates.get(from) ?? NaN));
export const past = '2025-06-03';
export const pastRates = recordedFiles.validDays.find(({ date }) => date === past)?.rates ?? new Map<string, number>();
export const asOf = recordedDay.asOf;
export const sek = rateOf('CHF', 'SEK');
/** The newest day of official rates, and the official rate of CHF in SEK on the day {@link past}. */
export const [officialDay, officialSek] = ['2026-04-13', 11.674];

const apisOfErrors = new Map<z.ZodType, string>([
  [frankfurterErrorSchema, 'Frankfurter v1'],
  [frankfurterV2ErrorSchema, 'Frankfurter v2'],
  [openExchangeRatesErrorSchema, 'Open Exchange Rates'],
  [exchangeRateApiErrorSchema, 'ExchangeRate-API'],
  [fixerErrorSchema, 'fixer.io'],
  [errorSchema, 'Ratesheet'],
]);

/** The name of the API whose errors have the format of a schema. */
export function apiOfError(schema: z.ZodType): string {
  const api = apisOfErrors.get(schema);
  if (api === undefined) throw new Error('This schema isn’t in apisOfErrors. Add it there.');
  return api;
}

interface CompatRequest {
  readonly path: string;
  readonly by: 'files' | 'Function';
  readonly schema: z.ZodType;
  /** The schema of the response if the Pages Function is missing. */
  readonly lost: z.ZodType;
  /** JSON that the response must contain. */
  readonly says: object;
}

/** Requests to the compatibility endpoints, each with the expected response and whether a static file sends it. */
export const compatRequests: readonly CompatRequest[] = [
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

/**
 * Unknown paths below the paths of other APIs, each with the schema of its error. If the error has another schema while
 * the Pages Function is missing, that schema follows.
 */
export const unknownCompatPaths: readonly (readonly [path: string, schema: z.ZodType, lost?: z.ZodType])[] = [
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
  ['/api/symbols', fixerErrorSchema, errorSchema],
  ['/v4', exchangeRateApiErrorSchema],
  ['/v4/latest/XXX', exchangeRateApiErrorSchema],
  ['/v6/latest', exchangeRateApiErrorSchema],
  ['/v6/latest/XXX', exchangeRateApiErrorSchema],
  ['/v6/latest/usd/', exchangeRateApiErrorSchema],
];
