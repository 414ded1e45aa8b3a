import { z } from 'zod';
import { currencySchema } from '../../money/currencies/currency.schema.ts';
import { COMPUTED_DIGITS } from '../../money/rounding/round.ts';
import type { Documentation } from '../declaration/endpoint.ts';
import { fields, rounded } from '../fields.schema.ts';
import { tableAmounts } from '../../money/amount.ts';

const party = currencySchema
  .pick({ code: true, name: true, symbol: true })
  .meta({ id: 'PairCurrency', description: 'A currency of the pair.' });

/** `/api/rates/{from}-to-{to}`: a pair's rate, its inverse and a conversion table. */
export const pairDetailSchema = z
  .strictObject({
    success: fields.success,
    from: party,
    to: party,
    rate: fields.rate,
    inverse_rate: fields.rate.meta({
      description: `Units of the source currency per 1 unit of the target currency, ${rounded(COMPUTED_DIGITS)}.`,
      examples: [1.13607202733],
    }),
    table: z
      .array(
        z.strictObject({
          amount: z.number().positive().describe('Amount of the source currency.'),
          converted: z
            .number()
            .positive()
            .describe(`Converted amount in the target currency: amount × rate, ${rounded(COMPUTED_DIGITS)}.`),
        }),
      )
      .describe(`Conversions of ${tableAmounts.join(', ')} units of the source currency.`),
    timestamp: fields.timestamp,
  })
  .meta({ id: 'PairDetail', description: 'A pair’s rate, its inverse and a conversion table.' });

export type PairDetail = z.infer<typeof pairDetailSchema>;

export const pairDetailDocumentation: Documentation = {
  operationId: 'getPair',
  tag: 'pairs',
  summary: 'A pair’s rate, inverse rate and conversion table',
};
