import { dayNumber } from '../../money/calendar.ts';
import type { DailyRates, DatedRate } from '../../money/past-rates.ts';

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

/**
 * A line of official rates. Days without rates are skipped, and a longer time without rates is a gap.
 *
 * @param pause the most days without rates that aren't a gap
 */
export function officialLineOf(known: readonly DatedRate[], pause: number): Line {
  const [days, rates]: [number[], (number | null)[]] = [[], []];
  for (const { date, rate } of known) {
    const day = dayNumber(date);
    if (day - (days.at(-1) ?? day) > pause) {
      days.push(day - 1);
      rates.push(null);
    }
    days.push(day);
    rates.push(rate);
  }
  return { days, rates };
}

/** Index of the nearest day with a rate. */
export function nearestKnown({ rates }: Line, index: number): number {
  for (let distance = 0; distance < rates.length; distance++) {
    for (const near of [index - distance, index + distance]) if ((rates[near] ?? null) !== null) return near;
  }
  return index;
}

/** Number of points by which PageUp and PageDown move. They move by a twentieth of a chart with over 600 points. */
const LEAP = 30;

/**
 * The day with a rate to which a key moves, as an index. Undefined if the key doesn't move.
 *
 * @param at index of the selected day; undefined if no day is selected
 */
export function moved(key: string, line: Line, at: number | undefined): number | undefined {
  const { rates } = line;
  const known = (rate: number | null) => rate !== null;
  const [first, last] = [rates.findIndex(known), rates.findLastIndex(known)];
  const from = at ?? last;
  const leap = (way: number) => {
    const points = way * Math.max(LEAP, Math.round(rates.length / 20));
    return nearestKnown(line, Math.max(first, Math.min(from + points, last)));
  };
  const before = Math.max(
    first,
    rates.findLastIndex((rate, index) => known(rate) && index < from),
  );
  const after = rates.findIndex((rate, index) => known(rate) && index > from);
  const next = after < 0 ? last : after;
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: before,
    ArrowDown: before,
    ArrowRight: next,
    ArrowUp: next,
    PageDown: leap(-1),
    PageUp: leap(1),
    Home: first,
    End: last,
  };
  return Object.hasOwn(places, key) ? places[key] : undefined;
}
