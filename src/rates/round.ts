/** Significant digits of everything computed: rates, inverse rates, results and tables. */
export const COMPUTED_DIGITS = 12;

/** Significant digits of history: enough for a chart, and half of the bytes. */
export const HISTORY_DIGITS = 8;

/** 10⁰ to 10²²: the powers of ten that a double holds exactly. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * Rounds to significant digits: a rate of 0.0000012017 must keep as many meaningful digits as one of 1201.7, which
 * rounding to decimal places would not do. Ties go away from zero. Never gives `-0`.
 *
 * @example round(0.1 * 3) // 0.3, where floating point says 0.30000000000000004
 * @throws {RangeError} when the value is not finite: no `NaN` or `Infinity` may reach a document
 */
export function round(value: number, digits: number = COMPUTED_DIGITS): number {
  const factor = POWERS_OF_TEN[decimalsOf(value, digits)] ?? NaN;
  const whole = roundScaled(value * factor, digits);
  // Both are exact, so the quotient is the double that is nearest to the decimal number, as if it had been parsed.
  if (whole > 0) return whole / factor;
  // Checked last, because thousands of rates are rounded for a range: neither NaN nor Infinity gets a factor above.
  if (!Number.isFinite(value)) throw new RangeError(`Cannot round ${value}.`);
  return Number(value.toPrecision(digits)) + 0;
}

/**
 * How many decimal places show so many significant digits of a positive value: 12 digits of 1201.7 need 8 places. Close to
 * a power of ten, where the logarithm is not exact, it may be one too few or too many.
 */
export function decimalsOf(value: number, digits: number): number {
  return digits - 1 - Math.floor(Math.log10(value));
}

/** A power of ten as an exact factor; `NaN` where no double is. */
export function powerOfTen(exponent: number): number {
  return POWERS_OF_TEN[exponent] ?? NaN;
}

/**
 * Rounds in a third of the time of `toPrecision`, where it can be sure. The value has been multiplied by the power of ten
 * that puts `digits` of its digits before the point: 1.23456 to three digits comes as 123.456 and gives 123.
 *
 * Multiplying was off by up to half a unit in the last place. So the answer is 0, for "not sure", when the value is too
 * near a tie, such as 123.5, or when the power was the wrong one.
 *
 * @param digits at most 12
 */
export function roundScaled(scaled: number, digits: number): number {
  const whole = Math.round(scaled);
  const least = POWERS_OF_TEN[digits - 1] ?? NaN;
  // Below 10¹², half a unit in the last place is at most 2⁻¹⁴.
  const sure = Math.abs(whole - scaled) < 0.5 - 2 ** -13;
  return sure && scaled >= least && whole < 10 * least ? whole : 0;
}
