import type { VolatilityClass } from '../currencies/catalogue.ts';

/** How far a currency may move and still be believed. */
export interface Bounds {
  /** The factor of a day's move, up or down, that is believed at once. */
  readonly day: number;
  /** Beyond it, up to this factor, a second dataset must agree; still further, a third one. */
  readonly second: number;
}

/**
 * By class. Measured over 203 real days: of fiat currencies' daily moves 99.9% are within 5%, of majors' within 3%; single
 * days that were off by 5 to 10%, and came back, were all wrong.
 */
export const boundsOf: Record<VolatilityClass, Bounds> = {
  // By definition.
  numeraire: { day: 1, second: 1 },
  // Quotes of a peg scatter; against its parity it is within 2%.
  peg: { day: 1.02, second: 1.25 },
  // USDC's worst day, in March 2023, saw 12%, for hours; a day's reference stays within 5%.
  stablecoin: { day: 1.05, second: 1.25 },
  major: { day: 1.03, second: 1.25 },
  minor: { day: 1.05, second: 1.25 },
  // Large crypto assets have gained or lost up to a half in a day.
  crypto: { day: 1.6, second: 2.5 },
};

/** Days after which more time makes no greater move plausible: after half a year of silence a tenfold one still is none. */
const WIDENING_DAYS = 30;

/**
 * A day's factor, widened for the days between two rates. Daily moves that are independent add up like a random walk, with
 * the square root of time. Two datasets of one day are a day apart at most.
 */
export function widened(factor: number, days: number): number {
  return factor ** Math.sqrt(Math.min(Math.max(days, 1), WIDENING_DAYS));
}

/** Whether two rates are within a factor of each other. */
export function isWithin(factor: number, a: number, b: number): boolean {
  // A hair of room, so that a rate exactly at the bound does not hang on the last bit.
  return Math.max(a / b, b / a) <= factor * (1 + 1e-12);
}
