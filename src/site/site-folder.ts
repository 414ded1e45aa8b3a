import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SiteError } from './errors.ts';

/**
 * The temporary folder beside a site. It has the complete old site while the new site moves to its place. No folder can
 * be renamed over it, so only one process at a time can replace a site.
 */
export function previousPath(place: string): string {
  return join(dirname(place), `.${basename(place)}.ratesheet-previous`);
}

/**
 * Moves a site back if a process was killed after it had moved the site away. Every command that reads or writes a
 * site's folder calls this function first.
 *
 * @returns the folder's absolute path without links; the folder doesn't need to exist
 * @throws {SiteError} for a broken link
 */
export function restoreSite(folder: string): string {
  const place = withoutLinks(resolve(folder));
  const previous = previousPath(place);
  if (existsSync(previous) && isVacant(place)) renameSync(previous, place);
  return place;
}

/** Whether nothing is there, or an empty folder, which a renamed folder can replace. */
function isVacant(path: string): boolean {
  return folderProblem(path) === undefined ? readdirSync(path).length === 0 : !existsSync(path);
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const parent = dirname(path);
    if (!lstatSync(path, { throwIfNoEntry: false })) return join(withoutLinks(parent), basename(path));
    const target = withoutLinks(resolve(parent, readlinkSync(path)));
    if (existsSync(previousPath(target))) return target;
    throw new SiteError(`${path} is a broken link. Fix it or name another folder.`);
  }
}

/** The reason why a path isn't a folder; undefined for a folder. */
export function folderProblem(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() ? undefined : stats ? "isn't a folder" : "doesn't exist";
}

/**
 * The folder has no site.
 *
 * @param fileLimit the file limit in the command that the message recommends; omitted for a preview
 */
export function noSite(folder: string, fileLimit?: number): SiteError {
  const limit = fileLimit === undefined ? '' : ` --file-limit ${fileLimit}`;
  const problem = folderProblem(folder) ?? 'holds no site';
  return new SiteError(`${folder} ${problem}. Write a site first: npm run generate -- --out ${folder}${limit}`);
}
