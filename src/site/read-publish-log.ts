import { paths, proofPaths } from '../api/paths.ts';
import { assertChain, logLineOf, type LogLine, parseLogYear } from '../api/query/publish-log.ts';
import { FileError, type SiteProblem } from '../text/site-problem.ts';
import { isLogYear, sha256 } from './checksums.ts';

/**
 * Parses the publish log. Checks that the entries form a chain of hashes from the first entry on.
 *
 * @param texts its files by year, in any order
 */
export function readPublishLog(texts: ReadonlyMap<string, string>): LogLine[] {
  const files = [...texts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([year, text]) => parseLogYear(year, text));
  assertChain(files, sha256);
  return files.flatMap(({ lines }) => lines);
}

/**
 * Checks that the last entry of the publish log matches the site. Each earlier entry is protected by the next entry,
 * which contains its hash, but the last entry has no next entry.
 */
export function assertLast(publishLog: readonly LogLine[], newest: string, checksums: Uint8Array): LogLine {
  const last = publishLog.at(-1);
  if (last?.text === logLineOf(newest, sha256(checksums))) return last;
  throw new FileError(
    last ? proofPaths.publishLogYear(last.date.slice(0, 4)) : 'receipts',
    `has a last line that doesn't match ${proofPaths.newestEntry} and ${proofPaths.checksums}`,
  );
}

/** Finds files of the publish log for years in which the log has no entry. */
export function strayLogFiles(site: Iterable<string>, publishLog: readonly LogLine[]): SiteProblem[] {
  const known = new Set(publishLog.map(({ date }) => proofPaths.publishLogYear(date.slice(0, 4))));
  return Array.from(site)
    .filter((path) => isLogYear(path) && !known.has(path))
    .map((path) => ({ path, problem: `isn't in ${paths.archive}` }));
}
