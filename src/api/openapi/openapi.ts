import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { datesUpTo } from '../../rates/calendar.ts';
import type { PublishedCurrency } from '../../rates/published-currency.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { sourceOn } from '../../archive/source.ts';
import { buildConversion, conversionSchema } from '../documents/conversion.ts';
import { amountOutOfRange, invalidAmount, invalidPeriod, malformedPair, missingParameters } from '../format/error.ts';
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
      paths: filesLast([
        ...fixedOf('rates'),
        endpoint(addresses.conversion, {
          operationId: 'convert',
          tags: ['pairs'],
          summary: 'Convert an amount',
          requestParams: openApiParameters.conversion,
          success: success(conversionSchema, example.conversion),
          badRequests: {
            missing_parameters: missingParameters(['to'], '/api/convert?from=USD&to=EUR&amount=100'),
            invalid_amount: invalidAmount('ten'),
            amount_out_of_range: amountOutOfRange('1e400'),
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
          badRequests: { invalid_period: invalidPeriod('2y') },
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
          success: success(z.record(z.string(), z.unknown()).describe('An OpenAPI 3.1 document.'), {
            openapi: OPENAPI,
            info: { title: TITLE, version },
          }),
        }),
        ...pastOperations(published, archive),
      ]),
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

/** In OpenAPI the two codes of a pair are separate parameters. */
function pairAddress(address: string): string {
  return address.replace('{pair}', pairSlug('{from}', '{to}'));
}

const synthetic = 'The series is synthetic: random daily changes that end at today’s rate. They aren’t past rates.';

/** The documents of a pair, as examples. */
function examplePair({ asOf, retrievedAt }: Snapshot, currencies: readonly PublishedCurrency[]) {
  const [from, to] = ['USD', 'EUR'].map((code) => currencies.find((currency) => currency.code === code));
  if (!from || !to) throw new Error('The dataset has no rate of USD or EUR, which the examples need.');
  const pairDetail = buildPairDetail({ from, to, retrievedAt });
  return {
    conversion: buildConversion({ from: 'USD', to: 'EUR', amount: 100, rate: pairDetail.rate, retrievedAt }),
    pairDetail,
    history: buildSyntheticHistory({ from, to, period: '7d', dates: datesUpTo(asOf) }),
  };
}
