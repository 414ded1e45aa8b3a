import type { Instant } from '../../money/calendar.ts';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { proofPaths } from '../../api/paths.ts';
import { SiteError } from '../../site/errors.ts';
import { removeUnneeded } from '../../site/write/remove-unneeded.ts';
import { printError } from '../terminal/print.ts';

/*
 * A folder with versions of a site. Each version is a folder that never changes, such as `2026-11-29T08-00-00.000Z-1f`,
 * and the link `live` names the version that callers see. So requests to an old version can still be answered while a
 * new version is live, and any web server can serve `live`.
 */

const LIVE = 'live';

/** Matches the folder of a version, even if a killed publish has left only a part of it. */
const VERSION = /^\.?\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-/;

/** Milliseconds after which an unpublished version must be from a killed publish. All steps of a publish take less. */
const ABANDONED = 3_600_000;

/** The path for a new version, which doesn't exist yet. */
export function newVersion(dir: string, now: Instant): string {
  return join(dir, `${now.replaceAll(':', '-')}-${randomBytes(2).toString('hex')}`);
}

/** The name of the live version; undefined if there is none. */
export function liveVersion(dir: string): string | undefined {
  try {
    // On Windows, a link has an absolute path.
    return basename(readlinkSync(join(dir, LIVE)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes a version live. The link is replaced as a whole, so it always names a complete version. */
export function makeLive(dir: string, version: string): void {
  const next = join(dir, `.${LIVE}`);
  rmSync(next, { force: true });
  symlinkSync(version, next, 'junction');
  // Windows can't replace a link to a folder.
  if (process.platform === 'win32') rmSync(join(dir, LIVE), { force: true });
  renameSync(next, join(dir, LIVE));
}

/**
 * Whether a folder has a version that continues another. If so, starting over would lose its archive. A first publish
 * that was stopped or failed may have left its version, which has nothing to lose.
 */
export function hasArchive(dir: string): boolean {
  return readdirSync(dir).some((name) => VERSION.test(name) && publishesOf(join(dir, name)) > 1);
}

/** Number of entries in the publish log of a version. A killed publish may have left only a part of the version. */
function publishesOf(version: string): number {
  const log = join(version, dirname(proofPaths.newestEntry));
  if (!existsSync(log)) return 0;
  const entries = readdirSync(log)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(log, name), 'utf8').trimEnd().split('\n'));
  return entries.length;
}

/** Makes the folder, if it doesn't exist. @throws {SiteError} if it has a site instead of versions of a site */
export function makeFolder(dir: string): void {
  mkdirSync(dir, { recursive: true });
  if (statSync(join(dir, proofPaths.checksums), { throwIfNoEntry: false }))
    throw new SiteError(
      `${dir} holds a site, but must hold versions of a site. Name another folder. To continue the site there, run ` +
        `once: npm run publish -- --dir DIR --previous ${dir}`,
    );
}

/**
 * Removes all versions but the live version and the one before it. Called only once a new version is live, so that a
 * damaged live version leaves the version before it. A version that is newer than the live version may be the work of
 * another publish, so it stays for an hour.
 *
 * @param before the version that was live before, if any
 */
export async function removeOldVersions(dir: string, before: string | undefined): Promise<void> {
  const live = liveVersion(dir) ?? '';
  for (const name of readdirSync(dir)) {
    const version = name.replace(/^\./, '');
    if (!VERSION.test(name) || name === live || name === before) continue;
    const isOlder = version < live;
    if (isOlder || Date.now() - statSync(join(dir, name)).mtimeMs > ABANDONED)
      await removeUnneeded(join(dir, name), printError);
  }
}
