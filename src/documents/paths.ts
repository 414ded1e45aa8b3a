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
  /** `{day}` is a date, or a currency's code for today's rates on it. */
  datedRates: '/api/v1/rates/{day}',
  currencyYear: '/api/v1/history/{code}/{year}',
  currencyFacts: '/api/v1/currencies',
  /** These answer to a query, so that they are no file. */
  conversion: '/api/convert',
  history: '/api/historical',
  pairRange: '/api/v1/history',
  pairRangeTable: '/api/v1/history.csv',
  datedConversion: '/api/v1/convert',
} as const;

/** Where each document stands in the site, relative to its root. */
export const paths = {
  ratesSnapshot: fileOf(addresses.ratesSnapshot),
  currencyList: fileOf(addresses.currencyList),
  referenceRates: fileOf(addresses.referenceRates),
  status: fileOf(addresses.status),
  archive: fileOf(addresses.archive),
  currencyFacts: fileOf(addresses.currencyFacts),
  /** @param day a date, or a currency's code */
  datedRates: (day: string) => fileOf(addresses.datedRates).replace('{day}', day.toLowerCase()),
  currencyYear: (code: string, year: string) =>
    fileOf(addresses.currencyYear).replace('{code}', code.toLowerCase()).replace('{year}', year),
  ratesTable: 'api/v1/rates.csv',
  openApi: 'api/v1/openapi.json',
  /** The reference as Markdown. */
  assistants: 'llms.txt',
  /** Not pages: JSON, served for every unknown address beside them and below. */
  notFound: 'api/404.html',
  seriesNotFound: 'series/404.html',
  pairDetail: (from: string, to: string) => fileOf(addresses.pairDetail).replace('{pair}', pairSlug(from, to)),
  history: (from: string, to: string, period: Period) =>
    fileOf(addresses.pairHistory).replace('{pair}', pairSlug(from, to)).replace('{period}', period),
  archiveYear: (year: string) => `archive/${year}.csv`,
  archiveFaults: 'archive/faults.csv',
  archiveEvidence: 'archive/evidence.csv',
  checksums: 'SHA256SUMS',
  newestReceipt: 'receipts/newest.json',
  receiptsYear: (year: string) => `receipts/${year}.jsonl`,
  currencySeries: (code: string) => `series/${code.toLowerCase()}.json`,
} as const;

/** The newest dataset, as it was fetched: in sites whose dataset was. */
export const sourceFile = 'archive/source.json';

/** Whom to tell of a weakness: in sites that name somebody. */
export const securityPath = '.well-known/security.txt';

/** `USD`, `EUR` → `usd-to-eur` */
export function pairSlug(from: string, to: string): string {
  return `${from.toLowerCase()}-to-${to.toLowerCase()}`;
}

/** Where the document of an address stands: `/api/rates` → `api/rates.json` */
export function fileOf(address: string): string {
  return `${address.slice(1)}.json`;
}
