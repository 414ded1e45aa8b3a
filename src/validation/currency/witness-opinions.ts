import { type Comparison, rangeOfRatio } from '../../archive/comparison.ts';
import { dayNumber } from '../../rates/calendar.ts';
import type { Dispute } from '../snapshot/witness-report.ts';
import {
  agreementFactor,
  contradictionFactor,
  FROZEN_WITNESS_DAYS,
  isFresh,
  isWithin,
  plausibleFactor,
} from './bounds.ts';
import type { CurrencyFacts, RateOnDay } from './source-value.ts';

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

interface Memory {
  /** Sorted by day. */
  readonly opinions: Opinion[];
  /** Date of the dataset with which the witness's current dispute began; undefined without a current dispute. */
  farSince: string | undefined;
}

/** Maximum age in days of comparisons that show whether a witness's rate has moved. */
const MEMORY_DAYS = 2 * FROZEN_WITNESS_DAYS;

/**
 * The witnesses of one currency, dataset by dataset. Comparisons are kept if they matter: if the value was in doubt, if
 * a witness disputed it, or if a dispute ended. Only kept comparisons are remembered, so that validating the archive
 * again leads to the same decisions.
 */
export class Witnesses {
  readonly #facts: CurrencyFacts;
  readonly #memories = new Map<string, Memory>();

  constructor(facts: CurrencyFacts) {
    this.#facts = facts;
  }

  /**
   * The witnesses' opinions, in the order of the comparisons. A witness's rate gives no opinion if its date is too far
   * from the value's date, or if it's in a unit that a redenomination has replaced.
   */
  opinions(compared: ComparedValue, comparisons: readonly Comparison[]): Opinion[] {
    return comparisons.flatMap((comparison) => this.#opinion(compared, comparison) ?? []);
  }

  /** Remembers the opinions about a value that matter later, and returns their comparisons, which the archive keeps. */
  keep(opinions: readonly Opinion[], isInDoubt: boolean): Comparison[] {
    const kept = opinions.filter(
      ({ comparison, isFar }) => isInDoubt || isFar || this.#memories.get(comparison.witness)?.farSince !== undefined,
    );
    for (const opinion of kept) this.#remember(opinion);
    return kept.map(({ comparison }) => comparison);
  }

  /** The disputes that opinions about the newest value begin or continue. */
  disputes(opinions: readonly Opinion[]): Omit<Dispute, 'code'>[] {
    return opinions.flatMap(({ comparison: { witness, ratio }, isFrozen }) => {
      const since = this.#memories.get(witness)?.farSince;
      return since === undefined ? [] : [{ witness, ratio, since, frozen: isFrozen }];
    });
  }

  #opinion({ value, good, inDoubtSince, isInOldUnit }: ComparedValue, comparison: Comparison): Opinion | undefined {
    const { volatility, hasSeveralRates } = this.#facts;
    const rate = comparison.ratio * value.rate;
    const asOf = comparison.asOf === value.date ? value.day : dayNumber(comparison.asOf);
    if (!isFresh(asOf, value.day) || isInOldUnit(rate)) return undefined;
    const agreement = agreementFactor(volatility);
    const isFar = !isWithin(agreement, rate, value.rate);
    const [low, high] = rangeOfRatio(comparison.ratio);
    const range = [low * value.rate, high * value.rate] as const;
    const isFrozen = this.#isFrozen(comparison.witness, asOf, range);
    // A rate that is older than a level says nothing about it.
    const isLate = inDoubtSince !== null && asOf < inDoubtSince;
    const fromValue = distance(rate, value.rate);
    const fromGood = good ? distance(rate, good.rate) : Infinity;
    const isAtValue = !isFar && 2 * fromValue <= fromGood;
    const reach = good ? Math.max(agreement, plausibleFactor(volatility, value.day - good.day)) : 0;
    const isAtPast = good !== undefined && 2 * fromGood <= fromValue && isWithin(reach, rate, good.rate) && !isLate;
    return {
      ...{ comparison, asOf, rate, range, isFar, isFrozen },
      side: isFrozen ? 'none' : isAtValue ? 'value' : isAtPast ? 'past' : 'none',
      contradicts:
        !isFrozen && !isLate && !isWithin(contradictionFactor(volatility, hasSeveralRates), rate, value.rate),
    };
  }

  /**
   * Whether a witness's rate of an unpegged currency hasn't moved for days, according to the kept comparisons: whether
   * one rate is in the ranges of all of them. If a rate moves by less than the ranges, it counts as unmoved, too.
   */
  #isFrozen(witness: string, asOf: number, [low, high]: Opinion['range']): boolean {
    if (!isFloating(this.#facts)) return false;
    const earlier = this.#memories.get(witness)?.opinions ?? [];
    const before = earlier.findLastIndex((opinion) => {
      low = Math.max(low, opinion.range[0]);
      high = Math.min(high, opinion.range[1]);
      return asOf - opinion.asOf > MEMORY_DAYS || low >= high * (1 - 1e-12);
    });
    const first = earlier[before + 1];
    return first !== undefined && asOf - first.asOf >= FROZEN_WITNESS_DAYS;
  }

  #remember(opinion: Opinion): void {
    const { witness, date } = opinion.comparison;
    const memory = this.#memories.get(witness) ?? { opinions: [], farSince: undefined };
    this.#memories.set(witness, memory);
    memory.opinions.push(opinion);
    memory.farSince = opinion.isFar ? (memory.farSince ?? date) : undefined;
  }
}

export function isFloating({ volatility }: Pick<CurrencyFacts, 'volatility'>): boolean {
  return volatility === 'major' || volatility === 'minor' || volatility === 'crypto' || volatility === 'metal';
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
