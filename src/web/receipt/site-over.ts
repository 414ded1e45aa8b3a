import type { PublishedDay } from '../../api/published/market-files.ts';
import type { PublishedFile } from '../../api/published/published-file.ts';
import type { Site } from '../../api/read/site.ts';
import { datesUpTo } from '../../rates/calendar.ts';
import { readFile, type ReadText, valueOrThrow } from '../shared/site-text.ts';

/** The published site for the API's code. Each file is read once. A file that can't be used is a `FileProblem`. */
export function siteOver(day: PublishedDay, now: string, readText: ReadText): Site {
  const reads = new Map<string, Promise<unknown>>();
  return {
    day,
    now,
    syntheticDates: () => datesUpTo(day.asOf),
    range: (_, build) => build(),
    read<T>(file: PublishedFile<T>): Promise<T> {
      const known = reads.get(file.path) ?? readFile(readText, file).then(valueOrThrow);
      reads.set(file.path, known);
      // All reads of a path have the same type.
      return known as Promise<T>;
    },
  };
}
