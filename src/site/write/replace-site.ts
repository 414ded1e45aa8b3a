import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { SiteError } from '../errors.ts';
import { folderProblem, previousPath, restoreSite } from '../site-folder.ts';
import { foreignContent } from './foreign-content.ts';
import { removeFolder } from './remove-folder.ts';

/** Called with a message about a temporary folder that stays. That isn't an error, because the new site is complete. */
type OnWarning = (message: string) => void;

/**
 * Replaces a site as a whole. `build` fills a new folder beside the old site, and then both are renamed. If `build`
 * fails or the process is killed, the old site stays, or comes back before the next command reads or writes it.
 *
 * @param out the site's folder, or a link to it; it doesn't need to exist
 * @param build fills the given folder; its errors are passed on
 * @throws {SiteError} if `out` isn't a folder, or holds something other than a site
 */
export async function replaceSite<T>(
  out: string,
  build: (folder: string) => Promise<T>,
  onWarning: OnWarning,
): Promise<T> {
  const place = restoreSite(out);
  await assertReplaceable(out, place);
  const parent = dirname(place);
  const firstMade = mkdirSync(parent, { recursive: true });
  const prefix = `.${basename(place)}.ratesheet-building-`;
  const building = join(parent, `${prefix}${process.pid}-${Date.now()}`);
  try {
    for (const name of readdirSync(parent)) {
      if (name.startsWith(prefix) && isAbandoned(name.slice(prefix.length)))
        await remove(join(parent, name), onWarning);
    }
    await retire(place, `${building}-old`, onWarning);
    mkdirSync(building);
    const result = await build(building);
    // Other files may have been added during the build.
    await assertReplaceable(out, place);
    if (existsSync(place)) renameSync(place, previousPath(place));
    renameSync(building, place);
    await retire(place, building, onWarning);
    return result;
  } catch (error) {
    restoreSite(place);
    await remove(building, onWarning);
    if (firstMade !== undefined) removeEmpty(parent, firstMade);
    throw error;
  }
}

async function assertReplaceable(out: string, place: string): Promise<void> {
  if (!existsSync(place)) return;
  if (folderProblem(place)) throw new SiteError(`${out} isn't a folder. Name a folder to write to.`);
  const foreign = await foreignContent(place);
  if (foreign !== '') {
    throw new SiteError(
      `${out} holds something other than a site: ${foreign}. Nothing there was touched. Name another folder, or empty this folder.`,
    );
  }
  // After the folder is replaced, the user would be in the old folder, which is deleted.
  if (`${process.cwd()}${sep}`.startsWith(`${place}${sep}`)) {
    throw new SiteError(`${out} contains the working folder. Run the command elsewhere, or name another folder.`);
  }
}

/**
 * Removes the old site once the new site is in its place. Renames it first, so that it isn't restored when it is half
 * removed. Keeps it if other files were added at the last moment.
 */
async function retire(place: string, renamed: string, onWarning: OnWarning): Promise<void> {
  if (!existsSync(previousPath(place))) return;
  renameSync(previousPath(place), renamed);
  const foreign = await foreignContent(renamed);
  if (foreign === '') {
    await remove(renamed, onWarning);
    return;
  }
  const kept = renamed.replace('.ratesheet-building-', '.ratesheet-kept-');
  renameSync(renamed, kept);
  onWarning(`${kept} holds something other than a site: ${foreign}. Move this folder elsewhere.`);
}

async function remove(folder: string, onWarning: OnWarning): Promise<void> {
  try {
    if (existsSync(folder)) await removeFolder(folder);
  } catch (error) {
    const { code = error } = error as NodeJS.ErrnoException;
    onWarning(`${folder} can't be removed (${String(code)}). The site doesn't need it. Remove it as its owner.`);
  }
}

/** Removes an empty folder and its empty parents, up to and including `last`. */
function removeEmpty(folder: string, last: string): void {
  if (readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  if (folder !== last) removeEmpty(dirname(folder), last);
}

const DAY_MS = 86_400_000;

/** Whether the process that made a temporary folder has ended. After a day, another process may have its ID. */
function isAbandoned(id: string): boolean {
  const [, pid, time] = /^(\d+)-(\d{13})(?:-old)?$/.exec(id)?.map(Number) ?? [];
  if (pid === undefined || time === undefined) return false;
  if (pid === process.pid || Date.now() - time > DAY_MS) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}
