import { type Bank, isOverdue } from '../sources/banks/bank.ts';
import { sourceStaleness } from './freshness.ts';
import { MAX_CHECK_AGE_HOURS, type Snapshot, type StaleReason } from './snapshot/snapshot.ts';

/** The dates and times that decide whether the newest rates are stale. */
export interface CheckedRates extends Pick<Snapshot, 'rate_as_of' | 'checked_at' | 'stale_reason'> {
  /** Rates of a bank; undefined for market rates. `rate_as_of` and `stale_reason` are then ignored. */
  readonly official?: OfficialDates | undefined;
}

/** The dates of a bank's rates. */
export interface OfficialDates {
  readonly bank: Bank;
  /** The day of the bank's first table. */
  readonly day: string;
  /** The dates of rates from the bank's other tables, if they are older than the day. */
  readonly held: readonly string[];
}

/**
 * Why the newest rates are stale at a time; null if they aren't. The published files describe only the last check, so
 * the rates can be stale later although they were fresh at the check.
 *
 * @param now ISO 8601 in UTC
 */
export function stalenessAt({ rate_as_of, stale_reason, official }: CheckedRates, now: string): StaleReason | null {
  if (!official) return stale_reason ?? sourceStaleness(rate_as_of, now);
  return isOldOfBank(official, now.slice(0, 'YYYY-MM-DD'.length)) ? 'source_date_old' : null;
}

/** Whether the last check is so long ago that the site has probably stopped publishing. */
export function isUnchecked(checkedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(checkedAt) > MAX_CHECK_AGE_HOURS * 3_600_000;
}

/** Whether a table of the bank should have newer rates. */
function isOldOfBank({ bank: { tables }, day, held }: OfficialDates, today: string): boolean {
  const [table, ...others] = tables;
  const isOldOfOthers = (date: string) => others.every((other) => isOverdue(other, date, today));
  return isOverdue(table, day, today) || held.some(isOldOfOthers);
}
