import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import { datesUpTo } from '../rates/calendar.ts';
import type { PublishedCurrency } from '../rates/published-currency.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { buildConversion, conversionSchema } from './conversion.ts';
import { buildCurrencyList, currencyListSchema } from './currency-list.ts';
import {
  addressTooLong,
  amountTooLarge,
  emptyParameters,
  invalidAmount,
  invalidPeriod,
  malformedPair,
  missingParameters,
  unsupportedCurrency,
} from './error.ts';
import { buildHistory, historySchema } from './history.ts';
import { answered, fixedFile, pairFile } from './openapi-operations.ts';
import { openApiParameters } from './openapi-parameters.ts';
import { openApiProse } from './openapi-prose.ts';
import { success } from './openapi-responses.ts';
import { buildPairDetail, pairDetailSchema } from './pair-detail.ts';
import { buildRatesSnapshot, ratesSnapshotSchema } from './rates-snapshot.ts';
import { buildReferenceRates, referenceRatesSchema } from './reference-rates.ts';
import { buildStatus, statusSchema } from './status.ts';

export interface OpenApiInput {
  /** Version of the service. */
  readonly version: string;
  /** Where the site is published, without a slash at the end; left out where nobody knows yet. */
  readonly url?: string | undefined;
  readonly snapshot: Snapshot;
  /** Every published currency, in the published order. */
  readonly currencies: readonly PublishedCurrency[];
}

/**
 * `/api/v1/openapi.json`: the whole interface as OpenAPI 3.1. The shapes are the documents' own schemas, the examples
 * documents of this very publish.
 */
export function buildOpenApi({ version, url, snapshot, currencies }: OpenApiInput) {
  // A later check of the same dataset moves checkedAt and staleReason. The examples show the first one, so that this
  // document stays the same.
  const published: Snapshot = { ...snapshot, checkedAt: snapshot.retrievedAt, staleReason: null };
  const example = examplePair(published, currencies);
  const rates = success(ratesSnapshotSchema, buildRatesSnapshot(published));
  const list = success(currencyListSchema, buildCurrencyList(currencies));
  const conversion = success(conversionSchema, example.conversion);
  const pairDetail = success(pairDetailSchema, example.pairDetail);
  const history = success(historySchema, example.history);
  const referenceRates = success(referenceRatesSchema, buildReferenceRates(published));
  const status = success(statusSchema, buildStatus(published));

  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Ratesheet',
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
        { name: 'rates', description: 'The day’s rates.' },
        { name: 'pairs', description: 'Two currencies at a time.' },
        { name: 'v1', description: 'The versioned interface: rates with date, age and source.' },
        {
          name: 'files',
          description:
            'The same answers as plain files, on any host: in lower case, and perhaps of the most traded pairs alone.',
        },
        { name: 'preflight', description: 'What browsers ask before a request with headers of its own.' },
      ],
      paths: {
        '/api/rates': {
          get: fixedFile({
            operationId: 'getRates',
            tags: ['rates'],
            summary: 'All rates of the day',
            description:
              'Always on USD: a file cannot see a query, so `?base=EUR` changes nothing. For rates on another currency ' +
              'ask for a pair, such as `/api/rates/eur-to-usd`, or for a conversion.',
            success: rates,
          }),
        },
        '/api/currencies': {
          get: fixedFile({
            operationId: 'getCurrencies',
            tags: ['rates'],
            summary: 'All supported currencies',
            success: list,
          }),
        },
        '/api/convert': answered({
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
        '/api/rates/{from}-to-{to}': answered({
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
        '/api/historical': answered({
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
        '/api/historical/{from}-to-{to}/{period}': answered({
          operationId: 'getPairHistory',
          summary: 'The same, with the pair in the path',
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
        '/api/v1/rates': {
          get: fixedFile({
            operationId: 'getReferenceRates',
            tags: ['v1'],
            summary: 'All rates of the day with date, age and source',
            description: 'Always on USD, like `/api/rates`.',
            success: referenceRates,
          }),
        },
        '/api/v1/status': {
          get: fixedFile({
            operationId: 'getStatus',
            tags: ['v1'],
            summary: 'Which rates are not simply the dataset’s, and why',
            success: status,
          }),
        },
        '/api/v1/openapi.json': {
          get: fixedFile({
            operationId: 'getOpenApi',
            tags: ['v1'],
            summary: 'This document',
            success: success(z.record(z.string(), z.unknown()).meta({ description: 'An OpenAPI 3.1 document.' })),
          }),
        },
        '/api/rates.json': {
          get: fixedFile({
            operationId: 'getRatesFile',
            tags: ['files'],
            summary: 'All rates of the day',
            success: rates,
          }),
        },
        '/api/currencies.json': {
          get: fixedFile({
            operationId: 'getCurrenciesFile',
            tags: ['files'],
            summary: 'All supported currencies',
            success: list,
          }),
        },
        '/api/rates/{from}-to-{to}.json': {
          get: pairFile({
            operationId: 'getPairFile',
            summary: 'A pair’s rate, inverse rate and conversion table',
            requestParams: openApiParameters.pairFile,
            success: pairDetail,
          }),
        },
        '/api/historical/{from}-to-{to}/{period}.json': {
          get: pairFile({
            operationId: 'getPairHistoryFile',
            summary: 'A pair’s synthetic daily series',
            description: synthetic,
            requestParams: openApiParameters.pairHistoryFile,
            success: history,
          }),
        },
        '/api/v1/rates.json': {
          get: fixedFile({
            operationId: 'getReferenceRatesFile',
            tags: ['files'],
            summary: 'All rates of the day with date, age and source',
            success: referenceRates,
          }),
        },
        '/api/v1/status.json': {
          get: fixedFile({
            operationId: 'getStatusFile',
            tags: ['files'],
            summary: 'Which rates are not simply the dataset’s, and why',
            success: status,
          }),
        },
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

const synthetic = 'The series is synthetic: it ends at today’s rate, but is no record of past rates.';

/** The documents of one pair, for examples. */
function examplePair({ asOf, retrievedAt: timestamp }: Snapshot, currencies: readonly PublishedCurrency[]) {
  const [from, to] = ['USD', 'EUR'].map((code) => currencies.find((currency) => currency.code === code));
  if (!from || !to) throw new Error('The examples need USD and EUR, which no dataset may lack.');
  return {
    conversion: buildConversion({ from, to, amount: 100, timestamp }),
    pairDetail: buildPairDetail({ from, to, timestamp }),
    history: buildHistory({ from, to, period: '7d', dates: datesUpTo(asOf) }),
  };
}
