import { dayNumber } from '../rates/calendar.ts';
import { MAX_FALLBACK_AGE_HOURS, MAX_SOURCE_AGE_DAYS, type StaleReason } from './snapshot/snapshot.ts';

/** Maximum days by which the date of a source's rates may be ahead of the clock. East of UTC, the next day begins earlier. */
export const MAX_DAYS_AHEAD = 1;

/** Why a dataset of this date is stale at the time of the check; null if the dataset isn't stale. */
export function sourceStaleness(date: string, checkedAt: string): StaleReason | null {
  const age = dayNumber(checkedAt.slice(0, 10)) - dayNumber(date);
  return age > MAX_SOURCE_AGE_DAYS ? 'source_date_old' : null;
}

/** Whether rates retrieved at this time are too old to serve as a fallback. */
export function isTooOldToFallBackOn(retrievedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(retrievedAt) > MAX_FALLBACK_AGE_HOURS * 3_600_000;
}
