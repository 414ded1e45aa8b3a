/** A header that the service worker adds to responses from its cache. */
export const KEPT = 'Ratesheet-Kept';
