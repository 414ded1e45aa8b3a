import { type Archive, missingDates, withDays, withGaps } from '../../archive/archive.ts';
import { catalogue } from '../../currencies/catalogue.ts';
import { fetchDays } from '../../sources/fetch-days.ts';
import { Progress } from '../terminal/progress.ts';
import { annotate, print, tell } from '../terminal/tell.ts';
import {
  defaultSource,
  isDefaultSource,
  isSameSource,
  noChanges,
  type Source,
  sourceOn,
} from '../../archive/source.ts';
import { present } from '../../text/present.ts';

export interface BackfillOptions {
  /** URLs of the dataset's file of a past day, with `{date}` or `{version}`; tried in order. */
  readonly datedMirrors: readonly string[];
  /** Maximum number of missing days to fetch, the most recent first. */
  readonly backfill: number;
  /** The source that the operator names; undefined for the default source. */
  readonly source?: Source | undefined;
}

/** Maximum number of missing days that an hourly run fetches. All days since the source's first take about a day. */
export const BACKFILL_PER_RUN = 30;

/** Milliseconds for fetching missing days. An hourly run waits no longer for them than for a mirror. */
const PATIENCE = {
  preview: 4000,
  hourlyRun: 20_000,
  /** If the operator wants more days than an hourly run fetches. */
  manyDays: 300_000,
};

/**
 * Fetches missing days of the archive from the dated mirrors, the most recent first. Days that can't be fetched now are
 * left for the next run.
 *
 * @param recorded whether the site may be a preview of recorded rates
 */
export async function fetchMissingDays(
  archive: Archive,
  {
    datedMirrors: mirrors,
    backfill: most,
    now,
    recorded = false,
    source = defaultSource,
  }: BackfillOptions & { readonly now: string; readonly recorded?: boolean },
  signal?: AbortSignal,
): Promise<Archive> {
  const { sources = noChanges } = archive;
  // Today's dataset is fetched separately. A former source's days can't be fetched, because the dated mirrors have only
  // rates of the current source.
  const missing = missingDates(archive, now.slice(0, 10));
  const dates = missing.filter((date) => isSameSource(sourceOn(sources, date), source)).reverse();
  if (dates.length === 0 || mirrors.length === 0 || most === 0) return archive;
  const isMany = most > BACKFILL_PER_RUN;
  const progress = new Progress({ doing: 'Fetching days', done: 'Fetched', things: 'days' });
  /** The first failure of each mirror, and the number of all failures. */
  const failures = new Map<string, string>();
  let failed = 0;
  const { days, gaps, disputed } = await fetchDays({
    ...{ dates, most, mirrors, catalogue, now, signal },
    isOwnSource: !isDefaultSource(source),
    patience: PATIENCE[isMany ? 'manyDays' : recorded ? 'preview' : 'hourlyRun'],
    // A few days don't need a progress bar.
    onProgress: (fetched) => {
      if (isMany) progress.update(fetched, Math.min(most, dates.length));
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
  const [first, last] = [days[0], days.at(-1)];
  print(
    `Past days: ${days.length} fetched` +
      (first && last ? `, from ${first.date} to ${last.date}` : '') +
      (gaps.length > 0 ? `, ${gaps.length} don't exist` : '') +
      `, ${missing.length - days.length - gaps.length} still missing` +
      (more > 0 ? ` (${more} similar failures not shown)` : '') +
      '.',
  );
  if (disputed.length > 0) {
    annotate(
      `The mirrors have different rates of ${disputed.length} past days, such as ${present(disputed[0], 'day')}. These ` +
        'days stay missing. To use the rates of one mirror, name only that mirror with --dated-mirror or DATED_MIRRORS once.',
    );
  }
  return grown;
}
