import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { writeTinySite } from '../../testing/sites/tiny-site.ts';
import { SiteError } from '../errors.ts';
import { restoreSite } from '../site-folder.ts';
import { replaceSite as replace } from './replace-site.ts';

/** The id of a process that has ended. */
const deadPid = spawnSync(process.execPath, ['--version']).pid;
const DAY_MS = 86_400_000;

const write = (name: string) => (folder: string) => {
  writeTinySite(folder, name);
  return Promise.resolve(name);
};
const fail = () => Promise.reject(new Error('no'));

/** Replaces a site. The result includes the warnings. */
async function replaceSite<T>(out: string, build: (folder: string) => Promise<T>) {
  const warnings: string[] = [];
  const result = await replace(out, build, (warning) => warnings.push(warning));
  return { result, warnings };
}

const read = (site: string) => readFileSync(join(site, 'index.html'), 'utf8');

const idOf = (pid: number, age = 0) => `${pid}-${Date.now() - age}`;

describe('replaceSite (builds a new site, then replaces the old site)', () => {
  it('creates the folder and its missing parent folders', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'deep/er/site');
    expect(await replaceSite(site, write('new'))).toEqual({ result: 'new', warnings: [] });
    expect(read(site)).toBe('new');
    expect(readdirSync(join(folder.path, 'deep/er'))).toEqual(['site']);
  });

  it('replaces an empty folder', async () => {
    await using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'site'));
    await replaceSite(join(folder.path, 'site/'), write('new'));
    expect(read(join(folder.path, 'site'))).toBe('new');
    expect(readdirSync(folder.path)).toEqual(['site']);
  });

  it('removes all files of the old site, which stays unchanged until the new site is built', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'old', ['other.html']);
    await replaceSite(site, async (path) => {
      await write('new')(path);
      expect(read(site)).toBe('old');
    });
    expect(read(site)).toBe('new');
    expect(existsSync(join(site, 'other.html'))).toBe(false);
    expect(readdirSync(folder.path)).toEqual(['site']);
  });

  it('writes to the target of a symbolic link, and keeps the link', async () => {
    await using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'disk'));
    symlinkSync('disk/site', join(folder.path, 'link'));
    writeTinySite(join(folder.path, 'disk/site'), 'old');
    await replaceSite(join(folder.path, 'link'), write('new'));
    expect(read(join(folder.path, 'disk/site'))).toBe('new');
    expect(readlinkSync(join(folder.path, 'link'))).toBe('disk/site');
    expect(readdirSync(join(folder.path, 'disk'))).toEqual(['site']);
  });

  it('keeps the old site if the build fails', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'old');
    const failure = replaceSite(site, async (path) => {
      await write('half')(path);
      throw new Error('disk full');
    });
    await expect(failure).rejects.toThrow('disk full');
    expect(read(site)).toBe('old');
    expect(readdirSync(folder.path)).toEqual(['site']);
  });

  it('if the build fails, removes the parent folders that it has created and that are empty', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'deep/er/site');
    await expect(replaceSite(site, fail)).rejects.toThrow('no');
    expect(readdirSync(folder.path)).toEqual([]);
    const failure = replaceSite(site, () => {
      writeFileSync(join(folder.path, 'deep/notes'), '');
      return fail();
    });
    await expect(failure).rejects.toThrow('no');
    expect(readdirSync(join(folder.path, 'deep'))).toEqual(['notes']);
    // With the name of the temporary folder, the name is too long.
    await expect(replaceSite(join(folder.path, 'new', 'x'.repeat(250)), fail)).rejects.toThrow('ENAMETOOLONG');
    expect(readdirSync(folder.path)).toEqual(['deep']);
  });

  it.each<[string, string, RegExp, (folder: string) => void]>([
    [
      'a file',
      'file',
      /file isn't a folder\. Name a folder to write to\.$/,
      (folder) => writeFileSync(join(folder, 'file'), 'x'),
    ],
    [
      'a link to a file',
      'link',
      /link isn't a folder\./,
      (folder) => {
        writeFileSync(join(folder, 'file'), 'x');
        symlinkSync('file', join(folder, 'link'));
      },
    ],
    [
      'a broken link',
      'link',
      /link is a broken link\. Fix it or name another folder\.$/,
      (folder) => symlinkSync('nowhere', join(folder, 'link')),
    ],
    [
      'a path below a broken link',
      'link/deep/site',
      /link is a broken link\./,
      (folder) => symlinkSync('nowhere', join(folder, 'link')),
    ],
    [
      'a folder with other files',
      'thesis',
      /thesis holds something other than a site: chapter-1\.md\. Nothing there was touched\. Name another folder, or empty this folder\.$/,
      (folder) => {
        mkdirSync(join(folder, 'thesis'));
        writeFileSync(join(folder, 'thesis/chapter-1.md'), 'Years of work.');
      },
    ],
    [
      'a link to a folder with other files',
      'link',
      /link holds something other than a site: notes\./,
      (folder) => {
        mkdirSync(join(folder, 'thesis'));
        writeFileSync(join(folder, 'thesis/notes'), '');
        symlinkSync('thesis', join(folder, 'link'));
      },
    ],
  ])('rejects %s before the build', async (_, name, message, prepare) => {
    await using folder = temporaryFolder();
    prepare(folder.path);
    const before = readdirSync(folder.path, { recursive: true });
    const refused = replaceSite(join(folder.path, name), () => expect.fail('The build began.'));
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(SiteError);
    expect(readdirSync(folder.path, { recursive: true })).toEqual(before);
  });

  it.each(['/', '..', '.', import.meta.dirname])('rejects the folder %s', async (out) => {
    await expect(replaceSite(out, () => expect.fail('The build began.'))).rejects.toThrow(
      ' holds something other than a site: ',
    );
  });

  it('rejects a site that contains the working folder', async () => {
    await using folder = temporaryFolder();
    writeTinySite(folder.path);
    const module = JSON.stringify(join(import.meta.dirname, 'replace-site.ts'));
    const program = `
      const { replaceSite } = await import(${module});
      for (const out of ['.', '..']) await replaceSite(out, () => process.exit(1)).catch(({ message }) => console.log(message));`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: join(folder.path, 'archive'),
    });
    expect(status).toBe(0);
    expect(stdout.toString()).toBe(
      '. holds something other than a site: 2026.csv. Nothing there was touched. Name another folder, or empty this folder.\n' +
        '.. contains the working folder. Run the command elsewhere, or name another folder.\n',
    );
  });

  it('keeps files that were added during the build, and the old site with them', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'old');
    const refused = replaceSite(site, async (path) => {
      await write('new')(path);
      writeFileSync(join(site, 'notes.txt'), '');
    });
    await expect(refused).rejects.toThrow('site holds something other than a site: notes.txt.');
    expect(read(site)).toBe('old');
    expect(readdirSync(folder.path)).toEqual(['site']);
  });
});

