import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../site/files-below.ts';

export function readJson(site: string, path: string): unknown {
  return JSON.parse(readFileSync(join(site, path), 'utf8'));
}

/** The paths of all files below a folder, sorted. */
export function filesOf(folder: string): string[] {
  return filesBelow(folder)
    .map(({ path }) => path)
    .sort();
}

/** A digest of a folder. It is the same for two folders if every path and every byte is the same. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const path of filesOf(folder)) hash.update(path).update(readFileSync(join(folder, path)));
  return hash.digest('hex');
}
