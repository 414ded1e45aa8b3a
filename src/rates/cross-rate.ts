import { present } from '../text/present.ts';
import { elementAt } from './element-at.ts';
import type { Rates } from './rates.ts';
import { SYNTHETIC_DIGITS, round } from './round.ts';

/**
 * Units of a currency per 1 unit of another currency, from their rates in units per 1 USD. Rounded to 12 significant
 * digits. Swap the arguments for the inverse rate.
 */
export function crossRate(fromPerUsd: number, toPerUsd: number): number {
  return round(toPerUsd / fromPerUsd);
}

/**
 * A day's rates on a base, including the base, in the order of `rates`.
 * @throws {RangeError} if the base has no rate
 */
export function ratesOn(base: string, rates: Rates): [code: string, rate: number][] {
  const basePerUsd = present(rates.get(base), `rate of ${base}`);
  return Array.from(rates, ([code, rate]) => [code, crossRate(basePerUsd, rate)]);
}

/**
 * The cross rate for each day of two series, rounded to 8 significant digits as in history.
 * @throws {RangeError} if the lengths of the series differ
 */
export function crossSeries(fromPerUsd: readonly number[], toPerUsd: readonly number[]): number[] {
  if (fromPerUsd.length !== toPerUsd.length)
    throw new RangeError(`Series of ${fromPerUsd.length} and ${toPerUsd.length} days do not match.`);
  return fromPerUsd.map((value, day) => round(elementAt(toPerUsd, day) / value, SYNTHETIC_DIGITS));
}
