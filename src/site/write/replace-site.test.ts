import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { writeTinySite } from '../../testing/sites/tiny-site.ts';
import { replaceSite } from './replace-site.ts';

/** The ID of a process that has ended. */
const deadPid = spawnSync(process.execPath, ['--version']).pid;

const write = (name: string) => (folder: string) => {
  writeTinySite(folder, name);
  return Promise.resolve(name);
};
/** Replaces a site. A folder that can't be removed is an error. */
const replace = <T>(site: string, build: (folder: string) => Promise<T>) =>
  replaceSite(site, build, (message) => expect.fail(message));
const read = (site: string) => readFileSync(join(site, 'index.html'), 'utf8');
const entriesOf = (folder: string) => readdirSync(folder).sort();
/** The name of a temporary folder without the time at its end. */
const withoutTime = (name: string) => name.replace(/-\d{13}$/, '');

const previous = '.site.ratesheet-previous';
const building = (pid: number) => `.site.ratesheet-building-${pid}`;

describe('replaceSite (builds a new site, then replaces the old site)', () => {
  it('creates the folder and its missing parent folders', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'deep/er/site');
    expect(await replace(site, write('new'))).toBe('new');
    expect(read(site)).toBe('new');
    expect(readdirSync(join(folder.path, 'deep/er'))).toEqual(['site']);
  });

  it('replaces an empty folder and the target of a link, but not the link', async () => {
    await using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'site'));
    symlinkSync('site', join(folder.path, 'link'));
    for (const text of ['first', 'second']) {
      await replace(join(folder.path, 'link/'), write(text));
      expect(read(join(folder.path, 'site'))).toBe(text);
      expect(entriesOf(folder.path)).toEqual(['link', 'site']);
    }
  });

  it('removes all files of the old site, which stays unchanged until the new site is built', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'old', ['other.html']);
    await replace(site, async (path) => {
      await write('new')(path);
      expect(read(site)).toBe('old');
    });
    expect(read(site)).toBe('new');
    expect(readdirSync(site)).not.toContain('other.html');
    expect(entriesOf(folder.path)).toEqual(['site']);
  });

  it('keeps the old site if the build fails', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'old');
    const failure = replace(site, async (path) => {
      await write('half')(path);
      throw new Error('disk full');
    });
    await expect(failure).rejects.toThrow('disk full');
    expect(read(site)).toBe('old');
    expect(entriesOf(folder.path)).toEqual(['site']);
  });

  it.each(['file', 'link to file', 'thesis', 'link to thesis', 'broken link', 'loop', 'file/site'])(
    'rejects the path “%s” before the build',
    async (name) => {
      await using folder = temporaryFolder();
      mkdirSync(join(folder.path, 'thesis'));
      for (const file of ['file', 'thesis/chapter-1.md']) writeFileSync(join(folder.path, file), 'Years of work.');
      for (const target of ['file', 'thesis']) symlinkSync(target, join(folder.path, `link to ${target}`));
      symlinkSync('nowhere', join(folder.path, 'broken link'));
      symlinkSync('loop', join(folder.path, 'loop'));
      const before = readdirSync(folder.path, { recursive: true });
      const refused = replace(join(folder.path, name), () => expect.fail('The build began.'));
      await expect(refused).rejects.toThrow(
        /file isn't a folder|thesis holds something other than a site: chapter-1\.md\.|broken link|ELOOP|ENOTDIR/,
      );
      expect(readdirSync(folder.path, { recursive: true })).toEqual(before);
    },
  );

  it.each(['/', '..', '.', import.meta.dirname])('rejects the folder %s', async (out) => {
    const refused = replace(out, () => expect.fail('The build began.'));
    await expect(refused).rejects.toThrow(' holds something other than a site: ');
  });

  it('replaces nothing if another file was added during the build', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'old');
    const refused = replace(site, async (path) => {
      await write('new')(path);
      writeFileSync(join(site, 'notes.txt'), '');
    });
    await expect(refused).rejects.toThrow('site holds something other than a site: notes.txt.');
    expect(read(site)).toBe('old');
    expect(entriesOf(folder.path)).toEqual(['site']);
  });
});

