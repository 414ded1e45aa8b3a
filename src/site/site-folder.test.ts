import { mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPreview } from './serve/preview-server.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { writeTinySite } from '../testing/sites/tiny-site.ts';
import { check } from './check/check.ts';
import { SiteError } from './errors.ts';
import { SiteFiles } from './site-files.ts';
import { restoreSite } from './site-folder.ts';

const moved = '.site.ratesheet-previous';
const entriesOf = (folder: string) => readdirSync(folder).sort();

describe('restoreSite (moves a site back that a killed process had moved away)', () => {
  it.each<[string, string, [from: string, to: string][]]>([
    ['a folder', 'site', []],
    ['a link', 'link', [['link', 'site']]],
    [
      'a link to a link',
      'link',
      [
        ['link', 'other'],
        ['other', 'site'],
      ],
    ],
  ])('moves the site back if it was found through %s', async (_, name, links) => {
    await using folder = temporaryFolder();
    mkdirSync(join(folder.path, moved));
    for (const [from, to] of links) symlinkSync(to, join(folder.path, from));
    expect(restoreSite(join(folder.path, name))).toBe(join(realpathSync(folder.path), 'site'));
    expect(entriesOf(folder.path)).toEqual([...links.map(([from]) => from), 'site']);
  });

  it('moves the site back if an empty folder is in its place, but not if the folder has a file', async () => {
    await using folder = temporaryFolder();
    for (const name of [moved, 'site']) mkdirSync(join(folder.path, name));
    writeFileSync(join(folder.path, 'site/notes'), '');
    restoreSite(join(folder.path, 'site'));
    expect(entriesOf(folder.path)).toEqual([moved, 'site']);
    rmSync(join(folder.path, 'site/notes'));
    restoreSite(join(folder.path, 'site'));
    expect(entriesOf(folder.path)).toEqual(['site']);
  });

  it.each(['link', 'link/deep/site'])('throws for the broken link %s', async (name) => {
    await using folder = temporaryFolder();
    symlinkSync('nowhere', join(folder.path, 'link'));
    expect(() => restoreSite(join(folder.path, name))).toThrow(SiteError);
    expect(() => restoreSite(join(folder.path, name))).toThrow(
      /link is a broken link\. Fix it or name another folder\.$/,
    );
  });

  it('returns the path without links, also if the folder doesn’t exist', async () => {
    await using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'disk'));
    symlinkSync('disk', join(folder.path, 'link'));
    symlinkSync(join(folder.path, 'link'), join(folder.path, 'other'));
    const disk = join(realpathSync(folder.path), 'disk');
    for (const name of ['disk', 'other/', 'x/../link']) expect(restoreSite(join(folder.path, name))).toBe(disk);
    expect(restoreSite(join(folder.path, 'link/deep/er'))).toBe(join(disk, 'deep/er'));
    expect(entriesOf(folder.path)).toEqual(['disk', 'link', 'other']);
  });
});

it.each<[string, (site: string) => unknown]>([
  ['SiteFiles (reads a site)', (site) => new SiteFiles(site)],
  ['check (checks a site)', (site) => check(new SiteFiles(site))],
  ['startPreview (serves a site)', (site) => startPreview(site, 0)],
])('%s > moves a site back that a killed process had moved away', async (_, read) => {
  await using folder = temporaryFolder();
  writeTinySite(join(folder.path, moved));
  // The site has no data, so reading it fails, but not because the folder is missing.
  const outcome: unknown = await Promise.resolve(join(folder.path, 'site'))
    .then(read)
    .catch((error: unknown) => error);
  expect(outcome).not.toBeInstanceOf(SiteError);
  expect(entriesOf(folder.path)).toEqual(['site']);
});
