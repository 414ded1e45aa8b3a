import { z } from 'zod';
import { currencySchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { crossRate } from '../../rates/cross-rate.ts';
import type { PricedCurrency } from '../../rates/published-currency.ts';
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
    // The table uses the published rate, so readers who multiply get the same numbers.
    table: tableAmounts.map((amount) => ({ amount, converted: round(amount * rate) })),
    timestamp: retrievedAt,
  };
}
