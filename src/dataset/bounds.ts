import type { VolatilityClass } from '../currencies/catalogue.ts';

/**
 * The largest plausible move from one day to the next, up or down, as a factor. What lies beyond is held, so a bound
 * must let pass what markets do and stop what broken data does. Faults on record are off by factors of 30 to a million.
 */
const ONE_DAY: Record<VolatilityClass, number> = {
  // By definition.
  numeraire: 1,
  // Quotes of a peg scatter by up to 1%, and an anchor other than USD moves by 2% on a wild day.
  peg: 1.05,
  // USDC's worst day, in March 2023, saw 12%, for hours; a day's reference stays within 5%.
  stablecoin: 1.05,
  // Over 203 real days more than this was, but for a few days after elections and tariffs, an error that went away.
  major: 1.03,
  // Likewise: what is off by 5 to 10% for a day comes back (BRL on 2025-03-05, SLE, SCR). A devaluation waits for a second
  // dataset, or a third.
  minor: 1.05,
  // Large crypto assets have gained or lost up to a half in a day.
  crypto: 1.6,
};

/** Where nothing was ever published, a recorded day is the yardstick, and years may lie between. */
export const YARDSTICK_FACTOR = 10;

/** Up to this factor a move that is not believed at once waits for a second dataset, beyond it for a third one. */
export const SECOND_DATASET_FACTOR = 1.25;

/** Days after which more time makes no greater move plausible. */
const WIDENING_DAYS = 30;

/**
 * The largest plausible factor between two rates of a currency so many days apart. Daily moves that are independent add
 * up like a random walk, with the square root of time: a major may move by 1.1 in a day and by 1.1^√30 = 1.7 in a month.
 * There the widening ends: after half a year's silence a bound without an end would let a broken day pass, and hold the
 * right value that comes back. Two datasets of one day are a day apart at most.
 */
export function plausibleFactor(volatility: VolatilityClass, days: number): number {
  return ONE_DAY[volatility] ** Math.sqrt(Math.min(Math.max(days, 1), WIDENING_DAYS));
}

/** Whether two rates are within a factor of each other. */
export function isWithin(factor: number, a: number, b: number): boolean {
  // A hair of room, so that a rate exactly at the bound does not hang on the last bit.
  return Math.max(a / b, b / a) <= factor * (1 + 1e-12);
}
