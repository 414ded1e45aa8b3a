import { catalogue } from '../currencies/catalogue.ts';
import { fixedDocuments } from '../api/documents/fixed-documents.ts';
import { tableHeaders } from '../api/format/tables.ts';
import { dataHeaders, openHeaders, securityHeaders } from '../api/format/headers.ts';
import { layoutPaths } from '../api/compat/layout-documents.ts';
import { addresses, paths, proofPaths } from '../api/format/paths.ts';
import { pagePolicy } from '../pages/page-policy.ts';
import type { FunctionRoutes, HeaderRule, Rewrite } from './rule-files.ts';

/** The documents that there may be for a pair, at an address with placeholders. */
const pairAddresses = [addresses.pairDetail, addresses.pairHistory];
/** All that are files with placeholders in their addresses, and that no query changes. */
const fileAddresses = [...pairAddresses, addresses.currencyYear];

/** Below these are the addresses of other APIs. */
const layoutRoots = ['/v1', '/v2', '/v4', '/v6', '/oxr'];

/**
 * What makes the interface's addresses answer with files. The first rule that matches counts, and it counts whether or
 * not its file exists: a pair's address that ends in .json would get another one. So it is first of all left as it is.
 *
 * Addresses that answer to a query have no rule: no rule sees a query, and a file in their place would answer some
 * other question.
 */
export const rewrites: readonly Rewrite[] = [
  // No file is there: so that `/api` itself is not found in JSON, as all below it.
  ...['/api', ...layoutRoots].map((root) => ({ from: root, to: `${root}/` })),
  // The error files have paths of their own. Requests for those paths are not found either.
  ...['', ...layoutRoots].map((root) => ({ from: `${root}/404`, to: `${root}/404/none` })),
  ...fixedDocuments.map(({ address }) => ({ from: address, to: `${address}.json` })),
  { from: '/v1/currencies.min.json', to: '/v1/currencies.json' },
  // The migration guide's former path.
  { from: '/docs/switch', to: '/docs/migration' },
  // A rule cannot tell upper case from lower: that code by code. v4 has the files of v6, whose documents do for both.
  ...catalogue.flatMap(({ code }) =>
    ['/v4', '/v6'].map((root) => ({
      from: `${root}/latest/${code.toLowerCase()}`,
      to: `/${layoutPaths.exchangeRateApi(code)}`,
    })),
  ),
  // From here on rules have placeholders: whatever follows such a one counts against their limit.
  ...fileAddresses.flatMap((address) => {
    // `{pair}` → `:pair`
    const from = address.replaceAll(/\{(\w+)\}/g, ':$1');
    const to = `${from}.json`;
    return [
      { from: to, to },
      { from, to },
    ];
  }),
  { from: '/v1/currencies/:code.min.json', to: '/v1/currencies/:code.json' },
  { from: '/v4/latest/:code', to: '/v6/latest/:code' },
];

/**
 * What only a page needs. It stands under `/*`, as a rule sees an address and the page for what is not there is served
 * at any: what is data detaches it.
 */
const pageHeaders = {
  'Content-Security-Policy': pagePolicy,
  // No window that opens a page, or that a page opens, gets hold of it.
  'Cross-Origin-Opener-Policy': 'same-origin',
  // What a page asks for is to write to the clipboard, and that alone is left to it.
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};
const data = { detach: Object.keys(pageHeaders), headers: dataHeaders };

/**
 * Headers by address. One that an earlier rule has set is detached before it is set anew: Pages would join the values.
 *
 * @param finishedYears of the archive: the source's values never change, and which of them are valid hardly ever
 */
export function headerRules(finishedYears: readonly string[]): HeaderRule[] {
  return [
    ...rulesOfAnySite,
    ...finishedYears.slice(-YEARS_WITH_RULES).flatMap((year) => {
      const ofCurrency = addresses.currencyYear.replace('{code}', ':code').replace('{year}', year);
      return [
        cachedFor(`/${paths.archiveYear(year)}`, 'max-age=31536000, immutable'),
        cachedFor(ofCurrency, 'max-age=86400, stale-if-error=604800'),
        cachedFor(`${ofCurrency}.json`, 'max-age=86400, stale-if-error=604800'),
      ];
    }),
  ];
}

/** A host takes a hundred rules: what is older than these years is cached like all else. */
const YEARS_WITH_RULES = 20;

function cachedFor(pattern: string, howLong: string): HeaderRule {
  return { pattern, detach: ['Cache-Control'], headers: { 'Cache-Control': `public, ${howLong}` } };
}

const rulesOfAnySite: readonly HeaderRule[] = [
  { pattern: '/*', headers: { ...securityHeaders, ...pageHeaders } },
  // Their names change with their content.
  { pattern: '/assets/*', headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
  ...['/api', ...layoutRoots].flatMap((root) => [root, `${root}/*`]).map((pattern) => ({ pattern, ...data })),
  { pattern: '/series/*', ...data },
  // Its type is the Function's for a table.
  { pattern: `/${paths.ratesTable}`, detach: ['Content-Type'], headers: tableHeaders('rates') },
  {
    pattern: `/${paths.assistants}`,
    detach: data.detach,
    headers: { ...openHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  },
  // What type a table has, its name tells; and the page for what is not there stays a page.
  { pattern: '/archive/*', headers: openHeaders },
  { pattern: '/receipts/*', headers: openHeaders },
  { pattern: `/${proofPaths.checksums}`, headers: { ...openHeaders, 'Content-Type': 'text/plain; charset=utf-8' } },
];

/**
 * The Function sees conversions, histories and pairs, but nothing that ends in .json. Pairs whose detail is a file are
 * no exception: a browser that asks before it sends (CORS) gets no answer from a file, and a user should not have to
 * know which pairs are.
 */
export const functionRoutes: FunctionRoutes = {
  version: 1,
  include: [
    addresses.conversion,
    addresses.datedConversion,
    addresses.pairRange,
    addresses.pairRangeTable,
    // A past day's rates take a base: a file cannot see it.
    addresses.datedRates.replace(/\{.*/, '*'),
    // `/api/historical/*` matches `/api/historical` as well.
    ...pairAddresses.map((address) => address.replace(/\{.*/, '*')),
    // Addresses of other APIs take a base as well.
    '/v1/*',
    '/v2/*',
    '/oxr/*',
    // What unknown addresses are answered with are files, and have addresses too: with status 200, if a file answered.
    ...[paths.notFound, paths.seriesNotFound].map((path) => `/${path.replace('.html', '')}`),
  ],
  exclude: [
    // `/api/rates/*` matches `/api/rates`, which is a file.
    addresses.ratesSnapshot,
    addresses.referenceRates,
    '/api/*.json',
    // exchange-api's, which take no query.
    '/v1/*.json',
    // The Function itself reads it.
    '/v2/*.json',
  ],
};
