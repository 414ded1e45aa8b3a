import type { ArchiveIndex } from '../../api/documents/archive-index.ts';
import type { PublishedDay } from '../../api/published/market-files.ts';

/** The site's data that every receipt needs. */
export interface ReceiptSite {
  readonly archive: ArchiveIndex;
  readonly day: PublishedDay;
}

/**
 * Maximum size in bytes of the list of rejected values for which it's read before the check, so that a receipt loads at
 * most 300 kB. The list grows by about 15 kB a year.
 */
export const MAX_REJECTED_BYTES = 100_000;

/** Whether the list of rejected values is short enough to be read before the check. */
export function readsRejected({ rejected }: ArchiveIndex): boolean {
  return rejected.bytes <= MAX_REJECTED_BYTES;
}
