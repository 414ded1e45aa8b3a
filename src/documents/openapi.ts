import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Currency } from '../currencies/currency.ts';
import { datesUpTo } from '../rates/calendar.ts';
import { crossSeries } from '../rates/cross-rate.ts';
import { periods } from '../rates/period.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { buildPairDetail } from './build-pair-detail.ts';
import { buildConversion, conversionSchema } from './conversion.ts';
import { buildCurrencyList, currencyListSchema } from './currency-list.ts';
import {
  type ApiError,
  buildError,
  errorSchema,
  invalidAmount,
  invalidPeriod,
  malformedPair,
  methodNotAllowed,
  missingParameters,
  notFound,
  ratesUnavailable,
  unsupportedCurrency,
} from './error.ts';
import { buildHistory, historySchema } from './history.ts';
import { pairDetailSchema } from './pair-detail.ts';
import { buildRatesSnapshot, ratesSnapshotSchema } from './rates-snapshot.ts';
import { buildReferenceRates, referenceRatesSchema } from './reference-rates.ts';
import { buildStatus, statusSchema } from './status.ts';

export interface OpenApiInput {
  /** Version of the service. */
  readonly version: string;
  readonly snapshot: Snapshot;
  /** Every published currency, in the published order. */
  readonly currencies: readonly Currency[];
  /** Each currency's year of units per 1 USD. */
  readonly usdSeries: ReadonlyMap<string, readonly number[]>;
}

/**
 * `/api/v1/openapi.json`: the whole interface as OpenAPI 3.1. The shapes are the documents' own schemas, the examples
 * documents of this very publish.
 */
export function buildOpenApi({ version, snapshot, currencies, usdSeries }: OpenApiInput) {
  // A later check of the same dataset moves checkedAt and staleReason. The examples show the first one, so that this
  // document stays the same.
  const published: Snapshot = { ...snapshot, checkedAt: snapshot.retrievedAt, staleReason: null };
  const example = examplePair(published, currencies, usdSeries);

  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Ratesheet',
        version,
        summary: 'A free currency API: no key, no limit, any origin.',
        description:
          'Daily reference rates of fiat currencies and crypto assets against USD, conversion, pairs and synthetic ' +
          'history. Rates are informational: no live market, no offer to trade. Codes are taken in any case. HEAD is ' +
          'answered like GET; every answer allows any origin (CORS). From a web page, ask without headers of your own: ' +
          'files do not answer the question that a browser asks before it sends them.',
        license: { name: 'MIT (service), CC0-1.0 (data)', identifier: 'MIT AND CC0-1.0' },
      },
      // Relative to this document's own address: wherever it is hosted, its examples call that host.
      servers: [{ url: '/' }],
      // No endpoint needs a credential.
      security: [],
      tags: [
        { name: 'rates', description: 'The day’s rates.' },
        { name: 'pairs', description: 'Two currencies at a time.' },
        { name: 'v1', description: 'The versioned interface: rates with date, age and source.' },
      ],
      paths: {
        '/api/rates': {
          get: fileOperation('getRates', 'rates', 'All rates of the day', {
            schema: ratesSnapshotSchema,
            example: buildRatesSnapshot(published),
          }),
        },
        '/api/currencies': {
          get: fileOperation('getCurrencies', 'rates', 'All supported currencies', {
            schema: currencyListSchema,
            example: buildCurrencyList(currencies),
          }),
        },
        '/api/convert': {
          get: {
            operationId: 'convert',
            tags: ['pairs'],
            summary: 'Convert an amount',
            requestParams: {
              query: z.object({
                from: anyCaseCode('Source currency code, in any case.', example.from),
                to: anyCaseCode('Target currency code, in any case.', example.to),
                amount: z
                  .number()
                  .nonnegative()
                  .default(1)
                  .meta({
                    description: 'Amount of the source currency: zero or more, plain decimal or exponent form.',
                    examples: [100],
                  }),
              }),
            },
            responses: responses(conversionSchema, example.conversion, {
              missing_parameters: missingParameters(['to']),
              unsupported_currency: unsupportedCurrency(['XYZ']),
              invalid_amount: invalidAmount('ten'),
            }),
          },
        },
        '/api/rates/{from}-to-{to}': {
          get: {
            operationId: 'getPair',
            tags: ['pairs'],
            summary: 'A pair’s rate, inverse rate and conversion table',
            requestParams: {
              path: z.object({
                from: anyCaseCode('Source currency code, in lower case by convention.', example.from.toLowerCase()),
                to: anyCaseCode('Target currency code, in lower case by convention.', example.to.toLowerCase()),
              }),
            },
            responses: responses(pairDetailSchema, example.pairDetail, {
              unsupported_currency: unsupportedCurrency(['xyz']),
              malformed_pair: malformedPair('usdeur'),
            }),
          },
        },
        '/api/historical': {
          get: {
            operationId: 'getHistory',
            tags: ['pairs'],
            summary: 'A pair’s synthetic daily series',
            description:
              'The series is synthetic: it ends at today’s rate, but is no record of past rates. The address ' +
              '`/api/historical/usd-to-eur/7d` gives the same answer.',
            requestParams: {
              query: z.object({
                from: anyCaseCode('Source currency code, in any case.', example.from).default('USD'),
                to: anyCaseCode('Target currency code, in any case.', example.to).default('INR'),
                period: z
                  .enum(periods)
                  .default('30d')
                  .meta({ description: 'How far back.', examples: ['7d'] }),
              }),
            },
            responses: responses(historySchema, example.history, {
              unsupported_currency: unsupportedCurrency(['XYZ']),
              invalid_period: invalidPeriod('2y'),
            }),
          },
        },
        '/api/v1/rates': {
          get: fileOperation('getReferenceRates', 'v1', 'All rates of the day with date, age and source', {
            schema: referenceRatesSchema,
            example: buildReferenceRates(published),
          }),
        },
        '/api/v1/status': {
          get: fileOperation('getStatus', 'v1', 'Which rates are not simply the dataset’s, and why', {
            schema: statusSchema,
            example: buildStatus(published),
          }),
        },
        '/api/v1/openapi.json': {
          get: fileOperation('getOpenApi', 'v1', 'This document', {
            schema: z.record(z.string(), z.unknown()).meta({ description: 'An OpenAPI 3.1 document.' }),
          }),
        },
      },
    },
    {
      override: ({ jsonSchema }) => {
        // Our own documents are checked for fields that nobody promised; a client's need not be, for more may come.
        delete jsonSchema.additionalProperties;
        // The format says it already, and reads better than the pattern or the bound that zod derives from it.
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    },
  );
}

