import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { sourceOn } from '../../archive/source.ts';
import { buildCurrencyYear, currencyYearSchema } from '../documents/currency-year.ts';
import { type DocumentsInput, fixedDocuments } from '../documents/fixed-documents.ts';
import { type OwnEndpoint } from '../declaration/endpoint.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import type { Examples } from '../declaration/examples.ts';
import { code, type Parameter } from '../declaration/parameters.ts';
import { addresses, pairSlug, paths } from '../paths.ts';
import { ratesCsv } from '../tables.ts';
import { examplesOf } from './openapi-examples.ts';
import { filesLast, operationsAt } from './openapi-operations.ts';
import { openApiParameters } from './openapi-parameters.ts';
import { openApiProse } from './openapi-prose.ts';
import { success, table } from './openapi-responses.ts';

const OPENAPI = '3.1.1';
const TITLE = 'Ratesheet';

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
    checkedAt: snapshot.retrievedAt,
    staleReason: null,
    staleSince: null,
    mirrors: [{ mirror: snapshot.mirror, outcome: 'current', date: snapshot.asOf }],
  };
  const { license } = sourceOn(snapshot.sources, snapshot.asOf);
  const input = { snapshot: published, archive, currencies };
  const examples = examplesOf(input);
  const shared = { examples, parametersOf: openApiParameters(examples.days), responses: new Map() };
  const operations = [
    ...documentOperations(input),
    openApiOperation(version),
    ...endpoints.map((endpoint) => endpointOperations(endpoint, shared)),
    currencyYearOperations(shared),
    ratesTableOperation(published),
  ];

  return createDocument(
    {
      openapi: OPENAPI,
      info: {
        title: TITLE,
        version,
        summary: 'A free currency API without keys: daily rates, past rates and conversions, for pages of any origin.',
        description: openApiProse,
        license: { name: `MIT (service), ${license} (data)`, identifier: `MIT AND ${license}` },
      },
      // If the site's URL isn't known, the server is relative, so the examples call the host of this document.
      servers: [{ url: url ?? '/' }],
      // No endpoint needs a credential.
      security: [],
      tags: [
        { name: 'rates', 'x-displayName': 'Rates', description: 'Today’s rates.' },
        { name: 'pairs', 'x-displayName': 'Pairs', description: 'Rates and conversions of two currencies.' },
        {
          name: 'past',
          'x-displayName': 'Past rates',
          description: 'Past rates of every archived day, on any base.',
        },
        {
          name: 'v1',
          'x-displayName': 'With date and source',
          description: 'The versioned API: rates with date, age and source.',
        },
        {
          name: 'files',
          'x-displayName': 'Plain files',
          description:
            'Static files with the same JSON as the other endpoints. Their paths are in lower case. Rarely traded pairs ' +
            'may have no files.',
        },
        {
          name: 'preflight',
          'x-displayName': 'Preflights',
          description: 'CORS preflight requests, which browsers send before requests with custom headers.',
        },
      ],
      paths: filesLast(
        ['rates', 'pairs', 'v1', 'past'].flatMap((tag) =>
          operations.filter((operation) => operation.tag === tag).map(({ paths }) => paths),
        ),
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

interface TaggedOperations {
  readonly tag: string;
  readonly paths: ZodOpenApiPathsObject;
}

function documentOperations(input: DocumentsInput): TaggedOperations[] {
  return fixedDocuments.map(({ address, schema, build, tag, operationId, summary, description }) => ({
    tag,
    paths: operationsAt(address, {
      ...{ operationId, tags: [tag], summary, ...(description !== undefined && { description }) },
      success: success(schema, build(input)),
      file: {},
    }),
  }));
}

function openApiOperation(version: string): TaggedOperations {
  const example = { openapi: OPENAPI, info: { title: TITLE, version } };
  return {
    tag: 'v1',
    paths: operationsAt(`/${paths.openApi}`, {
      ...{ operationId: 'getOpenApi', tags: ['v1'], summary: 'This document' },
      success: success(z.record(z.string(), z.unknown()).describe('An OpenAPI 3.1 document.'), example),
    }),
  };
}

/** What the operations of several endpoints share. */
interface Shared {
  readonly examples: Examples;
  readonly parametersOf: ReturnType<typeof openApiParameters>;
  /** The responses of endpoints, by schema. */
  readonly responses: Map<z.ZodType, ZodOpenApiResponseObject>;
}

function endpointOperations(endpoint: OwnEndpoint, { examples, parametersOf, responses }: Shared): TaggedOperations {
  const { path, parameters, schema, file, documentation } = endpoint;
  const { operationId, tag, summary, description, table: columns = '', errors } = documentation;
  const example = endpoint.example(examples);
  const response = schema
    ? (responses.get(schema) ?? success(schema, example as object))
    : table(columns, example as string);
  if (schema) responses.set(schema, response);
  const { first, last } = examples;
  return {
    tag,
    paths: operationsAt(inOpenApi(path), {
      ...{ operationId, tags: [tag], summary, ...(description !== undefined && { description }) },
      requestParams: parametersOf(path, parameters),
      success: response,
      badRequests: errors({ first, last }),
      ...(file && {
        file: {
          ...(documentation.file !== undefined && { description: documentation.file }),
          requestParams: parametersOf(path, parameters, { isFile: true }),
          ...(file.example && schema && { success: success(schema, file.example.build(examples), file.example.id) }),
        },
      }),
    }),
  };
}

function currencyYearOperations({ examples, parametersOf }: Shared): TaggedOperations {
  const { days, ofYear, day } = examples;
  const year: Parameter = {
    ...{ kind: 'year', id: 'Year', description: 'Year, four digits.' },
    parse: (text) => text,
  };
  const parameters = { code: code(''), year };
  return {
    tag: 'past',
    paths: operationsAt(addresses.currencyYear, {
      ...{ operationId: 'getCurrencyYear', tags: ['past'], summary: 'Rates of a currency in one year' },
      requestParams: parametersOf(addresses.currencyYear, parameters, { isFile: true }),
      success: success(currencyYearSchema, buildCurrencyYear('EUR', days.year, ofYear, day.sources)),
      file: {},
    }),
  };
}

function ratesTableOperation({ rates }: Snapshot): TaggedOperations {
  return {
    tag: 'past',
    paths: operationsAt(`/${paths.ratesTable}`, {
      ...{ operationId: 'getRatesTable', tags: ['past'], summary: 'Today’s rates as CSV' },
      success: table('CSV table `code,rate` in units per 1 USD (RFC 4180).', ratesCsv(rates)),
    }),
  };
}

/** In OpenAPI the two codes of a pair are separate parameters. */
function inOpenApi(path: string): string {
  return path.replace('{pair}', pairSlug('{from}', '{to}'));
}
