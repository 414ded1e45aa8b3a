import type { Instant } from '../../money/calendar.ts';
import { readToday } from '../../api/query/market-files.ts';
import { parseFile } from '../../api/query/published-file.ts';
import type { PublishedSite } from '../../api/query/site.ts';
import { present } from '../../text/present.ts';
import type { MemoryAssets } from './memory-assets.ts';

/** A site in memory, as a page reads it, and the paths of the files that were read. */
export async function memorySite(
  { files }: MemoryAssets,
  now: Instant,
): Promise<PublishedSite & { readonly requested: string[] }> {
  const requested: string[] = [];
  const textOf = (path: string) => {
    requested.push(path);
    return present(files.get(path), path);
  };
  const day = await readToday((path) => Promise.resolve(textOf(path)));
  return { day, now, requested, read: (file) => parseFile(file, textOf(file.path)) };
}
