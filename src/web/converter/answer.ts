import { valuesOf } from '../../api/declaration/endpoint.ts';
import { assertInRange } from '../../api/declaration/parameters.ts';
import { convertOnDate } from '../../api/endpoints/convert-on-date.ts';
import type { PublishedSite } from '../../api/read/site.ts';
import { round } from '../../rates/round.ts';
import type { PageState, Side } from '../shared/address-state.ts';
import { answerPair, type PairAnswer } from '../shared/pair-answer.ts';

/**
 * The API's answer to the page's state.
 *
 * @throws {ApiError} the API's error
 * @throws {Error} if a file can't be loaded
 */
export async function answerTo(state: PageState, site: PublishedSite): Promise<PairAnswer> {
  const answer = await answerPair(valuesOf(convertOnDate, textsOf(state)), site);
  if (state.amount !== '') amountsOf(state, answer);
  return answer;
}

/**
 * The amounts of both currencies.
 *
 * @throws {ApiError} if the amount is invalid, or if a number can't hold the other amount
 */
export function amountsOf(
  { amount, given }: Pick<PageState, 'amount' | 'given'>,
  { rate, inverse }: Pick<PairAnswer, 'rate' | 'inverse'>,
): Record<Side, number> {
  const parsed = convertOnDate.parameters.amount.parse(amount, 'amount');
  const factor = given === 'from' ? rate : inverse;
  assertInRange(parsed, factor);
  const computed = round(parsed.value * factor);
  return given === 'from' ? { from: parsed.value, to: computed } : { from: computed, to: parsed.value };
}

/** The texts of the API's parameters. An empty text counts as missing. */
function textsOf({ from, to, amount, date, source }: PageState): Map<string, string> {
  return new Map(Object.entries({ from, to, amount, date, source }).filter(([, text]) => text !== ''));
}
