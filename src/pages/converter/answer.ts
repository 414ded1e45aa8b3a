import { valuesOf } from '../../api/declaration/endpoint.ts';
import { assertInRange } from '../../api/declaration/parameters.ts';
import { conversionError, convertOnDate } from '../../api/endpoints/convert-on-date.ts';
import { isLack } from '../../api/query/lack.ts';
import type { PublishedSite } from '../../api/query/site.ts';
import { ApiError } from '../../api/error.ts';
import { roundProduct } from '../../money/rounding/exact-rounding.ts';
import { answerPair, type PairAnswer } from '../../api/query/pair-answer.ts';
import type { PageState, Side } from './address/address-state.ts';
import type { Found } from './latest-answer.ts';

/**
 * The API's answer to the state's pair, which holds for every amount.
 *
 * @throws {ApiError} the API's error
 * @throws {Error} if a file can't be loaded
 */
export async function answerTo(state: PageState, site: PublishedSite): Promise<PairAnswer> {
  const request = valuesOf(convertOnDate, textsOf({ ...state, amount: '' }));
  const answer = await answerPair(request, site);
  if (isLack(answer)) throw conversionError(answer, request, site);
  return answer;
}

/** What the page shows: the pair's rate with the amounts of both currencies, or the error instead. */
export type Outcome =
  | {
      readonly answer: PairAnswer;
      /** Undefined if the visitor has removed the amount. */
      readonly amounts: Readonly<Record<Side, number>> | undefined;
    }
  | { readonly problem: unknown };

/** The outcome for a state's amount. If several texts are invalid, the problem is the API's error. */
export function outcomeOf(state: PageState, found: Found): Outcome {
  try {
    const { amount } = valuesOf(convertOnDate, textsOf(state));
    if ('problem' in found) return found;
    const { answer } = found;
    if (state.amount === '') return { answer, amounts: undefined };
    const factor = state.given === 'from' ? answer.rate : answer.inverse;
    assertInRange(amount, factor);
    const computed = roundProduct(amount.decimal, factor);
    const [from, to] = state.given === 'from' ? [amount.value, computed] : [computed, amount.value];
    return { answer, amounts: { from, to } };
  } catch (problem) {
    if (problem instanceof ApiError) return { problem };
    throw problem;
  }
}

/** The texts of the API's parameters. An empty text counts as missing. */
function textsOf({ from, to, amount, date, source }: PageState): Map<string, string> {
  return new Map(Object.entries({ from, to, amount, date, source }).filter(([, text]) => text !== ''));
}
