import { areEqual } from '../archive/archive.ts';
import { limitsOf } from './http/request-limits.ts';
import { byDate, dayNumber } from '../money/calendar.ts';
import type { Dataset } from './dataset.ts';
import { boundsFor } from '../validation/completeness.ts';
import type { SourceOptions } from './download.ts';
import type { MirrorProblem } from './errors.ts';
import { fetchDataset } from './fetch-dataset.ts';
import { urlOn } from '../sources/mirrors.ts';

export interface FetchDaysOptions extends SourceOptions {
  /** The days to fetch, `YYYY-MM-DD`, the most recent first. */
  readonly dates: readonly string[];
  /** Maximum number of days to fetch. If some days can't be fetched, earlier days take their places. */
  readonly most: number;
  /** URLs of the dataset's file of a day, for `urlOn`, in the order in which to try them. */
  readonly mirrors: readonly string[];
  /** Milliseconds after which all requests end. */
  readonly patience: number;
  /** Called with the number of fetched days after each of them. */
  readonly onProgress?: (fetched: number) => void;
}

export interface FetchedDays {
  /** Ascending. */
  readonly days: readonly Dataset[];
  /** Dates that the source never published, ascending. */
  readonly gaps: readonly string[];
  /** Dates of which the mirrors have different rates, ascending. */
  readonly disputed: readonly string[];
  /** Every failed request. A 404 isn't a failure. */
  readonly failures: readonly MirrorProblem[];
}

const AT_ONCE = 6;

/**
 * Responses in a row without a dataset after which a mirror counts as down and isn't requested again. This is more than
 * the number of simultaneous requests, because in a short outage all simultaneous requests may fail.
 */
const MAX_FAILURES_IN_A_ROW = 2 * AT_ONCE;

/** Age in days after which an absent day counts as a gap, because the mirrors won't get the day anymore. */
const GAP_AGE_DAYS = 7;

/**
 * Absent days count as gaps of the source if they are at most this many, or at most {@link GAP_SHARE} of the number of
 * found days. If more days are absent, the URL must be wrong. The source had two gaps in its first 940 days.
 */
const MAX_LONE_GAPS = 4;
const GAP_SHARE = 0.05;

/**
 * Fetches past days, the most recent first, a few at a time. If one day fails, the other days are still fetched.
 *
 * A published day can't be changed later. So a day is returned only if two mirrors have the same rates of it, or if only
 * one mirror has the day and every other mirror lacks it or is down.
 */
export async function fetchDays(options: FetchDaysOptions): Promise<FetchedDays> {
  const { dates, most, now, patience, onProgress } = options;
  const end = performance.now() + patience;
  const mirrors = options.mirrors.map((template) => ({ template, failuresInARow: 0 }));
  const found: FoundCopies[] = [];
  const queue = dates.values();
  let [wanted, certain] = [most, 0];
  async function work(): Promise<void> {
    while (wanted > 0 && performance.now() < end && !mirrors.every(isDown)) {
      const { value: date } = queue.next();
      if (date === undefined) return;
      wanted--;
      const copies = await findCopies(date, mirrors, end, options);
      found.push(copies);
      if (certainCopy(copies)) onProgress?.(++certain);
      else wanted++;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const failures = found.flatMap(({ problems }) => problems);
  found.sort(byDate);
  // Decides again, because other mirrors may have turned out to be down since a day's only copy was found.
  const days = found.flatMap((each) => certainCopy(each) ?? []).slice(-most);
  const absent = found.filter(({ copies, failed }) => copies.length === 0 && failed.length === 0);
  const gaps = absent.filter(({ date }) => dayNumber(now.slice(0, 10)) - dayNumber(date) > GAP_AGE_DAYS);
  return {
    days,
    gaps: gaps.length > Math.max(MAX_LONE_GAPS, days.length * GAP_SHARE) ? [] : gaps.map(({ date }) => date),
    disputed: found.filter(({ copies, confirmed }) => !confirmed && copies.length > 1).map(({ date }) => date),
    failures,
  };
}

interface DatedMirror {
  readonly template: string;
  failuresInARow: number;
}

function isDown({ failuresInARow }: DatedMirror): boolean {
  return failuresInARow >= MAX_FAILURES_IN_A_ROW;
}

interface FoundCopies {
  readonly date: string;
  readonly copies: readonly Dataset[];
  /** The copy that two mirrors have; undefined if no two copies are the same. */
  readonly confirmed?: Dataset;
  /** The mirrors of which it isn't known whether they have the day. */
  readonly failed: readonly DatedMirror[];
  readonly problems: readonly MirrorProblem[];
}

/** Requests a day from one mirror after the other, until two of them have the same rates. */
async function findCopies(
  date: string,
  mirrors: readonly DatedMirror[],
  end: number,
  options: FetchDaysOptions,
): Promise<FoundCopies> {
  const bounds = boundsFor(options.isOwnSource ?? false, true);
  const copies: Dataset[] = [];
  const [failed, problems]: [DatedMirror[], MirrorProblem[]] = [[], []];
  for (const mirror of mirrors) {
    const left = end - performance.now();
    if (isDown(mirror) || left <= 0) {
      failed.push(mirror);
      continue;
    }
    const fetched = await fetchDataset(urlOn(date, mirror.template), {
      ...{ ...options, date, bounds },
      limits: { ...limitsOf.datedFile, ...options.limits, deadline: Math.ceil(left) },
    });
    if ('dataset' in fetched) {
      const { dataset } = fetched;
      mirror.failuresInARow = 0;
      if (copies.some(({ rates }) => areEqual(rates, dataset.rates)))
        return { date, copies, confirmed: dataset, failed, problems };
      copies.push(dataset);
      continue;
    }
    mirror.failuresInARow++;
    // A 404 means that the mirror lacks the day. Any other failure says nothing about the day.
    if (fetched.isAbsent) continue;
    failed.push(mirror);
    problems.push(fetched);
  }
  return { date, copies, failed, problems };
}

/** The copy that may be archived; undefined if there is none, or if it isn't certain that its rates are right. */
function certainCopy({ copies, confirmed, failed }: FoundCopies): Dataset | undefined {
  return confirmed ?? (copies.length === 1 && failed.every(isDown) ? copies[0] : undefined);
}
