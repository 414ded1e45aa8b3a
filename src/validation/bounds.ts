import type { VolatilityClass } from '../currencies/catalogue.ts';

/**
 * The largest plausible move from one day to the next, up or down, as a factor. What lies beyond is held, so a bound
 * must let pass what markets do and stop what broken data does. Faults on record are off by factors of 30 to a million.
 */
const ONE_DAY: Record<VolatilityClass, number> = {
  // By definition.
  numeraire: 1,
  // One without an official parity: its quotes scatter by up to 1%, and an anchor other than USD moves by 2% on a wild day.
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

/** How far from its official parity a peg is believed. Over 203 real days all but a few quotes lay within. */
export const PARITY_FACTOR = 1.02;

/** Up to this factor a move that is not believed at once waits for a second dataset, beyond it for a third one. */
export const NEARBY_FACTOR = 1.25;

/** Days after which more time makes no greater move plausible. */
const WIDENING_DAYS = 25;

/**
 * The largest plausible factor between two rates of a currency so many days apart. Daily moves that are independent add
 * up like a random walk, with the square root of time: a major may move by 1.03 in a day and by 1.03^√25 = 1.16 in 25.
 * There the widening ends: after half a year's silence a bound without an end would let a broken day pass, and hold the
 * right value that comes back. With 30 the kyat of 2024-06-10, 1.304 times too high, would pass after a month's gap. Two datasets of one day are a day apart at most.
 */
export function plausibleFactor(volatility: VolatilityClass, days: number): number {
  return ONE_DAY[volatility] ** Math.sqrt(Math.min(Math.max(days, 1), WIDENING_DAYS));
}

/** Whether two rates are within a factor of each other. */
export function isWithin(factor: number, a: number, b: number): boolean {
  // A hair of room, so that a rate exactly at the bound does not hang on the last bit.
  return Math.max(a / b, b / a) <= factor * (1 + 1e-12);
}

/** Successive datasets that must agree on a new level before it is believed; */
const DATASETS_TO_AGREE = 3;
/** fewer where the level is near the last one, or where there is none to measure by. */
const DATASETS_TO_AGREE_NEARBY = 2;

/** How many successive datasets must agree on a level before it is believed. */
export function datasetsToAgree(good: number | undefined, offered: number): number {
  return good === undefined || isWithin(NEARBY_FACTOR, offered, good) ? DATASETS_TO_AGREE_NEARBY : DATASETS_TO_AGREE;
}

/** A change of level by more than this factor is remembered, */
export const GREAT_BREAK_FACTOR = 5;
/** and going back to this near to what it left is doubted for good, */
export const FORMER_LEVEL_FACTOR = 1.5;
/** unless it was left so few days ago: then the new level may have been an error, as a token's price for three weeks. */
export const EXCURSION_DAYS = 60;

/** One that is near, and that several datasets agreed on, was an error only if it ended as soon as this. */
export const NEAR_EXCURSION_DAYS = 15;

/** For so many days what was believed is recent, and within this factor of it a quote lies where the currency has just been. */
export const RECENT_DAYS = 40;
export const RECENT_FACTOR = 1.02;

/** Days around its date within which a redenomination explains a change of level: the source may be late. */
export const REDENOMINATION_DAYS = 60;

/** Days that a witness's rate may be away from the dataset's: central banks do not publish on weekends. */
const FRESH_DAYS = 4;

/** Whether what a witness says of a day says something of another one. */
export function isFresh(asOf: number, day: number): boolean {
  return Math.abs(day - asOf) <= FRESH_DAYS;
}

/**
 * Up to this factor a witness agrees. Beside another provider over 49 days 91% of fiat values lay within 1%, and 95% within
 * 2%; a witness may be a day late, and one that is of now is compared with last midnight's rate of a crypto asset.
 */
export const AGREEMENT_FACTOR: Record<VolatilityClass, number> = {
  numeraire: 1.05,
  peg: 1.05,
  stablecoin: 1.05,
  major: 1.05,
  minor: 1.05,
  crypto: 1.25,
};

/** For so many days a witness must not have been alone further away than this, or than a market goes, to be steady. */
export const STEADY_DAYS = 10;
export const STEADY_FACTOR = 1.25;

/** On how many days a witness must have said the same to contradict: more than once, and as often as a dataset, what is plausible. */
export function hearingsToContradict(isInDoubt: boolean): number {
  return isInDoubt ? 2 : DATASETS_TO_AGREE;
}
