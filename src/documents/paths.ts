import type { Period } from '../rates/period.ts';

/** Where each document stands in the site, relative to its root. The interface's address is the same without `.json`. */
export const paths = {
  ratesSnapshot: 'api/rates.json',
  currencyList: 'api/currencies.json',
  referenceRates: 'api/v1/rates.json',
  status: 'api/v1/status.json',
  openApi: 'api/v1/openapi.json',
  /** Not a page: JSON, served for every unknown address under `/api/`. */
  notFound: 'api/404.html',
  pairDetail: (from: string, to: string) => `api/rates/${pairSlug(from, to)}.json`,
  history: (from: string, to: string, period: Period) => `api/historical/${pairSlug(from, to)}/${period}.json`,
  currencySeries: (code: string) => `series/${code.toLowerCase()}.json`,
} as const;

/** `USD`, `EUR` → `usd-to-eur` */
export function pairSlug(from: string, to: string): string {
  return `${from.toLowerCase()}-to-${to.toLowerCase()}`;
}
