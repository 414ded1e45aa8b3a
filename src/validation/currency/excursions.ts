import { elementAt } from '../../money/element-at.ts';
import {
  isWithin,
  MAX_EXCURSION_DAYS,
  MAX_NEAR_EXCURSION_DAYS,
  NEAR_FACTOR,
  plausibleFactor,
  RECENT_DAYS,
} from './bounds.ts';
import { doubts } from './doubts.ts';
import { canFollow, hasJustBeenAt } from './moves.ts';
import type { CurrencyFacts, RateOnDay } from './source-value.ts';

export interface ValidRate extends RateOnDay {
  readonly isAtParity: boolean;
  /** Whether a witness confirmed the rate's level, so that the level isn't an error. */
  readonly isConfirmed: boolean;
}

/** Consecutive rates. Each is within a plausible daily move of the previous rate, even if more than a day passed. */
type Level = readonly [ValidRate, ...ValidRate[]];

/**
 * Dates of excursions: levels that were accepted at the time, but were errors, because the currency soon returned to
 * its old level. In 100, 100, 1000, 1000, 1000, 100, 100, the three rates in the middle are an excursion.
 *
 * @param rates in the order of their dates
 */
export function excursionDates(facts: CurrencyFacts, rates: readonly ValidRate[]): Set<string> {
  const dates = new Set<string>();
  const levels = levelsOf(facts, rates);
  let before: ValidRate[] = [];
  for (let index = 0; index < levels.length; index++) {
    const back = findReturn(facts, levels, index, before);
    if (back !== undefined) {
      for (const { date } of levels.slice(index, back).flat()) dates.add(date);
      index = back;
    } else if (!isNearLast(before, elementAt(levels, index)[0])) {
      before = [];
    }
    before.push(...elementAt(levels, index));
  }
  return dates;
}

function isNearLast(before: readonly ValidRate[], { rate }: ValidRate): boolean {
  const last = before.at(-1);
  return last !== undefined && isWithin(NEAR_FACTOR, rate, last.rate);
}

function levelsOf(facts: CurrencyFacts, rates: readonly ValidRate[]): Level[] {
  const levels: [ValidRate, ...ValidRate[]][] = [];
  for (const rate of rates) {
    const level = levels.at(-1);
    if (level && isSameLevel(facts, elementAt(level, level.length - 1), rate)) level.push(rate);
    else levels.push([rate]);
  }
  return levels;
}

function isSameLevel({ volatility }: CurrencyFacts, before: ValidRate, after: ValidRate): boolean {
  // A peg moves with its anchor, so two rates at the parity are at the same level even if the anchor has moved.
  return (before.isAtParity && after.isAtParity) || isWithin(plausibleFactor(volatility, 1), after.rate, before.rate);
}

/**
 * Finds the level with which a currency returns to its earlier rates. The levels before the return are an excursion, if
 * the return is soon enough and no witness confirmed them.
 *
 * @param from index of the first level of the possible excursion
 * @param before valid rates before the possible excursion, since the last change of level by more than `NEAR_FACTOR`
 * @returns the index of the level that returns to the earlier rates; undefined without an excursion
 */
function findReturn(
  facts: CurrencyFacts,
  levels: readonly Level[],
  from: number,
  before: readonly ValidRate[],
): number | undefined {
  const last = before.at(-1);
  if (!last) return undefined;
  const [away] = elementAt(levels, from);
  let datasetsAway = 0;
  for (let index = from; index < levels.length; index++) {
    const level = elementAt(levels, index);
    const [back] = level;
    const days = back.day - last.day;
    if (days > MAX_EXCURSION_DAYS) return undefined;
    const isBack = isSameLevel(facts, last, back) || hasJustBeenAt(before, back.rate, last.day - RECENT_DAYS);
    const isInTime = days <= MAX_NEAR_EXCURSION_DAYS || !mayBeMarket(facts, last, away, back, datasetsAway);
    if (isBack && isInTime) return index;
    if (level.some(({ isConfirmed }) => isConfirmed)) return undefined;
    datasetsAway += level.length;
  }
  return undefined;
}

/** Whether a market may have moved away from a level and back, so that the level in between isn't an error. */
function mayBeMarket(
  facts: CurrencyFacts,
  last: ValidRate,
  away: ValidRate,
  back: ValidRate,
  datasetsAway: number,
): boolean {
  if (datasetsAway >= doubts.near_move.datasets && isWithin(NEAR_FACTOR, away.rate, last.rate)) return true;
  // A market doesn't make a move larger than two plausible daily moves and then undo at least 90% of it.
  const out = Math.abs(Math.log(away.rate / last.rate));
  const isFar = out > 2 * Math.log(plausibleFactor(facts.volatility, 1));
  const isPlainError = isFar && Math.abs(Math.log(back.rate / last.rate)) <= 0.1 * out;
  return canFollow(facts, last, away) && !isPlainError;
}
