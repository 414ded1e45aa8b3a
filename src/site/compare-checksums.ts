import { proofPaths } from '../api/format/paths.ts';
import type { SiteProblem } from '../text/site-problem.ts';
import { isListed, sha256OfFile } from './checksums.ts';
import { entriesBelow } from './files-below.ts';

/** After so many files whoever compares may do something else. */
const FILES_A_BATCH = 512;

/**
 * Where a folder is not what its checksums say: a file that is changed, missing or too many.
 *
 * @returns what was found after each batch of files
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
      if (sha256OfFile(file) !== expected) problems.push({ path, problem: `is not what ${proofPaths.checksums} says` });
    } else if (isListed(path)) problems.push({ path, problem: `is not in ${proofPaths.checksums}` });
  }
  yield problems;
  yield Array.from(missing, (path) => ({ path, problem: 'is missing' }));
}
