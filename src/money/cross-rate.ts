import { present } from '../text/present.ts';
import { elementAt } from './element-at.ts';
import type { Rates } from './rates.ts';
import { type Directions, directionsOf, type Quotation } from './quotation.ts';
import { roundInverseOfProduct, roundProduct, roundQuotient } from './rounding/exact-rounding.ts';
import { SYNTHETIC_DIGITS } from './rounding/round.ts';

/**
 * Units of a currency per 1 unit of another currency, from their rates on the same base. Rounded once, to 12 significant
 * digits.
 *
 * @param directions how the two rates are quoted. By default, both are indirect, as the dataset's rates are
 */
export function crossRate(from: number, to: number, directions: Directions = BOTH_INDIRECT): number {
  const [ofFrom, ofTo] = directions;
  if (ofFrom === ofTo) return ofFrom === 'indirect' ? roundQuotient(to, from) : roundQuotient(from, to);
  return ofFrom === 'direct' ? roundProduct(from, to) : roundInverseOfProduct(from, to);
}

const BOTH_INDIRECT: Directions = ['indirect', 'indirect'];

/**
 * A day's rates on a base, including the base, in the order of `rates`.
 * @throws {RangeError} if the base has no rate
 */
export function ratesOn(base: string, rates: Rates, quotation?: Quotation): [code: string, rate: number][] {
  const ofBase = present(rates.get(base), `rate of ${base}`);
  return Array.from(rates, ([code, rate]) => [code, crossRate(ofBase, rate, directionsOf([base, code], quotation))]);
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
