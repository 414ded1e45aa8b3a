import type { Instant, IsoDate } from '../../money/calendar.ts';
import type { PublishedDay } from './market-files.ts';
import type { PublishedFile } from './published-file.ts';
import type { Table } from '../tables.ts';

/** The published site as the code for rates reads it, in the Pages Function and in a page. */
export interface PublishedSite {
  readonly day: PublishedDay;
  /** The time of the request. */
  readonly now: Instant;
  /** @throws {FileError} if the file is missing or invalid */
  read<T>(file: PublishedFile<T>): T | Promise<T>;
}

/** The published site as a handler of the Pages Function reads it. */
export interface Site extends PublishedSite {
  /** The days of the longest synthetic history, `YYYY-MM-DD`, ascending. */
  syntheticDates(): readonly IsoDate[];
  /** Returns the cached response for a range of days, or builds and caches it. @param key identifies the request */
  range(key: string, build: () => Promise<string | Table>): Promise<string | Table>;
}
