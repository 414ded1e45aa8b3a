import { isComposed } from '../../sources/provider.ts';
import { type Doubt, type DoubtKind, doubts } from './doubts.ts';
import { doubtAbout, factAgainst, isInOldUnit } from './find-doubt.ts';
import { canFollow, isAtParity } from './moves.ts';
import { contradictingWitnesses, type Opinion, opinionsAbout, witnessesAt } from './opinions.ts';
import { accept, boundOf, hold, type Outcome } from './outcomes.ts';
import type { CurrencyFacts, Decision, SourceValue } from './source-value.ts';
import { type CurrencyState, type Pending, stateFor } from './state.ts';
import { remembered } from './witness-memory.ts';

/**
 * Decides about a source value of a currency with what was known on its day: the source values up to that day,
 * comparisons with witnesses, and facts. The rules apply in this order. {@link doubts} lists what ends each doubt.
 *
 * 1. Facts: a known fault, a replaced unit, a dataset whose base isn't USD.
 * 2. A value at its official parity is valid.
 * 3. A move that markets make is valid, unless two witnesses agree on another level.
 * 4. A value in doubt is held until witnesses, or enough datasets in a row, confirm it.
 *
 * @returns the state before the next source value, and the decision
 */
export function decide(facts: CurrencyFacts, before: CurrencyState, sourceValue: SourceValue): Outcome {
  const state = stateFor(facts, before, sourceValue);
  const outcome =
    sourceValue.value === null
      ? decideMissing(facts, state, sourceValue)
      : decideValue(facts, state, sourceValue, sourceValue.value);
  assertPossible(facts, sourceValue, outcome[1]);
  return outcome;
}

/** @throws {Error} if a decision contradicts itself */
function assertPossible({ code }: CurrencyFacts, { date, value }: SourceValue, decision: Decision): void {
  if (decision === 'ok') return;
  const { state, agreeing_datasets: agreeing, needed_datasets: needed, ends_by } = decision;
  const isInDoubt = state === 'held' || state === 'omitted';
  const isPossible =
    (ends_by === null || ends_by > date) &&
    (!isInDoubt || needed === null || agreeing < needed) &&
    (value !== null || (isInDoubt && agreeing === 0));
  if (!isPossible) throw new Error(`impossible decision about ${code} on ${date}: ${JSON.stringify(decision)}`);
}

function decideMissing(facts: CurrencyFacts, state: CurrencyState, sourceValue: SourceValue): Outcome {
  const { source } = sourceValue;
  // A composed day lacks the currencies of weekly tables. The count of their agreeing values goes on.
  const isPartial = source !== undefined && isComposed({ name: source });
  return hold(facts, isPartial ? state : { ...state, pending: null }, sourceValue, rejectedBy('missing'));
}

function decideValue(facts: CurrencyFacts, state: CurrencyState, sourceValue: SourceValue, rate: number): Outcome {
  const value = counted(facts, state, sourceValue, rate);
  const fact = factAgainst(facts, state, sourceValue, value);
  if (fact !== null) {
    const oldUnit = fact === 'old_unit' ? value : state.oldUnit;
    return hold(facts, { ...state, pending: null, oldUnit }, sourceValue, rejectedBy(fact));
  }
  const kind = doubtAbout(facts, state, sourceValue, value);
  if (sourceValue.comparisons.length === 0) return weigh(facts, state, sourceValue, value, kind, none);
  const compared = {
    ...{ value, good: state.recent.at(-1), inDoubtSince: kind === null ? null : value.first },
    isInOldUnit: (other: number) => isInOldUnit(facts, state, other),
  };
  const opinions = opinionsAbout(facts, state.witnesses, compared, sourceValue.comparisons);
  const [after, decision] = weigh(facts, state, sourceValue, value, kind, opinions);
  const isInDoubt = decision !== 'ok' && decision.state !== 'frozen';
  return [{ ...after, witnesses: remembered(state.witnesses, opinions, isInDoubt, value.day) }, decision];
}

/** The doubt about a value that is missing, or that a fact shows to be wrong. */
function rejectedBy(kind: DoubtKind) {
  return { doubt: doubts[kind], witnesses: none, agreeing: 0 };
}

/** Counts a value towards the level in doubt, if it agrees with that level. */
function counted(facts: CurrencyFacts, { pending }: CurrencyState, { date, day }: SourceValue, rate: number): Pending {
  const alone = { date, day, rate, agreeing: 1, first: day, contradictedBy: none };
  if (!pending || !canFollow(facts, pending, alone)) return alone;
  return { ...alone, agreeing: pending.agreeing + 1, first: pending.first, contradictedBy: pending.contradictedBy };
}

/** Decides about a value that no fact rules out. */
function weigh(
  facts: CurrencyFacts,
  state: CurrencyState,
  sourceValue: SourceValue,
  value: Pending,
  kind: DoubtKind | null,
  opinions: readonly Opinion[],
): Outcome {
  const contradicting = stillContradicting(facts, sourceValue, value, opinions);
  const isContradictionOver = state.isContradictionOver && contradicting.length > 0;
  const isContradicted = contradicting.length > 0 && !isContradictionOver;
  const next = isContradictionOver === state.isContradictionOver ? state : { ...state, isContradictionOver };
  if (kind === null && !isContradicted) return accept(facts, next, sourceValue, value);
  const supporting = witnessesAt('value', opinions);
  const opposing = witnessesAt('past', opinions);
  let cause: DoubtKind = kind === null || isContradicted ? 'contradicted' : kind;
  if (isOpposed(doubts[cause]) && opposing.length > 0 && supporting.length === 0) cause = 'opposed_move';
  const doubt: Doubt = doubts[cause];
  const { datasets, witnesses: needed } = doubt;
  const change = { needed_datasets: datasets, bound: boundOf(facts, state, doubt, value.day) };
  if (needed !== null && supporting.length >= needed && opposing.length === 0)
    return accept(facts, next, sourceValue, value, { ...change, reason: 'confirmed', witnesses: supporting });
  if (datasets === null || value.agreeing < datasets) {
    const witnesses = isContradicted ? contradicting : cause === 'opposed_move' ? opposing : none;
    const pending = { ...value, contradictedBy: contradicting };
    return hold(facts, { ...next, pending }, sourceValue, { doubt, witnesses, agreeing: value.agreeing });
  }
  const agreed = { ...next, isContradictionOver: contradicting.length > 0 };
  return accept(facts, agreed, sourceValue, value, { ...change, reason: 'datasets_agreed', witnesses: none });
}

/**
 * The witnesses that contradict a value. The witnesses that contradicted its level on earlier days still count, as long
 * as none of them has an opinion now.
 */
function stillContradicting(
  facts: CurrencyFacts,
  { parity }: SourceValue,
  { rate, contradictedBy }: Pending,
  opinions: readonly Opinion[],
): readonly string[] {
  if (isAtParity(facts, rate, parity)) return none;
  if (opinions.length === 0) return contradictedBy;
  const isThere = opinions.some(({ comparison }) => contradictedBy.includes(comparison.witness));
  return contradictedBy.length > 0 && !isThere ? contradictedBy : contradictingWitnesses(facts, opinions);
}

/** Whether a doubt must last longer if a witness is still at the previous level. */
function isOpposed({ datasets }: Doubt): boolean {
  return datasets !== null && datasets < doubts.opposed_move.datasets;
}

/** One empty list that all source values share, because most of them need an empty list. */
const none: readonly never[] = [];
