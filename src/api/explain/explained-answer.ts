import type { IsoDate } from '../../money/calendar.ts';
import { attributed } from '../source-fields.ts';
import type { Provider } from '../../sources/provider.ts';
import { originOf } from '../endpoints/convert-on-date.ts';
import type { ApiError } from '../error.ts';
import type { RateExplanation } from './explain-rate.schema.ts';
import type { PairAnswer } from '../query/pair-answer.ts';

/** The fields that depend on whether the source is the market or a bank. */
export type Explained = Omit<
  RateExplanation,
  'success' | 'from' | 'to' | 'requested_date' | 'requested_before' | 'publish' | 'links'
>;

type ExplainedAnswer = Pick<
  Explained,
  | 'rate'
  | 'rate_as_of'
  | 'is_of_date'
  | 'error'
  | 'rate_type'
  | 'source'
  | 'sources'
  | 'reference'
  | 'held'
  | 'withheld'
  | 'rule'
>;

/**
 * A rate with its date and source, as `/api/v1/convert` names them.
 *
 * @param date the day that is explained
 */
export function explainedRate(answer: PairAnswer, date: IsoDate): ExplainedAnswer {
  const { rate_as_of, ...origin } = originOf(answer);
  return { rate: answer.rate, rate_as_of, is_of_date: answer.day.date === date, error: null, ...origin };
}

/** The API's error for a day of market rates. @param provider the source of the day's dataset */
export function explainedError({ code, message }: ApiError, provider: Provider): ExplainedAnswer {
  return {
    ...{ rate: null, rate_as_of: null, is_of_date: false, error: { code, message } },
    ...{ rate_type: 'daily_reference', source: attributed(provider), held: {} },
  };
}