describe('replaceSite (builds a new site, then replaces the old site) after a process was killed', () => {
  it('restores the old site before the build', async () => {
    await using folder = temporaryFolder();
    writeTinySite(join(folder.path, `.site.previous-${idOf(deadPid)}`), 'old');
    const site = join(folder.path, 'site');
    await replaceSite(site, async (path) => {
      expect(read(site)).toBe('old');
      await write('new')(path);
    });
    expect(read(site)).toBe('new');
    expect(readdirSync(folder.path)).toEqual(['site']);
  });

  it.each([
    ['of a process that has ended', deadPid, 0],
    ['of a process with the same ID', process.pid, 0],
    ['of another day, even if its process ID is in use again', process.ppid, DAY_MS + 1000],
  ])('removes a half-built and a replaced site %s', async (_, pid, age) => {
    await using folder = temporaryFolder();
    mkdirSync(join(folder.path, `.site.building-${idOf(pid, age)}`, 'half'), { recursive: true });
    writeTinySite(join(folder.path, `.site.previous-${idOf(pid, age + 1)}`), 'older');
    writeTinySite(join(folder.path, 'site'), 'old');
    expect((await replaceSite(join(folder.path, 'site'), write('new'))).warnings).toEqual([]);
    expect(readdirSync(folder.path)).toEqual(['site']);
  });

  it('keeps the folders of another running process', async () => {
    await using folder = temporaryFolder();
    const others = ['building', 'previous'].map((kind) => `.site.${kind}-${idOf(process.ppid, 60_000)}`);
    for (const other of others) writeTinySite(join(folder.path, other), 'other');
    writeTinySite(join(folder.path, 'site'), 'old');
    await replaceSite(join(folder.path, 'site'), write('new'));
    expect(readdirSync(folder.path)).toEqual([...others, 'site']);
  });

  it.each(['building', 'previous'])('keeps folders with a name like “.site.%s-notes”', async (kind) => {
    await using folder = temporaryFolder();
    const others = ['notes', '', '12', '12-1', '12-17000000000a0'].map((end) => `.site.${kind}-${end}`);
    for (const other of others) mkdirSync(join(folder.path, other));
    await replaceSite(join(folder.path, 'site'), write('new'));
    expect(readdirSync(folder.path)).toEqual([...others, 'site'].sort());
  });

  it('keeps a replaced site to which other files were added, and says where they are', async () => {
    await using folder = temporaryFolder();
    const path = realpathSync(folder.path);
    const left = `.site.previous-${idOf(deadPid)}`;
    writeTinySite(join(path, left), 'old');
    writeFileSync(join(path, left, 'notes.txt'), '');
    writeTinySite(join(path, 'site'), 'new');
    const { warnings } = await replaceSite(join(path, 'site'), write('newer'));
    expect(warnings).toEqual([
      `${join(path, left)} holds something other than a site: notes.txt. Move this folder elsewhere.`,
    ]);
    expect(readdirSync(path)).toEqual([left, 'site']);
    expect(read(join(path, left))).toBe('old');
  });

  it('writes the new site if another process has just moved the old site away', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'old');
    await replaceSite(site, async (path) => {
      await write('new')(path);
      renameSync(site, join(folder.path, `.site.previous-${idOf(process.ppid)}`));
    });
    expect(read(site)).toBe('new');
  });

  /** Replaces a site in a process that is killed before its nth call of a function of `node:fs`. */
  async function killedAt(call: string, count: number, site: string): Promise<void> {
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
      const { replaceSite } = await import(${JSON.stringify(join(import.meta.dirname, 'replace-site.ts'))});
      const { writeTinySite } = await import(${JSON.stringify(join(import.meta.dirname, '../../testing/sites/tiny-site.ts'))});
      await replaceSite(${JSON.stringify(site)}, async (folder) => writeTinySite(folder, 'new'), () => {});`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(child.signalCode, stderr).toBe('SIGKILL');
  }

  const building = expect.stringMatching(/^\.site\.building-\d+-\d+$/) as string;
  const previous = expect.stringMatching(/^\.site\.previous-\d+-\d+$/) as string;

  it.concurrent.each([
    ['old', 'before it creates a folder', 'mkdirSync', 2, ['site']],
    ['old', 'while it writes the new files', 'writeFileSync', 5, [building, 'site']],
    ['old', 'before it moves the old site away', 'renameSync', 1, [building, 'site']],
    ['old', 'after it has moved the old site away', 'renameSync', 2, [building, previous]],
    ['new', 'after it has moved the new site to its place', 'renameSync', 3, [previous, 'site']],
    ['new', 'before it removes the old site', 'rmSync', 1, [building, 'site']],
  ] as const)('finds the complete %s site if the process was killed %s', async (whole, _, call, count, left) => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    writeTinySite(site, 'old');
    await killedAt(call, count, site);
    expect(readdirSync(folder.path).sort()).toEqual(left);
    restoreSite(site);
    expect(read(site)).toBe(whole);
    await replaceSite(site, write('newer'));
    expect(readdirSync(folder.path)).toEqual(['site']);
    expect(read(site)).toBe('newer');
  });

  it('restores the old site before the build if the folder is a link, whose target was moved away', async () => {
    await using folder = temporaryFolder();
    symlinkSync('site', join(folder.path, 'link'));
    writeTinySite(join(folder.path, 'site'), 'old');
    await killedAt('renameSync', 2, join(folder.path, 'link'));
    expect(existsSync(join(folder.path, 'link'))).toBe(false);
    await replaceSite(join(folder.path, 'link'), async (path) => {
      expect(read(join(folder.path, 'link'))).toBe('old');
      await write('new')(path);
    });
    expect(readdirSync(folder.path).sort()).toEqual(['link', 'site']);
  });
});

// Root can remove any file. If the tests run as root, they switch to this user and use a folder of this user.
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

describe.skipIf(process.getuid === undefined)('replaceSite (builds a new site, then replaces the old site)', () => {
  it('replaces a site even if it can’t remove the old files or a killed process’s, and says where they remain', async () => {
    await using folder = temporaryFolder();
    const path = realpathSync(folder.path);
    if (isRoot) chownSync(path, NOBODY, NOBODY);
    const names = ['site', `.site.building-${idOf(deadPid)}`, `.site.previous-${idOf(deadPid, 1)}`];
    for (const name of names) {
      writeTinySite(join(path, name), 'old');
      if (!isRoot) chmodSync(join(path, name, 'archive'), 0o555);
    }
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      for (const count of [3, 3, 3]) {
        const { warnings } = await replaceSite(join(path, 'site'), write('new'));
        expect(warnings).toHaveLength(count);
        const [warning = ''] = warnings;
        expect(warning).toMatch(/^\S+\.site\.building-\d+-\d+ can't be removed \(EACCES\)\. .* as its owner\.$/);
        expect(read(join(path, 'site'))).toBe('new');
      }
    } finally {
      if (isRoot) process.seteuid?.(0);
      else for (const name of readdirSync(path)) chmodSync(join(path, name, 'archive'), 0o755);
    }
    expect(readdirSync(path).map((name) => basename(name).replace(/-.*/, ''))).toEqual([
      '.site.building',
      '.site.building',
      '.site.building',
      'site',
    ]);
  });
});
