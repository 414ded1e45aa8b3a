import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFolder as replace } from './replace-folder.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';

/** The id of a process that has ended. */
const deadPid = spawnSync(process.execPath, ['--version']).pid;

const write = (text: string) => (folder: string) => {
  writeFileSync(join(folder, 'file'), text);
  return Promise.resolve(text);
};
/** Replaces a folder. The result includes the leftovers: folders that couldn't be removed. */
async function replaceFolder<T>(path: string, build: (folder: string) => Promise<T>) {
  const leftovers: string[] = [];
  const result = await replace(path, build, (folder, { code }) => leftovers.push(`${basename(folder)}: ${code ?? ''}`));
  return { result, leftovers };
}

const read = (folder: string) => readFileSync(join(folder, 'file'), 'utf8');

function folderWith(path: string, text: string): void {
  mkdirSync(path);
  writeFileSync(join(path, 'file'), text);
}

describe('replaceFolder (builds a new folder, then replaces the old folder)', () => {
  it('creates the folder and its missing parent folders', async () => {
    await using folder = temporaryFolder();
    const target = join(folder.path, 'deep/er/dist');
    expect(await replaceFolder(target, write('new'))).toEqual({ result: 'new', leftovers: [] });
    expect(read(target)).toBe('new');
    expect(readdirSync(join(folder.path, 'deep/er'))).toEqual(['dist']);
  });

  it('removes all files of the old folder', async () => {
    await using folder = temporaryFolder();
    const target = join(folder.path, 'dist');
    folderWith(target, 'old');
    writeFileSync(join(target, 'other'), 'old');
    await replaceFolder(target, write('new'));
    expect(readdirSync(target)).toEqual(['file']);
    expect(readdirSync(folder.path)).toEqual(['dist']);
  });

  it('keeps the old folder if the build fails', async () => {
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

  it('doesn’t change the old folder during the build', async () => {
    await using folder = temporaryFolder();
    const target = join(folder.path, 'dist');
    folderWith(target, 'old');
    await replaceFolder(target, async (path) => {
      await write('new')(path);
      expect(read(target)).toBe('old');
    });
  });

  it('removes a half-built folder that a killed process left', async () => {
    await using folder = temporaryFolder();
    folderWith(join(folder.path, `.dist.building-${deadPid}`), 'half');
    await replaceFolder(join(folder.path, 'dist'), write('new'));
    expect(readdirSync(folder.path)).toEqual(['dist']);
  });

  it('restores the old folder before the build if a killed process had renamed the old folder', async () => {
    await using folder = temporaryFolder();
    folderWith(join(folder.path, `.dist.previous-${deadPid}`), 'old');
    const failure = replaceFolder(join(folder.path, 'dist'), () => Promise.reject(new Error('no')));
    await expect(failure).rejects.toThrow('no');
    expect(readdirSync(folder.path)).toEqual(['dist']);
    expect(read(join(folder.path, 'dist'))).toBe('old');
  });

  it('keeps a folder that another running process is building', async () => {
    await using folder = temporaryFolder();
    const other = `.dist.building-${process.ppid}`;
    folderWith(join(folder.path, other), 'half');
    await replaceFolder(join(folder.path, 'dist'), write('new'));
    expect(readdirSync(folder.path)).toEqual([other, 'dist']);
  });

  it.each(['notes', '', '12a', '-12', '1.2', ' 12', '1e3', '0x10'])(
    'keeps the folder “.dist.building-%s”, because no process ID follows “building-”',
    async (end) => {
      await using folder = temporaryFolder();
      const others = [`.dist.building-${end}`, `.dist.previous-${end}`, `.dist.building${deadPid}`, `dist.previous-1`];
      for (const other of others) folderWith(join(folder.path, other), 'mine');
      const failure = replaceFolder(join(folder.path, 'dist'), () => Promise.reject(new Error('no')));
      await expect(failure).rejects.toThrow('no');
      expect(readdirSync(folder.path)).toEqual(others.toSorted());
      await replaceFolder(join(folder.path, 'dist'), write('new'));
      expect(readdirSync(folder.path)).toEqual([...others, 'dist'].toSorted());
      for (const other of others) expect(read(join(folder.path, other))).toBe('mine');
    },
  );

  it('if the build fails, removes the parent folders that it has created', async () => {
    await using folder = temporaryFolder();
    const target = join(folder.path, 'deep/er/dist');
    await expect(replaceFolder(target, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readdirSync(folder.path)).toEqual([]);
    const leftovers: string[] = [];
    const failure = replace(
      target,
      () => {
        writeFileSync(join(folder.path, 'deep/notes'), '');
        return Promise.reject(new Error('no'));
      },
      (left) => leftovers.push(left),
    );
    await expect(failure).rejects.toThrow('no');
    expect(readdirSync(join(folder.path, 'deep'))).toEqual(['notes']);
  });
});

// Root can remove any file. If the tests run as root, they switch to this user and use a folder of this user.
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Calls a function as a user other than root. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (!isRoot) return work();
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe.skipIf(process.getuid === undefined)(
  'replaceFolder (builds a new folder, then replaces the old folder) without permission to remove some folders',
  () => {
    /**
     * Calls `work` with a temporary folder. `lock` adds a folder whose content can't be removed: root's folder or, if
     * we aren't root, a read-only folder.
     */
    async function withFolder(work: (path: string, lock: (name: string) => void) => Promise<void>): Promise<void> {
      await using folder = temporaryFolder();
      if (isRoot) chownSync(folder.path, NOBODY, NOBODY);
      const locked: string[] = [];
      try {
        await work(folder.path, (name) => {
          locked.push(name);
          folderWith(join(folder.path, name), 'old');
          if (!isRoot) chmodSync(join(folder.path, name), 0o555);
        });
      } finally {
        if (!isRoot) for (const name of readdirSync(folder.path)) chmodSync(join(folder.path, name), 0o755);
      }
    }

    it('replaces a folder even if it can’t remove the old files, and reports where they remain', async () => {
      await withFolder(async (path, lock) => {
        lock('dist');
        const target = join(path, 'dist');
        const { leftovers } = await asOrdinaryUser(() => replaceFolder(target, write('new')));
        expect(read(target)).toBe('new');
        const left = `.dist.building-${process.pid}`;
        expect(leftovers).toEqual([`${left}: EACCES`]);
        expect(readdirSync(path)).toEqual([left, 'dist']);
        expect(read(join(path, left))).toBe('old');
      });
    });

    it('replaces a folder three times in one process even if it can’t remove the original folder', async () => {
      await withFolder(async (path, lock) => {
        lock('dist');
        const target = join(path, 'dist');
        for (const text of ['first', 'second', 'third']) {
          const { leftovers } = await asOrdinaryUser(() => replaceFolder(target, write(text)));
          expect(leftovers).toHaveLength(1);
          expect(read(target)).toBe(text);
          expect(readdirSync(path)).toEqual([`.dist.building-${process.pid}`, 'dist']);
        }
      });
    });

    it('replaces a folder even if it can’t remove folders that a killed process left', async () => {
      await withFolder(async (path, lock) => {
        lock(`.dist.building-${deadPid}`);
        lock(`.dist.building-${process.pid}`);
        lock(`.dist.previous-${process.pid}`);
        const target = join(path, 'dist');
        await asOrdinaryUser(async () => {
          folderWith(target, 'mine');
          const { leftovers } = await replaceFolder(target, write('new'));
          expect(leftovers).toHaveLength(3);
        });
        expect(read(target)).toBe('new');
      });
    });

    it('throws the error of a failed build even if the half-built folder can’t be removed', async () => {
      await withFolder(async (path, lock) => {
        const leftovers: string[] = [];
        const failure = asOrdinaryUser(() =>
          replace(
            join(path, 'dist'),
            (building) => {
              if (isRoot) process.seteuid?.(0);
              lock(join(basename(building), 'locked'));
              if (isRoot) process.seteuid?.(NOBODY);
              return Promise.reject(new Error('no'));
            },
            (folder) => leftovers.push(basename(folder)),
          ),
        );
        await expect(failure).rejects.toThrow('no');
        expect(leftovers).toEqual([`.dist.building-${process.pid}`]);
        if (!isRoot) chmodSync(join(path, `.dist.building-${process.pid}`, 'locked'), 0o755);
      });
    });
  },
);

/** Replaces a folder in a process that is killed before its nth call of a function of `node:fs`. */
function killedAt(call: 'renameSync' | 'unlinkSync' | 'writeFileSync', count: number, target: string): void {
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
    const { replaceFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'replace-folder.ts'))});
    await replaceFolder(${JSON.stringify(target)}, async (folder) => {
      for (const name of ['file', 'second']) fs.writeFileSync(folder + '/' + name, 'new');
    }, () => {});`;
  const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program]);
  expect(signal, stderr.toString()).toBe('SIGKILL');
}

describe('replaceFolder (builds a new folder, then replaces the old folder) in a process that is killed', () => {
  const building = expect.stringMatching(/^\.dist\.building-\d+$/) as string;
  const previous = expect.stringMatching(/^\.dist\.previous-\d+$/) as string;

  it.each([
    ['old', 'while it writes the new files', 'writeFileSync', 2, [building, 'dist']],
    ['old', 'before it renames the old folder', 'renameSync', 1, [building, 'dist']],
    [
      'old',
      'after it renames the old folder, but before it renames the new folder',
      'renameSync',
      2,
      [building, previous],
    ],
    ['new', 'after it renames the new folder', 'renameSync', 3, [previous, 'dist']],
    ['new', 'before it removes the old folder', 'unlinkSync', 1, [building, 'dist']],
  ] as const)('leaves the complete %s folder if killed %s', async (whole, _, call, count, left) => {
    await using folder = temporaryFolder();
    const target = join(folder.path, 'dist');
    folderWith(target, 'old');
    killedAt(call, count, target);
    const entries = readdirSync(folder.path).sort();
    expect(entries).toEqual(left);
    // Between the renames, the old folder has its temporary name. The next call restores it.
    expect(read(join(folder.path, entries[1] ?? ''))).toBe(whole);
    await replaceFolder(target, write('newer'));
    expect(readdirSync(folder.path)).toEqual(['dist']);
    expect(read(target)).toBe('newer');
  });
});
