import { paths } from '../documents/paths.ts';
import { assertChain, parseReceiptsYear, type ReceiptLink } from '../documents/receipt-chain.ts';
import { sha256 } from './checksums.ts';

/**
 * Reads the receipts of some years, and checks that they are one chain from its beginning on.
 *
 * @param years the earliest first
 * @param textOf a file's text, by its path in the site
 * @throws {ReceiptsError} naming the first line that is not as it should be
 */
export function readReceipts(years: readonly string[], textOf: (path: string) => string): ReceiptLink[] {
  const files = years.map((year) => parseReceiptsYear(year, textOf(paths.receiptsYear(year))));
  assertChain(files, sha256);
  return files.flatMap(({ links }) => links);
}
