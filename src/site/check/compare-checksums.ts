import { readFileSync } from 'node:fs';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { proofPaths } from '../../api/paths.ts';
import type { SiteProblem } from '../../text/site-problem.ts';
import { isListed, sha256 } from '../checksums.ts';
import { entriesBelow } from '../files-below.ts';

/** Number of files after which other events can happen, such as Ctrl-C. */
const FILES_A_BATCH = 512;

/** Compares a folder with its checksums and finds changed, missing and additional files. */
export async function compareChecksums(
  folder: string,
  sums: ReadonlyMap<string, string>,
  signal?: AbortSignal,
): Promise<SiteProblem[]> {
  const { files, others } = entriesBelow(folder);
  const problems = others.map(({ path }) => ({ path, problem: 'is neither a file nor a folder' }));
  const missing = new Set(sums.keys());
  for (const [index, { file, path }] of files.entries()) {
    if (index % FILES_A_BATCH === 0) {
      await yieldToEvents();
      signal?.throwIfAborted();
    }
    missing.delete(path);
    const expected = sums.get(path);
    if (expected !== undefined) {
      if (sha256(readFileSync(file)) !== expected)
        problems.push({ path, problem: `doesn't match ${proofPaths.checksums}` });
    } else if (isListed(path)) problems.push({ path, problem: `isn't in ${proofPaths.checksums}` });
  }
  return [...problems, ...Array.from(missing, (path) => ({ path, problem: 'is missing' }))];
}
