import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/*
 * While a site is replaced, two temporary folders are beside it. If the process is killed, they stay. Their names end in
 * the process's ID and the time.
 *
 * - `.NAME.building-PID-TIME` may always be deleted: a half-built site, or an old site that is being deleted.
 * - `.NAME.previous-PID-TIME` is the old site, complete. If nothing is in its place, it must be moved back.
 */

type Kind = 'building' | 'previous';

/** The path of a temporary folder beside a site. Its ID is `PID-TIME`. */
export function temporaryPath(place: string, kind: Kind, id: string): string {
  return join(dirname(place), `.${basename(place)}.${kind}-${id}`);
}

/** The IDs of the temporary folders of one kind beside a site, the newest first. */
export function temporaryIds(place: string, kind: Kind): string[] {
  const prefix = basename(temporaryPath(place, kind, ''));
  const parent = dirname(place);
  const names = existsSync(parent) ? readdirSync(parent) : [];
  const ids = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const timeOf = (id: string) => Number(id.split('-')[1]);
  return ids.filter((id) => /^\d+-\d{13}$/.test(id)).sort((a, b) => timeOf(b) - timeOf(a));
}

/**
 * Moves a site back if a process was killed after it had moved the site away. Every command that reads or writes a
 * site's folder calls this function first.
 *
 * @returns the folder's absolute path without links, also if the folder or the target of a link doesn't exist
 */
export function restoreSite(folder: string): string {
  const place = withoutLinks(resolve(folder));
  const [id] = temporaryIds(place, 'previous');
  if (id === undefined || !isVacant(place)) return place;
  try {
    renameSync(temporaryPath(place, 'previous', id), place);
  } catch (error) {
    // Another process may have been faster.
    if (isVacant(place)) throw error;
  }
  return place;
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? withoutLinks(resolve(parent, readlinkSync(path))) : join(withoutLinks(parent), basename(path));
  }
}

/** Whether nothing is there, or an empty folder, over which another folder can be renamed. */
function isVacant(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return !stats || (stats.isDirectory() && readdirSync(path).length === 0);
}

/** Why a path can't be the folder of a site; undefined if there is a folder. */
export function folderProblem(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() ? undefined : stats ? "isn't a folder" : "doesn't exist";
}
