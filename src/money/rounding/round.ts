/** Significant digits of computed numbers: rates, inverse rates, results and tables. */
export const COMPUTED_DIGITS = 12;

/** Significant digits of the synthetic history. 8 are enough for a chart and make the files smaller. */
export const SYNTHETIC_DIGITS = 8;

/** 10⁰ to 10²²: the powers of ten that a double holds exactly. */
const POWERS_OF_TEN = /* @__PURE__ */ Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * Rounds to significant digits rather than decimal places, so that a rate of 0.0000012017 keeps as many meaningful
 * digits as a rate of 1201.7. Rounds ties away from zero. Never returns `-0`.
 *
 * @example round(0.1 * 3) // 0.3 instead of 0.30000000000000004
 * @throws {RangeError} if the value isn't finite, because a document must not contain `NaN` or `Infinity`
 */
export function round(value: number, digits: number = COMPUTED_DIGITS): number {
  const factor = powerOfTen(decimalsOf(value, digits));
  const whole = roundScaled(value * factor, digits);
  // `whole` and `factor` are exact, so their quotient is the double nearest to the decimal number. Parsing the decimal
  // number would give the same double, but a range of 27 years would take a millisecond longer.
  if (whole > 0) return whole / factor;
  if (!Number.isFinite(value)) throw new RangeError(`Cannot round ${value}.`);
  return Number(value.toPrecision(digits)) + 0;
}

/**
 * The number of decimal places needed to write a positive value with `digits` significant digits: 1201.7 with 12 digits
 * needs 8 decimal places. Near a power of ten, the result may be off by one. Most rates need few steps here, so this is
 * faster than a logarithm.
 */
export function decimalsOf(value: number, digits: number): number {
  let decimals = digits - 1;
  for (let power = 10; value >= power && power < 1e22; power *= 10) decimals--;
  for (let power = 1; value < power && power > 1e-22; power /= 10) decimals++;
  return decimals;
}

/** A power of ten; `NaN` if a double can't hold it exactly. */
export function powerOfTen(exponent: number): number {
  return POWERS_OF_TEN[exponent] ?? NaN;
}

/**
 * Rounds three times as fast as `toPrecision`. The caller first multiplies the value by a power of ten, so that its
 * first `digits` digits are before the decimal point. For example, 1.23456 with three digits is passed as 123.456, and
 * the result is 123.
 *
 * Returns 0 if the power of ten was wrong, or if the product is too close to a tie such as 123.5. Close to a tie, the
 * rounding error of the multiplication could change the result.
 *
 * @param digits at most 12
 */
export function roundScaled(scaled: number, digits: number): number {
  const whole = Math.round(scaled);
  const least = POWERS_OF_TEN[digits - 1] ?? NaN;
  // Below 10¹², each rounding adds an error of at most 2⁻¹⁴. The inverse of a product of two decimal numbers is rounded
  // five times: both numbers, their product, its inverse, and the caller's multiplication. So a distance of 2⁻¹⁰ from a
  // tie is enough.
  const sure = Math.abs(whole - scaled) < 0.5 - 2 ** -10;
  return sure && scaled >= least && whole < 10 * least ? whole : 0;
}

/** A decimal number with its point moved to the right, exactly. */
export function shifted(decimal: string | number, places: number): number {
  const shifted = Number(`${decimal}e${places}`);
  if (!Number.isNaN(shifted)) return shifted;
  // The number has an exponent already.
  const [digits = '', exponent = '0'] = String(decimal).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}
