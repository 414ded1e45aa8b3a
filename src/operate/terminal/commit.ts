import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COMMIT } from '../../text/digests.ts';

const home = join(import.meta.dirname, '../../..');

/** The commit of this code, according to git. Undefined without git, or if files have changed since the commit. */
export function commitOfCode(): string | undefined {
  const commit = existsSync(join(home, '.git')) ? cleanCommit() : undefined;
  return commit !== undefined && COMMIT.test(commit) ? commit : undefined;
}

function cleanCommit(): string | undefined {
  return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined;
}

/** Git's output; undefined if git fails or isn't installed. */
function git(...args: string[]): string | undefined {
  // Without locks, because a git process that is killed would leave a lock file that blocks other git commands. The
  // folder may belong to another user, such as root, because its code runs anyway.
  const options = ['--no-optional-locks', '-c', `safe.directory=${home}`];
  const { status, stdout } = spawnSync('git', [...options, ...args], { cwd: home, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
