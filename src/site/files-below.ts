import { type Dirent, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Every file below a folder: where it is, and its path within, names parted by `/`. */
export function filesBelow(folder: string): { readonly file: string; readonly path: string }[] {
  return below(folder, (entry) => entry.isFile());
}

/** What below a folder is neither a file nor a folder, such as a link. */
export function othersBelow(folder: string): { readonly path: string }[] {
  return below(folder, (entry) => !entry.isFile() && !entry.isDirectory());
}

function below(folder: string, isWanted: (entry: Dirent) => boolean) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(isWanted)
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return { file, path: relative(folder, file).replaceAll(sep, '/') };
    });
}
