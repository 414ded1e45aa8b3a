import { dateAt, dateOfDay, dayNumber, type Instant, type IsoDate } from './calendar.ts';
import { MAX_DAYS_BACK } from './past-rates.ts';

/** The first and the last day with rates, `YYYY-MM-DD`. */
export interface Coverage {
  readonly first: IsoDate;
  readonly last: IsoDate;
}

/** A date on which a source has no rates. */
export interface OutsideCoverage extends Coverage {
  readonly date: IsoDate;
  /** Whether the date is before the first day with rates, in the future, or too long after the newest day. */
  readonly is: 'early' | 'future' | 'late';
}

/**
 * Whether a source can't have rates for a date. After the newest day, the newest rates count for some days. So a site
 * that isn't updated for a few days still has a rate of today.
 *
 * Tomorrow in UTC isn't in the future, because in time zones east of UTC, that day may have begun.
 *
 * @param now the clock. The time of the last check can't replace it, because it stands still if publishing stops
 */
export function outsideCoverage(
  date: IsoDate,
  { first, last }: Coverage,
  now: Instant,
  daysBack: number = MAX_DAYS_BACK,
): OutsideCoverage | undefined {
  const found = (is: OutsideCoverage['is']) => ({ date, first, last, is });
  if (date < first) return found('early');
  if (date <= last) return undefined;
  const tomorrow = dateOfDay(dayNumber(dateAt(now)) + 1);
  if (date > tomorrow) return found('future');
  return dayNumber(date) - dayNumber(last) > daysBack ? found('late') : undefined;
}
