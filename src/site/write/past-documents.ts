import { type DayRates, noneHeld } from '../../validation/snapshot/held-dates.ts';
import type { PricedCurrency } from '../../rates/published-currency.ts';
import { type PastDay, ratesByYear } from '../../rates/past-rates.ts';
import type { Rates } from '../../rates/rates.ts';
import { buildCurrencyYear } from '../../api/documents/currency-year.ts';
import { buildDatedRates } from '../../api/endpoints/dated-rates.ts';
import { paths } from '../../api/paths.ts';

/** Input of {@link pastDocuments}: past rates and today's rates. */
export interface PastDocumentsInput {
  /** The valid rates of each archived day. */
  readonly validDays: readonly PastDay[];
  /** Today's rates. Unlike the rates, `sources` covers all archived days. */
  readonly today: DayRates;
}

/** The currencies' rates per 1 USD. */
export function ratesOf(currencies: readonly PricedCurrency[]): Rates {
  return new Map(currencies.map(({ code, perUsd }) => [code, perUsd]));
}

/**
 * Documents with their paths in the site: each archived day's rates, today's rates on each base, and each currency's
 * rates of each year.
 */
export function* pastDocuments({ validDays, today }: PastDocumentsInput): Iterable<[path: string, document: object]> {
  for (const day of validDays) {
    // The newest day's file has today's published rates, including held rates.
    const published = day.date === today.date ? today : { ...day, held: noneHeld, sources: today.sources };
    yield [paths.ratesOnDate(day.date), buildDatedRates({ day: published, base: 'USD' })];
  }
  for (const code of today.rates.keys()) yield [paths.ratesByBase(code), buildDatedRates({ day: today, base: code })];
  for (const [year, byCode] of ratesByYear(validDays)) {
    for (const [code, rates] of byCode) {
      yield [paths.currencyYear(code, year), buildCurrencyYear(code, year, rates, today.sources)];
    }
  }
}
