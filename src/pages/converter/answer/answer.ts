import { valuesOf } from '../../../api/declaration/endpoint.ts';
import { assertInRange } from '../../../api/declaration/parameters.ts';
import { convertOnDate } from '../../../api/endpoints/convert-on-date.ts';
import { isLack } from '../../../api/query/lack.ts';
import type { PublishedSite } from '../../../api/query/site.ts';
import { ApiError } from '../../../api/error.ts';
import { roundProduct } from '../../../money/rounding/exact-rounding.ts';
import { answerPair, type PairAnswer, type RequestedPair } from '../../../api/query/pair-answer.ts';
import { RatesReader } from '../../../api/query/rates-reader.ts';
import { FileError } from '../../../text/site-problem.ts';
import type { PageState, Side } from '../address/address-state.ts';
import type { Found } from './latest-answer.ts';
import { answerOfLines } from './line-answer.ts';
import { answerOfRetired } from './retired.ts';

/**
 * The API's answer to the state's pair, which holds for every amount.
 *
 * @throws {ApiError} if a text of the state is invalid
 * @throws {Error} if a file can't be loaded
 */
export async function findAnswer(state: PageState, site: PublishedSite): Promise<Found> {
  const request = valuesOf(convertOnDate, textsOf({ ...state, amount: '' }));
  const answer = await answerPair(request, site).catch((problem: unknown) => ({ problem }));
  if ('problem' in answer) return answerWithout(answer.problem, request, site);
  if (!isLack(answer)) return { answer, isWholeDay: true };
  const converted = answer.lack === 'unknown_currency' ? await answerOfRetired(request, site) : undefined;
  if (converted) return { answer: converted, isWholeDay: true };
  const { from, to, date, source } = request;
  return { lack: answer, isInMarket: date === undefined && new RatesReader(source, site).isInMarket([from, to]) };
}

/** The answer from the chart's files, because another file can't be read. @throws the problem if they have no answer */
async function answerWithout(problem: unknown, request: RequestedPair, site: PublishedSite): Promise<Found> {
  const answer = problem instanceof FileError ? await answerOfLines(request, site).catch(() => undefined) : undefined;
  if (!answer) throw problem;
  return { answer, isWholeDay: false };
}

/** What the page shows: the pair's rate with the amounts of both currencies, or why there is none. */
export type Outcome =
  | {
      readonly answer: PairAnswer;
      readonly isWholeDay: boolean;
      /** Undefined if the visitor has removed the amount. */
      readonly amounts: Readonly<Record<Side, number>> | undefined;
    }
  | Exclude<Found, { answer: unknown }>;

/** The outcome for a state's amount. If several texts are invalid, the problem is the API's error. */
export function outcomeOf(state: PageState, found: Found): Outcome {
  try {
    const { amount } = valuesOf(convertOnDate, textsOf(state));
    if (!('answer' in found)) return found;
    const { answer, isWholeDay } = found;
    if (state.amount === '') return { answer, isWholeDay, amounts: undefined };
    const factor = state.given === 'from' ? answer.rate : answer.inverse;
    assertInRange(amount, factor);
    const computed = roundProduct(amount.decimal, factor);
    const [from, to] = state.given === 'from' ? [amount.value, computed] : [computed, amount.value];
    return { answer, isWholeDay, amounts: { from, to } };
  } catch (problem) {
    if (problem instanceof ApiError) return { problem };
    throw problem;
  }
}

/** The texts of the API's parameters. An empty text counts as missing. */
function textsOf({ from, to, amount, date, source }: PageState): Map<string, string> {
  return new Map(Object.entries({ from, to, amount, date, source }).filter(([, text]) => text !== ''));
}
