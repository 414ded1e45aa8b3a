import { type Archive, newestDay, withDays, withGaps } from '../../archive/archive.ts';
import { catalogue } from '../../currencies/catalogue.ts';
import { fetchDays, missingDays } from '../../sources/fetch-days.ts';
import { Progress } from '../terminal/progress.ts';
import { print, tell } from '../terminal/tell.ts';
import {
  defaultSource,
  isDefaultSource,
  isSameSource,
  noChanges,
  type Source,
  sourceOn,
} from '../../snapshot/source.ts';
import { present } from '../../text/present.ts';

export interface BackfillOptions {
  /** URLs of the dataset's file of a past day, with `{date}`; tried in order. */
  readonly datedMirrors: readonly string[];
  /**
   * Maximum number of missing days to fetch, the most recent first. If undefined, a first publish fetches all missing
   * days of the last 400, and later publishes fetch a few at a time.
   */
  readonly backfill?: number | undefined;
  /** The source that the operator names; undefined for the default source. */
  readonly source?: Source | undefined;
}

/**
 * Number of recent days to keep complete. A year is needed for histories, and the rest for validating the year's first
 * days.
 */
const KEPT_COMPLETE = 400;
/** Maximum number of missing days that an hourly run fetches. */
const AT_A_TIME = 30;

/** Milliseconds for fetching missing days in an hourly run, so that no run takes long. */
const LATER_PATIENCE = 30_000;

/** Milliseconds for a day's download from one mirror in a preview, which should start soon. */
const PREVIEW_TIMEOUT = 4000;

/**
 * Fetches missing days of the archive from the dated mirrors. Days that can't be fetched now are left for the next run.
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
    source = defaultSource,
  }: BackfillOptions & { readonly now: string; readonly isFirst: boolean; readonly recorded?: boolean },
  signal?: AbortSignal,
): Promise<Archive> {
  const { sources = noChanges } = archive;
  const archived = new Set([...archive.days.map(({ date }) => date), ...archive.gaps]);
  // A day of a former source counts as known, because the dated mirrors have only rates of the current source.
  const known = { has: (date: string) => archived.has(date) || !isSameSource(sourceOn(sources, date), source) };
  const today = now.slice(0, 10);
  // In an hourly run, only days before the newest archived day are fetched here, because the newest dataset is fetched
  // separately.
  const newest = newestDay(archive)?.date ?? today;
  const isLater = backfill === undefined && !isFirst;
  const dates = isLater
    ? missingDays(known, newest, AT_A_TIME, KEPT_COMPLETE)
    : missingDays(known, today, backfill ?? KEPT_COMPLETE, backfill === undefined ? KEPT_COMPLETE : Infinity);
  if (dates.length === 0 || mirrors.length === 0) return archive;
  const progress = new Progress({ doing: 'Fetching days', done: 'Requested', things: 'days' });
  /** The first failure of each mirror, and the number of all failures. */
  const failures = new Map<string, string>();
  let failed = 0;
  const { days, gaps, left } = await fetchDays({
    dates,
    mirrors,
    isOwnSource: !isDefaultSource(source),
    catalogue,
    now,
    signal,
    ...(isLater && { limits: { tries: 1 }, patience: LATER_PATIENCE }),
    ...(recorded && { limits: { tries: 1, timeout: PREVIEW_TIMEOUT } }),
    // A few days don't need a progress bar.
    onProgress: (done) => {
      if (dates.length > AT_A_TIME) progress.update(done, dates.length);
    },
    onFailure: (mirror, { message }) => {
      failed++;
      const { host } = new URL(mirror);
      // A mirror may have a host name for each day.
      const name = host.replace(/^\d{4}-\d\d-\d\d\./, '');
      if (!failures.has(name)) failures.set(name, `${mirror}: ${message}`);
    },
  }).finally(() => {
    progress.stop();
  });
  const grown = withGaps(withDays(archive, days), gaps);
  // A preview works without a network, so failures don't matter.
  if (recorded && days.length === 0) return grown;
  tell(...failures.values());
  const more = failed - failures.size;
  print(
    `Missing days from ${present(dates[0], 'day')} to ${present(dates.at(-1), 'day')}: ${days.length} of ${dates.length} fetched` +
      (gaps.length > 0 ? `, ${gaps.length} don't exist` : '') +
      (left > 0 ? `, ${left} left for the next run` : '') +
      (more > 0 ? ` (${more} similar failures not shown)` : '') +
      '.',
  );
  return grown;
}
