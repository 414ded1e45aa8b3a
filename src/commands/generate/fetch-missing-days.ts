import { type Archive, newestDay, withDays, withGaps } from '../../archive/archive.ts';
import { catalogue } from '../../currencies/catalogue.ts';
import { fetchDays, missingDays } from '../../sources/fetch-days.ts';
import { Progress } from '../terminal/progress.ts';
import { print, tell } from '../terminal/tell.ts';
import { present } from '../../text/present.ts';

export interface BackfillOptions {
  /** Addresses of the dataset of a day that is past, with `{date}`, tried in order. */
  readonly datedMirrors: readonly string[];
  /**
   * How many missing days to fetch at most, the latest ones. Undefined: of the last 400 days all on a first publish, and
   * later a few at a time of those that are missing still.
   */
  readonly backfill?: number | undefined;
}

/** Enough days to validate by, and a year to look back on. */
const KEPT_COMPLETE = 400;
/** Of these so many are asked for in a run of every hour. */
const AT_A_TIME = 30;

/** Milliseconds for these: most hours have none, and no hour should wait for long. */
const LATER_PATIENCE = 30_000;

/**
 * An archive with days that it lacks, fetched from the dated mirrors. Days that cannot be had now are left for another run.
 *
 * @param isFirst whether nothing of this archive was published before
 * @param recorded whether the site may be a preview of recorded rates
 */
export async function fetchMissingDays(
  archive: Archive,
  {
    datedMirrors: mirrors,
    backfill,
    now,
    isFirst,
    recorded = false,
  }: BackfillOptions & { readonly now: string; readonly isFirst: boolean; readonly recorded?: boolean },
  signal?: AbortSignal,
): Promise<Archive> {
  const known = new Set([...archive.days.map(({ date }) => date), ...archive.gaps]);
  const today = now.slice(0, 10);
  // What is newer than the archive the mirrors will have.
  const newest = newestDay(archive)?.date ?? today;
  const isLater = backfill === undefined && !isFirst;
  const dates = isLater
    ? missingDays(known, newest, AT_A_TIME, KEPT_COMPLETE)
    : missingDays(known, today, backfill ?? KEPT_COMPLETE, backfill === undefined ? KEPT_COMPLETE : Infinity);
  if (dates.length === 0) return archive;
  const progress = new Progress({ doing: 'Fetching days', done: 'Asked for', things: 'days' });
  /** The first one of each mirror, and how many there were. */
  const failures = new Map<string, string>();
  let failed = 0;
  const { days, gaps, left } = await fetchDays({
    dates,
    mirrors,
    catalogue,
    now,
    signal,
    ...(isLater && { limits: { tries: 1 }, patience: LATER_PATIENCE }),
    // A few are soon there.
    onProgress: (done) => {
      if (dates.length > AT_A_TIME) progress.update(done, dates.length);
    },
    onFailure: (mirror, { message }) => {
      failed++;
      const { host } = new URL(mirror);
      // A mirror may have a name for each day.
      const name = host.replace(/^\d{4}-\d\d-\d\d\./, '');
      if (!failures.has(name)) failures.set(name, `${mirror}: ${message}`);
    },
  }).finally(() => {
    progress.stop();
  });
  const grown = withGaps(withDays(archive, days), gaps);
  // A preview without a network is nothing to worry about.
  if (recorded && days.length === 0) return grown;
  tell(...failures.values());
  const more = failed - failures.size;
  print(
    `Missing days, ${present(dates[0], 'day')} to ${present(dates.at(-1), 'day')}: ${days.length} of ${dates.length} fetched` +
      (gaps.length > 0 ? `, ${gaps.length} never were` : '') +
      (left > 0 ? `, ${left} left to another run` : '') +
      (more > 0 ? ` (${more} more failures like these)` : '') +
      '.',
  );
  return grown;
}
