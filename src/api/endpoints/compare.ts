import type { DayRates } from '../../archive/day-rates.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import { date, dateBefore, from, inUpperCase, to, type Values } from '../declaration/parameters.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { market } from '../../sources/market.ts';
import { addresses } from '../paths.ts';
import { isLack } from '../query/lack.ts';
import { answerPair, answersOfAll, type PairAnswer } from '../query/pair-answer.ts';
import type { PublishedSite } from '../query/site.ts';
import { serialize } from '../serialize.ts';
import { sourceNames } from '../source-fields.ts';
import { compareDocumentation, type Comparison, comparisonSchema } from './compare.schema.ts';
import { conversionError, type OriginInput, originOf } from './convert-on-date.ts';

const parameters = {
  from: inUpperCase(from),
  to: inUpperCase(to),
  date: date('date', 'Day of the rates. By default, the rates are each source’s newest.'),
  before: dateBefore('The rates are each source’s last that is strictly earlier than this date.'),
};

export const compare = ownEndpoint({
  path: addresses.compare,
  parameters,
  apart: [['date', 'before']],
  schema: comparisonSchema,
  handle: async (values, site) => serialize(await findComparison(values, site)),
  documentation: compareDocumentation,
  example: ({ from, to, days, day, ofBanks, retrieved_at }) => {
    const rateOn = ({ rates, quotation }: DayRates) => {
      return crossRate(rates.get(from.code) ?? NaN, rates.get(to.code) ?? NaN, quotation);
    };
    const pair = { from: from.code, to: to.code };
    const answers = [{ bank: undefined, day }, ...ofBanks].map(({ bank, day }) => {
      return [bank?.key ?? market.key, { ...pair, bank, day, rate: rateOn(day) }] as const;
    });
    return buildComparison({ ...pair, date: days.day, before: undefined, answers: new Map(answers), retrieved_at });
  },
});

/** The document of {@link compare}. @throws {ApiError} if no source has the rate */
export async function findComparison(request: Values<typeof parameters>, site: PublishedSite): Promise<Comparison> {
  const answers = await answersOfAll(request, site);
  if (answers.size > 0) return buildComparison({ ...request, answers, retrieved_at: site.day.retrieved_at });
  const ofMarket = { ...request, source: market.key };
  const lack = await answerPair(ofMarket, site);
  if (!isLack(lack)) throw new TypeError('The market has a rate, and had none.');
  throw conversionError(lack, ofMarket, site);
}

interface ComparisonInput extends Values<typeof parameters> {
  /** Each source's rate, by the source's key; at least one. */
  readonly answers: ReadonlyMap<string, OriginInput & Pick<PairAnswer, 'rate'>>;
  readonly retrieved_at: string;
}

function buildComparison({ from, to, date, before, answers, retrieved_at }: ComparisonInput): Comparison {
  const ofMarket = answers.get(market.key)?.rate;
  return {
    ...{ success: true, from, to, requested_date: date ?? null, requested_before: before ?? null },
    comparison: Array.from(answers, ([key, answer]) => {
      const { rate } = answer;
      return { key, rate, difference_percent: differenceInPercent(rate, ofMarket), ...originOf(answer) };
    }),
    without_rate: sourceNames.filter((key) => !answers.has(key)),
    timestamp: retrieved_at,
  };
}

/** Decimals of a difference in percent. Rates have fewer comparable digits. */
const DECIMALS = 4;

/** The difference of a rate to the market rate, in percent of the market rate; null without a market rate. */
function differenceInPercent(rate: number, ofMarket: number | undefined): number | null {
  // Adds 0, so that a small negative difference isn't -0.
  return ofMarket === undefined ? null : Number(((rate / ofMarket - 1) * 100).toFixed(DECIMALS)) + 0;
}
