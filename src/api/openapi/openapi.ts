import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { buildCurrencyYear, currencyYearSchema } from '../documents/series/currency-year.ts';
import { type DocumentsInput, type FixedDocument, fixedDocuments } from '../documents/fixed-documents.ts';
import type { OwnEndpoint } from '../declaration/endpoint.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import type { Examples } from '../declaration/examples.ts';
import { code, type Parameter } from '../declaration/parameters.ts';
import { addresses, pairSlug, paths } from '../paths.ts';
import { banksOfSite } from '../documents/archive-files.ts';
import { licensedSources } from '../source-fields.ts';
import { ratesCsv } from '../tables.ts';
import { examplesOf } from './openapi-examples.ts';
import { badRequestsOf } from './openapi-errors.ts';
import { openApiHeaders } from './openapi-headers.ts';
import { fileOperation, functionOperation, success, table } from './openapi-operations.ts';
import { openApiParameters } from './openapi-parameters.ts';
import { licensesProse, openApiProse } from './openapi-prose.ts';

const OPENAPI = '3.1.1';
const TITLE = 'Ratesheet';

/** Groups of operations, in the order of the document. */
const tags = [
  { name: 'pairs', 'x-displayName': 'Conversions and pairs', description: 'Amounts and rates of two currencies.' },
  { name: 'rates', 'x-displayName': 'Rates', description: 'Today’s rates.' },
  {
    name: 'past',
    'x-displayName': 'Past rates',
    description: 'Past rates of every archived day, on any base.',
  },
  {
    name: 'synthetic',
    'x-displayName': 'Synthetic rates',
    description: 'Random daily changes that end at today’s rate. They aren’t past rates.',
  },
  {
    name: 'data',
    'x-displayName': 'About the data',
    description: 'Which rates are held or omitted, facts about currencies, and the archive.',
  },
];

export interface OpenApiInput extends DocumentsInput {
  readonly version: string;
  /** Origin of the published site, without a slash at the end; omitted if it isn't known yet. */
  readonly url?: string | undefined;
}

/**
 * `/api/v1/openapi.json`: the whole API as OpenAPI 3.1, with the schemas of the documents, and documents of the same
 * publish as examples.
 */
