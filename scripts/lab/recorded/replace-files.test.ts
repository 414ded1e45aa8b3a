import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../src/testing/process/temporary-folder.ts';
import { replaceFiles } from './replace-files.ts';

it('replaceFiles > replaces no file if one of them can’t be written', async () => {
  await using folder = temporaryFolder();
  const [a, b] = [join(folder.path, 'a.csv'), join(folder.path, 'b.csv')];
  writeFileSync(a, 'old');
  writeFileSync(`${a}.new`, 'half-written by a killed process, and longer');
  mkdirSync(join(`${b}.new`, 'in the way'), { recursive: true });
  const files = [a, b].map((file) => ({ file, body: 'new' }));
  expect(() => replaceFiles(files.slice(0, 2))).toThrow();
  expect(readFileSync(a, 'utf8')).toBe('old');
  expect(readdirSync(folder.path)).toEqual(['a.csv', 'b.csv.new']);
  replaceFiles(files.slice(0, 1));
  expect(readFileSync(a, 'utf8')).toBe('new');
});
