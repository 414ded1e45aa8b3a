/** Significant digits of everything computed: rates, inverse rates, results and tables. */
export const COMPUTED_DIGITS = 12;

/** Significant digits of history: enough for a chart, and half of the bytes. */
export const HISTORY_DIGITS = 8;

/**
 * Rounds to significant digits: a rate of 0.0000012017 must keep as many meaningful digits as one of 1201.7, which
 * rounding to decimal places would not do. Ties go away from zero. Never gives `-0`.
 *
 * @example round(0.1 * 3) // 0.3, where floating point says 0.30000000000000004
 * @throws {RangeError} when the value is not finite: no `NaN` or `Infinity` may reach a document
 */
export function round(value: number, digits: number = COMPUTED_DIGITS): number {
  if (!Number.isFinite(value)) throw new RangeError(`Cannot round ${value}.`);
  return Number(value.toPrecision(digits)) + 0;
}
