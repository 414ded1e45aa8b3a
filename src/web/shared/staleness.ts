import { businessDaysSince, MAX_OFFICIAL_AGE } from '../../archive/official-rates.ts';
import type { PublishedDay } from '../../api/published/market-files.ts';
import { MAX_CHECK_AGE_HOURS, MAX_SOURCE_AGE_DAYS } from '../../validation/snapshot/snapshot.ts';
import { type AgeWords, daysSince, hoursSince, timeAgo } from './age.ts';

/** The dates and times that decide whether the page warns that its rates are old. */
export interface Staleness extends Pick<PublishedDay, 'asOf' | 'checkedAt' | 'staleReason'> {
  /** Whether the rates are those of the European Central Bank, which publishes on business days. */
  readonly isOfficial?: boolean;
  /** The visitor's time, in milliseconds. */
  readonly now: number;
  /** When the page was opened, in milliseconds. */
  readonly openedAt: number;
  readonly ageWords: AgeWords;
}

/**
 * The warning for rates that are stale or may be stale; null if they're fresh. The published files describe only the
 * last check. If publishing stops or a tab stays open, only the visitor's clock shows that the rates are old.
 */
export function stalenessWarning(staleness: Staleness): string | null {
  const { asOf, checkedAt, staleReason, isOfficial = false, now, openedAt, ageWords } = staleness;
  const isUnchecked = (at: number) => hoursSince(checkedAt, at) > MAX_CHECK_AGE_HOURS;
  const isOld = isOfficial
    ? businessDaysSince(asOf, new Date(now).toISOString().slice(0, 10)) > MAX_OFFICIAL_AGE
    : daysSince(asOf, now) > MAX_SOURCE_AGE_DAYS;
  const published = staleReason ?? (isOld && !isUnchecked(now) ? 'source_date_old' : null);
  const advice = isUnchecked(openedAt)
    ? 'The source should be checked every hour. This site has stopped publishing, or your clock is wrong.'
    : 'Reload the page for newer rates.';
  const sentences = [
    ...(published === null
      ? []
      : [isOfficial ? 'This site has no newer rates of the European Central Bank.' : explanations[published]]),
    ...(isUnchecked(now) ? [`The last check was ${timeAgo(checkedAt, now, ageWords)}. ${advice}`] : []),
  ];
  if (sentences.length === 0) return null;
  return [`These rates ${isOld || published !== null ? 'are not' : 'may not be'} current.`, ...sentences].join(' ');
}

const explanations = {
  source_date_old: 'The source has not published newer rates.',
  cached_fallback: 'The source could not be read at the last check, so the last good rates are shown.',
} as const satisfies Record<NonNullable<PublishedDay['staleReason']>, string>;
