import { assertInRange } from '../../api/declaration/parameters.ts';
import { valuesOf } from '../../api/declaration/endpoint.ts';
import { convertOnDate, dayOfPair } from '../../api/endpoints/convert-on-date.ts';
import type { PublishedSite } from '../../api/read/site.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import { round } from '../../rates/round.ts';
import { present } from '../../text/present.ts';
import { dateOfRates, type DayRates, heldAmong, type HeldDates } from '../../validation/snapshot/held-dates.ts';
import type { PageState, Side } from '../shared/address-state.ts';

/** A pair's rate, as the API has it. */
export interface PairAnswer {
  /** Codes in upper case. */
  readonly from: string;
  readonly to: string;
  /** Units of `to` per 1 unit of `from`. */
  readonly rate: number;
  /** Units of `from` per 1 unit of `to`. */
  readonly inverse: number;
  /** The date of the rate, which may be earlier than the requested day. */
  readonly date: string;
  /** The pair's held currencies. */
  readonly held: HeldDates;
  /** All rates of the day. */
  readonly day: DayRates;
  readonly isOfficial: boolean;
}

/**
 * The API's answer to the page's state.
 *
 * @throws {ApiError} the API's error
 * @throws {Error} if a file can't be loaded
 */
export async function answerTo(state: PageState, site: PublishedSite): Promise<PairAnswer> {
  const values = valuesOf(convertOnDate, textsOf(state));
  const { day } = await dayOfPair(values, site);
  const { from, to, source } = values;
  const perUsd = (code: string) => present(day.rates.get(code), `rate of ${code}`);
  const answer = {
    from,
    to,
    rate: crossRate(perUsd(from), perUsd(to)),
    inverse: crossRate(perUsd(to), perUsd(from)),
    date: dateOfRates(day, from, [to]),
    held: heldAmong(day.held, [from, to]),
    day,
    isOfficial: source === 'ecb',
  };
  amountsOf(state, answer);
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
