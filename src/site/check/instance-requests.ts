import type { z } from 'zod';
import { banks } from '../../sources/banks/banks.ts';
import { present } from '../../text/present.ts';
import { exchangeApiNamesSchema, exchangeApiRatesSchema } from '../../api/compat/exchange-api.ts';
import { exchangeRateApiSchema } from '../../api/compat/exchange-rate-api.schema.ts';
import { ratesPaths } from '../../api/compat/format-files.ts';
import { allFormats, formatOf, formats } from '../../api/compat/formats.ts';
import { frankfurterV2 } from '../../api/compat/frankfurter-v2.ts';
import { currencyYearSchema } from '../../api/documents/currency-year.ts';
import { fixedDocuments } from '../../api/documents/fixed-documents.ts';
import { ratesSnapshotSchema } from '../../api/documents/rates-snapshot.ts';
import type { Endpoint } from '../../api/declaration/endpoint.ts';
import { convert } from '../../api/endpoints/convert.ts';
import { ownApis } from '../../api/endpoints/endpoints.ts';
import { pairDetail } from '../../api/endpoints/pair-detail.ts';
import { pairDetailSchema } from '../../api/endpoints/pair-detail.schema.ts';
import { syntheticHistorySchema } from '../../api/endpoints/synthetic-history.schema.ts';
import { unversionedErrorSchema } from '../../api/error.schema.ts';
import type { Format } from '../../api/declaration/format.ts';
import { exampleOf } from '../../api/declaration/parameters.ts';
import { addresses, feedPath, pairFiles, paths } from '../../api/paths.ts';
import { requestAddress } from '../../api/request-address.ts';

/** A path, with the status, content type and schema that its response must have. */
export type InstanceRequest = readonly [path: string, status: number, type: RegExp, schema: z.ZodType | undefined];

export const JSON_TYPE = /^application\/json; charset=utf-8$/;
const CSV_TYPE = /^text\/csv\b/;

/** Every site has rates of these days, because the repository has recorded rates of 2025. */
const days = { day: '2025-06-03', start: '2025-01-02', end: '2025-06-03', year: '2025' };

/** A request that only the Function can handle. */
export const conversion = exampleRequest(convert);

/** Two paths of the same pair. The Function responds at the first path, and the second path is a file. */
export const pairDetails = [exampleRequest(pairDetail), `${exampleRequest(pairDetail)}.json`];

const yearFile = `/${paths.currencyYear('EUR', days.year)}`;

/** Every kind of request that an instance handles. */
export const instanceRequests: readonly InstanceRequest[] = [
  ...all(['/', '/docs/', '/docs/api', '/receipt?from=EUR&to=JPY'], 200, /^text\/html/),
  ...all([`/${paths.assistants}`, `/${paths.licenses}`], 200, /^text\/plain\b/),
  ...all([`/${feedPath}`], 200, /^application\/atom\+xml\b/),
  ...all(
    [paths.archiveRejected, paths.archiveEvidence, paths.ratesTable].map((path) => `/${path}`),
    200,
    CSV_TYPE,
  ),
  ...fixedDocuments.flatMap(({ address, schema }) => json([address], 200, schema)),
  ...json([`/${paths.openApi}`, `/${paths.tools}`], 200),
  // A request by GET has an error that says what the path is for.
  ...json([addresses.mcp], 405),
  ...json([`/${paths.ratesSnapshot}`], 200, ratesSnapshotSchema),
  ...json([yearFile, yearFile.replace('.json', '')], 200, currencyYearSchema),
  ...ownApis.flatMap((api) => api.endpoints.flatMap((endpoint) => requestsOf(endpoint, api))),
  ...json([`/${pairFiles.syntheticHistory('USD', 'EUR', '7d')}`], 200, syntheticHistorySchema),
  // The last pair has a rarely traded currency, so on Cloudflare's Free plan the pair isn't a file.
  ...json([...pairDetails.slice(1), exampleRequest(pairDetail, { pair: 'EUR-to-ZMW' })], 200, pairDetailSchema),
  ...json([`/${pairFiles.detail('USD', 'XYZ')}`], 404, unversionedErrorSchema),
  // Frankfurter v2 isn't requested with parameters, because it rejects unknown parameters. If the instance's URL has a
  // query, that query is added to every request.
  ...formats
    .filter((format) => format !== frankfurterV2)
    .flatMap((format) => format.endpoints.flatMap((endpoint) => requestsOf(endpoint, format))),
  ...allFormats.flatMap(({ roots, errorSchema }) =>
    json(
      roots.map((root) => `${root}/nowhere`),
      404,
      errorSchema,
    ),
  ),
  ...json(['/v1/currencies.min.json'], 200, exchangeApiNamesSchema),
  ...json([`/${ratesPaths.exchangeApi('EUR')}`], 200, exchangeApiRatesSchema),
  ...json(['/v4/latest/usd', `/${ratesPaths.exchangeRateApi('USD')}`], 200, exchangeRateApiSchema),
];

/**
 * The example request of an endpoint. If the response is JSON, also the same request for official rates, and a request
 * without parameters. If an endpoint has two paths, only the first is requested.
 */
function requestsOf(endpoint: Endpoint, format: Format): InstanceRequest[] {
  const { path, parameters, schema } = endpoint;
  const isAlias =
    format.endpoints.find((other) => other.parameters === parameters && other.schema === schema) !== endpoint;
  if (isAlias || schema === format.errorSchema) return [];
  const hasOfficial = schema && 'source' in parameters;
  // Without a key, a conversion in fixer's format is our own.
  const isOwn = schema && formatOf(path) === format;
  const needsQuery = isOwn && !path.includes('{') && Object.values(parameters).some(({ isRequired }) => isRequired);
  return [
    ...all([exampleRequest(endpoint)], 200, schema ? JSON_TYPE : CSV_TYPE, schema),
    ...(hasOfficial ? json([exampleRequest(endpoint, { source: present(banks[0], 'bank').key })], 200, schema) : []),
    ...(needsQuery ? json([path], 400, format.errorSchema) : []),
  ];
}

/** @param values by parameter name, instead of the examples */
function exampleRequest({ path, parameters }: Endpoint, values: Readonly<Record<string, string>> = {}): string {
  const texts = Object.entries(parameters).map(
    ([name, parameter]) => [name, values[name] ?? exampleOf(parameter, days)] as const,
  );
  return requestAddress(path, new Map(texts));
}

function json(paths: readonly string[], status: number, schema?: z.ZodType): InstanceRequest[] {
  return all(paths, status, JSON_TYPE, schema);
}

function all(paths: readonly string[], status: number, type: RegExp, schema?: z.ZodType): InstanceRequest[] {
  return paths.map((path) => [path, status, type, schema]);
}
