import { crossRate } from '../money/cross-rate.ts';
import type { Directions } from '../money/quotation.ts';

/** As `crossRate`, but `NaN` if a rate is missing. */
export function rateBetween(from: number, to: number, directions: Directions): number {
  return from > 0 && to > 0 ? crossRate(from, to, directions) : NaN;
}
