import { dayNumber } from '../../money/calendar.ts';
import { MAX_HELD_DAYS } from '../snapshot/quality.ts';
import { EARLY_UNIT_DAYS, FORMER_UNIT_FACTOR, isWithin, NEAR_FACTOR } from './bounds.ts';
import { doubtAboutMove, type DoubtKind } from './doubts.ts';
import { canFollow, isAtParity, isPlausible } from './moves.ts';
import type { CurrencyFacts, RateOnDay, SourceValue } from './source-value.ts';
import type { CurrencyState, Pending } from './state.ts';

/** The fact that shows that a value is wrong; null if there is none. */
export function factAgainst(
  facts: CurrencyFacts,
  state: CurrencyState,
  { isSlipped, source }: SourceValue,
  value: RateOnDay,
): DoubtKind | null {
  if (isSlipped && facts.volatility !== 'numeraire') return 'base_slip';
  const isKnownFault = facts.knownFaults.some(({ from, to }) => from <= value.date && value.date <= to);
  if (isKnownFault && source === undefined) return 'known_fault';
  const isOld = state.oldUnit !== null && canFollow(facts, state.oldUnit, value);
  return isOld || isInOldUnit(facts, state, value.rate) ? 'old_unit' : null;
}

/** The kind of doubt about a value, by its parity and the earlier rates alone; null if the value is plausible. */
export function doubtAbout(
  facts: CurrencyFacts,
  state: CurrencyState,
  { parity }: SourceValue,
  value: Pending,
): DoubtKind | null {
  const atParity = isAtParity(facts, value.rate, parity);
  if (atParity === true) return null;
  if (atParity === false && !state.isParityGivenUp) return 'off_parity';
  const good = state.recent.at(-1);
  if (!good) return state.isNew ? null : 'no_recent_rate';
  if (isPlausible(facts, state.recent, value, value.first) || isEarlyNewUnit(facts, state, value)) return null;
  const kind = doubtAboutMove(good.rate, value.rate);
  return kind !== 'great_move' && value.day - good.day > MAX_HELD_DAYS ? 'no_recent_rate' : kind;
}

/** Whether a rate is quoted in a unit that a redenomination has replaced. */
export function isInOldUnit({ redenomination }: CurrencyFacts, state: CurrencyState, rate: number): boolean {
  const good = state.recent.at(-1);
  if (!redenomination || !state.isInNewUnit || !good) return false;
  return isWithin(FORMER_UNIT_FACTOR, rate, good.rate * redenomination.ratio);
}

/** Whether a value is already in the new unit, some days before the redenomination's date. */
export function isEarlyNewUnit({ redenomination }: CurrencyFacts, state: CurrencyState, value: RateOnDay): boolean {
  const good = state.recent.at(-1);
  if (!redenomination || state.isInNewUnit || !good) return false;
  const isNear = dayNumber(redenomination.date) - value.day <= EARLY_UNIT_DAYS;
  return isNear && isWithin(NEAR_FACTOR, value.rate * redenomination.ratio, good.rate);
}
