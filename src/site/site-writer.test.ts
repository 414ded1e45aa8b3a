import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SiteWriter } from './site-writer.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { filesOf } from '../testing/sites/read-site.ts';

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

  it.each([
    ...['../outside', 'a/../../outside', '../site-2/x', '/etc/outside', String.raw`..\outside`],
    ...['a/..', 'a//b', 'a/', '', '.'],
  ])('refuses to write to the path %j', async (path) => {
    await using folder = temporaryFolder();
    expect(() => new SiteWriter(join(folder.path, 'site')).write({ path, body: 'x' })).toThrow(RangeError);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it.each(['.well-known/security.txt', 'a/..b', 'a/b.', '_headers'])(
    'writes to the path %j, which is inside the folder',
    async (path) => {
      await using folder = temporaryFolder();
      new SiteWriter(folder.path).write({ path, body: 'x' });
      expect(filesOf(folder.path)).toEqual([path]);
    },
  );
});
