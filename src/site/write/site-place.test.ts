import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SiteError } from '../errors.ts';
import { sitePlace } from './site-place.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';

/** A folder that looks like a site. */
function makeSite(path: string): string {
  mkdirSync(join(path, 'api/v1'), { recursive: true });
  writeFileSync(join(path, 'api/v1/rates.json'), '{}');
  return path;
}

/** An empty folder with its real path, without symbolic links. */
function ownFolder() {
  const folder = temporaryFolder();
  return { path: realpathSync(folder.path), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe('sitePlace (checks the folder that a site is written to)', () => {
  it('accepts a folder that does not exist yet', async () => {
    await using folder = ownFolder();
    expect(sitePlace(join(folder.path, 'deep/er/dist'))).toBe(join(folder.path, 'deep/er/dist'));
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('accepts an empty folder and a folder with a site', async () => {
    await using folder = ownFolder();
    mkdirSync(join(folder.path, 'empty'));
    expect(sitePlace(join(folder.path, 'empty/'))).toBe(join(folder.path, 'empty'));
    const site = makeSite(join(folder.path, 'site'));
    expect(sitePlace(site)).toBe(site);
  });

  it('follows any number of symbolic links', async () => {
    await using folder = ownFolder();
    const site = makeSite(join(folder.path, 'site'));
    symlinkSync('site', join(folder.path, 'link'));
    symlinkSync(join(folder.path, 'link'), join(folder.path, 'link to the link'));
    expect(sitePlace(join(folder.path, 'link'))).toBe(site);
    expect(sitePlace(join(folder.path, 'link to the link/'))).toBe(site);
    expect(sitePlace(join(folder.path, 'link/new'))).toBe(join(site, 'new'));
  });

  it.each<[string, (folder: string) => string, RegExp]>([
    [
      'a file',
      (folder) => {
        writeFileSync(join(folder, 'file'), 'x');
        return join(folder, 'file');
      },
      /file isn't a folder\. Name a folder to write to\.$/,
    ],
    [
      'a symbolic link to a file',
      (folder) => {
        writeFileSync(join(folder, 'file'), 'x');
        symlinkSync('file', join(folder, 'link'));
        return join(folder, 'link');
      },
      /link isn't a folder\./,
    ],
    [
      'a broken symbolic link',
      (folder) => {
        symlinkSync('nowhere', join(folder, 'link'));
        return join(folder, 'link');
      },
      /link is a broken link\. Fix it or name another folder\.$/,
    ],
    [
      'a path below a broken symbolic link',
      (folder) => {
        symlinkSync('nowhere', join(folder, 'link'));
        return join(folder, 'link/deep/site');
      },
      /link is a broken link\./,
    ],
    [
      'a folder with content other than a site',
      (folder) => {
        writeFileSync(join(folder, 'chapter-1.md'), 'x');
        return folder;
      },
      /holds something that is not a site\. Nothing there was touched/,
    ],
  ])('rejects %s', async (_, prepare, message) => {
    await using folder = ownFolder();
    const out = prepare(folder.path);
    expect(() => sitePlace(out)).toThrow(SiteError);
    expect(() => sitePlace(out)).toThrow(message);
  });

  it.each([
    ['a path below a file', 'ENOTDIR', (folder: string) => join(folder, 'file/deep/site')],
    ['a symbolic link to itself', 'ELOOP', (folder: string) => join(folder, 'loop')],
    ['a folder name of 300 characters', 'ENAMETOOLONG', (folder: string) => join(folder, 'x'.repeat(300))],
    ['a path of more than 6,000 characters', 'ENAMETOOLONG', (folder: string) => join(folder, 'x/'.repeat(3000))],
  ])('throws the operating system’s error for %s (%s)', async (_, code, out) => {
    await using folder = ownFolder();
    writeFileSync(join(folder.path, 'file'), '');
    symlinkSync('loop', join(folder.path, 'loop'));
    expect(() => sitePlace(out(folder.path))).toThrow(expect.objectContaining({ code }) as Error);
  });

  it.runIf(existsSync('/proc/self/mountinfo'))('rejects the mount point of a file system, such as /proc', () => {
    expect(() => sitePlace('/proc')).toThrow(/^\/proc is where a disk or a volume is mounted, .*: \/proc\/site$/);
  });

  it('rejects the mount point of an empty volume', async ({ skip }) => {
    await using folder = ownFolder();
    const volume = join(folder.path, 'an empty volume');
    mkdirSync(volume);
    const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', volume]);
    try {
      skip(status !== 0, 'needs the right to mount');
      expect(() => sitePlace(volume)).toThrow('a volume is mounted');
      expect(sitePlace(join(volume, 'site'))).toBe(join(volume, 'site'));
    } finally {
      spawnSync('umount', [volume]);
    }
  });
});
