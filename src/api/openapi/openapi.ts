import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { datesUpTo } from '../../rates/calendar.ts';
import type { PublishedCurrency } from '../../snapshot/published-currency.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { buildConversion, conversionSchema } from '../documents/conversion.ts';
import {
  amountTooLarge,
  emptyParameters,
  invalidAmount,
  invalidPeriod,
  malformedPair,
  missingParameters,
} from '../format/error.ts';
import { type FixedDocument, fixedDocuments, type DocumentsInput } from '../documents/fixed-documents.ts';
import { buildSyntheticHistory, syntheticHistorySchema } from '../synthetic/history.ts';
import { endpoint, filesLast } from './openapi-operations.ts';
import { pastOperations } from './openapi-past.ts';
import { openApiParameters } from './openapi-parameters.ts';
import { openApiProse } from './openapi-prose.ts';
import { success } from './openapi-responses.ts';
import { buildPairDetail, pairDetailSchema } from '../documents/pair-detail.ts';
import { addresses, pairSlug, paths } from '../format/paths.ts';

const OPENAPI = '3.1.1';
const TITLE = 'Ratesheet';

export interface OpenApiInput extends DocumentsInput {
  readonly version: string;
  /** Where the site is published, without a slash at the end; left out where nobody knows yet. */
  readonly url?: string | undefined;
}

/**
 * `/api/v1/openapi.json`: the whole interface as OpenAPI 3.1. The shapes are the documents' own schemas, the examples
 * documents of this very publish.
 */
export function buildOpenApi({ version, url, snapshot, archive, currencies }: OpenApiInput) {
  // A later check of the same dataset changes these fields. The examples show the first check, so that this document stays
  // the same.
  const published: Snapshot = {
    ...snapshot,
    checkedAt: snapshot.retrievedAt,
    staleReason: null,
    staleSince: null,
    mirrors: [{ mirror: snapshot.mirror, outcome: 'current', date: snapshot.asOf }],
  };
  const example = examplePair(published, currencies);
  const history = success(syntheticHistorySchema, example.history);
  const fixedOf = (wanted: FixedDocument['tag']): ZodOpenApiPathsObject[] =>
    fixedDocuments
      .filter(({ tag }) => tag === wanted)
      .map(({ address, schema, build, tag, operationId, summary, description }) =>
        endpoint(address, {
          ...{ operationId, tags: [tag], summary, ...(description !== undefined && { description }) },
          success: success(schema, build({ snapshot: published, archive, currencies })),
          file: {},
        }),
      );

  return createDocument(
    {
      openapi: OPENAPI,
      info: {
        title: TITLE,
        version,
        summary: 'A free currency API without a key: daily rates as files, conversion by a Function, for any origin.',
        description: openApiProse,
        license: { name: 'MIT (service), CC0-1.0 (data)', identifier: 'MIT AND CC0-1.0' },
      },
      // Where nobody knows the address: relative to this document's own, so that its examples call its host.
      servers: [{ url: url ?? '/' }],
      // No endpoint needs a credential.
      security: [],
      tags: [
        { name: 'rates', 'x-displayName': 'Rates', description: 'The day’s rates.' },
        { name: 'pairs', 'x-displayName': 'Pairs', description: 'Two currencies at a time.' },
        {
          name: 'past',
          'x-displayName': 'Past rates',
          description: 'What rates were: real, of every archived day, and on any base.',
        },
        {
          name: 'v1',
          'x-displayName': 'With date and source',
          description: 'The versioned interface: rates with date, age and source.',
        },
        {
          name: 'files',
          'x-displayName': 'Plain files',
          description:
            'The same answers as plain files, on any host: in lower case, and perhaps of the most traded pairs alone.',
        },
        {
          name: 'preflight',
          'x-displayName': 'Preflights',
          description: 'What browsers ask before a request with headers of its own.',
        },
      ],
      paths: filesLast([
        ...fixedOf('rates'),
        endpoint(addresses.conversion, {
          operationId: 'convert',
          tags: ['pairs'],
          summary: 'Convert an amount',
          requestParams: openApiParameters.conversion,
          success: success(conversionSchema, example.conversion),
          badRequests: {
            missing_parameters: missingParameters(['to']),
            invalid_amount: invalidAmount('ten'),
            amount_too_large: amountTooLarge('1e400'),
          },
        }),
        endpoint(pairAddress(addresses.pairDetail), {
          operationId: 'getPair',
          tags: ['pairs'],
          summary: 'A pair’s rate, inverse rate and conversion table',
          requestParams: openApiParameters.pair,
          success: success(pairDetailSchema, example.pairDetail),
          badRequests: { malformed_pair: malformedPair('usdeur') },
          file: { requestParams: openApiParameters.pairFile },
        }),
        endpoint(addresses.history, {
          operationId: 'getHistory',
          tags: ['pairs'],
          summary: 'A pair’s synthetic daily series',
          description: synthetic,
          requestParams: openApiParameters.history,
          success: history,
          badRequests: { empty_parameters: emptyParameters(['from']), invalid_period: invalidPeriod('2y') },
        }),
        endpoint(pairAddress(addresses.pairHistory), {
          operationId: 'getPairHistory',
          tags: ['pairs'],
          summary: 'A pair’s synthetic daily series, by its path',
          description: synthetic,
          requestParams: openApiParameters.pairHistory,
          success: history,
          badRequests: { malformed_pair: malformedPair('usdeur'), invalid_period: invalidPeriod('2y') },
          file: { description: synthetic, requestParams: openApiParameters.pairHistoryFile },
        }),
        ...fixedOf('v1'),
        endpoint(`/${paths.openApi}`, {
          operationId: 'getOpenApi',
          tags: ['v1'],
          summary: 'This document',
          success: success(z.record(z.string(), z.unknown()).meta({ description: 'An OpenAPI 3.1 document.' }), {
            openapi: OPENAPI,
            info: { title: TITLE, version },
          }),
        }),
        ...pastOperations(published, archive),
      ]),
    },
    {
      override: ({ jsonSchema }) => {
        // Our own documents are checked for fields that nobody promised; a client's need not be, for more may come.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // The format says it already, and reads better than the pattern or the bound that zod derives from it.
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    },
  );
}

/** The two codes of a pair are parameters of their own. */
function pairAddress(address: string): string {
  return address.replace('{pair}', pairSlug('{from}', '{to}'));
}

const synthetic = 'The series is synthetic: it ends at today’s rate, but is no record of past rates.';

/** The documents of one pair, for examples. */
function examplePair({ asOf, retrievedAt }: Snapshot, currencies: readonly PublishedCurrency[]) {
  const [from, to] = ['USD', 'EUR'].map((code) => currencies.find((currency) => currency.code === code));
  if (!from || !to) throw new Error('The examples need USD and EUR, which no dataset may lack.');
  const pairDetail = buildPairDetail({ from, to, retrievedAt });
  return {
    conversion: buildConversion({ from: 'USD', to: 'EUR', amount: 100, rate: pairDetail.rate, retrievedAt }),
    pairDetail,
    history: buildSyntheticHistory({ from, to, period: '7d', dates: datesUpTo(asOf) }),
  };
}
