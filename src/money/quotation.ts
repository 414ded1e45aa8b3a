import { currencyOf } from './currencies/sub-units.ts';
import { shifted } from './rounding/round.ts';

/**
 * Which of two currencies a rate is for 1 unit of. An indirect rate is in units of the currency per 1 unit of the base,
 * such as the dataset's per 1 USD. A direct rate is in units of the base per 1 unit of the currency.
 */
export type Direction = 'indirect' | 'direct';

/** How a source quotes currencies: most of them in one direction, and some the other way round. */
export interface Quotation {
  readonly usual: Direction;
  /** Codes of the currencies that are quoted the other way round. */
  readonly inverse: readonly string[];
}

export const indirect: Quotation = { usual: 'indirect', inverse: [] };
export const direct: Quotation = { usual: 'direct', inverse: [] };

/** How a source quotes a currency. A sub-unit's rate is computed from its currency's, so it has the same direction. */
export function directionOf({ usual, inverse }: Quotation, code: string): Direction {
  if (!inverse.includes(currencyOf(code))) return usual;
  return usual === 'indirect' ? 'direct' : 'indirect';
}

/** How a source quotes the currencies of a pair. */
export type Directions = readonly [from: Direction, to: Direction];

/** @param quotation omitted for market rates */
export function directionsOf([from, to]: readonly [string, string], quotation: Quotation = indirect): Directions {
  return [directionOf(quotation, from), directionOf(quotation, to)];
}

/** A sub-unit's rate from its currency's rate, without the error of × 100. */
export function rateOfSubUnit(code: string, ofCurrency: number, quotation: Quotation = indirect): number {
  return shifted(ofCurrency, directionOf(quotation, code) === 'direct' ? -2 : 2);
}
