import { z } from 'zod';
import { currencySchema } from '../currencies/currency.ts';
import { defineSchema } from '../currencies/define-schema.ts';
import { COMPUTED_DIGITS } from '../rates/round.ts';
import { tableAmounts } from './build-pair-detail.ts';
import { fields, rounded } from './fields.ts';

/** `/api/rates/{from}-to-{to}`: a pair's rate, its inverse and a conversion table. */
export const pairDetailSchema = /* @__PURE__ */ defineSchema(() => {
  const party = currencySchema
    .pick({ code: true, name: true, symbol: true })
    .meta({ id: 'PairCurrency', description: 'A currency of the pair.' });
  return z
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
            amount: z.number().positive().meta({ description: 'Amount of the source currency.' }),
            converted: z
              .number()
              .positive()
              .meta({ description: `amount × rate, in the target currency, ${rounded(COMPUTED_DIGITS)}.` }),
          }),
        )
        .meta({ description: `What ${tableAmounts.join(', ')} units of the source currency come to.` }),
      timestamp: fields.timestamp,
    })
    .meta({ id: 'PairDetail', description: 'The rate of a pair, its inverse and a conversion table.' });
});

export type PairDetail = z.infer<typeof pairDetailSchema>;
