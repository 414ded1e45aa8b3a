import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Told of a folder beside the target that should be gone, and why the system keeps it. */
export type OnLeftover = (folder: string, error: NodeJS.ErrnoException) => void;

/**
 * Replaces a folder by a new one as a whole: `build` fills a folder beside it, which then takes its place by renaming.
 * Until then the old folder is not touched: should `build` fail or the process be killed, it stays as it was.
 *
 * A folder cannot be renamed over another one, so between two renames there is an instant in which only
 * `.NAME.previous-PID` exists. Whoever is killed just then leaves it whole; the next call puts it back.
 *
 * What cannot be cleaned up, such as another user's files, fails nothing: the new folder does not depend on it.
 *
 * @param path absolute, without links
 * @param build fills the folder that it is given; what it throws is passed on
 */
export async function replaceFolder<T>(
  path: string,
  build: (folder: string) => Promise<T>,
  onLeftover: OnLeftover,
): Promise<T> {
  const names = temporaryNames(path);
  const firstMade = mkdirSync(names.parent, { recursive: true });
  cleanUp(path, names, onLeftover);

  const building = ownPath(names.parent, names.building);
  const previous = ownPath(names.parent, names.previous);
  mkdirSync(building);
  try {
    const result = await build(building);
    const replaces = existsSync(path);
    if (replaces) renameSync(path, previous);
    renameSync(building, path);
    // From here on it is rubbish, which must not be put back when it is half removed.
    if (replaces) attempt(previous, onLeftover, renameSync, building);
    return result;
  } catch (error) {
    if (!existsSync(path) && existsSync(previous)) renameSync(previous, path);
    throw error;
  } finally {
    attempt(building, onLeftover, remove);
    if (firstMade !== undefined && !existsSync(path)) attempt(names.parent, onLeftover, removeEmpty, firstMade);
  }
}

function temporaryNames(path: string) {
  const name = basename(path);
  return { parent: dirname(path), building: `.${name}.building-`, previous: `.${name}.previous-` };
}

/** Zeros before the process's number make it another name where the first is taken, by what could not be removed. */
function ownPath(parent: string, prefix: string, number = String(process.pid)): string {
  const path = join(parent, `${prefix}${number}`);
  return existsSync(path) ? ownPath(parent, prefix, `0${number}`) : path;
}

/** Mends what a killed process left: puts back a folder that was being replaced, removes one that was half built. */
function cleanUp(
  path: string,
  { parent, building, previous }: ReturnType<typeof temporaryNames>,
  onLeftover: OnLeftover,
): void {
  for (const entry of readdirSync(parent)) {
    const prefix = [building, previous].find((start) => entry.startsWith(start));
    const number = prefix === undefined ? '' : entry.slice(prefix.length);
    // Other names, such as `.dist.previous-backup`, are somebody else's.
    if (!/^\d+$/.test(number) || isAlive(Number(number))) continue;
    const leftover = join(parent, entry);
    if (prefix === previous && !existsSync(path)) attempt(leftover, onLeftover, renameSync, path);
    else attempt(leftover, onLeftover, remove);
  }
}

/** Does with a folder what nothing depends on; tells of it when the system refuses. */
function attempt<Rest extends unknown[]>(
  folder: string,
  onLeftover: OnLeftover,
  action: (folder: string, ...rest: Rest) => void,
  ...rest: Rest
): void {
  try {
    action(folder, ...rest);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    onLeftover(folder, error as NodeJS.ErrnoException);
  }
}

/** Synchronous: for a site's hundred thousand files the other form takes 200 MB of memory. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Removes a folder and those above it up to the given one. */
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
    // A process of another user is alive, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
