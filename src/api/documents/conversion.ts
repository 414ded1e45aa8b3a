import { z } from 'zod';
import { defineSchema } from '../../text/define-schema.ts';
import { COMPUTED_DIGITS, round } from '../../rates/round.ts';
import { dateOfRates, datesOf, type DayRates, heldAmong } from '../../validation/snapshot/held-dates.ts';
import { fields, marketReference, type Reference, rounded } from '../format/fields.ts';

/** `/api/convert`: an amount in another currency. */
export const conversionSchema = /* @__PURE__ */ defineSchema(() =>
  z
    .strictObject({
      success: fields.success,
      from: fields.from,
      to: fields.to,
      amount: z
        .number()
        .nonnegative()
        .meta({ description: 'Amount of the source currency. 1 by default.', examples: [100] }),
      result: z
        .number()
        .nonnegative()
        .meta({
          description: `Converted amount in the target currency: amount × rate, ${rounded(COMPUTED_DIGITS)}.`,
          examples: [88.022588],
        }),
      rate: fields.rate,
      timestamp: fields.timestamp,
    })
    .meta({ id: 'Conversion', description: 'A converted amount.' }),
);

export type Conversion = z.infer<typeof conversionSchema>;

type ConversionInput = Pick<Conversion, 'from' | 'to' | 'amount' | 'rate'> & { readonly retrievedAt: string };

/** @throws {RangeError} if the result is too large for a number */
export function buildConversion({ from, to, amount, rate, retrievedAt }: ConversionInput): Conversion {
  return { success: true, from, to, amount, result: round(amount * rate), rate, timestamp: retrievedAt };
}

/** `/api/v1/convert`: an amount in another currency, at the rate of a day. */
export const datedConversionSchema = /* @__PURE__ */ defineSchema(() => {
  const { timestamp, ...conversion } = conversionSchema.shape;
  return z
    .strictObject({
      ...conversion,
      rate_as_of: fields.date.describe(
        'Date of the rate: the requested day, or the last earlier day with a rate. If a currency of the pair is ' +
          'held, the older of the two dates.',
      ),
      rate_type: fields.rateTypeOfSource,
      source: fields.source,
      sources: fields.sources,
      held: fields.held,
      timestamp: timestamp.meta({
        description:
          'Time when the site fetched its newest dataset, ISO 8601 in UTC with milliseconds. It isn’t the time of the ' +
          'rate, which can be of a past day or from another source. The date of the rate is `rate_as_of`.',
      }),
    })
    .meta({ id: 'DatedConversion', description: 'An amount converted at a day’s rate.' });
});

export type DatedConversion = z.infer<typeof datedConversionSchema>;

interface DatedConversionInput extends ConversionInput {
  readonly day: Omit<DayRates, 'rates'>;
  /** Fields that name the source. By default, they name the source of market rates. */
  readonly reference?: Reference | undefined;
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
    held: Object.fromEntries(held),
    timestamp,
  };
}
