import { accessSync, constants, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { paths } from '../../api/format/paths.ts';
import { SiteError } from '../errors.ts';

/**
 * Finds the folder whose place a site can take as a whole, by way of links. It need not be there yet.
 *
 * @returns its own path, without links
 * @throws {SiteError} when something is there, or above it, that is not to be replaced
 * @throws the system's error, such as EACCES, when nothing can be put there
 */
export function sitePlace(out: string): string {
  const path = resolve(out);
  const above = firstExisting(path);
  const stats = statSync(above, { throwIfNoEntry: false });
  if (!stats) throw new SiteError(`${above} is a link to what is not there. Name a folder, or mend the link.`);
  if (!stats.isDirectory()) throw new SiteError(`${above} is no folder. Name another one to write to.`);
  if (above !== path) {
    assertWritable(above);
    return join(realpathSync(above), relative(above, path));
  }

  const folder = realpathSync(path);
  // A disk or a volume that is mounted there. If it is a folder of the same disk, renaming it fails later, with EBUSY.
  if (statSync(folder).dev !== statSync(dirname(folder)).dev) {
    throw new SiteError(
      `${out} is where a disk or a volume is mounted, so it cannot be replaced as a whole. Name a folder in it: ${join(out, 'site')}`,
    );
  }
  // A site is replaced as a whole, so what is not a site must not be mistaken for one.
  if (readdirSync(folder).length > 0 && !existsSync(join(folder, paths.referenceRates))) {
    throw new SiteError(
      `${out} holds something that is not a site. Nothing there was touched: name another folder, or empty it.`,
    );
  }
  assertWritable(dirname(folder));
  return folder;
}

/** The path, or the nearest one above it where something is, be it a link that leads nowhere. */
function firstExisting(path: string): string {
  const above = dirname(path);
  return above === path || lstatSync(path, { throwIfNoEntry: false }) ? path : firstExisting(above);
}

function assertWritable(folder: string): void {
  accessSync(folder, constants.W_OK | constants.X_OK);
}
