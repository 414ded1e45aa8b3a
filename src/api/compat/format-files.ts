import { isMetal, withoutMetals } from '../../money/currencies/metals.ts';
import type { PastDay } from '../../money/past-rates.ts';
import type { DayRates } from '../../archive/day-rates.ts';
import type { z } from 'zod';
import type { PricedCurrency } from '../../money/published-currency.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import {
  buildExchangeApiNames,
  buildExchangeApiRates,
  exchangeApiNamesSchema,
  exchangeApiRatesSchema,
} from './exchange-api.ts';
import { exchangeRateApiSchema } from './exchange-rate-api.schema.ts';
import { notFound } from '../error.ts';
import { buildExchangeRateApi } from './exchange-rate-api.ts';
import { allFormats } from './formats.ts';
import { buildFrankfurterCurrencies } from '../documents/currencies/frankfurter-currencies.ts';
import { frankfurterCurrenciesSchema } from '../documents/currencies/frankfurter-currencies.schema.ts';
import { paths } from '../paths.ts';
import { prebidSchema } from './prebid.schema.ts';
import { buildPrebid } from './prebid.ts';

/** Input of the files in the formats of our own API and of other APIs. */
export interface FormatFilesInput {
  /** The valid rates of each archived day. */
  readonly validDays: readonly PastDay[];
  /** Today's rates. Unlike the rates, `sources` covers all archived days. */
  readonly today: DayRates;
  /** Today's currencies in the published order. */
  readonly currencies: readonly PricedCurrency[];
  readonly snapshot: Pick<Snapshot, 'checked_at' | 'retrieved_at'>;
}

/** Paths of the files with the rates on one base. ExchangeRate-API's paths have no extension. */
export const ratesPaths = {
  exchangeApi: (code: string) => `v1/currencies/${code.toLowerCase()}.json`,
  exchangeRateApi: (code: string) => `v6/latest/${code}`,
} as const;

interface FormatFile {
  readonly path: string;
  readonly schema: z.ZodType;
  readonly build: (input: FormatFilesInput) => object;
}

/** The files that don't depend on a currency, with their schemas. */
export const fixedFormatFiles: readonly FormatFile[] = [
  // For an unknown path in a folder, the host returns the nearest `404.html`, here as JSON. It does so even when the
  // Pages Function's daily quota is used up.
  ...allFormats.flatMap(({ roots, describe, errorSchema }) =>
    roots.map((root) => ({
      path: `${root.slice(1)}/404.html`,
      schema: errorSchema,
      build: () => describe(notFound()),
    })),
  ),
  {
    path: 'prebid/currency.json',
    schema: prebidSchema,
    build: ({ today, snapshot }) => buildPrebid(dayWithoutMetals(today), snapshot.retrieved_at),
  },
  {
    path: 'v1/currencies.json',
    schema: exchangeApiNamesSchema,
    build: ({ currencies }) => buildExchangeApiNames(currencies),
  },
  {
    path: paths.frankfurterCurrencies,
    schema: frankfurterCurrenciesSchema,
    build: ({ today, validDays }) => buildFrankfurterCurrencies(validDays, today),
  },
];

/** The files of each published currency, with their schemas, and whether the original has metals. */
const currencyFormatFiles = [
  { pathOf: ratesPaths.exchangeApi, schema: exchangeApiRatesSchema, build: buildExchangeApiRates, hasMetals: true },
  { pathOf: ratesPaths.exchangeRateApi, schema: exchangeRateApiSchema, build: buildExchangeRateApi, hasMetals: false },
] as const;

/** The formats with a file for a currency. */
export function formatFilesOf(code: string) {
  return currencyFormatFiles.filter(({ hasMetals }) => hasMetals || !isMetal(code));
}

function dayWithoutMetals(day: DayRates): DayRates {
  return { ...day, rates: withoutMetals(day.rates), held: withoutMetals(day.held) };
}

/** The files of all formats, with their paths in the site. */
export function* formatFiles(input: FormatFilesInput): Generator<[path: string, document: object]> {
  for (const { path, build } of fixedFormatFiles) yield [path, build(input)];
  for (const { code } of input.currencies) {
    for (const { pathOf, build, hasMetals } of formatFilesOf(code)) {
      const day = hasMetals ? input.today : dayWithoutMetals(input.today);
      yield [pathOf(code), build(code, day, input.snapshot.checked_at)];
    }
  }
}
