import { accessSync, constants, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { paths } from '../../api/format/paths.ts';
import { SiteError } from '../errors.ts';

/**
 * Finds the folder that a site will replace as a whole, and follows links. The folder doesn't need to exist yet.
 *
 * @returns its path without links
 * @throws {SiteError} if the folder must not be replaced, or if a site can't be written there
 * @throws the system's error, such as EACCES, if the folder can't be created
 */
export function sitePlace(out: string): string {
  const path = resolve(out);
  const above = firstExisting(path);
  const stats = statSync(above, { throwIfNoEntry: false });
  if (!stats) throw new SiteError(`${above} is a broken link. Fix it or name another folder.`);
  if (!stats.isDirectory()) throw new SiteError(`${above} isn't a folder. Name a folder to write to.`);
  if (above !== path) {
    assertWritable(above);
    return join(realpathSync(above), relative(above, path));
  }

  const folder = realpathSync(path);
  // The root folder of a mounted disk or volume can't be renamed. This check doesn't find a mounted folder of the same
  // disk, so renaming such a folder fails later with EBUSY.
  if (statSync(folder).dev !== statSync(dirname(folder)).dev) {
    throw new SiteError(
      `${out} is where a disk or a volume is mounted, so it can't be replaced as a whole. Name a folder in it: ${join(out, 'site')}`,
    );
  }
  // Replacing a folder deletes its content, so a folder with other content must not be replaced.
  if (readdirSync(folder).length > 0 && !existsSync(join(folder, paths.referenceRates))) {
    throw new SiteError(
      `${out} holds something that is not a site. Nothing there was touched. Name another folder, or empty this folder.`,
    );
  }
  assertWritable(dirname(folder));
  return folder;
}

/** The path itself if it exists; otherwise the nearest existing path above it. A broken link counts as existing. */
function firstExisting(path: string): string {
  const above = dirname(path);
  return above === path || lstatSync(path, { throwIfNoEntry: false }) ? path : firstExisting(above);
}

function assertWritable(folder: string): void {
  accessSync(folder, constants.W_OK | constants.X_OK);
}
