/**
 * Headers of everything with data, in any format. Rates are checked every hour. Ten minutes of caching keep a
 * response's age nearly exact, and revalidation is free.
 */
export const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  // Without this header, a page of another origin can't read the ETag to send it back.
  'Access-Control-Expose-Headers': 'ETag',
  'Cache-Control': 'public, max-age=600, stale-if-error=86400',
} as const;

/** Headers of every JSON response with data, from a static file or from the Pages Function. */
export const dataHeaders = {
  ...openHeaders,
  'Content-Type': 'application/json; charset=utf-8',
} as const;

/** Marks a response of the Function. Static files and Cloudflare's own error pages don't have this header. */
export const functionHeader = { 'Served-By': 'function' } as const;

/** Headers that a request may have. `*` doesn't cover `Authorization` (Fetch standard), so it is listed too. */
export const ALLOWED_REQUEST_HEADERS = '*, Authorization';

/** Headers of every response of the site, page or data. */
export const securityHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // One year, for this host only. Subdomains and browsers' preload lists, which take months to leave, are up to the
  // domain's owner. Pages.dev is preloaded anyway. Over plain HTTP, as in a preview, browsers ignore the header.
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;
