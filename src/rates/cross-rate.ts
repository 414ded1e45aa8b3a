import { HISTORY_DIGITS, round } from './round.ts';

/**
 * Units of the quote currency per 1 of the base currency, by way of USD: quote / base, where both are units per 1 USD.
 * Rounded to 12 significant digits. The inverse rate is the cross rate with the two exchanged.
 */
export function crossRate(base: number, quote: number): number {
  return round(quote / base);
}

/** The cross rate of every day of two series of equal length, rounded to the 8 significant digits of history. */
export function crossSeries(base: readonly number[], quote: readonly number[]): number[] {
  if (base.length !== quote.length)
    throw new RangeError(`Series of ${base.length} and ${quote.length} days do not match.`);
  return base.map((value, day) => round((quote[day] ?? NaN) / value, HISTORY_DIGITS));
}
