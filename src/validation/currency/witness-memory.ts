import type { IsoDate } from '../../money/calendar.ts';
import type { Comparison } from '../../archive/comparison.ts';
import type { Dispute } from '../snapshot/witness-report.ts';
import { FROZEN_WITNESS_DAYS, isFloating, MAX_LAG_DAYS } from './bounds.ts';
import type { Opinion } from './opinions.ts';
import type { CurrencyFacts, SourceValue } from './source-value.ts';

/*
 * Comparisons are kept if they matter: if the value was in doubt, if a witness disputed it, or if a dispute ended. Only
 * kept comparisons are remembered, so that validating the archive again leads to the same decisions.
 */

/** What is remembered of one currency's witnesses, by their names. */
export type WitnessMemories = ReadonlyMap<string, WitnessMemory>;

interface WitnessMemory {
  /** The kept opinions that are recent enough to show whether the witness's rate moves, the newest last. */
  readonly opinions: readonly Opinion[];
  /** Date of the dataset with which the witness's current dispute began; undefined without a current dispute. */
  readonly farSince: IsoDate | undefined;
}

export const noMemories: WitnessMemories = new Map();

/** Maximum age in days of comparisons that show whether a witness's rate has moved. */
const MEMORY_DAYS = 2 * FROZEN_WITNESS_DAYS;

/**
 * Whether a witness's rate of an unpegged currency hasn't moved for days, according to the kept comparisons: whether
 * one rate is in the ranges of all of them. If a rate moves by less than the ranges, it counts as unmoved, too.
 */
export function isFrozen(
  facts: CurrencyFacts,
  memories: WitnessMemories,
  witness: string,
  asOf: number,
  [low, high]: Opinion['range'],
): boolean {
  const earlier = memories.get(witness)?.opinions;
  if (!earlier || !isFloating(facts)) return false;
  const before = earlier.findLastIndex((opinion) => {
    low = Math.max(low, opinion.range[0]);
    high = Math.min(high, opinion.range[1]);
    return asOf - opinion.asOf > MEMORY_DAYS || low >= high * (1 - 1e-12);
  });
  const first = earlier[before + 1];
  return first !== undefined && asOf - first.asOf >= FROZEN_WITNESS_DAYS;
}

/** The memories with those opinions about a value that matter later. */
export function remembered(
  memories: WitnessMemories,
  opinions: readonly Opinion[],
  isInDoubt: boolean,
  day: number,
): WitnessMemories {
  const kept = opinions.filter(
    ({ comparison, isFar }) => isInDoubt || isFar || memories.get(comparison.witness)?.farSince !== undefined,
  );
  if (kept.length === 0) return memories;
  const next = new Map(memories);
  for (const opinion of kept) {
    const { witness, date } = opinion.comparison;
    const { opinions: earlier = [], farSince } = memories.get(witness) ?? {};
    // A later comparison may be a few days late. Opinions that are too old even then don't matter any more.
    const tooOld = earlier.findLastIndex(({ asOf }) => day - MAX_LAG_DAYS - asOf > MEMORY_DAYS);
    next.set(witness, {
      opinions: [...earlier.slice(tooOld + 1), opinion],
      farSince: opinion.isFar ? (farSince ?? date) : undefined,
    });
  }
  return next;
}

/** The comparisons of a value that its decision remembered, which the archive keeps. */
export function keptComparisons(memories: WitnessMemories, { comparisons }: SourceValue): readonly Comparison[] {
  return comparisons.filter((comparison) => newestOpinion(memories, comparison) !== undefined);
}

/** The disputes that the comparisons of the newest value begin or continue. */
export function disputesAbout(
  { code }: CurrencyFacts,
  memories: WitnessMemories,
  { comparisons }: SourceValue,
): Dispute[] {
  return comparisons.flatMap((comparison) => {
    const { witness, ratio } = comparison;
    const [opinion, since] = [newestOpinion(memories, comparison), memories.get(witness)?.farSince];
    return opinion && since !== undefined ? [{ code, witness, ratio, since, frozen: opinion.isFrozen }] : [];
  });
}

/** The newest opinion of a comparison's witness, if it's the opinion about this comparison. */
function newestOpinion(memories: WitnessMemories, comparison: Comparison): Opinion | undefined {
  const opinion = memories.get(comparison.witness)?.opinions.at(-1);
  return opinion?.comparison === comparison ? opinion : undefined;
}
