/**
 * Headers of every response with data, in any format. The source is checked every hour, so ten minutes of caching make
 * a response only a little older. Revalidating a response is free.
 */
export const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  // Without this header, a page of another origin can't read the ETag to send it back, or the mark of synthetic rates.
  'Access-Control-Expose-Headers': 'ETag, Synthetic',
  'Cache-Control': 'public, max-age=600, stale-if-error=86400',
} as const;

/** Headers of every JSON response with data, from a static file or from the Pages Function. */
export const dataHeaders = {
  ...openHeaders,
  'Content-Type': 'application/json; charset=utf-8',
} as const;

/** Marks a response of the Pages Function. Static files and Cloudflare's own error pages don't have this header. */
export const functionHeader = { 'Served-By': 'function' } as const;

/** Marks a response whose rates are invented. Its JSON has only the fields that the interface specification lists. */
export const syntheticHeader = { Synthetic: 'true' } as const;

/** Headers that a request may have. `*` doesn't cover `Authorization` (Fetch standard), so both are listed. */
export const ALLOWED_REQUEST_HEADERS = '*, Authorization';

/** Headers of every response of the site, page or data. */
export const securityHeaders = {
  // The converter's URL has the visitor's amount, which neither this host nor other hosts need.
  'Referrer-Policy': 'no-referrer',
  // Requires HTTPS for one year, for this host only. It's up to the domain's owner to include subdomains, or to
  // join browsers' preload lists, because leaving such a list takes months. The domain pages.dev is on these lists
  // anyway. Over plain HTTP, as in a preview, browsers ignore this header.
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;
