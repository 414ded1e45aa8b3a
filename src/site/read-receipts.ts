import { paths, proofPaths } from '../api/paths.ts';
import { assertChain, logLineOf, type LogEntry, parseReceiptsYear } from '../api/published/receipt-chain.ts';
import { FileError, type SiteProblem } from '../text/site-problem.ts';
import { isReceiptsYear, sha256 } from './checksums.ts';

/** Reads the publish log of these years. Checks that the entries form a chain of hashes from the first entry on. */
export function readReceipts(years: readonly string[], textOf: (path: string) => string): LogEntry[] {
  const files = years.map((year) => parseReceiptsYear(year, textOf(proofPaths.receiptsYear(year))));
  assertChain(files, sha256);
  return files.flatMap(({ links }) => links);
}

/**
 * Checks that the last entry of the publish log matches the site. Each earlier entry is protected by the next entry,
 * which contains its hash, but the last entry has no next entry.
 */
export function assertLast(receipts: readonly LogEntry[], newest: string, checksums: Uint8Array): LogEntry {
  const last = receipts.at(-1);
  if (last?.text === logLineOf(newest, sha256(checksums))) return last;
  throw new FileError(
    last ? proofPaths.receiptsYear(last.date.slice(0, 4)) : 'receipts',
    `has a last line that doesn't match ${proofPaths.newestReceipt} and ${proofPaths.checksums}`,
  );
}

/** Finds files of the publish log for years in which the log has no entry. */
export function strayReceipts(site: Iterable<string>, receipts: readonly LogEntry[]): SiteProblem[] {
  const known = new Set(receipts.map(({ date }) => proofPaths.receiptsYear(date.slice(0, 4))));
  return Array.from(site)
    .filter((path) => isReceiptsYear(path) && !known.has(path))
    .map((path) => ({ path, problem: `isn't in ${paths.archive}` }));
}
