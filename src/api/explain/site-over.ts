import type { Instant } from '../../money/calendar.ts';
import type { PublishedDay } from '../query/market-files.ts';
import { parseFile, type PublishedFile } from '../query/published-file.ts';
import type { PublishedSite } from '../query/site.ts';

/** Loads a file's text. @throws {FileError} if that fails */
export type ReadText = (path: string) => Promise<string>;

/** @throws {FileError} if the file can't be loaded, or if it's invalid */
export async function readFile<T>(readText: ReadText, file: PublishedFile<T>): Promise<T> {
  return parseFile(file, await readText(file.path));
}

/**
 * The site as the API's code reads it, for one receipt. Each file is read once.
 */
export function siteOver(day: PublishedDay, now: Instant, readText: ReadText): PublishedSite {
  const reads = new Map<string, Promise<unknown>>();
  return {
    day,
    now,
    read<T>(file: PublishedFile<T>): Promise<T> {
      const known = reads.get(file.path) ?? readFile(readText, file);
      reads.set(file.path, known);
      // All reads of a path have the same type.
      return known as Promise<T>;
    },
  };
}
