import type { IsoDate } from '../money/calendar.ts';
import type { SyntheticPeriod } from '../money/period.ts';

/**
 * The API's paths. A path that only its endpoint's declaration needs is defined there. `{pair}` and `{period}` are path parameters. If an endpoint
 * has a static file, the file's URL and its path in the site's folder are the endpoint's path with `.json`.
 */
export const addresses = {
  ratesSnapshot: '/api/rates',
  currencyList: '/api/currencies',
  referenceRates: '/api/v1/rates',
  status: '/api/v1/status',
  sources: '/api/v1/sources',
  archive: '/api/v1/archive',
  rules: '/api/v1/rules',
  pairDetail: '/api/rates/{pair}',
  pairSyntheticHistory: '/api/historical/{pair}/{period}',
  ratesOnDate: '/api/v1/rates/{date}',
  /** Today's rates on a base. */
  ratesByBase: '/api/v1/rates/{base}',
  currencyYear: '/api/v1/history/{code}/{year}',
  currencyFacts: '/api/v1/currencies',
  metals: '/api/v1/metals',
  /** This endpoint and all further endpoints need a query, so they have no static file. */
  convert: '/api/convert',
  syntheticHistory: '/api/historical',
  history: '/api/v1/history',
  historyTable: '/api/v1/history.csv',
  convertOnDate: '/api/v1/convert',
  compare: '/api/v1/compare',
  /** The MCP server for AI assistants. It takes messages by POST, so it isn't an endpoint of the API. */
  mcp: '/mcp',
} as const;

/** Path of each document in the site, relative to its root. */
export const paths = {
  ratesSnapshot: fileOf(addresses.ratesSnapshot),
  currencyList: fileOf(addresses.currencyList),
  referenceRates: fileOf(addresses.referenceRates),
  status: fileOf(addresses.status),
  sources: fileOf(addresses.sources),
  archive: fileOf(addresses.archive),
  currencyFacts: fileOf(addresses.currencyFacts),
  metals: fileOf(addresses.metals),
  ratesOnDate: (date: IsoDate) => fileOf(addresses.ratesOnDate).replace('{date}', date),
  ratesByBase: (code: string) => fileOf(addresses.ratesByBase).replace('{base}', code.toLowerCase()),
  currencyYear: (code: string, year: string) =>
    fileOf(addresses.currencyYear).replace('{code}', code.toLowerCase()).replace('{year}', year),
  ratesTable: 'api/v1/rates.csv',
  openApi: 'api/v1/openapi.json',
  /** An index of the documentation, for AI assistants. */
  assistants: 'llms.txt',
  /** The API's reference and the recipes as Markdown. */
  assistantsFull: 'llms-full.txt',
  /** The definitions of the tools of `/mcp`. */
  tools: 'mcp/tools.json',
  /** The licenses of the rates and of all packages in the site. */
  licenses: 'licenses.txt',
  archiveYear: (year: string) => `archive/${year}.csv`,
  /** The gaps in the market rates, and the providers of the days. */
  archiveMarket: 'archive/market.json',
  archiveRejected: 'archive/faults.csv',
  archiveEvidence: 'archive/evidence.csv',
  /** What only the next publish reads. */
  state: 'archive/state.json',
  currencySeries: (code: string) => `series/${code.toLowerCase()}.json`,
  /** Every currency that ever had a rate, in the format of Frankfurter v2. */
  frankfurterCurrencies: 'v2/currencies.json',
  /** `table` is the key of a bank's table. */
  officialCorrections: (table: string) => `archive/${table}/corrections.csv`,
  officialYear: (table: string, year: string) => `archive/${table}/${year}.csv`,
  /** The first and the last day of each bank's table. */
  officialReach: 'series/official/reach.json',
  /** The rates of all banks that count on the days of a month, `YYYY-MM`. */
  officialMonth: (month: string) => `series/official/${month}.json`,
  /** `source` is the key of a source. */
  sourceDays: (source: string) => `series/${source}/days.json`,
  series: (source: string, code: string) => `series/${source}/${code.toLowerCase()}.json`,
} as const;

/** The files with today's rates. */
export const todaysPaths = [paths.referenceRates, paths.currencyList, paths.metals] as const;

const detail = fileOf(addresses.pairDetail).split('{pair}') as [string, string];
const history = fileOf(addresses.pairSyntheticHistory).split(/\{pair\}|\{period\}/) as [string, string, string];

/** Paths of a pair's files. A site has hundreds of thousands of these files, so the templates are split only once. */
export const pairFiles = {
  detail: (from: string, to: string) => `${detail[0]}${pairSlug(from, to)}${detail[1]}`,
  syntheticHistory: (from: string, to: string, period: SyntheticPeriod) =>
    `${history[0]}${pairSlug(from, to)}${history[1]}${period}${history[2]}`,
} as const;

/** Paths of the checksums and of the publish log, which serve to verify the site's other files. */
export const proofPaths = {
  checksums: 'SHA256SUMS',
  newestEntry: 'receipts/newest.json',
  publishLogYear: (year: string) => `receipts/${year}.jsonl`,
} as const;

/** Paths of the JavaScript client's files. */
export const clientPaths = {
  module: 'client/ratesheet.js',
  types: 'client/ratesheet.d.ts',
} as const;

/** Path of the newest dataset as fetched. A site of recorded rates doesn't have this file. */
export const sourceFile = 'archive/source.json';

/** Path of the Atom feed of changes. */
export const feedPath = 'feed.xml';

/** Path of the file that says whom to notify of a vulnerability. Only sites with a security contact have this file. */
export const securityPath = '.well-known/security.txt';

/** Path of the description of `/mcp` for the MCP Registry. Only sites with a known URL have this file. */
export const registryPath = 'mcp/server.json';

/** `USD`, `EUR` → `usd-to-eur` */
export function pairSlug(from: string, to: string): string {
  return `${from.toLowerCase()}-to-${to.toLowerCase()}`;
}

/** Path of an endpoint's file: `/api/rates` → `api/rates.json` */
export function fileOf(address: string): string {
  return `${address.slice(1)}.json`;
}