/** The documents of one pair, for examples. */
function examplePair(
  snapshot: Snapshot,
  currencies: readonly Currency[],
  usdSeries: ReadonlyMap<string, readonly number[]>,
) {
  const [from, to] = ['USD', 'EUR'].map((code) => currencies.find((currency) => currency.code === code));
  if (!from || !to) throw new Error('The examples need USD and EUR, which no dataset may lack.');
  const rates = {
    fromRate: snapshot.rates.get(from.code) ?? NaN,
    toRate: snapshot.rates.get(to.code) ?? NaN,
    timestamp: snapshot.retrievedAt,
  };
  return {
    from: from.code,
    to: to.code,
    conversion: buildConversion({ from: from.code, to: to.code, amount: 100, ...rates }),
    pairDetail: buildPairDetail({ from, to, ...rates }),
    history: buildHistory({
      from: from.code,
      to: to.code,
      period: '7d',
      dates: datesUpTo(snapshot.asOf),
      series: crossSeries(usdSeries.get(from.code) ?? [], usdSeries.get(to.code) ?? []),
    }),
  };
}

function anyCaseCode(description: string, example: string) {
  // The parameter's own example as well: viewers fill in that one.
  return z.string().meta({ description, examples: [example], param: { example } });
}

/** An endpoint without parameters: a file, so it cannot be asked for in a wrong way. */
function fileOperation(
  operationId: string,
  tag: string,
  summary: string,
  content: { schema: z.ZodType; example?: object },
): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: [tag],
    summary,
    responses: { 200: { description: summary, content: { 'application/json': content } } },
  };
}

function responses(
  schema: z.ZodType,
  example: object,
  badRequests: Record<string, ApiError>,
): ZodOpenApiResponsesObject {
  return {
    200: { description: 'Success', content: { 'application/json': { schema, example } } },
    400: errorResponse('The request is wrong; the message says what to do.', badRequests),
    404: errorResponse('No such address.', { not_found: notFound() }),
    405: errorResponse('Another method than GET, HEAD or OPTIONS.', { method_not_allowed: methodNotAllowed() }),
    500: errorResponse('The rates cannot be read.', { rates_unavailable: ratesUnavailable() }),
  };
}

function errorResponse(description: string, errors: Record<string, ApiError>) {
  const examples = Object.fromEntries(
    Object.entries(errors).map(([name, { message }]) => [name, { value: buildError(message) }]),
  );
  return { description, content: { 'application/json': { schema: errorSchema, examples } } };
}
