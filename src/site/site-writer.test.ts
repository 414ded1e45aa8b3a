import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SiteWriter } from './site-writer.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';

describe('SiteWriter (writes files below one folder)', () => {
  it('writes text and bytes, and counts files and bytes', async () => {
    await using folder = temporaryFolder();
    const writer = new SiteWriter(folder.path);
    writer.write({ path: 'api/rates/usd-to-eur.json', body: '{"€":1}' });
    writer.write({ path: 'icon.png', body: new Uint8Array([1, 2, 3]) });
    expect(readFileSync(join(folder.path, 'api/rates/usd-to-eur.json'), 'utf8')).toBe('{"€":1}');
    expect([...readFileSync(join(folder.path, 'icon.png'))]).toEqual([1, 2, 3]);
    expect([writer.files, writer.bytes]).toEqual([2, 12]);
  });

  it.each(['../outside', 'a/../../outside', '/etc/outside', String.raw`..\outside`, 'a/..', 'a//b', 'a/', '', '.'])(
    'refuses to write to the path %j',
    async (path) => {
      await using folder = temporaryFolder();
      expect(() => {
        new SiteWriter(join(folder.path, 'site')).write({ path, body: 'x' });
      }).toThrow(RangeError);
      expect(existsSync(join(folder.path, 'outside'))).toBe(false);
    },
  );

  it.each(['.well-known/security.txt', 'a/..b', 'a/b.', '_headers'])(
    'writes to the path %j, which is inside the folder',
    (path) => {
      const written: string[] = [];
      const writer = new SiteWriter('/site', {
        makeFolder: () => undefined,
        writeFile: (target) => written.push(target),
      });
      writer.write({ path, body: '' });
      expect(written).toEqual([`/site/${path}`]);
    },
  );

  it('refuses to write to the sibling folder site-2 if its own folder is site', async () => {
    await using folder = temporaryFolder();
    expect(() => {
      new SiteWriter(join(folder.path, 'site')).write({ path: '../site-2/x', body: 'x' });
    }).toThrow(RangeError);
  });

  it('creates each folder once', () => {
    const made: string[] = [];
    const writer = new SiteWriter('/site', { makeFolder: (path) => made.push(path), writeFile: () => undefined });
    for (const path of ['a/1', 'a/2', 'b/1', 'a/3']) writer.write({ path, body: '' });
    expect(made).toEqual(['/site/a', '/site/b']);
  });
});
