import { dateOfDay, dayNumber } from '../../money/calendar.ts';
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

export function firstDayOf(range: Range, { first, last }: Coverage): string {
  return dateOfDay(Math.max(dayNumber(first), dayNumber(last) - daysBack[range]));
}