export function buildOpenApi({ version, url, snapshot, archive, currencies }: OpenApiInput) {
  // A later check of the same dataset changes these fields. The examples use the first check, so this document stays
  // the same.
  const published: Snapshot = {
    ...snapshot,
    checked_at: snapshot.retrieved_at,
    stale_reason: null,
    stale_since: null,
    mirrors: [{ mirror: snapshot.mirror, outcome: 'current', date: snapshot.rate_as_of }],
  };
  const sources = licensedSources(snapshot.providers, archive.first, snapshot.rate_as_of, banksOfSite(archive));
  const input = { snapshot: published, archive, currencies };
  const examples = examplesOf(input);
  const parametersOf = openApiParameters(examples.days);
  const operations = [
    ...fixedDocuments.map((document) => documentOperation(document, input)),
    fileOperation(`/${paths.ratesTable}`, {
      ...{ operationId: 'getRatesCsv', tag: 'rates', summary: 'Today’s rates as CSV' },
      success: table('CSV table `code,rate` in units per 1 USD (RFC 4180).', ratesCsv(snapshot.rates)),
    }),
    fileOperation(`/${paths.openApi}`, {
      ...{ operationId: 'getOpenApi', tag: 'data', summary: 'This document' },
      success: success(z.record(z.string(), z.unknown()).describe('An OpenAPI 3.1 document.'), {
        openapi: OPENAPI,
        info: { title: TITLE, version },
      }),
    }),
    ...endpoints.map((endpoint) => endpointOperation(endpoint, examples, parametersOf)),
    currencyYearOperation(examples, parametersOf),
  ];

  return createDocument(
    {
      openapi: OPENAPI,
      info: {
        title: TITLE,
        version,
        summary: 'A free currency API without keys: daily rates, past rates and conversions, for pages of any origin.',
        description: `${openApiProse}\n\n${licensesProse(sources)}`,
        contact: { name: 'Documentation', url: `${url ?? ''}/docs/` },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      // Without `servers`, requests go to the root of the host that has this document (OpenAPI 3.1, 4.8.1). A relative URL
      // such as `../..` is valid, too, but assistants' and other importers don't resolve it.
      ...(url !== undefined && { servers: [{ url }] }),
      // No endpoint needs a credential.
      security: [],
      tags,
      paths: Object.fromEntries(
        tags
          .flatMap(({ name }) => operations.filter(({ tag }) => tag === name))
          .map(({ path, get }) => [path, { get }]),
      ),
    },
    {
      override: ({ jsonSchema }) => {
        // Our schemas reject unknown fields. A client should accept them, because later versions may add fields.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // Clients don't need the pattern that zod adds to a format, or the limit that it adds to an integer. Both are
        // hard to read.
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    },
  );
}

function documentOperation({ address, schema, build, ...texts }: FixedDocument, input: DocumentsInput) {
  return fileOperation(address, { ...texts, ...staticFile(address), success: success(schema, build(input)) });
}

type ParametersOf = ReturnType<typeof openApiParameters>;

function endpointOperation(endpoint: OwnEndpoint, examples: Examples, parametersOf: ParametersOf) {
  const { parameters, schema, isSynthetic, hasFile, documentation, apart = [] } = endpoint;
  const { operationId, tag, summary, description, file, table: columns = '' } = documentation;
  const example = endpoint.example(examples);
  const headers = openApiHeaders[isSynthetic ? 'synthetic' : 'success'];
  const operation = {
    ...{ operationId, tag, summary, ...(description !== undefined && { description }) },
    success: schema ? success(schema, example as object, headers) : table(columns, example as string),
  };
  // In OpenAPI the two codes of a pair are separate parameters.
  const path = endpoint.path.replace('{pair}', pairSlug('{from}', '{to}'));
  if (isTaken(endpoint)) {
    const requestParams = parametersOf(endpoint.path, parameters, { isFile: true });
    const query = Object.keys(parameters).filter((name) => !path.includes(`{${name}}`));
    const metered = { 'x-metered-path': { path, query } };
    return fileOperation(`${path}.json`, { ...operation, requestParams, ...metered });
  }
  const requestParams = parametersOf(endpoint.path, parameters, { apart });
  const withFile = { ...operation, requestParams, ...(hasFile && staticFile(path, file)) };
  return functionOperation(path, withFile, badRequestsOf(endpoint, examples));
}

/**
 * Whether the path differs from an earlier endpoint's path only in the names of parameters. In OpenAPI, such paths are
 * identical, so the document has the path of the static file instead.
 */
function isTaken(endpoint: OwnEndpoint): boolean {
  const form = ({ path }: OwnEndpoint) => path.replaceAll(/\{\w+\}/g, '{}');
  return endpoints.find((other) => form(other) === form(endpoint)) !== endpoint;
}

function currencyYearOperation({ days, ofYear, today }: Examples, parametersOf: ParametersOf) {
  const address = addresses.currencyYear;
  const year: Parameter = { kind: 'year', description: 'Year, four digits.', parse: (text) => text };
  const parameters = { code: code('Currency code, in upper or lower case.'), year };
  return fileOperation(address, {
    ...{ operationId: 'getCurrencyYear', tag: 'past', summary: 'Rates of a currency in one year' },
    ...staticFile(address),
    requestParams: parametersOf(address, parameters, { isFile: true }),
    success: success(currencyYearSchema, buildCurrencyYear('EUR', days.year, ofYear, today.providers)),
  });
}

function staticFile(path: string, description?: string) {
  return { 'x-static-file': { path: `${path}.json`, ...(description !== undefined && { description }) } };
}
