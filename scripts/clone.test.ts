import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';

it('.gitattributes gives files LF line endings in a clone made with Git for Windows', async () => {
  await using folder = temporaryFolder();
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  git('clone', '--quiet', '--config', 'core.autocrlf=true', join(import.meta.dirname, '..'), folder.path);
  const files = git('-C', folder.path, 'ls-files', '--eol').trimEnd().split('\n');
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((line) => !/^i\/(lf|none) +w\/(lf|none) |^i\/-text w\/-text /.test(line))).toEqual([]);
});
