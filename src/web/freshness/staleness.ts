import { type Bank, isOverdue } from '../../sources/banks/bank.ts';
import type { PublishedDay } from '../../api/published/market-files.ts';
import { MAX_CHECK_AGE_HOURS, MAX_SOURCE_AGE_DAYS } from '../../validation/snapshot/snapshot.ts';
import type { MessageKey } from '../messages/fill-message.ts';
import { daysSince, hoursSince } from './age.ts';

/** The dates and times that decide whether the page warns that its rates are old. */
export interface Staleness extends Pick<PublishedDay, 'asOf' | 'checkedAt' | 'staleReason'> {
  /** Rates of a bank; undefined for market rates. `asOf` and `staleReason` are then ignored. */
  readonly official?: OfficialDates | undefined;
  /** The visitor's time, in milliseconds. */
  readonly now: number;
  /** When the page was opened, in milliseconds. */
  readonly openedAt: number;
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
 * The sentences of the warning for rates that are stale or may be stale; empty if they're fresh. The published files
 * describe only the last check. If publishing stops or a tab stays open, only the visitor's clock shows that the rates
 * are old.
 */
export function stalenessWarning(staleness: Staleness): MessageKey[] {
  const { asOf, checkedAt, staleReason, official, now, openedAt } = staleness;
  const isUnchecked = (at: number) => hoursSince(checkedAt, at) > MAX_CHECK_AGE_HOURS;
  const isOld = official ? isOldOfBank(official, now) : daysSince(asOf, now) > MAX_SOURCE_AGE_DAYS;
  const published = (official ? null : staleReason) ?? (isOld ? 'source_date_old' : null);
  const first = published === null ? 'perhapsNotCurrent' : 'notCurrent';
  // After hours without a check, the result of the last check explains little.
  if (isUnchecked(now)) return [first, isUnchecked(openedAt) ? 'notChecked' : 'reload'];
  if (published === null) return [];
  return [first, official ? 'officialOld' : explanations[published]];
}

/** Whether a table of the bank should have newer rates. */
function isOldOfBank({ bank: { tables }, day, held }: OfficialDates, now: number): boolean {
  const today = new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const [table, ...others] = tables;
  const isOldOfOthers = (date: string) => others.every((other) => isOverdue(other, date, today));
  return isOverdue(table, day, today) || held.some(isOldOfOthers);
}

const explanations = {
  source_date_old: 'sourceOld',
  cached_fallback: 'sourceFailed',
} as const satisfies Record<NonNullable<PublishedDay['staleReason']>, MessageKey>;
