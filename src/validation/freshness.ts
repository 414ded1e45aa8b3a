import { dayNumber } from '../rates/calendar.ts';
import {
  MAX_DATASET_AGE_DAYS,
  MAX_FALLBACK_AGE_HOURS,
  MAX_SOURCE_AGE_DAYS,
  type StaleReason,
} from './snapshot/snapshot.ts';

/** Why a dataset of this date is stale at the time of the check; null if the dataset isn't stale. */
export function sourceStaleness(date: string, checkedAt: string): StaleReason | null {
  return ageInDays(date, checkedAt) > MAX_SOURCE_AGE_DAYS ? 'source_date_old' : null;
}

/** Whether the newest dataset is so old that the source has probably stopped. */
export function hasStopped(newest: string, now: string): boolean {
  return ageInDays(newest, now) > MAX_DATASET_AGE_DAYS;
}

function ageInDays(date: string, now: string): number {
  return dayNumber(now.slice(0, 10)) - dayNumber(date);
}

/** Whether rates retrieved at this time are too old to serve as a fallback. */
export function isTooOldToFallBackOn(retrievedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(retrievedAt) > MAX_FALLBACK_AGE_HOURS * 3_600_000;
}

/** Maximum days by which a source's date may be ahead of the clock. East of UTC, the next day begins earlier. */
export const MAX_DAYS_AHEAD = 1;

/** Whether a date is too far ahead of the clock to be right. */
export function isAhead(date: string, now: string, most = MAX_DAYS_AHEAD): boolean {
  return dayNumber(date) - dayNumber(now.slice(0, 10)) > most;
}
