import type { Comparison } from '../../archive/comparison.ts';
import type { Dispute } from '../snapshot/witness-report.ts';
import { decide } from './decide.ts';
import type { CurrencyFacts, Decision, SourceValue } from './source-value.ts';
import { initialState } from './state.ts';
import { disputesAbout, keptComparisons } from './witness-memory.ts';

export interface ValidatedCurrency {
  readonly decisions: readonly Decision[];
  /** The comparisons that the archive must keep to repeat the decisions. */
  readonly comparisons: readonly Comparison[];
  /** The disputes of witnesses about the newest source value. */
  readonly disputed: readonly Dispute[];
}

/**
 * Decides about every source value of a currency, each with only what was known on its day.
 *
 * @param sourceValues in the order of their dates
 */
export function validateCurrency(facts: CurrencyFacts, sourceValues: readonly SourceValue[]): ValidatedCurrency {
  const comparisons: Comparison[] = [];
  let state = initialState;
  const decisions = sourceValues.map((sourceValue) => {
    const [after, decision] = decide(facts, state, sourceValue);
    if (sourceValue.comparisons.length > 0) comparisons.push(...keptComparisons(after.witnesses, sourceValue));
    state = after;
    return decision;
  });
  const newest = sourceValues.at(-1);
  return { decisions, comparisons, disputed: newest ? disputesAbout(facts, state.witnesses, newest) : [] };
}
