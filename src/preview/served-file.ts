import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { controlFiles } from '../site/host-limits.ts';

/**
 * Whether a path names a public file of a site. After links are followed, the file must be in the site's folder. It
 * must not be one of {@link controlFiles}.
 *
 * @param path with a leading slash
 * @throws the file system's error, except if the file doesn't exist
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
