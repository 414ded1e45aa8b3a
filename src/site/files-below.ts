import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Every file below a folder: where it is, and its path within, names parted by `/`. */
export function filesBelow(folder: string): { readonly file: string; readonly path: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return { file, path: relative(folder, file).replaceAll(sep, '/') };
    });
}
