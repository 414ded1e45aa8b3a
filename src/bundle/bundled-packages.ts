import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The folders of the npm packages whose code or styles are in a bundle. */
export function bundledPackages({ outputs }: Metafile, workingFolder: string): string[] {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
  const folders = used.flatMap((path) => /^.*\bnode_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].map((folder) => join(workingFolder, folder));
}
