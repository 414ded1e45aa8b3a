import { present } from '../text/present.ts';
import { elementAt } from './element-at.ts';
import type { Rates } from './rates.ts';
import { roundQuotient } from './rounding/exact-rounding.ts';
import { SYNTHETIC_DIGITS } from './rounding/round.ts';

/**
 * Which of two currencies a rate is for 1 unit of. An indirect rate is in units of the currency per 1 unit of the base,
 * such as the dataset's per 1 USD. A direct rate is in units of the base per 1 unit of the currency.
 */
export type Quotation = 'indirect' | 'direct';

/**
 * Units of a currency per 1 unit of another currency, from their rates on the same base. Rounded to 12 significant
 * digits. Swap the arguments for the inverse rate.
 */
export function crossRate(from: number, to: number, quotation: Quotation = 'indirect'): number {
  return quotation === 'indirect' ? roundQuotient(to, from) : roundQuotient(from, to);
}

/**
 * A day's rates on a base, including the base, in the order of `rates`.
 * @throws {RangeError} if the base has no rate
 */
export function ratesOn(base: string, rates: Rates, quotation?: Quotation): [code: string, rate: number][] {
  const ofBase = present(rates.get(base), `rate of ${base}`);
  return Array.from(rates, ([code, rate]) => [code, crossRate(ofBase, rate, quotation)]);
}

/**
 * The cross rate for each day of two synthetic series, rounded to 8 significant digits. Past rates have 12.
 * @throws {RangeError} if the lengths of the series differ
 */
export function crossSeries(fromPerUsd: readonly number[], toPerUsd: readonly number[]): number[] {
  if (fromPerUsd.length !== toPerUsd.length)
    throw new RangeError(`Series of ${fromPerUsd.length} and ${toPerUsd.length} days do not match.`);
  return fromPerUsd.map((value, day) => roundQuotient(elementAt(toPerUsd, day), value, SYNTHETIC_DIGITS));
}
