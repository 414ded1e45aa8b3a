import type { Period } from '../rates/period.ts';

/**
 * The addresses of the interface, each written here and nowhere else. `{pair}` and `{period}` stand for one name in the
 * path. What is a file has the same address with `.json`, and that is where it stands in the site.
 */
export const addresses = {
  ratesSnapshot: '/api/rates',
  currencyList: '/api/currencies',
  referenceRates: '/api/v1/rates',
  status: '/api/v1/status',
  archive: '/api/v1/archive',
  pairDetail: '/api/rates/{pair}',
  pairHistory: '/api/historical/{pair}/{period}',
  /** These two answer to a query, so that they are no file. */
  conversion: '/api/convert',
  history: '/api/historical',
} as const;

/** Where each document stands in the site, relative to its root. */
export const paths = {
  ratesSnapshot: fileOf(addresses.ratesSnapshot),
  currencyList: fileOf(addresses.currencyList),
  referenceRates: fileOf(addresses.referenceRates),
  status: fileOf(addresses.status),
  archive: fileOf(addresses.archive),
  openApi: 'api/v1/openapi.json',
  /** Not pages: JSON, served for every unknown address beside them and below. */
  notFound: 'api/404.html',
  seriesNotFound: 'series/404.html',
  pairDetail: (from: string, to: string) => fileOf(addresses.pairDetail).replace('{pair}', pairSlug(from, to)),
  history: (from: string, to: string, period: Period) =>
    fileOf(addresses.pairHistory).replace('{pair}', pairSlug(from, to)).replace('{period}', period),
  archiveYear: (year: string) => `archive/${year}.csv`,
  archiveFaults: 'archive/faults.csv',
  archiveEvidence: 'archive/evidence.csv',
  currencySeries: (code: string) => `series/${code.toLowerCase()}.json`,
} as const;

/** `USD`, `EUR` → `usd-to-eur` */
export function pairSlug(from: string, to: string): string {
  return `${from.toLowerCase()}-to-${to.toLowerCase()}`;
}

/** Where the document of an address stands: `/api/rates` → `api/rates.json` */
export function fileOf(address: string): string {
  return `${address.slice(1)}.json`;
}
