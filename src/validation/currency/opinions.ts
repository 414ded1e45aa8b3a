import { type Comparison, rangeOfRatio } from '../../archive/comparison.ts';
import { dayNumber } from '../../money/calendar.ts';
import { agreementFactor, contradictionFactor, isFresh, isWithin, plausibleFactor } from './bounds.ts';
import type { CurrencyFacts, RateOnDay } from './source-value.ts';
import { isFrozen, type WitnessMemories } from './witness-memory.ts';

/** A value that witnesses are compared with. */
export interface ComparedValue {
  readonly value: RateOnDay;
  readonly good: RateOnDay | undefined;
  /** If the value is in doubt, the first day of its level; null if the value is plausible. */
  readonly inDoubtSince: number | null;
  /** Whether a rate is quoted in a unit that a redenomination has replaced. */
  readonly isInOldUnit: (rate: number) => boolean;
}

/** One witness's opinion about a value: whether its rate supports or contradicts the value. */
export interface Opinion {
  readonly comparison: Comparison;
  readonly asOf: number;
  /** The witness's rate, in units per 1 USD, as exact as the rounded ratio of the comparison. */
  readonly rate: number;
  /** The range in which the witness's exact rate is. */
  readonly range: readonly [low: number, high: number];
  readonly isFar: boolean;
  /** Whether the witness's rate hasn't moved for days, so that it's ignored. */
  readonly isFrozen: boolean;
  /** The level that the witness supports: the value's, the last good rate's (`past`), or neither (`none`). */
  readonly side: 'value' | 'past' | 'none';
  /** Whether the rate is far enough from the value to contradict it together with another witness. */
  readonly contradicts: boolean;
}

/**
 * The witnesses' opinions, in the order of the comparisons. A witness's rate gives no opinion if its date is too far
 * from the value's date, or if it's in a unit that a redenomination has replaced.
 */
export function opinionsAbout(
  facts: CurrencyFacts,
  memories: WitnessMemories,
  compared: ComparedValue,
  comparisons: readonly Comparison[],
): Opinion[] {
  return comparisons.flatMap((comparison) => opinionAbout(facts, memories, compared, comparison) ?? []);
}

function opinionAbout(
  facts: CurrencyFacts,
  memories: WitnessMemories,
  { value, good, inDoubtSince, isInOldUnit }: ComparedValue,
  comparison: Comparison,
): Opinion | undefined {
  const { volatility, hasSeveralRates } = facts;
  const rate = comparison.ratio * value.rate;
  const asOf = comparison.asOf === value.date ? value.day : dayNumber(comparison.asOf);
  if (!isFresh(asOf, value.day) || isInOldUnit(rate)) return undefined;
  const agreement = agreementFactor(volatility);
  const isFar = !isWithin(agreement, rate, value.rate);
  const [low, high] = rangeOfRatio(comparison.ratio);
  const range = [low * value.rate, high * value.rate] as const;
  const frozen = isFrozen(facts, memories, comparison.witness, asOf, range);
  // A rate that is older than a level says nothing about it.
  const isLate = inDoubtSince !== null && asOf < inDoubtSince;
  const fromValue = distance(rate, value.rate);
  const fromGood = good ? distance(rate, good.rate) : Infinity;
  const isAtValue = !isFar && 2 * fromValue <= fromGood;
  const reach = good ? Math.max(agreement, plausibleFactor(volatility, value.day - good.day)) : 0;
  const isAtPast = good !== undefined && 2 * fromGood <= fromValue && isWithin(reach, rate, good.rate) && !isLate;
  const isBeyond = !isWithin(contradictionFactor(volatility, hasSeveralRates), rate, value.rate);
  return {
    ...{ comparison, asOf, rate, range, isFar, isFrozen: frozen },
    side: frozen ? 'none' : isAtValue ? 'value' : isAtPast ? 'past' : 'none',
    contradicts: !frozen && !isLate && isBeyond,
  };
}

/** The witnesses that support the value's level or the previous level. */
export function witnessesAt(side: 'value' | 'past', opinions: readonly Opinion[]): string[] {
  return opinions.filter((opinion) => opinion.side === side).map(({ comparison }) => comparison.witness);
}

/** The witnesses that contradict a value and agree with each other. */
export function contradictingWitnesses({ volatility }: CurrencyFacts, opinions: readonly Opinion[]): string[] {
  const against = opinions.filter(({ contradicts }) => contradicts);
  return against
    .filter((one) =>
      against.some((other) => other !== one && isWithin(agreementFactor(volatility), one.rate, other.rate)),
    )
    .map(({ comparison }) => comparison.witness);
}

/** The distance between two rates. A rate's double and its half are equally far away. */
function distance(a: number, b: number): number {
  return Math.abs(Math.log(a / b));
}
