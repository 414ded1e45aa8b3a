import type { PublishedDay } from '../published/market-files.ts';
import type { PublishedFile } from '../published/published-file.ts';
import type { PublishedSite } from '../read/site.ts';
import { readFile, type ReadText, valueOrThrow } from './file-problem.ts';

/**
 * The site as the API's code reads it, for one receipt. Each file is read once. Unlike the converter's site, it throws a
 * `FileProblem` if a file can't be used.
 */
export function siteOver(day: PublishedDay, now: string, readText: ReadText): PublishedSite {
  const reads = new Map<string, Promise<unknown>>();
  return {
    day,
    now,
    read<T>(file: PublishedFile<T>): Promise<T> {
      const known = reads.get(file.path) ?? readFile(readText, file).then(valueOrThrow);
      reads.set(file.path, known);
      // All reads of a path have the same type.
      return known as Promise<T>;
    },
  };
}
