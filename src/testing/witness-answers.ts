import type { Rates } from '../rates/snapshot.ts';

/** For tests: what witnesses answer, by layout, from units per 1 USD. */
export const witnessLayouts = {
  /** Frankfurter v2: a row for each currency, with its date. */
  frankfurter: (rates: Rates, date: string) => [...rates].map(([quote, rate]) => ({ date, base: 'USD', quote, rate })),
  /** Coinbase: text, of now. */
  coinbase: (rates: Rates) => ({
    data: { currency: 'USD', rates: Object.fromEntries([...rates].map(([code, rate]) => [code, decimal(rate)])) },
  }),
  /** What most others have, a Ratesheet among them. */
  map: (rates: Rates, date: string) => ({ success: true, base: 'USD', date, rates: Object.fromEntries(rates) }),
} as const;

/** Without the exponent of a small number. */
function decimal(rate: number): string {
  return rate.toFixed(20).replace(/\.?0+$/, '');
}
