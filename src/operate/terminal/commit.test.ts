import { afterEach, expect, it, vi } from 'vitest';
import { commitOfCode } from './commit.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('commitOfCode > gives the same commit in a folder of another user', () => {
  const commit = commitOfCode();
  // With this variable of git's own tests, git takes the folder for another user's.
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  expect(commitOfCode()).toBe(commit);
});
