import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import type { DatedRate } from '../rates/past-rates.ts';

/** How far back the chart goes, by the word of the page's address. */
export const ranges = ['1m', '1y', 'all'] as const;

export type Range = (typeof ranges)[number];

export function isRange(text: string): text is Range {
  return ranges.some((range) => range === text);
}

const daysBack: Readonly<Record<Range, number>> = { '1m': 30, '1y': 365, all: Infinity };

/** The first day of a range. */
export function firstDayOf(range: Range, { first, last }: { readonly first: string; readonly last: string }): string {
  const days = dayNumber(last) - Math.min(daysBack[range], dayNumber(last) - dayNumber(first));
  return dateOfDay(days);
}

/** A line of days without a hole, null where there is no rate. */
export interface Line {
  /** Days since 1970-01-01. */
  readonly days: readonly number[];
  readonly rates: readonly (number | null)[];
}

/** Rates as a line from one day to another. */
export function lineOf(rates: readonly DatedRate[], first: string, last: string): Line {
  const known = new Map(rates.map(({ date, rate }) => [dayNumber(date), rate]));
  const begin = dayNumber(first);
  const days = Array.from({ length: dayNumber(last) - begin + 1 }, (_, index) => begin + index);
  return { days, rates: days.map((day) => known.get(day) ?? null) };
}

/** The places of rates without a neighbour: no line leads through them, so that they are drawn as points. */
export function lonePlaces({ rates }: Line): number[] {
  return rates.flatMap((rate, at) =>
    rate !== null && (rates[at - 1] ?? null) === null && (rates[at + 1] ?? null) === null ? [at] : [],
  );
}
