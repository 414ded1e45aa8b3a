import { mkdirSync, readdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPreview } from '../preview/preview-server.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { writeTinySite } from '../testing/sites/tiny-site.ts';
import { checkSite } from './check-site.ts';
import { SiteError } from './errors.ts';
import { SiteFiles } from './site-files.ts';
import { restoreSite } from './site-folder.ts';

/** An empty folder with its real path, without symbolic links. */
function ownFolder() {
  const folder = temporaryFolder();
  return { path: realpathSync(folder.path), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const moved = (time: number, pid = 1) => `.site.previous-${pid}-${1_700_000_000_000 + time}`;

describe('restoreSite (moves a site back that a killed process had moved away)', () => {
  it.each<[string, string, (folder: string) => void]>([
    ['nothing', 'site', () => undefined],
    ['an empty folder', 'site', (folder) => mkdirSync(join(folder, 'site'))],
    ['a link to nothing', 'link', (folder) => symlinkSync('site', join(folder, 'link'))],
    [
      'a link to a link to nothing',
      'link',
      (folder) => {
        symlinkSync('other', join(folder, 'link'));
        symlinkSync('site', join(folder, 'other'));
      },
    ],
  ])('moves the newest moved site back if %s is in its place', async (_, name, prepare) => {
    await using folder = ownFolder();
    prepare(folder.path);
    // The process 1 always runs. Only the state of the folders counts, because another program may have an ID later.
    for (const time of [2, 10, 9]) {
      mkdirSync(join(folder.path, moved(time)));
      writeFileSync(join(folder.path, moved(time), String(time)), '');
    }
    expect(restoreSite(join(folder.path, name))).toBe(join(folder.path, 'site'));
    expect(readdirSync(join(folder.path, 'site'))).toEqual(['10']);
    expect(readdirSync(folder.path)).not.toContain(moved(10));
  });

  it.each([
    ['a site', (path: string) => writeTinySite(path)],
    [
      'a folder with another file',
      (path: string) => {
        mkdirSync(path);
        writeFileSync(join(path, 'notes.txt'), '');
      },
    ],
    ['a file', (path: string) => writeFileSync(path, '')],
  ])('changes nothing if %s is in its place', async (_, prepare) => {
    await using folder = ownFolder();
    prepare(join(folder.path, 'site'));
    mkdirSync(join(folder.path, moved(1)));
    const before = readdirSync(folder.path, { recursive: true });
    restoreSite(join(folder.path, 'site'));
    expect(readdirSync(folder.path, { recursive: true })).toEqual(before);
  });

  it.each(['notes', '', '1', '1-2', '-1-1700000000001', '1-1700000000001.bak', 'x-1700000000001'])(
    'doesn’t use the folder “.site.previous-%s”, which has another name',
    async (end) => {
      await using folder = ownFolder();
      for (const name of [`.site.previous-${end}`, 'site.previous-1-1700000000001', '.site2.previous-1-1700000000001'])
        mkdirSync(join(folder.path, name));
      const before = readdirSync(folder.path);
      restoreSite(join(folder.path, 'site'));
      expect(readdirSync(folder.path)).toEqual(before);
    },
  );

  it('returns the path without links, also if the folder doesn’t exist', async () => {
    await using folder = ownFolder();
    mkdirSync(join(folder.path, 'disk'));
    symlinkSync('disk', join(folder.path, 'link'));
    symlinkSync(join(folder.path, 'link'), join(folder.path, 'link to the link'));
    for (const name of ['disk', 'link', 'link to the link/', 'x/../link'])
      expect(restoreSite(join(folder.path, name))).toBe(join(folder.path, 'disk'));
    expect(restoreSite(join(folder.path, 'link/deep/er'))).toBe(join(folder.path, 'disk/deep/er'));
    expect(readdirSync(folder.path, { recursive: true }).sort()).toEqual(['disk', 'link', 'link to the link']);
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
    expect(() => restoreSite(out(folder.path))).toThrow(expect.objectContaining({ code }) as Error);
  });
});

it.each<[string, (site: string) => unknown]>([
  ['SiteFiles (reads the previous site)', (site) => new SiteFiles(site)],
  ['checkSite (checks a site before its upload)', (site) => checkSite(site, 20_000)],
  ['startPreview (serves a site)', (site) => startPreview(site, 0)],
])('%s > moves a moved site back before reading it', async (_, read) => {
  await using folder = ownFolder();
  const site = join(folder.path, 'site');
  writeTinySite(site);
  renameSync(site, join(folder.path, moved(1)));
  // The files of this site have no data. It only matters that they are found.
  await Promise.resolve()
    .then(() => read(site))
    .catch((error: unknown) => {
      expect(error).not.toBeInstanceOf(SiteError);
    });
  expect(readdirSync(folder.path)).toEqual(['site']);
});
