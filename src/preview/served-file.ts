import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { controlFiles } from '../site/host-limits.ts';

/**
 * Whether a path names a file that a site shows: one that is in its folder, also after following links, and does not
 * steer the host.
 *
 * @param path with a slash in front
 * @throws what the file system says, unless it is that there is no such file
 */
export function isServed(folder: string, path: string): boolean {
  if (path.includes('\0') || path.split(/[/\\]/).includes('..')) return false;
  try {
    const root = realpathSync.native(folder);
    const file = realpathSync.native(join(root, path));
    if (!file.startsWith(join(root, sep)) || controlFiles.includes(relative(root, file))) return false;
    accessSync(file, constants.R_OK);
    return statSync(file).isFile();
  } catch (error) {
    if (meansAbsent.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

const meansAbsent = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];
