import type { PricedCurrency } from '../../rates/published-currency.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { buildCurrencyFacts } from '../documents/currency-facts.ts';
import type { PastDocumentsInput } from '../documents/past-documents.ts';
import { buildError, errorSchema, notFound } from '../format/error.ts';
import {
  buildExchangeApiNames,
  buildExchangeApiRates,
  exchangeApiNamesSchema,
  exchangeApiRatesSchema,
} from './exchange-api.ts';
import {
  buildExchangeRateApi,
  exchangeRateApiErrorSchema,
  exchangeRateApiSchema,
  unsupportedCode,
} from './exchange-rate-api.ts';
import { describeV1, frankfurterErrorSchema } from './frankfurter-v1.ts';
import {
  buildV2Currencies,
  describeV2,
  FRANKFURTER_CURRENCIES,
  frankfurterCurrenciesSchema,
  frankfurterV2ErrorSchema,
} from './frankfurter-v2.ts';
import { describeOpenExchangeRates, openExchangeRatesErrorSchema } from './open-exchange-rates.ts';
import { buildPrebid, prebidSchema } from './prebid.ts';

/** Input of the files in other APIs' formats. */
export interface LayoutInput extends PastDocumentsInput {
  /** Today's currencies in the published order. */
  readonly currencies: readonly PricedCurrency[];
  readonly snapshot: Pick<Snapshot, 'checkedAt' | 'retrievedAt'>;
}

/** Paths of the files with the rates on one base. ExchangeRate-API's paths have no extension. */
export const layoutPaths = {
  exchangeApi: (code: string) => `v1/currencies/${code.toLowerCase()}.json`,
  exchangeRateApi: (code: string) => `v6/latest/${code}`,
} as const;

/** The files that don't depend on a currency, with their schemas. */
export const fixedLayoutFiles = [
  // For an unknown path in a folder, the host returns the folder's `404.html`, here as JSON. It does so even when the
  // Pages Function's daily quota is used up.
  { path: 'v1/404.html', schema: frankfurterErrorSchema, build: () => describeV1(notFound()) },
  { path: 'v2/404.html', schema: frankfurterV2ErrorSchema, build: () => describeV2(notFound()) },
  { path: 'oxr/404.html', schema: openExchangeRatesErrorSchema, build: () => describeOpenExchangeRates(notFound()) },
  { path: 'v4/404.html', schema: exchangeRateApiErrorSchema, build: () => unsupportedCode },
  { path: 'v6/404.html', schema: exchangeRateApiErrorSchema, build: () => unsupportedCode },
  { path: 'prebid/404.html', schema: errorSchema, build: () => buildError(notFound().message) },
  {
    path: 'prebid/currency.json',
    schema: prebidSchema,
    build: ({ today, snapshot }: LayoutInput): object => buildPrebid(today, snapshot.retrievedAt),
  },
  {
    path: 'v1/currencies.json',
    schema: exchangeApiNamesSchema,
    build: ({ currencies }: LayoutInput): object => buildExchangeApiNames(currencies),
  },
  {
    path: FRANKFURTER_CURRENCIES,
    schema: frankfurterCurrenciesSchema,
    build: ({ today, validDays }: LayoutInput): object =>
      buildV2Currencies(buildCurrencyFacts(validDays), validDays, today),
  },
] as const;

/** The files of each published currency, with their schemas. */
export const currencyLayoutFiles = [
  { pathOf: layoutPaths.exchangeApi, schema: exchangeApiRatesSchema, build: buildExchangeApiRates },
  { pathOf: layoutPaths.exchangeRateApi, schema: exchangeRateApiSchema, build: buildExchangeRateApi },
] as const;

/** The files in other APIs' formats, with their paths in the site. */
export function* layoutDocuments(input: LayoutInput): Generator<[path: string, document: object]> {
  for (const { path, build } of fixedLayoutFiles) yield [path, build(input)];
  for (const { code } of input.currencies) {
    for (const { pathOf, build } of currencyLayoutFiles)
      yield [pathOf(code), build(code, input.today, input.snapshot.checkedAt)];
  }
}
