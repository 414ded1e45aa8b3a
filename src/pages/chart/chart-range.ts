import { dateOfDay, dayNumber, type IsoDate } from '../../money/calendar.ts';
import type { Coverage } from '../../money/coverage.ts';

/** The chart's ranges, as in the page's URL. */
export const ranges = ['1w', '1m', '3m', '1y', '5y', 'all'] as const;

export type Range = (typeof ranges)[number];

export function isRange(text: string): text is Range {
  return ranges.some((range) => range === text);
}

const daysBack: Readonly<Record<Range, number>> = { '1w': 7, '1m': 30, '3m': 91, '1y': 365, '5y': 1826, all: Infinity };

/** The ranges to choose from: those that are shorter than all days, and all days. */
export function rangesWithin({ first, last }: Coverage): Range[] {
  const all = dayNumber(last) - dayNumber(first);
  return ranges.filter((range) => range === 'all' || daysBack[range] < all);
}

/**
 * The days of a range: the newest ones. If these lack a day that the visitor chose, that day is in the middle.
 *
 * @param chosen undefined for the newest day
 */
export function daysOf(range: Range, { first, last }: Coverage, chosen?: IsoDate): Coverage {
  const length = daysBack[range];
  const [start, end, day] = [dayNumber(first), dayNumber(last), chosen ? dayNumber(chosen) : Infinity];
  const isEarlier = day >= start && day < end - length;
  const until = isEarlier ? Math.min(end, Math.max(day + Math.floor(length / 2), start + length)) : end;
  return { first: dateOfDay(Math.max(start, until - length)), last: dateOfDay(until) };
}
