import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import type { RequestLimits } from '../http/request.ts';
import { assertDate, boundsFor, type Dataset, parseDataset } from './dataset.ts';
import { FIRST_DAY } from '../rates/first-day.ts';
import { downloadJson, type SourceOptions } from './download.ts';
import { DownloadError, MirrorError, UncheckedAnswerError } from './errors.ts';
import { publicMirror } from './mirrors.ts';

export interface FetchDaysOptions extends SourceOptions {
  /** The days to fetch, `YYYY-MM-DD`, in this order. */
  readonly dates: readonly string[];
  /** URLs with `{date}` for a day, in the order in which to try them. */
  readonly mirrors: readonly string[];
  /**
   * Milliseconds after which no further day is requested.
   * @default 300_000
   */
  readonly patience?: number;
  /** Called with the mirror's printable URL for every failed request. A 404 isn't a failure. */
  readonly onFailure?: (mirror: string, error: MirrorError) => void;
  /** Called after each day with the number of finished days. */
  readonly onProgress?: (done: number) => void;
}

const AT_ONCE = 6;

/**
 * Failures in a row after which a mirror counts as down and isn't requested again. This is more than the number of
 * simultaneous requests, because in a short outage all simultaneous requests may fail.
 */
const MAX_FAILURES_IN_A_ROW = 2 * AT_ONCE;

const PATIENCE = 300_000;

/** Age in days after which an absent day counts as a gap, because the mirrors won't get the day anymore. */
const GAP_AGE_DAYS = 7;

/**
 * Absent days count as gaps of the source if they are at most this many, or at most {@link GAP_SHARE} of the number of
 * found days. If more days are absent, the URL must be wrong. The source had two gaps in its first 940 days.
 */
const MAX_LONE_GAPS = 4;
const GAP_SHARE = 0.05;

/** Two tries per day are enough, because a later run fetches the days that are still missing. */
const datedLimits: Partial<RequestLimits> = { tries: 2 };

/** Fetches past days in the given order, a few at a time. If one day fails, the other days are still fetched. */
export async function fetchDays(options: FetchDaysOptions) {
  const { dates, now, patience = PATIENCE, onProgress } = options;
  const end = performance.now() + patience;
  const mirrors = options.mirrors.map((template) => ({ template, failuresInARow: 0 }));
  const days: Dataset[] = [];
  const absent: string[] = [];
  const queue = dates.values();
  let done = 0;
  async function work(): Promise<void> {
    for (const date of queue) {
      if (performance.now() > end || mirrors.every(isDown)) return;
      const day = await fetchDay(date, mirrors, options);
      if (typeof day === 'object') days.push(day);
      else if (day === 'absent' && dayNumber(now.slice(0, 10)) - dayNumber(date) > GAP_AGE_DAYS) absent.push(date);
      onProgress?.(++done);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const gaps = absent.length > Math.max(MAX_LONE_GAPS, days.length * GAP_SHARE) ? [] : absent.sort();
  return {
    days: days.sort((a, b) => (a.date < b.date ? -1 : 1)),
    gaps,
    left: dates.length - days.length - gaps.length,
  };
}

interface DatedMirror {
  readonly template: string;
  failuresInARow: number;
}

function isDown({ failuresInARow }: DatedMirror): boolean {
  return failuresInARow >= MAX_FAILURES_IN_A_ROW;
}

/**
 * Fetches a day from the first mirror that has the day.
 *
 * @returns `absent` if no mirror has the day; `failed` if that isn't known, because some mirrors failed
 */
async function fetchDay(
  date: string,
  mirrors: readonly DatedMirror[],
  options: FetchDaysOptions,
): Promise<Dataset | 'absent' | 'failed'> {
  const { limits, signal, onFailure } = options;
  let outcome: 'absent' | 'failed' = 'absent';
  for (const mirror of mirrors) {
    if (isDown(mirror)) {
      outcome = 'failed';
      continue;
    }
    const address = mirror.template.replaceAll('{date}', date);
    try {
      const { value } = await downloadJson(address, { ...datedLimits, ...limits, signal });
      const day = checkDay(value, date, options);
      mirror.failuresInARow = 0;
      return day;
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      // A 404 means that the mirror lacks the day. Any other failure says nothing about the day.
      const isAbsent = error instanceof DownloadError && error.status === 404;
      mirror.failuresInARow = isAbsent ? 0 : mirror.failuresInARow + 1;
      if (isAbsent) continue;
      outcome = 'failed';
      onFailure?.(publicMirror(address), error);
    }
  }
  return outcome;
}

function checkDay(answer: unknown, date: string, { catalogue, now, isOwnSource = false }: SourceOptions): Dataset {
  try {
    const dataset = parseDataset(answer, catalogue, now, boundsFor(isOwnSource, true));
    assertDate(dataset, date);
    return dataset;
  } catch (error) {
    throw error instanceof MirrorError ? error : new UncheckedAnswerError(error);
  }
}

/**
 * The latest missing days before a day.
 *
 * @param known days that need no request, because they are archived, known gaps or days of another source
 */
export function missingDays(
  known: Pick<ReadonlySet<string>, 'has'>,
  before: string,
  most: number,
  within = Infinity,
): string[] {
  const missing: string[] = [];
  const first = Math.max(dayNumber(FIRST_DAY), dayNumber(before) - within);
  for (let day = dayNumber(before) - 1; day >= first && missing.length < most; day--) {
    const date = dateOfDay(day);
    if (!known.has(date)) missing.push(date);
  }
  return missing.reverse();
}
