/**
 * The headers of everything with data, whatever its type. Rates are checked every hour: ten minutes of caching keep the age
 * that an answer states close to the truth, and a revalidation costs nobody anything.
 */
export const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  // Without it, a page of another origin can't read the tag to send it back.
  'Access-Control-Expose-Headers': 'ETag',
  'Cache-Control': 'public, max-age=600, stale-if-error=86400',
} as const;

/** The headers of every answer in JSON with data, whether a file or the Function gives it. */
export const dataHeaders = {
  ...openHeaders,
  'Content-Type': 'application/json; charset=utf-8',
} as const;

/** Marks a response as the Function's own: one that Cloudflare gives in its place doesn't have it, and no file has it. */
export const functionHeader = { 'Served-By': 'function' } as const;

/** The headers that a request may have. `*` doesn't cover `Authorization` (Fetch standard), which must be named. */
export const ALLOWED_REQUEST_HEADERS = '*, Authorization';

/** The headers of every answer of the site, page or data. */
export const securityHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // For a year, and for this host alone: a domain's other names, and the lists that browsers ship with and that nobody gets
  // off for months, are for its owner to decide. pages.dev is on such a list anyway; over plain HTTP, as in a preview, no
  // browser heeds it.
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;
