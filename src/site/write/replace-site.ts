import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { SiteError } from '../errors.ts';
import { folderProblem, restoreSite, temporaryIds, temporaryPath } from '../site-folder.ts';
import { foreignContent } from './foreign-content.ts';

/** Called with a message about a temporary folder that stays. That isn't an error, because the new site is complete. */
type OnWarning = (message: string) => void;

/**
 * Replaces a site as a whole. `build` fills a new folder beside the old one, and then both are renamed. If `build` fails
 * or the process is killed, the old site stays, or comes back before the next command reads or writes it.
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
  const firstMade = mkdirSync(dirname(place), { recursive: true });
  const id = `${process.pid}-${Date.now()}`;
  const [building, previous] = [temporaryPath(place, 'building', id), temporaryPath(place, 'previous', id)];
  try {
    await removeLeftovers(place, onWarning);
    mkdirSync(building);
    const result = await build(building);
    // Other files may have been added during the build.
    await assertReplaceable(out, place);
    const replaces = existsSync(place);
    if (replaces) renameSync(place, previous);
    renameSync(building, place);
    if (replaces) await retire(previous, building, onWarning);
    return result;
  } catch (error) {
    restoreSite(place);
    throw error;
  } finally {
    remove(building, onWarning);
    if (firstMade !== undefined && !existsSync(place)) removeEmpty(dirname(place), firstMade);
  }
}

async function assertReplaceable(out: string, place: string): Promise<void> {
  const above = firstExisting(resolve(out));
  if (!existsSync(above)) throw new SiteError(`${above} is a broken link. Fix it or name another folder.`);
  if (folderProblem(above)) throw new SiteError(`${above} isn't a folder. Name a folder to write to.`);
  const foreign = await foreignContent(place);
  if (foreign !== '') {
    throw new SiteError(
      `${out} holds something other than a site: ${foreign}. Nothing there was touched. Name another folder, or empty this folder.`,
    );
  }
  // After the folder is replaced, the user would be in the old folder, which is deleted.
  if (existsSync(place) && `${process.cwd()}${sep}`.startsWith(`${place}${sep}`)) {
    throw new SiteError(`${out} contains the working folder. Run the command elsewhere, or name another folder.`);
  }
}

/** The path itself if it exists; otherwise the nearest existing path above it. A broken link counts as existing. */
function firstExisting(path: string): string {
  const above = dirname(path);
  return above === path || lstatSync(path, { throwIfNoEntry: false }) ? path : firstExisting(above);
}

/** Removes what killed processes left beside a site. */
async function removeLeftovers(place: string, onWarning: OnWarning): Promise<void> {
  for (const id of temporaryIds(place, 'building').filter(isEnded)) {
    remove(temporaryPath(place, 'building', id), onWarning);
  }
  for (const id of temporaryIds(place, 'previous').filter(isEnded)) {
    await retire(temporaryPath(place, 'previous', id), temporaryPath(place, 'building', id), onWarning);
    remove(temporaryPath(place, 'building', id), onWarning);
  }
}

/**
 * Renames a replaced site, so that it isn't restored when it is half removed. Keeps it if other files were added at the
 * last moment.
 */
async function retire(previous: string, building: string, onWarning: OnWarning): Promise<void> {
  const foreign = await foreignContent(previous);
  if (foreign === '') attempt(() => renameSync(previous, building), previous, onWarning);
  else onWarning(`${previous} holds something other than a site: ${foreign}. Move this folder elsewhere.`);
}

/** Removes a folder. Synchronous, because the asynchronous function takes 200 MB of memory for 100,000 files. */
function remove(folder: string, onWarning: OnWarning): void {
  if (existsSync(folder)) attempt(() => rmSync(folder, { recursive: true, force: true }), folder, onWarning);
}

function attempt(action: () => void, folder: string, onWarning: OnWarning): void {
  try {
    action();
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

/** Whether the process of a temporary folder has ended. After a day, another process may have its ID. */
function isEnded(id: string): boolean {
  const [pid, time] = id.split('-').map(Number) as [number, number];
  if (pid === process.pid || Date.now() - time > DAY_MS) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}
