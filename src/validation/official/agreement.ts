import { dayNumber } from '../../money/calendar.ts';
import type { MarketRate } from './market-rates.ts';

/*
 * Whether a bank's value agrees with the rates of other sources around its day.
 *
 * Differences are natural logarithms of quotients, so that a difference is as large in both directions.
 */

/**
 * Banks fix their rates at other hours than other sources. In most currencies, two sources differ by less than 1%. If the
 * other source lacks the day, rates may have moved since its last day, so more is allowed: it grows with the square root
 * of the days, as moves of markets do.
 */
export const MAX_DIFFERENCE = Math.log(1.05);

/** `unknown` if the other source has no valid rate around the day. */
export type Agreement = 'agrees' | 'differs' | 'unknown';

export const differenceOf = (one: number, other: number) => Math.abs(Math.log(one / other));

/**
 * Compares a value with the rates around its day. It agrees if it's near one of them. It also agrees if it's between two
 * of them, because the market moves while the bank fixes its rates. Rates that validation rejects can confirm a value,
 * because validation holds a large move for some days. But they can't contradict it.
 *
 * @param around the nearest first
 */
export function agreementOf(
  { value, day }: { readonly value: number; readonly day: number },
  around: Iterable<MarketRate>,
  isValid: (rate: MarketRate) => boolean,
  allowed = MAX_DIFFERENCE,
): Agreement {
  const all: MarketRate[] = [];
  // A farther rate doesn't allow more than the nearest.
  let most: number | undefined;
  for (const each of around) {
    most ??= allowed * Math.sqrt(Math.max(1, distance(each, day)));
    if (differenceOf(value, each.rate) <= most) return 'agrees';
    all.push(each);
  }
  const valid = all.filter(isValid).map(({ rate }) => rate);
  if (valid.length === 0) return 'unknown';
  return value < Math.min(...valid) || value > Math.max(...valid) ? 'differs' : 'agrees';
}

export function nearestFirst(rates: readonly MarketRate[], day: number): MarketRate[] {
  return rates.toSorted((one, other) => distance(one, day) - distance(other, day));
}

function distance({ date }: MarketRate, day: number): number {
  return Math.abs(dayNumber(date) - day);
}
