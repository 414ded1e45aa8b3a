import { ownApi } from '../endpoints/endpoints.ts';
import type { CompatFormat, Format } from '../declaration/format.ts';
import { exchangeRateApi } from './exchange-rate-api.ts';
import { fixer } from './fixer.ts';
import { frankfurterV1 } from './frankfurter-v1.ts';
import { frankfurterV2 } from './frankfurter-v2.ts';
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

/** The format that a path belongs to. */
export function formatOf(pathname: string): Format {
  return formats.find(({ routes }) => routes.some((route) => isBelow(pathname, route))) ?? ownApi;
}

/** Whether a path matches a rule of `_routes.json` or is below its path. */
function isBelow(pathname: string, route: string): boolean {
  const [, stem = '', tail] = /^(.*?)(\/?\*)?$/.exec(route) ?? [];
  return pathname.startsWith(stem) && (tail === '*' || ['/', undefined].includes(pathname[stem.length]));
}
