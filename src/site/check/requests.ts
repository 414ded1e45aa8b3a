import type { z } from 'zod';
import { banks } from '../../sources/banks.ts';
import { rules } from '../../sources/rules/rules.ts';
import { datedConversionSchema } from '../../api/endpoints/convert-on-date.schema.ts';
import { present } from '../../text/present.ts';
import { exchangeApiNamesSchema, exchangeApiRatesSchema } from '../../api/compat/exchange-api.ts';
import { exchangeRateApiSchema } from '../../api/compat/exchange-rate-api.schema.ts';
import { ratesPaths } from '../../api/compat/format-files.ts';
import { allFormats, formatOf, formats } from '../../api/compat/formats.ts';
import { currencyYearSchema } from '../../api/documents/series/currency-year.ts';
import { fixedDocuments } from '../../api/documents/fixed-documents.ts';
import { ratesSnapshotSchema } from '../../api/documents/rates-snapshot.ts';
import { type Endpoint, isInExample } from '../../api/declaration/endpoint.ts';
import { convert } from '../../api/endpoints/convert.ts';
import { ownApis } from '../../api/endpoints/endpoints.ts';
import { pairDetail } from '../../api/endpoints/pair-detail.ts';
import { pairDetailSchema } from '../../api/endpoints/pair-detail.schema.ts';
import { syntheticHistorySchema } from '../../api/endpoints/synthetic/synthetic-history.schema.ts';
import { unversionedErrorSchema } from '../../api/error.schema.ts';
import type { Format } from '../../api/declaration/format.ts';
import { type ExampleDays, exampleOf } from '../../api/declaration/parameters.ts';
import { addresses, feedPath, pairFiles, paths, proofPaths } from '../../api/paths.ts';
import { requestAddress } from '../../api/request-address.ts';
import { isMetered, rewrites } from '../routing-rules.ts';
import { rewrite } from '../rule-files.ts';
import { type FilesOnly, isOnHost } from './files-only.ts';
import type { Method } from './get.ts';

/** A request to a site, with the status, content type and schema that its response must have. */
export interface SiteRequest {
  readonly method: Method;
  /** The URL path with its query. */
  readonly path: string;
  readonly status: number;
  /** Undefined if the response has no content. */
  readonly type?: RegExp;
  readonly schema?: z.ZodType | undefined;
}

export const JSON_TYPE = /^application\/json; charset=utf-8$/i;
export const PAGE_TYPE = /^text\/html\b/;
const CSV_TYPE = /^text\/csv\b/;
/** A host of files only doesn't know that the feed is Atom. Feed readers accept any XML. */
const XML_TYPE = /^(application|text)\/(atom\+)?xml\b/;

/** Every site has rates of these days, because the repository has recorded rates of 2025. */
export const exampleDays: ExampleDays = { day: '2025-06-03', start: '2025-01-02', end: '2025-06-03', year: '2025' };

/** A request that only the Function can handle. */
export const conversion = exampleRequest(convert);

/** Two paths of the same pair. The Function responds at the first path, and the second path is a file. */
export const pairDetails = [exampleRequest(pairDetail), `${exampleRequest(pairDetail)}.json`];

const yearFile = `/${paths.currencyYear('EUR', exampleDays.year)}`;

/**
 * Every kind of request that a site handles. The list follows from the declarations of endpoints, documents and formats.
 * Everything that checks a running site sends it.
 */
export const siteRequests: readonly SiteRequest[] = [
  ...all(['/', '/docs/', '/docs/api', '/receipt?from=EUR&to=JPY'], 200, PAGE_TYPE),
  ...all(['/nowhere'], 404, PAGE_TYPE),
  ...all(
    [paths.assistants, paths.assistantsFull, paths.licenses, proofPaths.checksums].map((path) => `/${path}`),
    200,
    /^text\/plain\b/,
  ),
  ...all([`/${feedPath}`], 200, /^application\/atom\+xml\b/),
  ...all(
    [paths.archiveRejected, paths.archiveEvidence, paths.ratesTable].map((path) => `/${path}`),
    200,
    CSV_TYPE,
  ),
  ...fixedDocuments.flatMap(({ address, schema }) => json([address], 200, schema)),
  ...ruleRequests(),
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
  ...formats.flatMap((format) => format.endpoints.flatMap((endpoint) => requestsOf(endpoint, format))),
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
  // Browsers send a preflight before a request with headers such as `Authorization`. Only the Function answers it.
  ...allFormats.flatMap(({ endpoints: [first] }) =>
    first ? [{ method: 'OPTIONS', path: exampleRequest(first), status: 204 } as const] : [],
  ),
  // One response of the Function, and one file.
  ...[conversion, addresses.ratesSnapshot].map(
    (path) => ({ method: 'HEAD', path, status: 200, type: JSON_TYPE }) as const,
  ),
];

/**
 * The requests of {@link siteRequests} that a host of files only handles: those to which a complete site responds with a
 * file, each with the file's own path.
 */
export function fileRequests(host: FilesOnly): readonly SiteRequest[] {
  const requests = new Map<string, SiteRequest>();
  for (const request of siteRequests) {
    const { method, path, status } = request;
    const file = rewrite(rewrites, path);
    // Hosts disagree about the type of a file without an ending.
    const isFile = method === 'GET' && /\.\w+$/.test(file) && !isMetered(path);
    if (!isFile || !isOnHost(host, file.slice(1))) continue;
    // The host has one page for all unknown paths.
    if (status === 404) requests.set(file, { method, path: file, status, type: PAGE_TYPE });
    else requests.set(file, { ...request, path: file, ...(file.endsWith('.xml') && { type: XML_TYPE }) });
  }
  return [...requests.values()];
}

/**
 * The example request of an endpoint. If the response is JSON, also the same request for official rates, and a request
 * without parameters. If an endpoint has two paths, only the first is requested.
 */
function requestsOf(endpoint: Endpoint, format: Format): SiteRequest[] {
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

/** A conversion by a rule of the first bank, whose rates every site has. */
function ruleRequests(): SiteRequest[] {
  const rule = present(
    rules.find(({ bank }) => bank === banks[0]),
    'rule',
  );
  const values = { from: 'USD', to: rule.to, date: exampleDays.day, rule: rule.key };
  return json([requestAddress(addresses.convertOnDate, new Map(Object.entries(values)))], 200, datedConversionSchema);
}

/** @param values by parameter name, instead of the examples */
function exampleRequest(
  { path, parameters, apart = [] }: Endpoint,
  values: Readonly<Record<string, string>> = {},
): string {
  const texts = Object.entries(parameters)
    .filter(([name]) => isInExample(name, apart))
    .map(([name, parameter]) => [name, values[name] ?? exampleOf(parameter, exampleDays)] as const);
  return requestAddress(path, new Map(texts));
}

function json(paths: readonly string[], status: number, schema?: z.ZodType): SiteRequest[] {
  return all(paths, status, JSON_TYPE, schema);
}

function all(paths: readonly string[], status: number, type: RegExp, schema?: z.ZodType): SiteRequest[] {
  return paths.map((path) => ({ method: 'GET', path, status, type, schema }));
}
