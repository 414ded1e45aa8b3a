import { z } from 'zod';
import { defineSchema } from '../currencies/define-schema.ts';
import { round } from '../rates/round.ts';
import { conversionSchema } from './conversion.ts';
import { fields, reference } from './fields.ts';

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
        description: 'The day of the rate: the one that was asked for, or the last one before it that there is.',
      }),
      rate_type: fields.rateType,
      source: fields.source,
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
  /** The day of the rate. */
  readonly asOf: string;
  readonly retrievedAt: string;
}

/** @throws {RangeError} when the result is more than a number can hold */
export function buildDatedConversion(input: DatedConversionInput): DatedConversion {
  const { from, to, amount, rate, asOf, retrievedAt } = input;
  const result = round(amount * rate);
  return { success: true, from, to, amount, result, rate, rate_as_of: asOf, ...reference, timestamp: retrievedAt };
}
