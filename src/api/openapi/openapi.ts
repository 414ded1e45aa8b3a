import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { datesUpTo } from '../../rates/calendar.ts';
import type { PublishedCurrency } from '../../snapshot/published-currency.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { buildConversion, conversionSchema } from '../documents/conversion.ts';
import {
  addressTooLong,
  amountTooLarge,
  emptyParameters,
  invalidAmount,
  invalidPeriod,
  malformedPair,
  missingParameters,
  unsupportedCurrency,
} from '../format/error.ts';
import { type FixedDocument, fixedDocuments, type DocumentsInput } from '../documents/fixed-documents.ts';
import { buildSyntheticHistory, syntheticHistorySchema } from '../synthetic/history.ts';
import { answered, fixedFile, pairFile } from './openapi-operations.ts';
import { pastOperations } from './openapi-past.ts';
import { openApiParameters } from './openapi-parameters.ts';
import { openApiProse } from './openapi-prose.ts';
import { success } from './openapi-responses.ts';
import { buildPairDetail, pairDetailSchema } from '../documents/pair-detail.ts';
import { addresses, pairSlug, paths } from '../format/paths.ts';

const OPENAPI = '3.1.1';
const TITLE = 'Ratesheet';

export interface OpenApiInput extends DocumentsInput {
  /** Version of the service. */
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
  const conversion = success(conversionSchema, example.conversion);
  const pairDetail = success(pairDetailSchema, example.pairDetail);
  const history = success(syntheticHistorySchema, example.history);
  const fixed = fixedDocuments.map(({ address, schema, build, tag, operationId, summary, description }) => ({
    address,
    tag,
    operation: { operationId, tags: [tag], summary, ...(description !== undefined && { description }) },
    success: success(schema, build({ snapshot: published, archive, currencies })),
  }));
  const fixedOf = (wanted: FixedDocument['tag']): ZodOpenApiPathsObject =>
    Object.fromEntries(
      fixed
        .filter(({ tag }) => tag === wanted)
        .map(({ address, operation, success }) => [address, { get: fixedFile({ ...operation, success }) }]),
    );
  const fixedFilesOf = (wanted: FixedDocument['tag']): ZodOpenApiPathsObject =>
    Object.fromEntries(
      fixed
        .filter(({ tag }) => tag === wanted)
        .map(({ address, operation: { operationId, summary }, success }) => [
          `${address}.json`,
          { get: fixedFile({ operationId: `${operationId}File`, tags: ['files'], summary, success }) },
        ]),
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
      paths: {
        ...fixedOf('rates'),
        [addresses.conversion]: answered({
          operationId: 'convert',
          summary: 'Convert an amount',
          requestParams: openApiParameters.conversion,
          success: conversion,
          badRequests: {
            missing_parameters: missingParameters(['to']),
            invalid_amount: invalidAmount('ten'),
            amount_too_large: amountTooLarge('1e400'),
            unsupported_currency: unsupportedCurrency(['XYZ']),
            address_too_long: addressTooLong(),
          },
        }),
        [pairAddress(addresses.pairDetail)]: answered({
          operationId: 'getPair',
          summary: 'A pair’s rate, inverse rate and conversion table',
          requestParams: openApiParameters.pair,
          success: pairDetail,
          badRequests: {
            malformed_pair: malformedPair('usdeur'),
            unsupported_currency: unsupportedCurrency(['xyz']),
            address_too_long: addressTooLong(),
          },
        }),
        [addresses.history]: answered({
          operationId: 'getHistory',
          summary: 'A pair’s synthetic daily series',
          description: synthetic,
          requestParams: openApiParameters.history,
          success: history,
          badRequests: {
            empty_parameters: emptyParameters(['from']),
            invalid_period: invalidPeriod('2y'),
            unsupported_currency: unsupportedCurrency(['XYZ']),
            address_too_long: addressTooLong(),
          },
        }),
        [pairAddress(addresses.pairHistory)]: answered({
          operationId: 'getPairHistory',
          summary: 'A pair’s synthetic daily series, by its path',
          description: synthetic,
          requestParams: openApiParameters.pairHistory,
          success: history,
          badRequests: {
            malformed_pair: malformedPair('usdeur'),
            invalid_period: invalidPeriod('2y'),
            unsupported_currency: unsupportedCurrency(['xyz']),
            address_too_long: addressTooLong(),
          },
        }),
        ...fixedOf('v1'),
        [`/${paths.openApi}`]: {
          get: fixedFile({
            operationId: 'getOpenApi',
            tags: ['v1'],
            summary: 'This document',
            success: success(z.record(z.string(), z.unknown()).meta({ description: 'An OpenAPI 3.1 document.' }), {
              openapi: OPENAPI,
              info: { title: TITLE, version },
            }),
          }),
        },
        ...pastOperations(published, archive),
        ...fixedFilesOf('rates'),
        [`${pairAddress(addresses.pairDetail)}.json`]: {
          get: pairFile({
            operationId: 'getPairFile',
            summary: 'A pair’s rate, inverse rate and conversion table',
            requestParams: openApiParameters.pairFile,
            success: pairDetail,
          }),
        },
        [`${pairAddress(addresses.pairHistory)}.json`]: {
          get: pairFile({
            operationId: 'getPairHistoryFile',
            summary: 'A pair’s synthetic daily series',
            description: synthetic,
            requestParams: openApiParameters.pairHistoryFile,
            success: history,
          }),
        },
        ...fixedFilesOf('v1'),
      },
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
  return {
    conversion: buildConversion({ from, to, amount: 100, retrievedAt }),
    pairDetail: buildPairDetail({ from, to, retrievedAt }),
    history: buildSyntheticHistory({ from, to, period: '7d', dates: datesUpTo(asOf) }),
  };
}
