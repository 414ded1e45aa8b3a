import { elementAt } from '../rates/element-at.ts';
import type { QualityReason } from '../rates/quality.ts';
import { excursionDates, type ValidRate } from './excursions.ts';
import { type CurrencyFacts, type DatedRate, type Decision, isPublished, type Quote } from './quote.ts';
import { isAtParity } from './moves.ts';
import { validateCurrency } from './validate-currency.ts';

/** A source value that isn't valid, with the days after it known. */
export interface RejectedRate extends DatedRate {
  readonly reason: QualityReason;
}

/**
 * The values of a currency that history leaves out. Levels that came and went are removed; the rest is validated by the same
 * rules as at the time, except that a level that was accepted counts from its first day. The newest day has no days after
 * it: its value is rejected if, and only if, it isn't published.
 *
 * @param quotes in the order of their dates
 * @param atTheTime what was decided about each on its day
 */
export function rejectedInRetrospect(
  facts: CurrencyFacts,
  quotes: readonly Quote[],
  atTheTime: readonly Decision[],
): RejectedRate[] {
  const excursions = excursionDates(facts, validRates(facts, quotes, atTheTime));
  const rest = quotes.filter(({ date }) => !excursions.has(date));
  // Only excursions, and anchors without them, make a difference.
  const isSame = excursions.size === 0 && facts.parityFactor === null;
  const decisions = isSame ? atTheTime : validateCurrency(facts, rest).decisions;
  const valid = validIndexes(decisions);
  const invalid = new Map(
    rest.flatMap(({ date }, index) => (valid.has(index) ? [] : [[date, elementAt(decisions, index)]])),
  );
  return quotes.flatMap(({ date, day, value }, index): RejectedRate | [] => {
    const then = elementAt(atTheTime, index);
    const isNewest = index === quotes.length - 1;
    const isRejected = isNewest ? !isPublished(then) : excursions.has(date) || invalid.has(date);
    if (value === null || !isRejected) return [];
    const decision = isPublished(then) ? (invalid.get(date) ?? 'ok') : then;
    return { date, day, rate: value, reason: decision === 'ok' ? 'implausible_move' : decision.reason };
  });
}

/** The rates that were valid at the time, or became so with a level that was accepted later. */
function validRates(facts: CurrencyFacts, quotes: readonly Quote[], decisions: readonly Decision[]): ValidRate[] {
  const valid = validIndexes(decisions);
  const rates: ValidRate[] = [];
  for (const [index, { date, day, value, parity }] of quotes.entries()) {
    if (value === null || !valid.has(index)) continue;
    const decision = elementAt(decisions, index);
    const isConfirmed = decision !== 'ok' && decision.reason === 'confirmed';
    rates.push({ date, day, rate: value, isAtParity: isAtParity(facts, value, parity) === true, isConfirmed });
  }
  return rates;
}

/** The indexes of valid values: a level that is accepted counts from the first dataset that agreed on it. */
function validIndexes(decisions: readonly Decision[]): Set<number> {
  const valid = new Set<number>();
  for (const [index, decision] of decisions.entries()) {
    if (!isPublished(decision)) continue;
    const agreeing = decision !== 'ok' && decision.state === 'accepted' ? decision.agreeing : 1;
    for (let back = 0; back < agreeing; back++) valid.add(index - back);
  }
  return valid;
}
