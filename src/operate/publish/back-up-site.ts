import type { Instant } from '../../money/calendar.ts';
import { CommandError } from '../terminal/command.ts';
import { printError } from '../terminal/print.ts';
import type { SiteData } from '../../site/site-data.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { SiteWriter } from '../../site/site-writer.ts';
import { replaceSite } from '../../site/write/replace-site.ts';
import { FileError } from '../../text/site-problem.ts';
import { readPublished } from '../../publish/read-previous.ts';

/**
 * Copies a published site's files to a folder, but only the files that `--previous` reads. `--previous` can then read
 * the folder instead of the site. Before anything is written, the files pass the same checks as with `--previous`.
 */
export async function backUpSite(site: string, folder: string, now: Instant, signal: AbortSignal): Promise<SiteData> {
  const files = new SiteFiles(site, { signal });
  const copy = async (to: string) => {
    const previous = await readPublished(files, now);
    const writer = new SiteWriter(to);
    for (const [path, body] of files.read) writer.write({ path, body });
    return previous;
  };
  try {
    return await replaceSite(folder, copy, printError);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${files.place} can't be backed up: ${error.message}. Nothing was written.`);
  }
}
