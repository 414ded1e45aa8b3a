import { z } from 'zod';
import { currencySchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import type { PricedCurrency } from '../../snapshot/published-currency.ts';
import { COMPUTED_DIGITS, round } from '../../rates/round.ts';
import { fields, rounded } from '../format/fields.ts';

export const tableAmounts = [1, 5, 10, 25, 50, 100, 500, 1000, 5000, 10000] as const;

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

type PairDetailInput = Readonly<Record<'from' | 'to', PricedCurrency>> & { readonly retrievedAt: string };

export function buildPairDetail({ from, to, retrievedAt }: PairDetailInput): PairDetail {
  const rate = crossRate(from.perUsd, to.perUsd);
  return {
    success: true,
    from: { code: from.code, name: from.name, symbol: from.symbol },
    to: { code: to.code, name: to.name, symbol: to.symbol },
    rate,
    inverse_rate: crossRate(to.perUsd, from.perUsd),
    // From the published rate, so that a reader who multiplies gets the same.
    table: tableAmounts.map((amount) => ({ amount, converted: round(amount * rate) })),
    timestamp: retrievedAt,
  };
}
