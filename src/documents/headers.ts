/**
 * The headers of every answer with data, whether a file or the Function gives it. Rates are checked every hour: ten
 * minutes of caching keep the age that an answer states close to the truth, and a revalidation costs nobody anything.
 */
export const dataHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'public, max-age=600, stale-if-error=86400',
  'Content-Type': 'application/json; charset=utf-8',
} as const;

/** The headers of every answer of the site, page or data. */
export const securityHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;
