import { crossRate } from '../../money/cross-rate.ts';
import { dateOfRates, datesOf, type DayRates, heldAmong, withheldAmong } from '../../archive/day-rates.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import {
  amount,
  assertInRange,
  date,
  dateBefore,
  from,
  inUpperCase,
  rule,
  source,
  to,
  type Values,
} from '../declaration/parameters.ts';
import { type ApiError, ruleHasCurrency, ruleNeedsDate, ruleNotInForce } from '../error.ts';
import { lackError } from '../lack-error.ts';
import { addresses } from '../paths.ts';
import { requestAddress } from '../request-address.ts';
import { referenceOf } from '../query/banks/bank-day.ts';
import { isLack, type Lack } from '../query/lack.ts';
import { answerPair, type PairAnswer, type RequestedPair } from '../query/pair-answer.ts';
import { RatesReader } from '../query/rates-reader.ts';
import type { Bank } from '../../sources/bank.ts';
import type { PublishedSite } from '../query/site.ts';
import { marketReference, officialReference } from '../source-fields.ts';
import { serialize } from '../serialize.ts';
import { buildConversion, type ConversionInput } from './convert.ts';
import { convertOnDateDocumentation, type DatedConversion, datedConversionSchema } from './convert-on-date.schema.ts';

const parameters = {
  from: inUpperCase(from),
  to: inUpperCase(to),
  amount: amount('Amount, with the same rules as in `/api/convert`.'),
  date: date('date', 'Day of the rate. By default, the rate is the newest.'),
  before: dateBefore('The rate is the last one that is strictly earlier than this date.'),
  source,
  rule,
};

export const convertOnDate = ownEndpoint({
  path: addresses.convertOnDate,
  parameters,
  apart: [
    ['date', 'before'],
    ['before', 'rule'],
    ['source', 'rule'],
  ],
  schema: datedConversionSchema,
  handle: async (values, site) => serialize(await findConversion(values, site)),
  documentation: convertOnDateDocumentation,
  example: ({ from, to, day, retrieved_at }) => {
    const rate = crossRate(day.rates.get(from.code) ?? NaN, day.rates.get(to.code) ?? NaN);
    return buildDatedConversion({ from: from.code, to: to.code, amount: 100, rate, day, retrieved_at });
  },
});

/** The document of {@link convertOnDate}. @throws {ApiError} */
export async function findConversion(
  { amount, ...values }: Values<typeof parameters>,
  site: PublishedSite,
): Promise<DatedConversion> {
  const request = requestedPair(values);
  const answer = await answerPair(request, site);
  if (isLack(answer)) throw conversionError(answer, request, site);
  assertInRange(amount, answer.rate);
  const { retrieved_at } = site.day;
  return buildDatedConversion({ ...answer, amount: amount.decimal, retrieved_at, rule: appliedRule(request) });
}

/** The request with the bank of its rule, if it has one. @throws {ApiError} if the rule doesn't fit the request */
export function requestedPair(values: Omit<Values<typeof parameters>, 'amount'>): RequestedPair {
  const { from, to, date, rule } = values;
  if (!rule) return values;
  const fitting = new Map(Object.entries({ from, to: rule.to, date: '2025-12-31', rule: rule.key }));
  if (to !== rule.to) throw ruleHasCurrency(rule, to);
  if (date === undefined) throw ruleNeedsDate(rule, requestAddress(addresses.convertOnDate, fitting));
  if (date < rule.from || (rule.until !== null && date > rule.until)) throw ruleNotInForce(rule, date);
  return { ...values, source: rule.bank.key };
}

/** The field that names the rule of a request. */
export function appliedRule({ rule, date }: RequestedPair): DatedConversion['rule'] {
  if (!rule || date === undefined) return undefined;
  const { key, purpose, date_is, day, article, page, read_at } = rule;
  return { key, purpose, date, date_is, day, article, page, read_at };
}

/** The error for a conversion whose rate is missing. */
export function conversionError(
  lack: Lack,
  { from, to, date, before, source, rule }: RequestedPair,
  site: PublishedSite,
): ApiError {
  const request = { base: from, others: [to] };
  if (rule) {
    const dates = lack.lack === 'date_out_of_range' ? { [`rule=${rule.key}`]: lack.date } : {};
    return lackError(lack, { ...request, newest: 'Omit rule and date', dates });
  }
  if (before !== undefined) return lackError(lack, { ...request, newest: 'Omit before', before });
  const isInMarket = date === undefined && new RatesReader(source, site).isInMarket([from, to]);
  return lackError(lack, { ...request, newest: 'Omit date', isInMarket });
}

type DatedConversionInput = ConversionInput & OriginInput & Partial<Pick<DatedConversion, 'rule'>>;

/** @throws {RangeError} if the result is too large for a number */
function buildDatedConversion({ rule, ...input }: DatedConversionInput): DatedConversion {
  const { timestamp, ...conversion } = buildConversion(input);
  return { ...conversion, ...originOf(input), ...(rule && { rule }), timestamp };
}

export interface OriginInput extends Pick<PairAnswer, 'from' | 'to'> {
  readonly day: Omit<DayRates, 'rates'>;
  /** The bank with the rate. By default, it's a market rate. */
  readonly bank?: Bank | undefined;
}

/** The fields that say where a pair's rate is from: its day, its source and its table. */
export function originOf({ from, to, day, bank }: OriginInput) {
  const held = heldAmong(day.held, [from, to]);
  return {
    rate_as_of: dateOfRates(day, from, [to]),
    ...(bank ? officialReference(bank) : marketReference(day.providers, ...datesOf({ ...day, held }))),
    ...referenceOf(day, [from, to]),
    held: Object.fromEntries(held),
    ...withheldAmong(day, [from, to]),
  };
}
