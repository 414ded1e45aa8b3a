import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { paths, proofPaths } from '../../api/paths.ts';
import { sha256 } from '../checksums.ts';
import { folderProblem, previousPath, restoreSite } from '../site-folder.ts';
import { isSystemError, SiteError } from '../errors.ts';
import { foreignContent } from './foreign-content.ts';
import { removeFolder } from './remove-folder.ts';
import { removeUnneeded } from './remove-unneeded.ts';

/**
 * Replaces a site as a whole:
 *
 * 1. `build` fills a new folder beside the old site, `.SITE.ratesheet-building-PID`.
 * 2. The old site moves to `.SITE.ratesheet-previous`, from where `restoreSite` moves it back after an interruption.
 * 3. If the old site isn't the site that was there before the build, another run has replaced it meanwhile, and may have
 *    added a day. Then the other run's site moves back, and the build starts again.
 * 4. The new site moves to its place.
 * 5. The old site moves to the first folder's name with `-old-TIME` and is removed, so that a half-removed site is never
 *    restored.
 *
 * If the process is killed, the next call removes what is left. If something can't be removed, for example because it
 * belongs to another user, it stays. The new site doesn't need it.
 *
 * @param out the site's folder, or a link to it; it doesn't need to exist
 * @param build fills the given folder; its errors are passed on
 * @param onWarning called with a message about a folder that stays, or about another run
 * @throws {SiteError} if `out` isn't a folder, holds something other than a site, or is replaced by other runs each time
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
    if (name.startsWith(prefix) && isAbandoned(name.slice(prefix.length)))
      await removeUnneeded(join(parent, name), onWarning);
  }
  const building = join(parent, `${prefix}${process.pid}`);
  try {
    await removePrevious(place, building, onWarning);
    for (let builds = 1; ; builds++) {
      const before = identityOf(place);
      mkdirSync(building);
      const result = await build(building);
      // Other files may have been added during the build.
      await assertReplaceable(out, place);
      if (await swap(place, building, before, onWarning)) {
        await removePrevious(place, building, onWarning);
        return result;
      }
      const meanwhile = `Another run has written a site to ${out} meanwhile`;
      // A site that wasn't there before the build can't be what the build continues.
      if (before === '' || builds === MAX_BUILDS)
        throw new SiteError(
          `${meanwhile}. Nothing of that site was replaced. Start this run again when no other runs.`,
        );
      onWarning(`${meanwhile}. This run starts again from that site.`);
      await removeFolder(building);
    }
  } catch (error) {
    restoreSite(place);
    if (existsSync(building)) await removeUnneeded(building, onWarning);
    throw error;
  }
}

/** Maximum number of builds. Each takes a minute or more, and a run begins once an hour. */
const MAX_BUILDS = 3;

/** Tries to swap, while another process swaps or restores the site. Both take milliseconds. */
const MAX_TRIES = 50;
const MILLISECONDS_A_TRY = 20;

/**
 * Moves the old site away and the new site to its place. While the old site is away, no other process can move a site
 * away, so nothing changes between the look at the old site and the move.
 *
 * @param before the identity of the site that may be replaced
 * @returns false if another site is there
 */
async function swap(
  place: string,
  building: string,
  before: string,
  onWarning: (message: string) => void,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      if (before !== '') renameSync(place, previousPath(place));
      if (before !== '' && identityOf(previousPath(place)) !== before) {
        restoreSite(place);
        return false;
      }
      renameSync(building, place);
      return true;
    } catch (error) {
      if (!isSystemError(error) || !['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error;
      if (before === '' && identityOf(place) !== '') return false;
      if (tries === MAX_TRIES) throw error;
      await setTimeout(MILLISECONDS_A_TRY);
      restoreSite(place);
      // By then, the process that has left an old site beside the site has been killed.
      if (tries === MAX_TRIES / 2) await removePrevious(place, building, onWarning);
    }
  }
}

/**
 * Identifies the files of a site by the hash of `SHA256SUMS` and of today's rates, which `SHA256SUMS` doesn't list.
 *
 * @returns an empty text if the folder has no site
 */
function identityOf(place: string): string {
  const [checksums, rates] = [proofPaths.checksums, paths.referenceRates].map((path) => {
    const file = join(place, path);
    return existsSync(file) ? readFileSync(file) : undefined;
  });
  // A damaged site may lack its rates.
  return checksums ? sha256(Buffer.concat([checksums, rates ?? Buffer.alloc(0)])) : '';
}

/** If another process replaces the site during the check, the check starts again. */
async function assertReplaceable(out: string, place: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const before = folderId(place);
    if (before === undefined) return;
    if (folderProblem(place)) throw new SiteError(`${out} isn't a folder. Name a folder to write to.`);
    const foreign = await foreignContent(place).catch((error: unknown) => {
      if (folderId(place) === before) throw error;
      return '';
    });
    if (folderId(place) !== before && tries < MAX_TRIES) continue;
    if (foreign === '') return;
    throw new SiteError(
      `${out} holds something other than a site: ${foreign}. Nothing there was touched. Name another folder, or empty this folder.`,
    );
  }
}

/** Differs between a site and the site that replaces it. Undefined if nothing is there. */
function folderId(place: string): string | undefined {
  const stats = statSync(place, { throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`;
}

async function removePrevious(place: string, building: string, onWarning: (message: string) => void): Promise<void> {
  if (!existsSync(previousPath(place)) || identityOf(place) === '') return;
  const old = `${building}-old-${Date.now()}`;
  renameSync(previousPath(place), old);
  await removeUnneeded(old, onWarning);
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
