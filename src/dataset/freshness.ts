import { dayNumber } from '../rates/calendar.ts';
import type { Snapshot, StaleReason } from '../rates/snapshot.ts';
import type { Dataset } from './dataset.ts';

/** Days after which a dataset's own date makes it old: the source publishes daily, and its mirrors lag by up to one. */
const MAX_SOURCE_AGE_DAYS = 2;

/** The snapshot of a dataset that was fetched just now. `mirror` is the address that it came from. */
export function freshSnapshot(dataset: Dataset, mirror: string, now: string): Snapshot {
  return {
    asOf: dataset.date,
    retrievedAt: now,
    checkedAt: now,
    staleReason: sourceStaleness(dataset.date, now),
    mirror,
    rates: dataset.rates,
  };
}

/** Whether a dataset of this date is old at the time of the check. */
export function sourceStaleness(date: string, checkedAt: string): StaleReason | null {
  const age = dayNumber(checkedAt.slice(0, 10)) - dayNumber(date);
  return age > MAX_SOURCE_AGE_DAYS ? 'source_date_old' : null;
}
