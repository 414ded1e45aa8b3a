import type { VolatilityClass } from '../currencies/catalogue.ts';

/*
 * Every threshold of the rules, with its reason. They were chosen on the recorded days before 2026; `npm run replay` scores
 * those days and 2026 apart.
 */

/** The largest plausible move from one day to the next, up or down, as a factor. Errors on record are factors of 30 to a million. */
const ONE_DAY: Record<VolatilityClass, number> = {
  // By definition.
  numeraire: 1,
  // Without an official parity: its quotes scatter by up to 1%, and an anchor other than USD moves by 2% on a wild day.
  peg: 1.05,
  // USDC's worst day, in March 2023, saw 12% for hours; a day's reference rate stays within 5%.
  stablecoin: 1.05,
  // Larger recorded moves were errors that went away, except for a few days after elections and tariffs.
  major: 1.03,
  // A value that is off by 5 to 10% for a day comes back (BRL on 2025-03-05, SLE, SCR).
  minor: 1.05,
  // Large crypto assets have gained or lost up to a half in a day.
  crypto: 1.6,
};

/** Days after which more time makes no larger move plausible: a broken day must not pass after half a year of silence. */
const MAX_WIDENING_DAYS = 25;

/**
 * The largest plausible factor between two rates of a currency so many days apart. Independent daily moves add up like a
 * random walk, with the square root of time: 1.03 in a day becomes 1.03^√25 = 1.16 in 25 days.
 */
export function plausibleFactor(volatility: VolatilityClass, days: number): number {
  return days <= 1 ? ONE_DAY[volatility] : ONE_DAY[volatility] ** Math.sqrt(Math.min(days, MAX_WIDENING_DAYS));
}

/** Whether two rates are within a factor of each other. */
export function isWithin(factor: number, a: number, b: number): boolean {
  // A hair of room, so that a rate exactly at the bound doesn't depend on the last bit.
  return Math.max(a / b, b / a) <= factor * (1 + 1e-12);
}

/** The largest plausible factor from an official parity. All but a few recorded quotes lie within it. */
export const PARITY_FACTOR = 1.02;

/** A move up to this factor is near: markets do make it, though not in a day. */
export const NEAR_FACTOR = 1.25;

/** A move beyond this factor is an error far more often than news: it needs the most datasets. */
export const GREAT_FACTOR = 5;

/** A rate that was published within these days, give or take this factor, isn't news if it returns. */
export const RECENT_DAYS = 40;
export const RECENT_FACTOR = 1.02;

/** A level is an error if the rate was back where it came from after so many days: a token's price stood in for three weeks. */
export const MAX_EXCURSION_DAYS = 60;
/** After fewer days if a market may have made the move. */
export const MAX_NEAR_EXCURSION_DAYS = 15;

/** A value this near to the replaced unit's level is quoted in it: a redenominated currency may have moved since. */
export const FORMER_UNIT_FACTOR = 1.5;
/** Days before its date in which a redenomination explains a change of unit: some sources are early. */
export const EARLY_UNIT_DAYS = 60;

/** A floating currency that repeats its digits on so many business days is marked as frozen. */
export const FROZEN_BUSINESS_DAYS = 5;
/** How many digits: markets repeat fewer by chance, and sources round to no fewer. */
export const FROZEN_DIGITS = 8;

/** Days between a witness's rate and the dataset's: central banks publish nothing on weekends and holidays. */
const MAX_WITNESS_LAG_DAYS = 4;

/** Whether a witness's rate of one day says something about another day. */
export function isFresh(asOf: number, day: number): boolean {
  return Math.abs(day - asOf) <= MAX_WITNESS_LAG_DAYS;
}

/** A witness's rate that has not moved for so many days, beyond its rounding, says nothing about an unpegged currency. */
export const FROZEN_WITNESS_DAYS = 5;
export const UNMOVED_FACTOR = 1 + 2e-5;

/**
 * Up to this factor a witness agrees. Beside another provider over 49 days 91% of fiat values lay within 1%, 95% within 2%;
 * a witness may be a day late, and a live one is compared with last midnight's rate of a crypto asset.
 */
export function agreementFactor(volatility: VolatilityClass): number {
  return volatility === 'crypto' ? 1.25 : 1.05;
}

/**
 * Beyond this factor two witnesses that agree with each other contradict a dataset's plausible value. Two sources of an
 * exotic currency may differ by a quarter for good, those of one with several official rates by more.
 */
export function contradictionFactor(volatility: VolatilityClass, hasSeveralRates: boolean): number {
  if (hasSeveralRates) return GREAT_FACTOR;
  return volatility === 'minor' ? NEAR_FACTOR : agreementFactor(volatility);
}
