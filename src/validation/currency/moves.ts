import { elementAt } from '../../money/element-at.ts';
import { isWithin, plausibleFactor, RECENT_DAYS, RECENT_FACTOR } from './bounds.ts';
import type { CurrencyFacts, RateOnDay } from './source-value.ts';

/** Whether the move from one rate to a later rate is plausible in the days between them. */
export function canFollow(
  { volatility }: Pick<CurrencyFacts, 'volatility'>,
  before: RateOnDay,
  after: RateOnDay,
): boolean {
  return isWithin(plausibleFactor(volatility, after.day - before.day), after.rate, before.rate);
}

/**
 * Whether a rate is within the range of a currency's recent rates, or close to that range.
 *
 * @param valid rates since the last change of level by more than `NEAR_FACTOR`, in the order of their dates
 * @param from the first day that counts as recent
 */
export function hasJustBeenAt(valid: readonly RateOnDay[], rate: number, from: number): boolean {
  let [least, most] = [Infinity, 0];
  for (let index = valid.length - 1; index >= 0 && elementAt(valid, index).day >= from; index--) {
    const { rate: each } = elementAt(valid, index);
    least = Math.min(least, each);
    most = Math.max(most, each);
  }
  return rate <= most * RECENT_FACTOR && rate >= least / RECENT_FACTOR;
}

/**
 * Whether a value is plausible after the valid rates: a move that markets make, or a return to a recent rate.
 *
 * @param valid rates since the last move by more than `NEAR_FACTOR`, in the order of their dates; at least one
 * @param since the first day of the value's level. The days after it don't make a larger move plausible, because a
 *   level doesn't become more plausible while it's in doubt
 */
export function isPlausible(
  facts: CurrencyFacts,
  valid: readonly RateOnDay[],
  value: RateOnDay,
  since: number = value.day,
): boolean {
  const last = elementAt(valid, valid.length - 1);
  const sinceThen = since === value.day ? value : { ...value, day: since };
  return canFollow(facts, last, sinceThen) || hasJustBeenAt(valid, value.rate, value.day - RECENT_DAYS);
}

/** Whether a value is at its official parity; null if there is no parity to compare it with. */
export function isAtParity({ parityFactor }: CurrencyFacts, value: number, parity: RateOnDay | null): boolean | null {
  return parityFactor === null || parity === null ? null : isWithin(parityFactor, value, parity.rate);
}
