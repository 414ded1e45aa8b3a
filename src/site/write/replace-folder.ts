import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeFolder } from './remove-folder.ts';

/** Called with a temporary folder that can't be cleaned up, and the system's error. */
export type OnLeftover = (folder: string, error: NodeJS.ErrnoException) => void;

/**
 * Replaces a folder as a whole. `build` fills a new folder beside the old folder, and then both are renamed. If `build`
 * fails or the process is killed, the old folder stays unchanged.
 *
 * A folder can't be renamed over another folder, so the old folder is first renamed to `.NAME.previous-PID`. If the
 * process is killed before the new folder is renamed, the next call restores the old folder.
 *
 * A leftover that can't be cleaned up, such as another user's files, isn't an error, because the new folder doesn't
 * depend on it.
 *
 * @param path absolute, without links
 * @param build fills the given folder; its errors are passed on
 */
export async function replaceFolder<T>(
  path: string,
  build: (folder: string) => Promise<T>,
  onLeftover: OnLeftover,
): Promise<T> {
  const names = temporaryNames(path);
  const firstMade = mkdirSync(names.parent, { recursive: true });
  await cleanUp(path, names, onLeftover);

  const building = ownPath(names.parent, names.building);
  const previous = ownPath(names.parent, names.previous);
  mkdirSync(building);
  try {
    const result = await build(building);
    const replaces = existsSync(path);
    if (replaces) renameSync(path, previous);
    renameSync(building, path);
    // Renames the old folder before removing it, so that a later call doesn't restore a half-removed folder.
    if (replaces) await attempt(previous, onLeftover, renameSync, building);
    return result;
  } catch (error) {
    if (!existsSync(path) && existsSync(previous)) renameSync(previous, path);
    throw error;
  } finally {
    await attempt(building, onLeftover, remove);
    if (firstMade !== undefined && !existsSync(path)) await attempt(names.parent, onLeftover, removeEmpty, firstMade);
  }
}

function temporaryNames(path: string) {
  const name = basename(path);
  return { parent: dirname(path), building: `.${name}.building-`, previous: `.${name}.previous-` };
}

/** An unused path that ends in this process's ID. If a leftover folder has the path, zeros are added before the ID. */
function ownPath(parent: string, prefix: string, number = String(process.pid)): string {
  const path = join(parent, `${prefix}${number}`);
  return existsSync(path) ? ownPath(parent, prefix, `0${number}`) : path;
}

/** Cleans up after a killed process: restores a folder that was being replaced and removes half-built folders. */
async function cleanUp(
  path: string,
  { parent, building, previous }: ReturnType<typeof temporaryNames>,
  onLeftover: OnLeftover,
): Promise<void> {
  for (const entry of readdirSync(parent)) {
    const prefix = [building, previous].find((start) => entry.startsWith(start));
    const number = prefix === undefined ? '' : entry.slice(prefix.length);
    // Other names, such as `.dist.previous-backup`, aren't ours.
    if (!/^\d+$/.test(number) || isAlive(Number(number))) continue;
    const leftover = join(parent, entry);
    if (prefix === previous && !existsSync(path)) await attempt(leftover, onLeftover, renameSync, path);
    else await attempt(leftover, onLeftover, remove);
  }
}

/** Runs an action on a folder. If the system refuses the action, passes the folder and the error to `onLeftover`. */
async function attempt<Rest extends unknown[]>(
  folder: string,
  onLeftover: OnLeftover,
  action: (folder: string, ...rest: Rest) => void | Promise<void>,
  ...rest: Rest
): Promise<void> {
  try {
    await action(folder, ...rest);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    onLeftover(folder, error as NodeJS.ErrnoException);
  }
}

async function remove(folder: string): Promise<void> {
  if (existsSync(folder)) await removeFolder(folder);
}

/** Removes an empty folder and its empty parents, up to and including `last`. */
function removeEmpty(folder: string, last: string): void {
  rmdirSync(folder);
  if (folder !== last) removeEmpty(dirname(folder), last);
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
