import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFolder } from './replace-folder.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The id of a process that has ended. */
const deadPid = spawnSync(process.execPath, ['--version']).pid;

const write = (text: string) => (folder: string) => {
  writeFileSync(join(folder, 'file'), text);
  return Promise.resolve(text);
};
const read = (folder: string) => readFileSync(join(folder, 'file'), 'utf8');

function folderWith(path: string, text: string): void {
  mkdirSync(path);
  writeFileSync(join(path, 'file'), text);
}

describe('replacing a folder', () => {
  it('makes it where there was none, with the folders above it', async () => {
    await using folder = temporaryFolder();
    const target = join(folder.path, 'deep/er/dist');
    expect(await replaceFolder(target, write('new'))).toBe('new');
    expect(read(target)).toBe('new');
    expect(readdirSync(join(folder.path, 'deep/er'))).toEqual(['dist']);
  });

  it('leaves nothing of the old one, in it or beside it', async () => {
    await using folder = temporaryFolder();
    const target = join(folder.path, 'dist');
    folderWith(target, 'old');
    writeFileSync(join(target, 'other'), 'old');
    await replaceFolder(target, write('new'));
    expect(readdirSync(target)).toEqual(['file']);
    expect(readdirSync(folder.path)).toEqual(['dist']);
  });

  it('leaves the old one as it was when the new one fails, and passes the error on', async () => {
    await using folder = temporaryFolder();
    const target = join(folder.path, 'dist');
    folderWith(target, 'old');
    const failure = replaceFolder(target, async (path) => {
      await write('half')(path);
      throw new Error('disk full');
    });
    await expect(failure).rejects.toThrow('disk full');
    expect(read(target)).toBe('old');
    expect(readdirSync(folder.path)).toEqual(['dist']);
  });

  it('does not touch the old one while the new one is being built', async () => {
    await using folder = temporaryFolder();
    const target = join(folder.path, 'dist');
    folderWith(target, 'old');
    await replaceFolder(target, async (path) => {
      await write('new')(path);
      expect(read(target)).toBe('old');
    });
  });

  it('removes what a killed process had half built', async () => {
    await using folder = temporaryFolder();
    folderWith(join(folder.path, `.dist.building-${deadPid}`), 'half');
    await replaceFolder(join(folder.path, 'dist'), write('new'));
    expect(readdirSync(folder.path)).toEqual(['dist']);
  });

  it('puts back what a killed process had set aside, before anything else can fail', async () => {
    await using folder = temporaryFolder();
    folderWith(join(folder.path, `.dist.previous-${deadPid}`), 'old');
    const failure = replaceFolder(join(folder.path, 'dist'), () => Promise.reject(new Error('no')));
    await expect(failure).rejects.toThrow('no');
    expect(readdirSync(folder.path)).toEqual(['dist']);
    expect(read(join(folder.path, 'dist'))).toBe('old');
  });

  it('leaves alone what another process that is alive is building', async () => {
    await using folder = temporaryFolder();
    const other = `.dist.building-${process.ppid}`;
    folderWith(join(folder.path, other), 'half');
    await replaceFolder(join(folder.path, 'dist'), write('new'));
    expect(readdirSync(folder.path)).toEqual([other, 'dist']);
  });
});
