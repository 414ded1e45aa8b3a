import { z } from 'zod';
import { defineSchema } from '../../text/define-schema.ts';
import { dateOfRates, type DayRates, heldAmong } from '../../snapshot/held-dates.ts';
import { buildConversion, type ConversionInput, conversionSchema } from './conversion.ts';
import { fields, reference } from '../format/fields.ts';

/** `/api/v1/convert`: an amount in another currency, at the rate of a day. */
export const datedConversionSchema = /* @__PURE__ */ defineSchema(() => {
  const { timestamp, ...conversion } = conversionSchema.shape;
  return z
    .strictObject({
      ...conversion,
      rate_as_of: fields.date.meta({
        description:
          'The date of the rate: the requested day, or the last earlier day that has one. If a currency of the pair is ' +
          'held, the older date of the two.',
      }),
      rate_type: fields.rateType,
      source: fields.source,
      held: fields.held,
      timestamp,
    })
    .meta({ id: 'DatedConversion', description: 'An amount, converted at the rate of a day.' });
});

export type DatedConversion = z.infer<typeof datedConversionSchema>;

export interface DatedConversionInput extends ConversionInput {
  /** The day that the rate is of. */
  readonly day: Pick<DayRates, 'date' | 'held'>;
}

/** @throws {RangeError} when the result is more than a number can hold */
export function buildDatedConversion({ day, ...input }: DatedConversionInput): DatedConversion {
  const { from, to } = input;
  const { timestamp, ...conversion } = buildConversion(input);
  return {
    ...conversion,
    rate_as_of: dateOfRates(day, from, [to]),
    ...reference,
    held: Object.fromEntries(heldAmong(day.held, [from, to])),
    timestamp,
  };
}
