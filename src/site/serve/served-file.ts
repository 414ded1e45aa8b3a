import { accessSync, constants, realpathSync, type Stats, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { controlFiles } from '../host-limits.ts';

/** Whether a path names a public file of a site: {@link statIn} finds it, and it is a file. */
export function isServed(folder: string, path: string): boolean {
  return statIn(folder, path)?.isFile() ?? false;
}

/**
 * Describes a public file or folder of a site. After links are followed, it must be in the site's folder. It must not be
 * one of {@link controlFiles}.
 *
 * @param path with a leading slash
 * @returns undefined if it doesn't exist
 * @throws the file system's error, except if it doesn't exist
 */
function statIn(folder: string, path: string): Stats | undefined {
  if (path.includes('\0') || path.split(/[/\\]/).includes('..')) return undefined;
  try {
    const root = realpathSync.native(folder);
    const file = realpathSync.native(join(root, path));
    if (!file.startsWith(join(root, sep)) || controlFiles.includes(relative(root, file))) return undefined;
    accessSync(file, constants.R_OK);
    return statSync(file);
  } catch (error) {
    if (meansAbsent.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

const meansAbsent = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];
