import type { ArchivedDay } from '../../archive/archive.ts';
import {
  businessDaysSince,
  MAX_OFFICIAL_AGE,
  type OfficialRates,
  withOfficialDays,
} from '../../archive/official-rates.ts';
import type { RequestLimits } from '../../http/request.ts';
import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { download } from '../download.ts';
import { MirrorError, UncheckedAnswerError } from '../errors.ts';
import { parseEcbFile } from './ecb-file.ts';

/** Where the European Central Bank publishes its file. */
export interface OfficialUrls {
  /** All days since 1999. */
  readonly all: string;
  /** The last 90 days. This file has a tenth of the size of the file with all days. */
  readonly recent: string;
}

export const officialUrls: OfficialUrls = {
  all: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
  recent: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml',
};

export interface UpdateOptions {
  readonly urls: OfficialUrls;
  readonly now: string;
  readonly limits?: Partial<RequestLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Number of latest days that the file of the last 90 days is sure to have. */
const RECENT_DAYS = 80;
/** Maximum bytes of a download. The file of all days has 0.6 million bytes as a zip, and 1.9 million as a CSV. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Milliseconds for all tries. A publish waits no longer for official rates. */
const DEADLINE = 20_000;
/**
 * UTC hour by which a day's rates are published: 15:30. The bank publishes them at about 16:00 Central European Time,
 * which is 15:00 UTC in winter.
 */
const PUBLISHED_BY = 15.5;

export interface Updated extends OfficialRates {
  /** The dates of days whose rates the bank has corrected. */
  readonly corrected: readonly string[];
}

/**
 * Adds the rates that the bank has published since the newest known day. If the newest possible day is known already,
 * nothing is requested. If the file is unusable, the known days are returned, with a problem that says why.
 *
 * @throws the signal's reason, and nothing else
 */
export async function updateOfficial(known: OfficialRates, options: UpdateOptions): Promise<Updated> {
  const { now, signal } = options;
  const newest = known.days.at(-1)?.date ?? '';
  const expected = newestPossible(now);
  if (newest >= expected) return { days: known.days, problem: null, corrected: [] };
  const since = known.problem?.since ?? now;
  try {
    const { days, corrected } = withOfficialDays(known.days, await fetchDays(newest, options));
    const last = days.at(-1)?.date ?? '';
    const isOld = businessDaysSince(last, expected) >= MAX_OFFICIAL_AGE;
    return { days, corrected, problem: isOld ? { problem: `its newest rates are from ${last}`, since } : null };
  } catch (error) {
    signal?.throwIfAborted();
    const failure =
      error instanceof MirrorError || error instanceof RangeError ? error : new UncheckedAnswerError(error);
    const problem = failure instanceof RangeError ? `unusable file: ${failure.message}` : failure.message;
    return { days: known.days, corrected: [], problem: { problem, since } };
  }
}

async function fetchDays(newest: string, { urls, now, limits, signal }: UpdateOptions): Promise<ArchivedDay[]> {
  const isRecent = dayNumber(now.slice(0, 10)) - dayNumber(newest) <= RECENT_DAYS;
  const { bytes } = await download(isRecent ? urls.recent : urls.all, {
    ...{ maxBytes: MAX_BYTES, deadline: DEADLINE },
    ...limits,
    signal,
  });
  return parseEcbFile(bytes, now);
}

/** The last weekday whose rates should be published by now, unless the bank had a holiday on that day. */
function newestPossible(now: string): string {
  const day = Math.floor((Date.parse(now) / 3_600_000 - PUBLISHED_BY) / 24);
  // 1970-01-01 was a Thursday.
  const weekday = (day + 3) % 7;
  return dateOfDay(day - Math.max(0, weekday - 4));
}
