import type { Currency } from '../currencies/currency.ts';
import { crossRate } from '../rates/cross-rate.ts';
import { round } from '../rates/round.ts';
// Apart from its schema: without zod, a thread that evaluates pairs starts five times as fast.
import type { PairDetail } from './pair-detail.ts';

/** The amounts that a pair's conversion table lists. */
export const tableAmounts = [1, 5, 10, 25, 50, 100, 500, 1000, 5000, 10000] as const;

export interface PairDetailInput {
  readonly from: Currency;
  readonly to: Currency;
  /** Units of `from` per 1 USD. */
  readonly fromRate: number;
  /** Units of `to` per 1 USD. */
  readonly toRate: number;
  readonly timestamp: string;
}

/** @throws {RangeError} for what is no rate */
export function buildPairDetail({ from, to, fromRate, toRate, timestamp }: PairDetailInput): PairDetail {
  const rate = crossRate(fromRate, toRate);
  return {
    success: true,
    from: { code: from.code, name: from.name, symbol: from.symbol },
    to: { code: to.code, name: to.name, symbol: to.symbol },
    rate,
    inverse_rate: crossRate(toRate, fromRate),
    // From the published rate, so that a reader who multiplies gets the same.
    table: tableAmounts.map((amount) => ({ amount, converted: round(amount * rate) })),
    timestamp,
  };
}
