import { market } from '../../sources/market.ts';
import type { PairAnswer } from '../query/pair-answer.ts';
import type { Comparison } from './compare.schema.ts';
import { type OriginInput, originOf } from './convert-on-date.ts';

/** A source's rate of a pair, with its origin. */
export type ComparedAnswer = OriginInput & Pick<PairAnswer, 'rate'>;

/** A source's rate in a comparison. */
export type ComparedRate = Comparison['comparison'][number];

/**
 * The rates of a comparison, each with its difference to the market rate.
 *
 * @param answers by the source's key; undefined for a source without the rate
 */
export function comparedRates(answers: ReadonlyMap<string, ComparedAnswer | undefined>): ComparedRate[] {
  const ofMarket = answers.get(market.key)?.rate;
  return [...answers].flatMap(([key, answer]) => {
    if (!answer) return [];
    const { rate } = answer;
    return { key, rate, difference_percent: differenceInPercent(rate, ofMarket), ...originOf(answer) };
  });
}

/** Decimals of a difference in percent. Rates have fewer comparable digits. */
const DECIMALS = 4;

/** The difference of a rate to the market rate, in percent of the market rate; null without a market rate. */
function differenceInPercent(rate: number, ofMarket: number | undefined): number | null {
  // Adds 0, so that a small negative difference isn't -0.
  return ofMarket === undefined ? null : Number(((rate / ofMarket - 1) * 100).toFixed(DECIMALS)) + 0;
}
