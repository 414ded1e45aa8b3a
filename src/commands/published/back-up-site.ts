import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../terminal/command.ts';
import type { SiteData } from '../../site/site-data.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { FileError } from '../../text/site-problem.ts';
import { readPublished } from './read-previous.ts';

/**
 * Copies a published site's files to a folder, but only the files that `--previous` reads. `--previous` can then read
 * the folder instead of the site. Before anything is written, the files pass the same checks as with `--previous`.
 */
export async function backUpSite(site: string, folder: string, now: string, signal: AbortSignal): Promise<SiteData> {
  const files = new SiteFiles(site, { signal });
  const previous = await readPublished(files, now).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${files.place} can't be backed up: ${error.message}. Nothing was written.`);
  });
  for (const [path, bytes] of files.read) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return previous;
}
