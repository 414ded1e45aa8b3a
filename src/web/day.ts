import type { CurrencyList } from '../documents/currency-list.ts';
import type { CurrencySeries } from '../documents/currency-series.ts';
import { paths } from '../documents/paths.ts';
import type { ReferenceRates } from '../documents/reference-rates.ts';
import type { PricedCurrency } from '../rates/published-currency.ts';

/** What the page knows of the day. */
export interface Day extends Pick<ReferenceRates, 'rate_as_of' | 'checked_at' | 'stale_reason'> {
  /** By code, in the published order. */
  readonly currencies: ReadonlyMap<string, PricedCurrency>;
}

/** Reads the day's rates: two static files, by the addresses that any file host has, and nothing that is metered. */
export async function loadDay(): Promise<Day> {
  const [{ rates, ...reference }, list] = await Promise.all([
    load<ReferenceRates>(`/${paths.referenceRates}`),
    load<CurrencyList>(`/${paths.currencyList}`),
  ]);
  const priced = list.currencies.flatMap((currency): [string, PricedCurrency][] => {
    const perUsd = rates[currency.code];
    return perUsd === undefined ? [] : [[currency.code, { ...currency, perUsd }]];
  });
  return { ...reference, currencies: new Map(priced) };
}

const series = new Map<string, Promise<CurrencySeries>>();

/** A currency's year against USD: a static file, read once. A failed read may be tried again. */
export function loadSeries(code: string): Promise<CurrencySeries> {
  const known = series.get(code);
  if (known) return known;
  const loading = load<CurrencySeries>(`/${paths.currencySeries(code)}`);
  series.set(code, loading);
  loading.catch(() => series.delete(code));
  return loading;
}

/** @throws {Error} when there is no good answer */
async function load<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return (await response.json()) as T;
}
