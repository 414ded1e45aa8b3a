import { crossRate } from '../../rates/cross-rate.ts';
import { dateOfRates, datesOf, type DayRates, heldAmong } from '../../validation/snapshot/held-dates.ts';
import { present } from '../../text/present.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import { amount, assertInRange, date, from, inUpperCase, source, to } from '../declaration/parameters.ts';
import { addresses } from '../paths.ts';
import { referenceOf } from '../published/bank-day.ts';
import { readFrom } from '../read/rate-source.ts';
import type { PublishedSite } from '../read/site.ts';
import { marketReference, type SourceFields } from '../source-fields.ts';
import { serialize } from '../serialize.ts';
import { buildConversion, type ConversionInput } from './convert.ts';
import { convertOnDateDocumentation, type DatedConversion, datedConversionSchema } from './convert-on-date.schema.ts';

export const convertOnDate = ownEndpoint({
  path: addresses.convertOnDate,
  parameters: {
    from: inUpperCase(from),
    to: inUpperCase(to),
    amount: amount('Amount, with the same rules as in `/api/convert`.'),
    date: date('date', 'Day of the rate. By default, the rate is the newest.'),
    source,
  },
  schema: datedConversionSchema,
  async handle({ from, to, amount, date, source }, site) {
    const { day, reference } = await dayOfPair({ from, to, date, source }, site);
    const rateOf = (code: string) => present(day.rates.get(code), `rate of ${code}`);
    const rate = crossRate(rateOf(from), rateOf(to), day.quotation);
    assertInRange(amount, rate);
    const { retrievedAt } = site.day;
    return serialize(buildDatedConversion({ from, to, amount: amount.value, rate, day, retrievedAt, reference }));
  },
  documentation: convertOnDateDocumentation,
  example: ({ from, to, day, retrievedAt }) => {
    const rate = crossRate(day.rates.get(from.code) ?? NaN, day.rates.get(to.code) ?? NaN);
    return buildDatedConversion({ from: from.code, to: to.code, amount: 100, rate, day, retrievedAt });
  },
});

/** The pair of a conversion, with its day (undefined for the newest) and its source. */
export interface RequestedPair {
  readonly from: string;
  readonly to: string;
  readonly date: string | undefined;
  readonly source: string;
}

/**
 * The day whose rates a conversion uses, and the fields that name the source, as in {@link RateSource}.
 *
 * @throws {ApiError} if a rate is missing
 */
export function dayOfPair({ from, to, date, source }: RequestedPair, site: PublishedSite) {
  return readFrom(source, site, async ({ reference, ...rates }) => ({
    day: await rates.dayWith([from, to], date, { newest: 'Omit date', pairOf: () => [from, to] }),
    reference,
  }));
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
    ...(reference ?? marketReference(day.sources, ...datesOf({ ...day, held }))),
    ...referenceOf(day, [from, to]),
    held: Object.fromEntries(held),
    timestamp,
  };
}
