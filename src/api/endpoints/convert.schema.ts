import { z } from 'zod';
import { COMPUTED_DIGITS } from '../../money/rounding/round.ts';
import type { Documentation } from '../declaration/endpoint.ts';
import { fields, rounded } from '../fields.schema.ts';

/** `/api/convert`: an amount in another currency. */
export const conversionSchema = z
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
  .meta({ id: 'Conversion', description: 'A converted amount.' });

export type Conversion = z.infer<typeof conversionSchema>;

export const convertDocumentation: Documentation = {
  operationId: 'convert',
  tag: 'pairs',
  summary: 'Convert an amount',
};
