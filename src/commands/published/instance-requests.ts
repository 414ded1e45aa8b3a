import type { z } from 'zod';
import { exchangeApiNamesSchema, exchangeApiRatesSchema } from '../../api/compat/exchange-api.ts';
import { exchangeRateApiErrorSchema, exchangeRateApiSchema } from '../../api/compat/exchange-rate-api.ts';
import { fixerSchema } from '../../api/compat/fixer.ts';
import { frankfurterErrorSchema, namesSchema } from '../../api/compat/frankfurter-v1.ts';
import { frankfurterCurrencySchema, frankfurterV2ErrorSchema } from '../../api/compat/frankfurter-v2.ts';
import { layoutPaths } from '../../api/compat/layout-documents.ts';
import { openExchangeRatesSchema } from '../../api/compat/open-exchange-rates.ts';
import { conversionSchema, datedConversionSchema } from '../../api/documents/conversion.ts';
import { currencyYearSchema } from '../../api/documents/currency-year.ts';
import { datedRatesSchema } from '../../api/documents/dated-rates.ts';
import { fixedDocuments } from '../../api/documents/fixed-documents.ts';
import { pairDetailSchema } from '../../api/documents/pair-detail.ts';
import { pairRangeSchema } from '../../api/documents/pair-range.ts';
import { ratesSnapshotSchema } from '../../api/documents/rates-snapshot.ts';
import { errorSchema } from '../../api/format/error.ts';
import { addresses, pairFiles, paths } from '../../api/format/paths.ts';
import { syntheticHistorySchema } from '../../api/synthetic/history.ts';

/** A path, with the status, content type and schema that its response must have. */
export type InstanceRequest = readonly [path: string, status: number, type: RegExp, schema: z.ZodType | undefined];

export const JSON_TYPE = /^application\/json; charset=utf-8$/;

/** A request that only the Function can handle. */
export const conversion = `${addresses.conversion}?from=USD&to=EUR&amount=100`;

const pairFile = `/${pairFiles.detail('USD', 'EUR')}`;
const historyFile = `/${pairFiles.history('USD', 'EUR', '7d')}`;
// Every site has this file, because the repository has recorded rates of 2025.
const yearFile = `/${paths.currencyYear('EUR', '2025')}`;
const withoutEnding = (path: string) => path.replace('.json', '');

/** Two paths of the same pair. The Function responds at the first path, and the second path is a file. */
export const pairDetails = [withoutEnding(pairFile), pairFile];

/** Every kind of request that an instance handles. */
export const instanceRequests: readonly InstanceRequest[] = [
  ...all(['/', '/docs', '/docs/api', '/docs/switch', '/receipt?from=EUR&to=JPY'], 200, /^text\/html/),
  ...all([`/${paths.assistants}`], 200, /^text\/plain\b/),
  ...all(
    [
      ...[paths.archiveFaults, paths.archiveEvidence, paths.ratesTable].map((path) => `/${path}`),
      `${addresses.pairRangeTable}?from=EUR&to=USD&every=month`,
    ],
    200,
    /^text\/csv\b/,
  ),
  ...fixedDocuments.flatMap(({ address, schema }) => json([address], 200, schema)),
  ...json([`/${paths.openApi}`], 200),
  ...json([`/${paths.ratesSnapshot}`], 200, ratesSnapshotSchema),
  ...json([yearFile, withoutEnding(yearFile)], 200, currencyYearSchema),
  ...json([`/${paths.datedRates('EUR')}`, addresses.datedRates.replace('{day}', 'JPY')], 200, datedRatesSchema),
  ...json([`${addresses.datedConversion}?from=EUR&to=JPY`], 200, datedConversionSchema),
  ...json([`${addresses.pairRange}?from=EUR&to=USD`], 200, pairRangeSchema),
  ...json([`${addresses.datedRates.replace('{day}', '2025-06-03')}?source=ecb`], 200, datedRatesSchema),
  ...json([`${addresses.pairRange}?from=EUR&to=USD&start=2025-01-02&source=ecb`], 200, pairRangeSchema),
  // The last pair has a rarely traded currency, so on Cloudflare's Free plan the pair isn't a file.
  ...json([...pairDetails, addresses.pairDetail.replace('{pair}', 'EUR-to-ZMW')], 200, pairDetailSchema),
  ...json([conversion], 200, conversionSchema),
  ...json(
    [addresses.history, `${addresses.history}?from=EUR&to=ZMW&period=1y`, withoutEnding(historyFile)],
    200,
    syntheticHistorySchema,
  ),
  ...json(
    [
      addresses.pairRange,
      `${addresses.datedConversion}?from=EUR&to=JPY&date=today`,
      addresses.datedRates.replace('{day}', '1999-01-01'),
      addresses.conversion,
      `${addresses.conversion}?from=USD&to=EUR&amount=ten`,
      addresses.pairDetail.replace('{pair}', 'usd-to-xyz'),
      `${addresses.history}?period=2y`,
    ],
    400,
    errorSchema,
  ),
  ...json(['/api/nowhere', `/${pairFiles.detail('USD', 'XYZ')}`], 404, errorSchema),
  // Compatibility formats. Frankfurter's rates aren't requested, because the responses depend on the query. If the
  // instance's URL has a query, that query is added to every request.
  ...json(['/v1/currencies'], 200, namesSchema),
  ...json(['/v1/nowhere'], 404, frankfurterErrorSchema),
  ...json(['/v1/currencies.min.json'], 200, exchangeApiNamesSchema),
  ...json([`/${layoutPaths.exchangeApi('EUR')}`], 200, exchangeApiRatesSchema),
  ...json(['/v2/currency/EUR'], 200, frankfurterCurrencySchema),
  ...json(['/v2/nowhere'], 404, frankfurterV2ErrorSchema),
  ...json(['/oxr/latest.json?base=EUR'], 200, openExchangeRatesSchema),
  ...json(['/api/latest?access_key=x', '/api/2025-06-03?base=USD'], 200, fixerSchema),
  ...json(['/v4/latest/usd', `/${layoutPaths.exchangeRateApi('USD')}`], 200, exchangeRateApiSchema),
  ...json(['/v6/latest/XXX'], 404, exchangeRateApiErrorSchema),
];

function json(paths: readonly string[], status: number, schema?: z.ZodType): InstanceRequest[] {
  return all(paths, status, JSON_TYPE, schema);
}

function all(paths: readonly string[], status: number, type: RegExp, schema?: z.ZodType): InstanceRequest[] {
  return paths.map((path) => [path, status, type, schema]);
}
