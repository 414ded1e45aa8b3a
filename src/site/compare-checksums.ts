import { proofPaths } from '../api/format/paths.ts';
import type { SiteProblem } from '../text/site-problem.ts';
import { isListed, sha256OfFile } from './checksums.ts';
import { entriesBelow } from './files-below.ts';

/** Number of files in a batch. After each batch, the caller gets the problems found in it, and can stop. */
const FILES_A_BATCH = 512;

/**
 * Compares a folder with its checksums and finds changed, missing and additional files.
 *
 * @returns the problems of each batch of files
 */
export function* compareChecksums(folder: string, sums: ReadonlyMap<string, string>): Generator<SiteProblem[]> {
  const { files, others } = entriesBelow(folder);
  yield others.map(({ path }) => ({ path, problem: 'is neither a file nor a folder' }));
  const missing = new Set(sums.keys());
  let problems: SiteProblem[] = [];
  for (const [index, { file, path }] of files.entries()) {
    if (index % FILES_A_BATCH === 0) {
      yield problems;
      problems = [];
    }
    missing.delete(path);
    const expected = sums.get(path);
    if (expected !== undefined) {
      if (sha256OfFile(file) !== expected) problems.push({ path, problem: `doesn't match ${proofPaths.checksums}` });
    } else if (isListed(path)) problems.push({ path, problem: `isn't in ${proofPaths.checksums}` });
  }
  yield problems;
  yield Array.from(missing, (path) => ({ path, problem: 'is missing' }));
}
