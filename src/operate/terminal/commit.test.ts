import { afterEach, expect, it, vi } from 'vitest';
import { commitOfCode } from './commit.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('commitOfCode > gives the same commit in a folder of another user', () => {
  const commit = commitOfCode();
  // Git's own tests set this variable. With it, git treats the folder as another user's.
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  expect(commitOfCode()).toBe(commit);
});
