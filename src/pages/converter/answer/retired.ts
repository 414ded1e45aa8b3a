import { answerPair, type PairAnswer, type RequestedPair } from '../../../api/query/pair-answer.ts';
import { isLack } from '../../../api/query/lack.ts';
import type { PublishedSite } from '../../../api/query/site.ts';
import { parseAmount } from '../../../money/amount.ts';
import { retiredCurrencies } from '../../../money/currencies/facts.ts';
import { round } from '../../../money/rounding/round.ts';
import { type PageState, type Side } from '../address/address-state.ts';

/** The currency that has replaced a retired one, and its units per 1 unit. Other currencies stay as they are. */
export function successorOf(code: string): { readonly code: string; readonly units: number } {
  const retired = retiredCurrencies.get(code);
  return retired ? { code: retired.successor, units: retired.becomes / retired.amount } : { code, units: 1 };
}

/**
 * The rate of a pair with a retired currency: that of its successor, at the factor that was fixed when it was replaced.
 * Undefined before that day, or if the successor has no rate.
 */
export async function answerOfRetired(request: RequestedPair, site: PublishedSite): Promise<PairAnswer | undefined> {
  const { from, to, date } = request;
  const retired = [from, to].flatMap((code) => retiredCurrencies.get(code) ?? []);
  if (retired.length === 0 || retired.some((each) => date !== undefined && date < each.date)) return undefined;
  const [ofFrom, ofTo] = [successorOf(from), successorOf(to)];
  const answer = await answerPair({ ...request, from: ofFrom.code, to: ofTo.code }, site);
  if (isLack(answer)) return undefined;
  const factor = ofFrom.units / ofTo.units;
  return { ...answer, from, to, rate: round(answer.rate * factor), inverse: round(answer.inverse / factor) };
}

/** Whether two currencies have the same rate on every day, such as a retired currency and its successor. */
export function isFixedPair(from: string, to: string): boolean {
  return successorOf(from).code === successorOf(to).code;
}

/** A state in the successors of its currencies, for the parts of the page that need rates of every day. */
export function inSuccessors(state: PageState): PageState {
  const [from, to] = [successorOf(state.from), successorOf(state.to)];
  const { units } = { from, to }[state.given satisfies Side];
  const amount = units === 1 ? undefined : parseAmount(state.amount);
  return {
    ...state,
    from: from.code,
    to: to.code,
    ...(amount !== undefined && { amount: String(round(amount * units)) }),
  };
}
