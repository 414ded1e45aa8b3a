import { paths, proofPaths } from '../api/format/paths.ts';
import { assertChain, lineOf, parseReceiptsYear, type ReceiptLink } from '../api/published/receipt-chain.ts';
import { FileError, type SiteProblem } from '../text/site-problem.ts';
import { isReceiptsYear, sha256 } from './checksums.ts';

/** Reads the receipts of some years, and checks that they are one chain from its beginning on. */
export function readReceipts(years: readonly string[], textOf: (path: string) => string): ReceiptLink[] {
  const files = years.map((year) => parseReceiptsYear(year, textOf(proofPaths.receiptsYear(year))));
  assertChain(files, sha256);
  return files.flatMap(({ links }) => links);
}

/** Checks that the last receipt is of the site itself: no line after it holds its hash. */
export function assertLast(receipts: readonly ReceiptLink[], newest: string, checksums: Uint8Array): ReceiptLink {
  const last = receipts.at(-1);
  if (last?.text === lineOf(newest, sha256(checksums))) return last;
  throw new FileError(
    last ? proofPaths.receiptsYear(last.date.slice(0, 4)) : 'receipts',
    `does not end on ${proofPaths.newestReceipt} with the hash of ${proofPaths.checksums}`,
  );
}

/** Files of receipts that are in a site and of none of their years. */
export function strayReceipts(site: Iterable<string>, receipts: readonly ReceiptLink[]): SiteProblem[] {
  const known = new Set(receipts.map(({ date }) => proofPaths.receiptsYear(date.slice(0, 4))));
  return Array.from(site)
    .filter((path) => isReceiptsYear(path) && !known.has(path))
    .map((path) => ({ path, problem: `is not in ${paths.archive}` }));
}
