import { businessDaysSince } from '../../archive/official-rates.ts';
import { MAX_DAYS_BACK } from '../../rates/past-rates.ts';
import { maxBusinessDays } from '../../sources/banks/bank.ts';
import type { PublishedDay } from '../../api/published/market-files.ts';
import { MAX_CHECK_AGE_HOURS, MAX_SOURCE_AGE_DAYS } from '../../validation/snapshot/snapshot.ts';
import type { MessageKey } from '../messages/fill-message.ts';
import { daysSince, hoursSince } from './age.ts';

/** The dates and times that decide whether the page warns that its rates are old. */
export interface Staleness extends Pick<PublishedDay, 'asOf' | 'checkedAt' | 'staleReason'> {
  /** Whether the rates are those of the European Central Bank, which publishes on business days. */
  readonly isOfficial?: boolean;
  /** The visitor's time, in milliseconds. */
  readonly now: number;
  /** When the page was opened, in milliseconds. */
  readonly openedAt: number;
}

/**
 * The sentences of the warning for rates that are stale or may be stale; empty if they're fresh. The published files
 * describe only the last check. If publishing stops or a tab stays open, only the visitor's clock shows that the rates
 * are old.
 */
export function stalenessWarning(staleness: Staleness): MessageKey[] {
  const { asOf, checkedAt, staleReason, isOfficial = false, now, openedAt } = staleness;
  const isUnchecked = (at: number) => hoursSince(checkedAt, at) > MAX_CHECK_AGE_HOURS;
  const isOld = isOfficial
    ? businessDaysSince(asOf, new Date(now).toISOString().slice(0, 10)) > maxBusinessDays({ daysBack: MAX_DAYS_BACK })
    : daysSince(asOf, now) > MAX_SOURCE_AGE_DAYS;
  const published = staleReason ?? (isOld ? 'source_date_old' : null);
  const first = published === null ? 'perhapsNotCurrent' : 'notCurrent';
  // After hours without a check, the result of the last check explains little.
  if (isUnchecked(now)) return [first, isUnchecked(openedAt) ? 'notChecked' : 'reload'];
  if (published === null) return [];
  return [first, isOfficial ? 'officialOld' : explanations[published]];
}

const explanations = {
  source_date_old: 'sourceOld',
  cached_fallback: 'sourceFailed',
} as const satisfies Record<NonNullable<PublishedDay['staleReason']>, MessageKey>;
