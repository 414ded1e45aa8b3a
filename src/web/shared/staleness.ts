import type { PublishedDay } from '../../api/published/published-files.ts';
import { MAX_CHECK_AGE_HOURS, MAX_SOURCE_AGE_DAYS } from '../../snapshot/snapshot.ts';
import { daysSince, hoursSince, timeAgo } from './age.ts';

/** What a warning is worked out from: the times of what was published, and those of who reads it. */
export interface Staleness extends Pick<PublishedDay, 'asOf' | 'checkedAt' | 'staleReason'> {
  /** The visitor's time, in milliseconds. */
  readonly now: number;
  /** When the page was opened, likewise. */
  readonly openedAt: number;
}

/**
 * What to say of rates that are not current, or may not be; null where nothing is to be said. What is published can only
 * tell what was so at the last check: if publishing stops, or a tab stays open, that becomes untrue, and the clock of the
 * visitor is all that knows. One that is behind makes nothing older.
 */
export function stalenessWarning({ asOf, checkedAt, staleReason, now, openedAt }: Staleness): string | null {
  const isUnchecked = (at: number) => hoursSince(checkedAt, at) > MAX_CHECK_AGE_HOURS;
  const isOld = daysSince(asOf, now) > MAX_SOURCE_AGE_DAYS;
  const published = staleReason ?? (isOld && !isUnchecked(now) ? 'source_date_old' : null);
  const advice = isUnchecked(openedAt)
    ? 'There should be one every hour: this site has stopped publishing, or your clock is wrong.'
    : 'Load the page again for newer ones.';
  const sentences = [
    ...(published === null ? [] : [explanations[published]]),
    ...(isUnchecked(now) ? [`The last check was ${timeAgo(checkedAt, now)}. ${advice}`] : []),
  ];
  if (sentences.length === 0) return null;
  return [`These rates ${isOld || published !== null ? 'are not' : 'may not be'} current.`, ...sentences].join(' ');
}

const explanations = {
  source_date_old: 'The source has published nothing newer.',
  cached_fallback: 'The source could not be read at the last check, so the last good rates are shown.',
} as const satisfies Record<NonNullable<PublishedDay['staleReason']>, string>;
