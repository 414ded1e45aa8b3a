import { z } from 'zod';
import { defineSchema } from '../../text/define-schema.ts';
import { COMPUTED_DIGITS, round } from '../../rates/round.ts';
import { fields, rounded } from '../format/fields.ts';

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
        .meta({ description: 'Amount converted. 1 when none was given.', examples: [100] }),
      result: z
        .number()
        .nonnegative()
        .meta({
          description: `amount × rate, in the target currency, ${rounded(COMPUTED_DIGITS)}.`,
          examples: [88.022588],
        }),
      rate: fields.rate,
      timestamp: fields.timestamp,
    })
    .meta({ id: 'Conversion', description: 'An amount, converted.' }),
);

export type Conversion = z.infer<typeof conversionSchema>;

export interface ConversionInput {
  readonly from: string;
  readonly to: string;
  /** Units of `from`, finite and not negative. */
  readonly amount: number;
  readonly rate: number;
  readonly retrievedAt: string;
}

/** @throws {RangeError} when the result is more than a number can hold */
export function buildConversion({ from, to, amount, rate, retrievedAt }: ConversionInput): Conversion {
  return { success: true, from, to, amount, result: round(amount * rate), rate, timestamp: retrievedAt };
}
