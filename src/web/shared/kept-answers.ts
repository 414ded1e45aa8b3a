/** The header of an answer that the service worker has kept, and gives where the network has none. */
export const KEPT = 'Ratesheet-Kept';
