/** Names that tools add to a URL so that no cache has its response, or to count visits. */
const NAMES = /^(?:_|v|t|ts|cb|nocache|cachebust.*|utm_.*|fbclid|gclid)$/i;

/** The names above that a caller could mean as a parameter, such as the time or the target. */
const EVERYDAY_NAMES = /^(?:v|t|ts)$/i;

/** A date, codes or other words, which a tool wouldn't add: `2026-03-05`, `EUR,GBP`, `mean` */
const MEANT = /^\d{4}-\d\d?-\d\d?|^[a-z]{2}[a-z,-]+$/i;

/** Whether a tool added a parameter, rather than the caller. Such a parameter changes no response. */
export function isCacheBuster(name: string, text: string): boolean {
  return NAMES.test(name) && !(EVERYDAY_NAMES.test(name) && MEANT.test(text));
}
