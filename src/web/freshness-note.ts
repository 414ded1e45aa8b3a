import { dateInWords } from '../rates/date-in-words.ts';
import { daysAgo, timeAgo } from './age.ts';
import type { PublishedDay } from '../documents/published-files.ts';
import { find } from './elements.ts';

/** Says how old the rates are, and warns when they are not current. */
export function showFreshness({ asOf: date, checkedAt, staleReason: reason }: PublishedDay): void {
  const now = Date.now();
  find('freshness', HTMLElement).textContent =
    `Daily reference rates of ${dateInWords(date)} (${daysAgo(date, now)}), last checked ${timeAgo(checkedAt, now)}.`;
  if (reason === null) return;
  const warning = find('stale', HTMLElement);
  warning.textContent = `These rates are not current. ${explanations[reason]}`;
  warning.hidden = false;
}

const explanations = {
  source_date_old: 'The source has published nothing newer.',
  cached_fallback: 'The source could not be read at the last check, so the last good rates are shown.',
} as const satisfies Record<NonNullable<PublishedDay['staleReason']>, string>;
