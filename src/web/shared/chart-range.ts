import { ecb } from '../../archive/official-bank.ts';
import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import type { DailyRates, DatedRate } from '../../rates/past-rates.ts';

/** The chart's ranges, as in the page's URL. */
export const ranges = ['1m', '1y', 'all'] as const;

export type Range = (typeof ranges)[number];

export function isRange(text: string): text is Range {
  return ranges.some((range) => range === text);
}

const daysBack: Readonly<Record<Range, number>> = { '1m': 30, '1y': 365, all: Infinity };

export function firstDayOf(range: Range, { first, last }: { readonly first: string; readonly last: string }): string {
  const days = dayNumber(last) - Math.min(daysBack[range], dayNumber(last) - dayNumber(first));
  return dateOfDay(days);
}

/** Rates for the chart; null for a missing rate. */
export interface Line {
  /** Days since 1970-01-01. */
  readonly days: readonly number[];
  readonly rates: readonly (number | null)[];
}

export function lineOf({ firstDay, rates }: DailyRates): Line {
  return {
    days: rates.map((_, index) => firstDay + index),
    rates: rates.map((rate) => (Number.isNaN(rate) ? null : rate)),
  };
}

/** A line of official rates. Weekends and holidays are skipped, and a longer time without rates is a gap. */
export function officialLineOf(known: readonly DatedRate[]): Line {
  const [days, rates]: [number[], (number | null)[]] = [[], []];
  for (const { date, rate } of known) {
    const day = dayNumber(date);
    if (day - (days.at(-1) ?? day) > ecb.maxPause) {
      days.push(day - 1);
      rates.push(null);
    }
    days.push(day);
    rates.push(rate);
  }
  return { days, rates };
}

/** The indexes of rates without a neighbor. They're drawn as points, because no line passes through them. */
export function lonePlaces({ rates }: Line): number[] {
  return rates.flatMap((rate, at) =>
    rate !== null && (rates[at - 1] ?? null) === null && (rates[at + 1] ?? null) === null ? [at] : [],
  );
}
