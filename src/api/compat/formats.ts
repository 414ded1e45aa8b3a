import { ownApis, unversionedApi, versionedApi } from '../endpoints/endpoints.ts';
import { addresses } from '../paths.ts';
import type { CompatFormat, Format } from '../declaration/format.ts';
import { exchangeRateApi } from './exchange-rate-api.ts';
import { fixer } from './fixer.ts';
import { frankfurterV1 } from './frankfurter/frankfurter-v1.ts';
import { frankfurterV2 } from './frankfurter/frankfurter-v2.ts';
import { openExchangeRates } from './open-exchange-rates.ts';
import { prebid } from './prebid.ts';

/**
 * The formats of other APIs. Each module has the fields, parameters and errors of one API, with our rates.
 * So a client of that API only has to change its base URL. Each module names the documents and source code that it
 * follows. The texts of errors and descriptions are our own.
 */
export const formats: readonly CompatFormat[] = [
  frankfurterV1,
  frankfurterV2,
  exchangeRateApi,
  openExchangeRates,
  prebid,
  fixer,
];

export const allFormats: readonly Format[] = [...ownApis, ...formats];

/**
 * The format that a request belongs to. fixer's conversions and our own have the same path. A request with `access_key`
 * is fixer's.
 */
export function formatOf(pathname: string, query = new URLSearchParams()): Format {
  if (pathname === addresses.convert && query.has('access_key')) return fixer;
  return expressions.find(([expression]) => expression.test(pathname))?.[1] ?? unversionedApi;
}

/** An expression for the paths of each format that the Pages Function handles. */
const expressions = [
  [new RegExp(`^(?:${versionedApi.roots.join('|')})/`), versionedApi] as const,
  ...formats
    .filter(({ routes }) => routes.length > 0)
    .map((format) => [new RegExp(`^(?:${format.routes.map(startOf).join('|')})`), format] as const),
];

/** `/v1/*` → `/v1(?:/|$)`, and `/api/1*` → `/api/1` */
function startOf(route: string): string {
  return route.endsWith('/*') || !route.endsWith('*') ? `${route.replace('/*', '')}(?:/|$)` : route.slice(0, -1);
}