describe('replaceSite (builds a new site, then replaces the old site) after or beside another process', () => {
  it.each([
    ['a process that has ended', deadPid],
    ['an earlier process with the same ID', process.pid],
  ])('removes a half-built site of %s', async (_, pid) => {
    await using folder = temporaryFolder();
    mkdirSync(join(folder.path, building(pid), 'half'), { recursive: true });
    await replace(join(folder.path, 'site'), write('new'));
    expect(entriesOf(folder.path)).toEqual(['site']);
  });

  it('keeps the half-built site of a running process, and folders with similar names', async () => {
    await using folder = temporaryFolder();
    const others = [building(process.ppid), `${building(deadPid)}.bak`, '.site.ratesheet-building-notes'];
    for (const other of others) mkdirSync(join(folder.path, other));
    await replace(join(folder.path, 'site'), write('new'));
    expect(entriesOf(folder.path)).toEqual([...others, 'site'].sort());
  });

  it('leaves a complete site if another process is between its renames', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'old');
    await replace(site, async (path) => {
      await write('new')(path);
      renameSync(site, join(folder.path, previous));
    });
    expect(read(site)).toBe('new');
    expect(entriesOf(folder.path)).toEqual(['site']);
  });

  it.each([
    ['has replaced', true],
    ['has replaced, and not yet removed,', false],
  ])('builds again from the site of another run that %s the site meanwhile', async (_, isRemoved) => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'old');
    let builds = 0;
    const warnings: string[] = [];
    const build = async (path: string) => {
      // What a run reads of the site that it continues.
      await write(`${read(site)} new`)(path);
      if (++builds > 1) return;
      renameSync(site, join(folder.path, previous));
      writeTinySite(site, 'other');
      if (isRemoved) rmSync(join(folder.path, previous), { recursive: true });
    };
    await replaceSite(site, build, (message) => warnings.push(message));
    expect([builds, read(site), warnings.length]).toEqual([2, 'other new', 1]);
    expect(entriesOf(folder.path)).toEqual(['site']);
  });

  it('replaces nothing if a first site was written meanwhile, or if other runs write sites all the time', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    const late = replace(site, async (path) => {
      await write('new')(path);
      writeTinySite(site, 'other');
    });
    await expect(late).rejects.toThrow('Another run has written a site');
    let number = 0;
    const never = replaceSite(
      site,
      async (path) => {
        await write('new')(path);
        rmSync(site, { recursive: true });
        writeTinySite(site, `other ${++number}`);
      },
      () => undefined,
    );
    await expect(never).rejects.toThrow('Another run has written a site');
    expect([number, read(site), entriesOf(folder.path)]).toEqual([3, 'other 3', ['site']]);
  });

  it('doesn’t take a site for something else while it’s replaced', async () => {
    await using folder = temporaryFolder();
    const [site, away, next] = ['site', previous, 'next'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ];
    writeTinySite(
      site,
      'old',
      Array.from({ length: 300 }, (_, index) => `api/${index}.json`),
    );
    const replacing = replace(site, write('new'));
    // Another run replaces the site during the look at its files.
    writeTinySite(next, 'other');
    renameSync(site, away);
    renameSync(next, site);
    rmSync(away, { recursive: true });
    expect(await replacing).toBe('new');
    expect(read(site)).toBe('new');
  });

  it('replaces a site that can’t be removed, and warns about the folder that stays', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    const remove = vi.spyOn(fs, 'unlinkSync').mockImplementation(() => {
      throw Object.assign(new Error(), { code: 'EACCES', syscall: 'unlink' });
    });
    syncBuiltinESMExports();
    const warnings: string[] = [];
    try {
      for (const name of ['old', 'new']) {
        await replaceSite(site, write(name), (message) => warnings.push(message));
        expect(read(site)).toBe(name);
      }
    } finally {
      remove.mockRestore();
      syncBuiltinESMExports();
    }
    const [old = '', ...others] = entriesOf(folder.path);
    expect([withoutTime(old), others]).toEqual([`${building(process.pid)}-old`, ['site']]);
    expect(warnings).toEqual([
      `Warning: ${join(folder.path, old)} can't be removed (EACCES). The site doesn't need it. Remove it as its owner.`,
    ]);
  });

  it('removes an old site that another process has left beside the site during the build', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'newest');
    await replace(site, async (path) => {
      await write('new')(path);
      writeTinySite(join(folder.path, previous), 'old');
    });
    expect([read(site), entriesOf(folder.path)]).toEqual(['new', ['site']]);
  });

  /** Replaces a site in a process that is killed before its nth call of a function of `node:fs`. */
  async function killedAt(call: string, count: number, site: string): Promise<number> {
    const [module, tiny] = ['replace-site.ts', '../../testing/sites/tiny-site.ts'].map((path) =>
      join(import.meta.dirname, path),
    );
    const program = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const original = fs.${call};
      let calls = 0;
      fs.${call} = (...args) => {
        if (++calls === ${count}) process.kill(process.pid, 'SIGKILL');
        return original(...args);
      };
      syncBuiltinESMExports();
      const { replaceSite } = await import(${JSON.stringify(module)});
      const { writeTinySite } = await import(${JSON.stringify(tiny)});
      await replaceSite(${JSON.stringify(site)}, async (folder) => writeTinySite(folder, 'new'), () => undefined);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(child.signalCode, stderr).toBe('SIGKILL');
    return child.pid ?? NaN;
  }

  it.concurrent.each([
    ['old', 'before it creates a folder', 'mkdirSync', 2, ['link', 'site']],
    ['old', 'while it writes the new files', 'writeFileSync', 5, ['building', 'link', 'site']],
    ['old', 'before it moves the old site away', 'renameSync', 1, ['building', 'link', 'site']],
    ['old', 'after it has moved the old site away', 'renameSync', 2, ['building', previous, 'link']],
    ['new', 'after it has moved the new site to its place', 'renameSync', 3, [previous, 'link', 'site']],
    ['new', 'before it removes the old site', 'unlinkSync', 1, ['building-old', 'link', 'site']],
    ['new', 'while it removes the old site', 'unlinkSync', 5, ['building-old', 'link', 'site']],
  ] as const)('finds the complete %s site if that process was killed %s', async (whole, _, call, count, left) => {
    await using folder = temporaryFolder();
    const link = join(folder.path, 'link');
    writeTinySite(join(folder.path, 'site'), 'old');
    symlinkSync('site', link);
    const pid = await killedAt(call, count, link);
    expect(entriesOf(folder.path).map(withoutTime)).toEqual(
      left.map((name) => name.replace('building', building(pid))),
    );
    await replace(link, async (path) => {
      expect(read(link)).toBe(whole);
      await write('newer')(path);
    });
    expect(read(link)).toBe('newer');
    expect(entriesOf(folder.path)).toEqual(['link', 'site']);
  });
});
