import type { Rates } from '../../rates/rates.ts';

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

/** For tests: what another source has for the same currencies. Each rate is off by up to 0.1%, as no two sources agree to the digit. */
export function ratesOfAnotherSource(rates: Rates): Map<string, number> {
  return new Map(
    Array.from(rates, ([code, rate], index) => [code, code === 'USD' ? 1 : rate * (1 + 0.001 * Math.sin(index + 1))]),
  );
}

/** Without the exponent of a small number. */
function decimal(rate: number): string {
  return rate.toFixed(20).replace(/\.?0+$/, '');
}
