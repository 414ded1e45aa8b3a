/** Far outside of what any money is worth, in units per 1 USD, but finite: two such rates would divide to infinity or to nothing. */
const MIN = 1e-15;
const MAX = 1e15;

/** Whether a number can be the rate of a currency at all. */
export function isPossibleRate(rate: number): boolean {
  return rate >= MIN && rate <= MAX;
}
