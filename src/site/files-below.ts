import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface FileBelow {
  readonly file: string;
  /** The file's path within the folder, separated by `/`. */
  readonly path: string;
}

export function filesBelow(folder: string): FileBelow[] {
  return entriesBelow(folder).files;
}

/** Every file below a folder, and as `others` everything that is neither a file nor a folder, such as a link. */
export function entriesBelow(folder: string): { readonly files: FileBelow[]; readonly others: FileBelow[] } {
  const [files, others]: [FileBelow[], FileBelow[]] = [[], []];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    (entry.isFile() ? files : others).push({ file, path: relative(folder, file).replaceAll(sep, '/') });
  }
  return { files, others };
}
