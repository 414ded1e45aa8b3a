import type { VolatilityClass } from '../../money/currencies/catalogue.ts';

/*
 * The thresholds of the validation rules, with their reasons. They were chosen with the recorded days before 2026.
 * `npm run replay` scores these days and the days of 2026 separately.
 */

/** The largest plausible factor of a move in one day, up or down. */
const ONE_DAY: Record<VolatilityClass, number> = {
  // By definition, the base never moves.
  numeraire: 1,
  // Applies if a peg isn't compared with an official parity. Quotes scatter by up to 1%, and anchors other than USD may
  // move by 2% a day.
  peg: 1.05,
  // On its worst day, in March 2023, USDC was down by 12% for some hours. Its daily reference rates stay within 5%.
  stablecoin: 1.05,
  // Except for a few days after elections and tariffs, larger recorded moves were errors.
  major: 1.03,
  // Some wrong values are off by only 5 to 10% for a day (BRL on 2025-03-05, SLE, SCR).
  minor: 1.05,
  // Large crypto assets have gained or lost up to half of their value in a day.
  crypto: 1.6,
  // From one recorded day to the next, gold moved by up to 3%, silver and platinum by 7%, palladium by 15%. With this
  // factor, one right value of 800 is held, for one dataset. With 1.06 it would be two, with 1.04 twenty-two.
  metal: 1.08,
};

/** Days after which the plausible factor stops growing, so that a long gap doesn't make a wrong value plausible. */
const MAX_WIDENING_DAYS = 25;

/**
 * The largest plausible factor between two rates of a currency this many days apart. Independent daily moves add up
 * like a random walk, with the square root of time: 1.03 in a day becomes 1.03^√25 = 1.16 in 25 days.
 */
export function plausibleFactor(volatility: VolatilityClass, days: number): number {
  return days <= 1 ? ONE_DAY[volatility] : ONE_DAY[volatility] ** Math.sqrt(Math.min(days, MAX_WIDENING_DAYS));
}

export function isFloating({ volatility }: { readonly volatility: VolatilityClass }): boolean {
  return volatility === 'major' || volatility === 'minor' || volatility === 'crypto' || volatility === 'metal';
}

export function isWithin(factor: number, a: number, b: number): boolean {
  // Allows for rounding, so that a rate exactly at the bound doesn't depend on the last bit.
  return Math.max(a / b, b / a) <= factor * (1 + 1e-12);
}

/** The largest plausible factor between a value and its official parity. Only a few recorded values exceed it. */
export const PARITY_FACTOR = 1.02;

/** An implausible move is near if it isn't larger than this factor. Markets make such moves, but not in a day. */
export const NEAR_FACTOR = 1.25;

/** A move beyond this factor is usually an error, so more datasets must agree on it than on a smaller move. */
export const GREAT_FACTOR = 5;

/**
 * A value is plausible if it's within RECENT_FACTOR of the range of the rates of the last RECENT_DAYS days, because a
 * currency may return to a recent rate.
 */
export const RECENT_DAYS = 40;
export const RECENT_FACTOR = 1.02;

/**
 * Maximum number of days between the last rate before an excursion and the first rate after it. A level that lasts
 * longer isn't treated as an error. One error, the price of another asset, lasted three weeks.
 */
export const MAX_EXCURSION_DAYS = 60;
/** The same maximum for an excursion to a level that a market may have reached. */
export const MAX_NEAR_EXCURSION_DAYS = 15;

/**
 * After a redenomination, a value within this factor of the last good rate in the old unit is also in the old unit. The
 * factor is large, because the currency may have moved since that rate.
 */
export const FORMER_UNIT_FACTOR = 1.5;
/** Maximum number of days by which a source may use a redenomination's new unit too early. */
export const EARLY_UNIT_DAYS = 60;

/** Business days after which a floating currency with unchanged digits is marked as frozen. */
export const FROZEN_BUSINESS_DAYS = 5;
/**
 * Number of significant digits that must be unchanged. With fewer digits, a live market's rate may be unchanged by
 * chance. No source rounds to fewer digits, so rounding doesn't make rates look unchanged.
 */
export const FROZEN_DIGITS = 8;

/**
 * Maximum days between the dates of rates that are compared, or that are in one response. Central banks publish nothing
 * on weekends and holidays.
 */
export const MAX_LAG_DAYS = 4;

/** Whether the day of a witness's rate is close enough to a dataset's day to compare the rates. */
export function isFresh(asOf: number, day: number): boolean {
  return Math.abs(day - asOf) <= MAX_LAG_DAYS;
}

/**
 * If a witness's rate of an unpegged currency doesn't move for this many days, the rate is ignored. Four digits of a
 * ratio hide small moves: in 5,846 cases of six recorded days in a row, a rate looked unmoved in 0.4% at a ratio of 0.95,
 * 3% at 1.34 and 4% at 1.06, but in fact was unmoved in 0.1%.
 */
export const FROZEN_WITNESS_DAYS = 5;

/**
 * A witness agrees with a value within this factor. Compared with another provider over 49 days, 91% of fiat values
 * were within 1% and 95% within 2%. A witness may be a day late, or have live prices of crypto assets, while the
 * dataset has last midnight's prices. The four digits of a ratio are enough for this factor and the next: with two
 * simulated witnesses that dispute half of the currencies, six digits would change 0.04% of a daily publish's decisions,
 * and 0.15% if most ratios are within 0.5% of a factor.
 */
export function agreementFactor(volatility: VolatilityClass): number {
  return volatility === 'crypto' ? 1.25 : 1.05;
}

/**
 * Beyond this factor, two witnesses that agree with each other contradict a dataset's plausible value. Good sources of
 * an exotic currency may permanently differ by a quarter. They may differ by more if the currency's official and market
 * rates are far apart.
 */
export function contradictionFactor(volatility: VolatilityClass, hasSeveralRates: boolean): number {
  if (hasSeveralRates) return GREAT_FACTOR;
  return volatility === 'minor' ? NEAR_FACTOR : agreementFactor(volatility);
}
