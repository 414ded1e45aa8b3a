import { catalogue } from '../money/currencies/catalogue.ts';
import { fixedDocuments } from '../api/documents/fixed-documents.ts';
import { tableHeaders } from '../api/tables.ts';
import { dataHeaders, openHeaders, securityHeaders, syntheticHeader } from '../api/headers.ts';
import { formats } from '../api/compat/formats.ts';
import { endpoints, ownApis } from '../api/endpoints/endpoints.ts';
import { formatFilesOf, ratesPaths } from '../api/compat/format-files.ts';
import { addresses, clientPaths, feedPath, paths, proofPaths } from '../api/paths.ts';
import { pagePolicy } from '../pages/build/page-policy.ts';
import { type FunctionRoutes, type HeaderRule, reachesFunction, type Rewrite } from './rule-files.ts';

/** All paths with placeholders that are served from files and don't depend on the query. Only some pairs have files. */
const fileAddresses = [addresses.pairDetail, addresses.pairSyntheticHistory, addresses.currencyYear];

const compatRoots = formats.flatMap(({ roots }) => roots);

/**
 * Serves API paths from files. The first matching rule applies, even if its file doesn't exist. So paths that end in
 * `.json` need a rule that leaves them unchanged, or they would get a second `.json`.
 *
 * Paths that depend on a query have no rule, because rules ignore the query and a file would be the wrong response.
 */
export const rewrites: readonly Rewrite[] = [
  // Rewrites `/api` to `/api/`. No such file exists, so the response is the JSON error of unknown paths below `/api/`.
  ...['/api', ...compatRoots].map((root) => ({ from: root, to: `${root}/` })),
  // The error documents are files, too. With these rules, a request for such a file also gets status 404.
  ...['', ...compatRoots].map((root) => ({ from: `${root}/404`, to: `${root}/404/none` })),
  ...fixedDocuments.map(({ address }) => ({ from: address, to: `${address}.json` })),
  { from: '/v1/currencies.min.json', to: '/v1/currencies.json' },
  // Rules can't change a path's case, so each code in lower case needs a rule. `/v4` and `/v6` share files, because
  // these files have the fields of both formats.
  ...catalogue
    .filter(({ code }) => formatFilesOf(code).some(({ pathOf }) => pathOf === ratesPaths.exchangeRateApi))
    .flatMap(({ code }) =>
      ['/v4', '/v6'].map((root) => ({
        from: `${root}/latest/${code.toLowerCase()}`,
        to: `/${ratesPaths.exchangeRateApi(code)}`,
      })),
    ),
  // Rules with placeholders come last. Pages has a lower limit for such rules, and counts every rule after the first
  // rule with a placeholder against that limit.
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
 * Headers of HTML pages. They are set for `/*`, because the 404 page can be served at any path. The rules for the paths
 * of data remove these headers.
 */
const pageHeaders = {
  'Content-Security-Policy': pagePolicy,
  // Isolates a page from the window that opens it and from windows that it opens.
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Pages need only the clipboard, so other features are off.
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};
const data = { detach: Object.keys(pageHeaders), headers: dataHeaders };

/**
 * Headers by path. A rule detaches a header before it sets another value, because Pages would join the two values.
 *
 * @param finishedYears complete years of the archive, which can be cached for longer because they hardly ever change
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

/** Number of latest years with rules for caching. Each year has three rules, and Pages accepts 100 header rules. */
const YEARS_WITH_RULES = 20;

function cachedFor(pattern: string, howLong: string): HeaderRule {
  return { pattern, detach: ['Cache-Control'], headers: { 'Cache-Control': `public, ${howLong}` } };
}

const rulesOfAnySite: readonly HeaderRule[] = [
  { pattern: '/*', headers: { ...securityHeaders, ...pageHeaders } },
  // These files can be cached forever, because their names change with their content.
  { pattern: '/assets/*', headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
  ...['/api', ...compatRoots].flatMap((root) => [root, `${root}/*`]).map((pattern) => ({ pattern, ...data })),
  { pattern: '/series/*', ...data },
  // The series of pairs. The Function sets this header itself.
  { pattern: `${addresses.syntheticHistory}/*`, headers: syntheticHeader },
  // The same headers as for CSV responses of the Function.
  { pattern: `/${paths.ratesTable}`, detach: ['Content-Type'], headers: tableHeaders('rates') },
  ...[paths.assistants, paths.assistantsFull, paths.licenses].map((path) => ({
    pattern: `/${path}`,
    detach: data.detach,
    headers: { ...openHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  })),
  {
    pattern: `/${feedPath}`,
    detach: data.detach,
    headers: { ...openHeaders, 'Content-Type': 'application/atom+xml; charset=utf-8' },
  },
  { pattern: '/client/*', detach: data.detach, headers: openHeaders },
  {
    pattern: `/${clientPaths.module}`,
    // Deno reads the types from the file that the second header names.
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'X-TypeScript-Types': './ratesheet.d.ts' },
  },
  // Hosts derive two types from `.ico`. This one is registered.
  { pattern: '/favicon.ico', headers: { 'Content-Type': 'image/vnd.microsoft.icon' } },
  // Without this rule, Pages would serve the file as a video, because its name ends in `.ts`.
  { pattern: `/${clientPaths.types}`, headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  // The rules for `/archive/*` and `/receipts/*` set no `Content-Type`, because the 404 page at these paths has another
  // type than the files. Pages derives each type from the file name.
  { pattern: '/archive/*', headers: openHeaders },
  { pattern: '/receipts/*', headers: openHeaders },
  { pattern: `${addresses.mcp}/*`, headers: openHeaders },
  { pattern: `/${paths.tools}`, headers: { 'Content-Type': dataHeaders['Content-Type'] } },
  { pattern: `/${proofPaths.checksums}`, headers: { ...openHeaders, 'Content-Type': 'text/plain; charset=utf-8' } },
];

/**
 * The paths that the Function handles, up to the first parameter. They include pairs that have files, because files
 * don't answer CORS preflight requests and users shouldn't need to know which pairs have files. `/a/*` matches `/a` as
 * well.
 */
const ownRoutes = [...new Set(endpoints.map(({ path }) => path.replace(/\{.*/, '*')))].filter(
  (route, _, all) => !all.includes(`${route}/*`),
);

/** The Function handles no paths that end in `.json`, except those below `/oxr`. */
export const functionRoutes: FunctionRoutes = {
  version: 1,
  include: [
    ...ownRoutes,
    ...formats.flatMap(({ routes }) => routes),
    addresses.mcp,
    // The paths of the error documents, which would be served as files with status 200.
    ...ownApis.flatMap(({ roots }) => roots.map((root) => `${root}/404`)),
  ],
  exclude: [
    // `/api/rates/*` matches `/api/rates`, which is a file.
    addresses.ratesSnapshot,
    addresses.referenceRates,
    '/api/*.json',
    // Files in the format of exchange-api. They need no Function, because that API has no query parameters.
    '/v1/*.json',
    // Files that the Function reads for its responses.
    '/v2/*.json',
  ],
};

/** Whether the Function handles requests to this path, which may have a query. */
export function isMetered(path: string): boolean {
  return reachesFunction(functionRoutes, path.replace(/\?.*/s, ''));
}
