import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COMMIT } from '../../text/digests.ts';

const home = join(import.meta.dirname, '../../..');

/**
 * The commit that this code is, as git says; undefined where nobody knows: without git, and where something of it was
 * changed since.
 */
export function commitOfCode(): string | undefined {
  const commit = existsSync(join(home, '.git')) ? cleanCommit() : undefined;
  return commit !== undefined && COMMIT.test(commit) ? commit : undefined;
}

function cleanCommit(): string | undefined {
  return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined;
}

/** What git says; undefined where it says nothing, as it is not there. */
function git(...args: string[]): string | undefined {
  // A lock that is left behind by a run that is killed would keep others out.
  const { status, stdout } = spawnSync('git', ['--no-optional-locks', ...args], { cwd: home, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
