import type { IsoDate } from './calendar.ts';
import type { CatalogueEntry } from './currencies/catalogue.ts';
import type { Currency } from './currencies/currency.schema.ts';
import type { Rates } from './rates.ts';
import { buildUsdSeries } from './synthetic-series.ts';

/** A currency together with its rate, so that a document can't mix up rates of different currencies. */
export interface PricedCurrency extends Currency {
  readonly perUsd: number;
}

/** A currency's synthetic series, which is one year long. */
export interface SyntheticYear {
  readonly code: string;
  /** Units per 1 USD on each day of the longest period, ascending. */
  readonly yearPerUsd: readonly number[];
}

export type PublishedCurrency = CatalogueEntry & PricedCurrency & SyntheticYear;

/**
 * Every currency that has a rate, crypto assets included, in the catalogue's order. Wherever a site has a number of
 * currencies, it's the length of this list. Only `/api/v1/currencies` also lists currencies without a rate.
 */
export function publishedCurrencies(
  catalogue: readonly CatalogueEntry[],
  { rates, rate_as_of }: { readonly rates: Rates; readonly rate_as_of: IsoDate },
): PublishedCurrency[] {
  const series = buildUsdSeries(catalogue, rates, rate_as_of);
  return catalogue.flatMap((entry) => {
    const [perUsd, yearPerUsd] = [rates.get(entry.code), series.get(entry.code)];
    return perUsd === undefined || yearPerUsd === undefined ? [] : [{ ...entry, perUsd, yearPerUsd }];
  });
}
