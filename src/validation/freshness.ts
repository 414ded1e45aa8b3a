import { dateAt, dayNumber, type Instant, type IsoDate } from '../money/calendar.ts';
import { type Bank, isOverdue } from '../sources/bank.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/**
 * Why rates are stale. `source_date_old` means that the dataset's date is too old. `cached_fallback` means that no
 * mirror had a usable dataset, so an earlier dataset is served. If both apply, the reason is `cached_fallback`.
 */
export const staleReasons = ['source_date_old', 'cached_fallback'] as const;

export type StaleReason = (typeof staleReasons)[number];

/** Maximum age of a dataset's date in days. The source publishes daily, and its mirrors lag by up to one day. */
export const MAX_SOURCE_AGE_DAYS = 2;

/** Maximum age of the newest dataset's date in days. After that, rates are composed from official rates. */
const MAX_DATASET_AGE_DAYS = 3;

/** Hours for which a snapshot may be served after its retrieval if no mirror has a newer dataset. */
export const MAX_FALLBACK_AGE_HOURS = 72;

/** Maximum hours since the last check for an operator. Publishing runs every hour, so a longer pause is a fault. */
export const MAX_CHECK_AGE_HOURS = 3;

/** Maximum hours since the last check for callers. Rates change once a day, so a run that is late changes nothing. */
export const MAX_UNCHECKED_HOURS = 24;

/** Why a dataset of this date is stale at the time of the check; null if the dataset isn't stale. */
export function sourceStaleness(date: IsoDate, checkedAt: Instant): StaleReason | null {
  return ageInDays(date, checkedAt) > MAX_SOURCE_AGE_DAYS ? 'source_date_old' : null;
}

/** Whether the newest dataset is so old that the source has probably stopped. */
export function hasStopped(newest: IsoDate, now: Instant): boolean {
  return ageInDays(newest, now) > MAX_DATASET_AGE_DAYS;
}

function ageInDays(date: IsoDate, now: Instant): number {
  return dayNumber(dateAt(now)) - dayNumber(date);
}

/** Whether rates retrieved at this time are too old to serve as a fallback. */
export function isTooOldToFallBackOn(retrievedAt: Instant, now: Instant): boolean {
  return Date.parse(now) - Date.parse(retrievedAt) > MAX_FALLBACK_AGE_HOURS * 3_600_000;
}

/** Maximum days by which a source's date may be ahead of the clock. East of UTC, the next day begins earlier. */
export const MAX_DAYS_AHEAD = 1;

/** Whether a date is too far ahead of the clock to be right. */
export function isAhead(date: IsoDate, now: Instant, most = MAX_DAYS_AHEAD): boolean {
  return dayNumber(date) - dayNumber(dateAt(now)) > most;
}

/** The dates and times that decide whether the newest rates are stale. */
export interface CheckedRates extends Pick<Snapshot, 'rate_as_of' | 'checked_at' | 'stale_reason'> {
  /** Rates of a bank; undefined for market rates. `rate_as_of` and `stale_reason` are then ignored. */
  readonly official?: OfficialDates | undefined;
}

/** The dates of a bank's rates. */
export interface OfficialDates {
  readonly bank: Bank;
  /** The day of the bank's first table. */
  readonly day: IsoDate;
  /** The dates of rates from the bank's other tables, if they are older than the day. */
  readonly held: readonly IsoDate[];
}

/**
 * Why the newest rates are stale at a time; null if they aren't. The published files describe only the last check, so
 * the rates can be stale later although they were fresh at the check.
 *
 * @param now ISO 8601 in UTC
 */
export function stalenessAt({ rate_as_of, stale_reason, official }: CheckedRates, now: Instant): StaleReason | null {
  if (!official) return stale_reason ?? sourceStaleness(rate_as_of, now);
  return isOldOfBank(official, dateAt(now)) ? 'source_date_old' : null;
}

/** Whether the last check is so long ago that newer rates are probably missing. */
export function isUnchecked(checkedAt: Instant, now: Instant): boolean {
  return Date.parse(now) - Date.parse(checkedAt) > MAX_UNCHECKED_HOURS * 3_600_000;
}

/** Whether a table of the bank should have newer rates. */
function isOldOfBank({ bank: { tables }, day, held }: OfficialDates, today: IsoDate): boolean {
  const [table, ...others] = tables;
  const isOldOfOthers = (date: IsoDate) => others.every((other) => isOverdue(other, date, today));
  return isOverdue(table, day, today) || held.some(isOldOfOthers);
}
