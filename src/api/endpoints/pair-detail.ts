import type { Instant } from '../../money/calendar.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { roundProduct } from '../../money/rounding/exact-rounding.ts';
import { present } from '../../text/present.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import { pair } from '../declaration/parameters.ts';
import { addresses } from '../paths.ts';
import { pairToday, type Priced } from './pair-today.ts';
import { serialize } from '../serialize.ts';
import { type PairDetail, pairDetailDocumentation, pairDetailSchema } from './pair-detail.schema.ts';
import { tableAmounts } from '../../money/amount.ts';

export const pairDetail = ownEndpoint({
  path: addresses.pairDetail,
  parameters: { pair },
  schema: pairDetailSchema,
  async handle({ pair }, site) {
    const { from, to } = await pairToday(pair, site);
    const { currencies, retrieved_at } = site.day;
    const named = (currency: Priced) => {
      const { name, symbol } = present(currencies.get(currency.code), currency.code);
      return { ...currency, name, symbol };
    };
    return serialize(buildPairDetail({ from: named(from), to: named(to), retrieved_at }));
  },
  documentation: pairDetailDocumentation,
  example: buildPairDetail,
  hasFile: true,
});

interface PairDetailInput {
  readonly from: Party;
  readonly to: Party;
  readonly retrieved_at: Instant;
}

type Party = Priced & Pick<PairDetail['from'], 'name' | 'symbol'>;

export function buildPairDetail({ from, to, retrieved_at }: PairDetailInput): PairDetail {
  const rate = crossRate(from.perUsd, to.perUsd);
  return {
    success: true,
    from: { code: from.code, name: from.name, symbol: from.symbol },
    to: { code: to.code, name: to.name, symbol: to.symbol },
    rate,
    inverse_rate: crossRate(to.perUsd, from.perUsd),
    // The table uses the published rate, so readers who multiply get the same numbers.
    table: tableAmounts.map((amount) => ({ amount, converted: roundProduct(amount, rate) })),
    timestamp: retrieved_at,
  };
}
