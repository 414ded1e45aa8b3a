import { dayNumber } from '../rates/calendar.ts';
import { MAX_FALLBACK_AGE_HOURS, MAX_SOURCE_AGE_DAYS, type Snapshot, type StaleReason } from '../rates/snapshot.ts';
import type { Dataset } from './dataset.ts';

/** The snapshot of a dataset that was fetched just now and has passed the gate. */
export function freshSnapshot(
  { date }: Dataset,
  passed: Pick<Snapshot, 'rates' | 'quality'>,
  mirror: string,
  now: string,
): Snapshot {
  return {
    asOf: date,
    retrievedAt: now,
    checkedAt: now,
    staleReason: sourceStaleness(date, now),
    mirror,
    ...passed,
  };
}

/** The published snapshot after a check that found nothing newer. */
export function recheckedSnapshot(previous: Snapshot, now: string): Snapshot {
  return { ...previous, checkedAt: now, staleReason: sourceStaleness(previous.asOf, now) };
}

/** The published snapshot after a check that found nothing usable; null when it is too old to stand in. */
export function fallbackSnapshot(previous: Snapshot, now: string): Snapshot | null {
  const hours = (Date.parse(now) - Date.parse(previous.retrievedAt)) / 3_600_000;
  return hours > MAX_FALLBACK_AGE_HOURS ? null : { ...previous, checkedAt: now, staleReason: 'cached_fallback' };
}

/** Whether a dataset of this date is old at the time of the check. */
export function sourceStaleness(date: string, checkedAt: string): StaleReason | null {
  const age = dayNumber(checkedAt.slice(0, 10)) - dayNumber(date);
  return age > MAX_SOURCE_AGE_DAYS ? 'source_date_old' : null;
}
