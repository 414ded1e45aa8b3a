import { elementAt } from '../../money/element-at.ts';
import type { QualityReason } from '../snapshot/quality.ts';
import { excursionDates, type ValidRate } from './excursions.ts';
import { type CurrencyFacts, type RateOnDay, type Decision, isPublished, type SourceValue } from './source-value.ts';
import { isAtParity } from './moves.ts';
import { validateCurrency } from './validate-currency.ts';

export interface RejectedRate extends RateOnDay {
  readonly reason: QualityReason;
}

/**
 * A currency's rejected values, which `/api/v1/history` doesn't contain. Values of excursions are rejected. The other
 * values are validated again without the excursions, and an accepted level is then valid from its first day. The newest
 * day has no later days, so its value is rejected exactly if it isn't published.
 *
 * @param sourceValues in the order of their dates
 * @param atTheTime the decision about each sourceValue on its day
 */
export function rejectedInRetrospect(
  facts: CurrencyFacts,
  sourceValues: readonly SourceValue[],
  atTheTime: readonly Decision[],
): RejectedRate[] {
  // Searches each source's rates for excursions separately, because one source can't show that another was wrong.
  const runs = validRates(facts, sourceValues, atTheTime);
  const excursions = new Set(runs.flatMap((rates) => [...excursionDates(facts, rates)]));
  const rest = excursions.size === 0 ? sourceValues : sourceValues.filter(({ date }) => !excursions.has(date));
  // Without excursions, and without an anchor other than USD, the decisions are the same as at the time.
  const isSame = excursions.size === 0 && isMeasuredAlike(facts);
  const decisions = isSame ? atTheTime : validateCurrency(facts, rest).decisions;
  const valid = areValid(decisions);
  if (isSame && !valid.includes(false)) return [];
  const invalid = new Map<string, Decision>();
  for (const [index, { date }] of rest.entries()) {
    if (!elementAt(valid, index)) invalid.set(date, elementAt(decisions, index));
  }
  return sourceValues.flatMap(({ date, day, value }, index): RejectedRate | [] => {
    const then = elementAt(atTheTime, index);
    const isNewest = index === sourceValues.length - 1;
    const isRejected = isNewest ? !isPublished(then) : excursions.has(date) || invalid.has(date);
    if (value === null || !isRejected) return [];
    const decision = isPublished(then) ? (invalid.get(date) ?? 'ok') : then;
    return { date, day, rate: value, reason: decision === 'ok' ? 'implausible_move' : decision.reason };
  });
}

/**
 * Whether a currency has the same parities in USD at the time and in retrospect. That applies if it has no anchor, or
 * if its anchor is USD. The rates of other anchors may differ in retrospect.
 */
export function isMeasuredAlike({ anchor }: CurrencyFacts): boolean {
  return anchor === null || anchor === 'USD';
}

/** Rates that were valid at the time or became valid when their level was accepted later. Each source has a list. */
function validRates(
  facts: CurrencyFacts,
  sourceValues: readonly SourceValue[],
  decisions: readonly Decision[],
): ValidRate[][] {
  const valid = areValid(decisions);
  let rates: ValidRate[] = [];
  const runs = [rates];
  sourceValues.forEach(({ date, day, source, value, parity }, index) => {
    if (index > 0 && source !== sourceValues[index - 1]?.source) runs.push((rates = []));
    if (value === null || !elementAt(valid, index)) return;
    const decision = elementAt(decisions, index);
    const isConfirmed = decision !== 'ok' && decision.reason === 'confirmed';
    rates.push({ date, day, rate: value, isAtParity: isAtParity(facts, value, parity) === true, isConfirmed });
  });
  return runs;
}

/** Whether each value is valid. An accepted level is valid from the first dataset that agreed on it. */
function areValid(decisions: readonly Decision[]): boolean[] {
  const valid = decisions.map(isPublished);
  decisions.forEach((decision, index) => {
    if (decision !== 'ok' && decision.state === 'accepted')
      valid.fill(true, index - decision.agreeing_datasets + 1, index);
  });
  return valid;
}
