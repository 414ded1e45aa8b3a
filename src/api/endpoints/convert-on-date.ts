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
  source,
  to,
  type Values,
} from '../declaration/parameters.ts';
import type { ApiError } from '../error.ts';
import { lackError } from '../lack-error.ts';
import { addresses } from '../paths.ts';
import { referenceOf } from '../query/bank-day.ts';
import { isLack, type Lack } from '../query/lack.ts';
import { answerPair, type RequestedPair } from '../query/pair-answer.ts';
import { RatesReader } from '../query/rates-reader.ts';
import type { PublishedSite } from '../query/site.ts';
import { marketReference, officialReference, type SourceFields } from '../source-fields.ts';
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
};

export const convertOnDate = ownEndpoint({
  path: addresses.convertOnDate,
  parameters,
  apart: [['date', 'before']],
  schema: datedConversionSchema,
  handle: async (values, site) => serialize(await findConversion(values, site)),
  documentation: convertOnDateDocumentation,
  example: ({ from, to, day, retrievedAt }) => {
    const rate = crossRate(day.rates.get(from.code) ?? NaN, day.rates.get(to.code) ?? NaN);
    return buildDatedConversion({ from: from.code, to: to.code, amount: 100, rate, day, retrievedAt });
  },
});

/** The document of {@link convertOnDate}. @throws {ApiError} */
export async function findConversion(
  { amount, ...request }: Values<typeof parameters>,
  site: PublishedSite,
): Promise<DatedConversion> {
  const answer = await answerPair(request, site);
  if (isLack(answer)) throw conversionError(answer, request, site);
  const { from, to, rate, day, bank } = answer;
  assertInRange(amount, rate);
  const reference = bank && officialReference(bank);
  const retrievedAt = site.day.retrieved_at;
  return buildDatedConversion({ from, to, amount: amount.decimal, rate, day, retrievedAt, reference });
}

/** The error for a conversion whose rate is missing. */
export function conversionError(
  lack: Lack,
  { from, to, date, before, source }: RequestedPair,
  site: PublishedSite,
): ApiError {
  const request = { base: from, others: [to] };
  if (before !== undefined) return lackError(lack, { ...request, newest: 'Omit before', before });
  const isInMarket = date === undefined && new RatesReader(source, site).isInMarket([from, to]);
  return lackError(lack, { ...request, newest: 'Omit date', isInMarket });
}

interface DatedConversionInput extends ConversionInput {
  readonly day: Omit<DayRates, 'rates'>;
  /** Fields that name the source. By default, they name the source of market rates. */
  readonly reference?: SourceFields | undefined;
}

/** @throws {RangeError} if the result is too large for a number */
export function buildDatedConversion({ day, reference, ...input }: DatedConversionInput): DatedConversion {
  const { from, to } = input;
  const { timestamp, ...conversion } = buildConversion(input);
  const held = heldAmong(day.held, [from, to]);
  return {
    ...conversion,
    rate_as_of: dateOfRates(day, from, [to]),
    ...(reference ?? marketReference(day.providers, ...datesOf({ ...day, held }))),
    ...referenceOf(day, [from, to]),
    held: Object.fromEntries(held),
    ...withheldAmong(day, [from, to]),
    timestamp,
  };
}
