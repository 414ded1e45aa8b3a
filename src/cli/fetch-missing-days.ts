import { type Archive, withDays, withGaps } from '../archive/archive.ts';
import { catalogue } from '../currencies/catalogue.ts';
import { fetchDays, missingDays } from '../dataset/fetch-days.ts';
import { Progress } from './progress.ts';
import { print, tell } from './tell.ts';

export interface BackfillOptions {
  /** Addresses of the dataset of a day that is past, with `{date}`, tried in order. */
  readonly datedMirrors: readonly string[];
  /**
   * How many missing days to fetch at most, the latest ones. Undefined: of the last 400 days all on a first publish, and
   * later a few at a time of those that are missing still.
   */
  readonly backfill?: number | undefined;
}

/** So many days are enough to judge by, and a year to look back on. */
const KEPT_COMPLETE = 400;
/** Of these so many are asked for in a run of every hour. */
const AT_A_TIME = 30;

/** Messages of days that could not be had, before their number says enough. */
const SHOWN_FAILURES = 5;

/**
 * An archive with days that it lacks, fetched from the dated mirrors. Days that cannot be had now are left for another run.
 *
 * @param now the clock, ISO 8601 UTC
 * @param isFirst whether nothing of this archive was published before
 * @throws the signal's reason
 */
export async function fetchMissingDays(
  archive: Archive,
  {
    datedMirrors: mirrors,
    backfill,
    now,
    isFirst,
  }: BackfillOptions & { readonly now: string; readonly isFirst: boolean },
  signal?: AbortSignal,
): Promise<Archive> {
  const known = new Set([...archive.days.map(({ date }) => date), ...archive.gaps]);
  const today = now.slice(0, 10);
  const dates =
    backfill === undefined
      ? missingDays(known, today, isFirst ? KEPT_COMPLETE : AT_A_TIME, KEPT_COMPLETE)
      : missingDays(known, today, backfill);
  if (dates.length === 0) return archive;
  const progress = new Progress({ doing: 'Fetching days', done: 'Asked for', things: 'days' });
  const failures: string[] = [];
  const { days, gaps, left } = await fetchDays({
    dates,
    mirrors,
    catalogue,
    now,
    signal,
    onProgress: (done) => {
      progress.update(done, dates.length);
    },
    onFailure: (mirror, { message }) => failures.push(`${mirror}: ${message}`),
  }).finally(() => {
    progress.stop();
  });
  tell(...failures.slice(0, SHOWN_FAILURES));
  const more = failures.length - SHOWN_FAILURES;
  print(
    `Of ${dates.length} missing days, ${dates[0] ?? ''} to ${dates.at(-1) ?? ''}, ${days.length} were fetched` +
      (gaps.length > 0 ? `, ${gaps.length} never were` : '') +
      (left > 0 ? `, ${left} are left to another run` : '') +
      (more > 0 ? ` (${more} more failures like these)` : '') +
      '.',
  );
  return withGaps(withDays(archive, days), gaps);
}
