import type { IsoDate } from '../../money/calendar.ts';
import type { Rates } from '../../money/rates.ts';

/** Functions that build a witness's response from rates, by the format of the response. */
export const witnessAnswers = {
  /** Frankfurter v2: a row for each currency, with its date. */
  frankfurter: (rates: Rates, date: IsoDate) => [...rates].map(([quote, rate]) => ({ date, base: 'USD', quote, rate })),
  /** Coinbase: rates as text, without a date. */
  coinbase: (rates: Rates) => ({
    data: { currency: 'USD', rates: Object.fromEntries([...rates].map(([code, rate]) => [code, decimal(rate)])) },
  }),
  /** The format of most other witnesses, such as another Ratesheet site. */
  map: (rates: Rates, date: IsoDate) => ({ success: true, base: 'USD', date, rates: Object.fromEntries(rates) }),
} as const;

/**
 * Another source's rates of the same currencies. Each rate differs by up to 0.1%, because two sources rarely agree to
 * the last digit.
 */
export function ratesOfAnotherSource(rates: Rates): Map<string, number> {
  return new Map(
    Array.from(rates, ([code, rate], index) => [code, code === 'USD' ? 1 : rate * (1 + 0.001 * Math.sin(index + 1))]),
  );
}

/** Formats a small number without an exponent. */
function decimal(rate: number): string {
  return rate.toFixed(20).replace(/\.?0+$/, '');
}
