import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { publicAddress } from '../http/address.ts';
import type { RequestLimits } from '../http/request.ts';
import { archivedBounds, assertDate, type Dataset, parseDataset } from './dataset.ts';
import { FIRST_DAY } from '../rates/first-day.ts';
import { downloadJson, type SourceOptions } from './download.ts';
import { DownloadError, MirrorError, UncheckedAnswerError } from './errors.ts';

export interface FetchDaysOptions extends SourceOptions {
  /** The days to fetch, `YYYY-MM-DD`, in their order. */
  readonly dates: readonly string[];
  /** Addresses with `{date}` for a day, in the order in which to try them. */
  readonly mirrors: readonly string[];
  /**
   * Milliseconds after which no further day is begun.
   * @default 300_000
   */
  readonly patience?: number;
  /** Told of every day that could not be had from a mirror, by its address as it may be printed. */
  readonly onFailure?: (mirror: string, error: MirrorError) => void;
  /** Told after each day how many are done with. */
  readonly onProgress?: (done: number) => void;
}

const AT_ONCE = 6;

/**
 * After so many answers in a row that it did not give, a mirror is asked no more: it is down. Of a mirror that fails now and
 * then all that are under way may fail at once, for what fails takes longer.
 */
const MAX_FAILURES_IN_A_ROW = 2 * AT_ONCE;

/** Milliseconds after which no further day is begun. */
const PATIENCE = 300_000;

/** Days after which a mirror that does not have a day will not get it. */
const GAP_AGE_DAYS = 7;

/**
 * More absent days than this, and than one in twenty of those that came, are no gaps of the source's, which had two in its
 * first 940 days: it is the address that is wrong.
 */
const MAX_LONE_GAPS = 4;
const GAP_SHARE = 0.05;

/** A day that is past is no hurry: one that cannot be had now is asked for again in another run. */
const datedLimits: Partial<RequestLimits> = { tries: 2 };

/** Fetches days that are past, a few at a time, the oldest first. What fails for one day touches no other. */
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

/** A day from the first mirror that has it. `absent`: every mirror says that it does not; `failed`: some cannot be asked. */
async function fetchDay(
  date: string,
  mirrors: readonly DatedMirror[],
  { catalogue, now, limits, signal, onFailure }: FetchDaysOptions,
): Promise<Dataset | 'absent' | 'failed'> {
  let outcome: 'absent' | 'failed' = 'absent';
  for (const mirror of mirrors) {
    if (isDown(mirror)) {
      outcome = 'failed';
      continue;
    }
    const address = mirror.template.replaceAll('{date}', date);
    try {
      const { value } = await downloadJson(address, { ...datedLimits, ...limits, signal });
      const day = checkDay(value, date, catalogue, now);
      mirror.failuresInARow = 0;
      return day;
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      // That it does not have a day is an answer as good as any; that it will not say is not.
      const isAbsent = error instanceof DownloadError && error.status === 404;
      mirror.failuresInARow = isAbsent ? 0 : mirror.failuresInARow + 1;
      if (isAbsent) continue;
      outcome = 'failed';
      onFailure?.(publicAddress(address), error);
    }
  }
  return outcome;
}

function checkDay(answer: unknown, date: string, catalogue: readonly CatalogueEntry[], now: string): Dataset {
  try {
    const dataset = parseDataset(answer, catalogue, now, archivedBounds);
    assertDate(dataset, date);
    return dataset;
  } catch (error) {
    throw error instanceof MirrorError ? error : new UncheckedAnswerError(error);
  }
}

/**
 * The latest days that are missing before a day.
 *
 * @param known the days that need not be asked for, had or known to be gaps
 */
export function missingDays(known: ReadonlySet<string>, before: string, most: number, within = Infinity): string[] {
  const missing: string[] = [];
  const first = Math.max(dayNumber(FIRST_DAY), dayNumber(before) - within);
  for (let day = dayNumber(before) - 1; day >= first && missing.length < most; day--) {
    const date = dateOfDay(day);
    if (!known.has(date)) missing.push(date);
  }
  return missing.reverse();
}
