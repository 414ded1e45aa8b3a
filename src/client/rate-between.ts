import { crossRate, type Quotation } from '../money/cross-rate.ts';

/** As `crossRate`, but `NaN` if a rate is missing. */
export function rateBetween(from: number, to: number, quotation: Quotation): number {
  return from > 0 && to > 0 ? crossRate(from, to, quotation) : NaN;
}
