import type { Instant } from '../../money/calendar.ts';
import type { DayRates } from '../../archive/day-rates.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import { date, dateBefore, from, inUpperCase, to, type Values } from '../declaration/parameters.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { directionsOf } from '../../money/quotation.ts';
import { market } from '../../sources/market.ts';
import { addresses } from '../paths.ts';
import { allOf } from '../query/all-of.ts';
import { isLack } from '../query/lack.ts';
import { answerPair, answersOfAll } from '../query/pair-answer.ts';
import type { PublishedSite } from '../query/site.ts';
import { serialize } from '../serialize.ts';
import { compareDocumentation, type Comparison, comparisonSchema } from './compare.schema.ts';
import { type ComparedAnswer, comparedRates } from './compared-rates.ts';
import { conversionError } from './convert-on-date.ts';

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
      const directions = directionsOf([from.code, to.code], quotation);
      return crossRate(rates.get(from.code) ?? NaN, rates.get(to.code) ?? NaN, directions);
    };
    const pair = { from: from.code, to: to.code };
    const answers = [{ bank: undefined, day }, ...ofBanks].map(({ bank, day }) => {
      return [bank?.key ?? market.key, day && { ...pair, bank, day, rate: rateOn(day) }] as const;
    });
    return buildComparison({ ...pair, date: days.day, before: undefined, answers: new Map(answers), retrieved_at });
  },
});

/**
 * The document of {@link compare}.
 *
 * @throws {ApiError} if no source has the rate
 * @throws {Error} if a file can't be used, because a list without a bank would say that the bank has no rate
 */
export async function findComparison(request: Values<typeof parameters>, site: PublishedSite): Promise<Comparison> {
  const read = await allOf(
    Array.from(await answersOfAll(request, site), async ([key, reading]) => [key, await reading] as const),
  );
  const answers = new Map(read);
  if (read.some(([, answer]) => answer))
    return buildComparison({ ...request, answers, retrieved_at: site.day.retrieved_at });
  const ofMarket = { ...request, source: market.key };
  const lack = await answerPair(ofMarket, site);
  if (!isLack(lack)) throw new TypeError('The market has a rate, and had none.');
  throw conversionError(lack, ofMarket, site);
}

interface ComparisonInput extends Values<typeof parameters> {
  /** Each of the site's sources, by its key, with its rate; undefined if it has none. At least one has a rate. */
  readonly answers: ReadonlyMap<string, ComparedAnswer | undefined>;
  readonly retrieved_at: Instant;
}

function buildComparison({ from, to, date, before, answers, retrieved_at }: ComparisonInput): Comparison {
  return {
    ...{ success: true, from, to, requested_date: date ?? null, requested_before: before ?? null },
    comparison: comparedRates(answers),
    without_rate: [...answers.keys()].filter((key) => !answers.get(key)),
    timestamp: retrieved_at,
  };
}
