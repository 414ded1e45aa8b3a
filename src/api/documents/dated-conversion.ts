import { z } from 'zod';
import { defineSchema } from '../../text/define-schema.ts';
import { dateOfRates, type DayRates, heldAmong } from '../../snapshot/held-dates.ts';
import { round } from '../../rates/round.ts';
import { conversionSchema } from './conversion.ts';
import { fields, reference } from '../format/fields.ts';

/** `/api/v1/convert`: an amount in another currency, at the rate of a day. */
export const datedConversionSchema = /* @__PURE__ */ defineSchema(() => {
  const { success, from, to, amount, result, rate } = conversionSchema.shape;
  return z
    .strictObject({
      success,
      from,
      to,
      amount,
      result,
      rate,
      rate_as_of: fields.date.meta({
        description:
          'The date of the rate: the requested day, or the last earlier day that has one. If a currency of the pair is ' +
          'held, the older date of the two.',
      }),
      rate_type: fields.rateType,
      source: fields.source,
      held: fields.held,
      timestamp: fields.timestamp,
    })
    .meta({ id: 'DatedConversion', description: 'An amount, converted at the rate of a day.' });
});

export type DatedConversion = z.infer<typeof datedConversionSchema>;

export interface DatedConversionInput {
  readonly from: string;
  readonly to: string;
  /** Units of `from`, finite and not negative. */
  readonly amount: number;
  readonly rate: number;
  /** The day that the rate is of. */
  readonly day: Pick<DayRates, 'date' | 'held'>;
  readonly retrievedAt: string;
}

/** @throws {RangeError} when the result is more than a number can hold */
export function buildDatedConversion(input: DatedConversionInput): DatedConversion {
  const { from, to, amount, rate, day, retrievedAt } = input;
  return {
    success: true,
    from,
    to,
    amount,
    result: round(amount * rate),
    rate,
    rate_as_of: dateOfRates(day, from, [to]),
    ...reference,
    held: Object.fromEntries(heldAmong(day.held, [from, to])),
    timestamp: retrievedAt,
  };
}
