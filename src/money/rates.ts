/** Units of a currency per 1 USD, by code in upper case, in the published order. `USD` is 1. */
export type Rates = ReadonlyMap<string, number>;

/** Bounds in units per 1 USD, far beyond any real rate. The quotient of two rates within the bounds is finite. */
const MIN = 1e-15;
const MAX = 1e15;

export function isPossibleRate(rate: number): boolean {
  return rate >= MIN && rate <= MAX;
}
