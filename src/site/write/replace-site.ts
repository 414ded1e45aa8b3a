import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { folderProblem, previousPath, restoreSite } from '../site-folder.ts';
import { isSystemError, SiteError } from '../errors.ts';
import { foreignContent } from './foreign-content.ts';
import { removeFolder } from './remove-folder.ts';

/**
 * Replaces a site as a whole:
 *
 * 1. `build` fills a new folder beside the old site, `.SITE.ratesheet-building-PID`.
 * 2. The old site moves to `.SITE.ratesheet-previous`, from where `restoreSite` moves it back after an interruption.
 * 3. The new site moves to its place.
 * 4. The old site moves to the first folder's name with `-old-TIME` and is removed, so that a half-removed site is never
 *    restored.
 *
 * If the process is killed, the next call removes what is left. If something can't be removed, for example because it
 * belongs to another user, it stays. The new site doesn't need it.
 *
 * @param out the site's folder, or a link to it; it doesn't need to exist
 * @param build fills the given folder; its errors are passed on
 * @param onWarning called with a message about a folder that stays
 * @throws {SiteError} if `out` isn't a folder, or holds something other than a site
 */
export async function replaceSite<T>(
  out: string,
  build: (folder: string) => Promise<T>,
  onWarning: (message: string) => void,
): Promise<T> {
  const place = restoreSite(out);
  await assertReplaceable(out, place);
  const parent = dirname(place);
  mkdirSync(parent, { recursive: true });
  const prefix = `.${basename(place)}.ratesheet-building-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix) && isAbandoned(name.slice(prefix.length))) await remove(join(parent, name), onWarning);
  }
  const building = join(parent, `${prefix}${process.pid}`);
  try {
    await removePrevious(place, building, onWarning);
    mkdirSync(building);
    const result = await build(building);
    // Other files may have been added during the build.
    await assertReplaceable(out, place);
    if (existsSync(place)) renameSync(place, previousPath(place));
    renameSync(building, place);
    await removePrevious(place, building, onWarning);
    return result;
  } catch (error) {
    restoreSite(place);
    if (existsSync(building)) await remove(building, onWarning);
    throw error;
  }
}

async function assertReplaceable(out: string, place: string): Promise<void> {
  if (!existsSync(place)) return;
  if (folderProblem(place)) throw new SiteError(`${out} isn't a folder. Name a folder to write to.`);
  const foreign = await foreignContent(place);
  if (foreign === '') return;
  throw new SiteError(
    `${out} holds something other than a site: ${foreign}. Nothing there was touched. Name another folder, or empty this folder.`,
  );
}

async function removePrevious(place: string, building: string, onWarning: (message: string) => void): Promise<void> {
  if (!existsSync(previousPath(place))) return;
  const old = `${building}-old-${Date.now()}`;
  renameSync(previousPath(place), old);
  await remove(old, onWarning);
}

async function remove(folder: string, onWarning: (message: string) => void): Promise<void> {
  try {
    await removeFolder(folder);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    onWarning(
      `Warning: ${folder} can't be removed (${error.code ?? ''}). The site doesn't need it. Remove it as its owner.`,
    );
  }
}

/**
 * Whether the process that made a temporary folder has ended. An earlier process may have had this process's ID.
 *
 * @param id the process's ID, followed by `-old-` and a time for an old site
 */
function isAbandoned(id: string): boolean {
  const pid = Number(/^(\d+)(-old-\d+)?$/.exec(id)?.[1]);
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
