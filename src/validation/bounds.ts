import type { VolatilityClass } from '../currencies/catalogue.ts';
import { MAX_LAG_DAYS } from '../sources/rows.ts';

/*
 * Every threshold of the rules, with its reason. They were chosen on the recorded days before 2026. `npm run replay`
 * scores these days and those of 2026 separately.
 */

/** The largest plausible factor of a move in one day, up or down. Recorded errors are factors of 30 to a million. */
const ONE_DAY: Record<VolatilityClass, number> = {
  // By definition, the base never moves.
  numeraire: 1,
  // Without an official parity. Quotes scatter by up to 1%, and anchors other than USD may move by 2% a day.
  peg: 1.05,
  // USDC's worst day, in March 2023, moved by 12% for hours. A day's reference rate stays within 5%.
  stablecoin: 1.05,
  // Except for a few days after elections and tariffs, larger recorded moves were errors.
  major: 1.03,
  // Values that are off by 5 to 10% return after a day (BRL on 2025-03-05, SLE, SCR).
  minor: 1.05,
  // Large crypto assets have gained or lost up to half of their value in a day.
  crypto: 1.6,
};

/** Days after which the plausible factor stops growing, so that a broken day doesn't pass after a long gap. */
const MAX_WIDENING_DAYS = 25;

/**
 * The largest plausible factor between two rates of a currency this many days apart. Independent daily moves add up
 * like a random walk, with the square root of time: 1.03 in a day becomes 1.03^√25 = 1.16 in 25 days.
 */
export function plausibleFactor(volatility: VolatilityClass, days: number): number {
  return days <= 1 ? ONE_DAY[volatility] : ONE_DAY[volatility] ** Math.sqrt(Math.min(days, MAX_WIDENING_DAYS));
}

/** Whether two rates are within a factor of each other. */
export function isWithin(factor: number, a: number, b: number): boolean {
  // Allows for rounding, so that a rate exactly at the bound doesn't depend on the last bit.
  return Math.max(a / b, b / a) <= factor * (1 + 1e-12);
}

/** The largest plausible factor from an official parity. All but a few recorded quotes lie within it. */
export const PARITY_FACTOR = 1.02;

/** A move up to this factor is near: markets make it, but not in a day. */
export const NEAR_FACTOR = 1.25;

/** A move beyond this factor is usually an error, so it needs the most datasets. */
export const GREAT_FACTOR = 5;

/** A rate within this factor of one published in these days is plausible, because it may just return. */
export const RECENT_DAYS = 40;
export const RECENT_FACTOR = 1.02;

/** A level that lasted longer than this isn't an error. One error, another token's price, lasted three weeks. */
export const MAX_EXCURSION_DAYS = 60;
/** A level that a market may have reached isn't an error if it lasted longer than this. */
export const MAX_NEAR_EXCURSION_DAYS = 15;

/** A value this near to the replaced unit's level is in that unit. The currency may have moved since. */
export const FORMER_UNIT_FACTOR = 1.5;
/** Days before its date on which a redenomination explains a change of unit, because some sources are early. */
export const EARLY_UNIT_DAYS = 60;

/** Business days after which a floating currency with unchanged digits is marked as frozen. */
export const FROZEN_BUSINESS_DAYS = 5;
/** Digits to compare. Markets repeat fewer digits by chance, and no source rounds to fewer. */
export const FROZEN_DIGITS = 8;

/** Whether a witness's rate of one day is comparable with another day. */
export function isFresh(asOf: number, day: number): boolean {
  return Math.abs(day - asOf) <= MAX_LAG_DAYS;
}

/** Days after which a witness's rate of an unpegged currency is ignored if it hasn't moved beyond its rounding. */
export const FROZEN_WITNESS_DAYS = 5;
export const UNMOVED_FACTOR = 1 + 2e-5;

/**
 * A witness agrees within this factor. Compared with another provider over 49 days, 91% of fiat values were within 1%
 * and 95% within 2%. A witness may be a day late, or compare a live price with last midnight's rate of a crypto asset.
 */
export function agreementFactor(volatility: VolatilityClass): number {
  return volatility === 'crypto' ? 1.25 : 1.05;
}

/**
 * Beyond this factor, two witnesses that agree with each other contradict a dataset's plausible value. Two sources of
 * an exotic currency may differ by a quarter permanently, and by more if it has several official rates.
 */
export function contradictionFactor(volatility: VolatilityClass, hasSeveralRates: boolean): number {
  if (hasSeveralRates) return GREAT_FACTOR;
  return volatility === 'minor' ? NEAR_FACTOR : agreementFactor(volatility);
}
