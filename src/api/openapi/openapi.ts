import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { buildCurrencyYear, currencyYearSchema } from '../documents/currency-year.ts';
import { type DocumentsInput, type FixedDocument, fixedDocuments } from '../documents/fixed-documents.ts';
import type { OwnEndpoint } from '../declaration/endpoint.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import type { Examples } from '../declaration/examples.ts';
import { code, type Parameter } from '../declaration/parameters.ts';
import { addresses, pairSlug, paths } from '../paths.ts';
import { licensedSources } from '../source-fields.ts';
import { ratesCsv } from '../tables.ts';
import { examplesOf } from './openapi-examples.ts';
import { fileOperation, functionOperation } from './openapi-operations.ts';
import { openApiParameters } from './openapi-parameters.ts';
import { licensesProse, openApiProse } from './openapi-prose.ts';
import { success, synthetic, table } from './openapi-responses.ts';

const OPENAPI = '3.1.1';
const TITLE = 'Ratesheet';

/** Groups of operations, in the order of the document. */
const tags = [
  { name: 'rates', 'x-displayName': 'Rates', description: 'Today’s rates.' },
  { name: 'pairs', 'x-displayName': 'Conversions and pairs', description: 'Amounts and rates of two currencies.' },
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
  const sources = licensedSources(snapshot.sources, archive.first, snapshot.rate_as_of);
  const input = { snapshot: published, archive, currencies };
  const examples = examplesOf(input);
  const parametersOf = openApiParameters(examples.days);
  const operations = [
    ...fixedDocuments.map((document) => documentOperation(document, input)),
    ratesCsvOperation(published),
    openApiOperation(version),
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
      // If the site's URL isn't known, the server is relative to this document, so it's also right below a path.
      servers: [{ url: url ?? '../..' }],
      // No endpoint needs a credential.
      security: [],
      tags,
      paths: Object.assign(
        {},
        ...tags.flatMap(({ name }) => operations.filter(({ tag }) => tag === name).map(({ paths }) => paths)),
      ) as ZodOpenApiPathsObject,
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

interface Tagged {
  readonly tag: string;
  readonly paths: ZodOpenApiPathsObject;
}

function documentOperation(
  { address, schema, build, tag, operationId, summary, description }: FixedDocument,
  input: DocumentsInput,
): Tagged {
  const paths = fileOperation(address, {
    ...{ operationId, tags: [tag], summary, ...(description !== undefined && { description }) },
    ...staticFile(address),
    success: success(schema, build(input)),
  });
  return { tag, paths };
}

function openApiOperation(version: string): Tagged {
  const tag = 'data';
  const example = { openapi: OPENAPI, info: { title: TITLE, version } };
  const operation = {
    ...{ operationId: 'getOpenApi', tags: [tag], summary: 'This document' },
    success: success(z.record(z.string(), z.unknown()).describe('An OpenAPI 3.1 document.'), example),
  };
  return { tag, paths: fileOperation(`/${paths.openApi}`, operation) };
}

type ParametersOf = ReturnType<typeof openApiParameters>;

function endpointOperation(endpoint: OwnEndpoint, examples: Examples, parametersOf: ParametersOf): Tagged {
  const { parameters, schema, isSynthetic, hasFile, documentation } = endpoint;
  const { operationId, tag, summary, description, file, table: columns = '', errors } = documentation;
  const example = endpoint.example(examples);
  const respond = isSynthetic ? synthetic : success;
  const operation = {
    ...{ operationId, tags: [tag], summary, ...(description !== undefined && { description }) },
    success: schema ? respond(schema, example as object) : table(columns, example as string),
  };
  const path = inOpenApi(endpoint.path);
  if (isTaken(endpoint)) {
    const requestParams = parametersOf(endpoint.path, parameters, { isFile: true });
    const query = Object.keys(parameters).filter((name) => !path.includes(`{${name}}`));
    const metered = { 'x-metered-path': { path, query } };
    return { tag, paths: fileOperation(`${path}.json`, { ...operation, requestParams, ...metered }) };
  }
  const requestParams = parametersOf(endpoint.path, parameters);
  const { first, last } = examples;
  const withFile = { ...operation, requestParams, ...(hasFile && staticFile(path, file)) };
  return { tag, paths: functionOperation(path, withFile, errors?.({ first, last }) ?? []) };
}

/**
 * Whether the path differs from an earlier endpoint's path only in the names of parameters. In OpenAPI, such paths are
 * identical, so the document has the path of the static file instead.
 */
function isTaken(endpoint: OwnEndpoint): boolean {
  const form = ({ path }: OwnEndpoint) => path.replaceAll(/\{\w+\}/g, '{}');
  return endpoints.find((other) => form(other) === form(endpoint)) !== endpoint;
}

function currencyYearOperation({ days, ofYear, today }: Examples, parametersOf: ParametersOf): Tagged {
  const tag = 'past';
  const address = addresses.currencyYear;
  const year: Parameter = { kind: 'year', description: 'Year, four digits.', parse: (text) => text };
  const parameters = { code: code('Currency code, in upper or lower case.'), year };
  const operation = {
    ...{ operationId: 'getCurrencyYear', tags: [tag], summary: 'Rates of a currency in one year' },
    ...staticFile(address),
    requestParams: parametersOf(address, parameters, { isFile: true }),
    success: success(currencyYearSchema, buildCurrencyYear('EUR', days.year, ofYear, today.sources)),
  };
  return { tag, paths: fileOperation(address, operation) };
}

function ratesCsvOperation({ rates }: Snapshot): Tagged {
  const tag = 'rates';
  const operation = {
    ...{ operationId: 'getRatesCsv', tags: [tag], summary: 'Today’s rates as CSV' },
    success: table('CSV table `code,rate` in units per 1 USD (RFC 4180).', ratesCsv(rates)),
  };
  return { tag, paths: fileOperation(`/${paths.ratesTable}`, operation) };
}

function staticFile(path: string, description?: string) {
  return { 'x-static-file': { path: `${path}.json`, ...(description !== undefined && { description }) } };
}

/** In OpenAPI the two codes of a pair are separate parameters. */
function inOpenApi(path: string): string {
  return path.replace('{pair}', pairSlug('{from}', '{to}'));
}
