import { type Decimal, multiply, parseDecimal, toNumber } from './decimal.ts';
import { COMPUTED_DIGITS, decimalsOf, powerOfTen, roundScaled } from './round.ts';

/*
 * Products and quotients of decimal numbers, rounded as if they were computed by hand: ties away from zero. Floating-point
 * numbers can't do that, because 0.145 is stored as slightly less or more. So if a floating-point result is close to a
 * tie, the result is computed again with whole numbers. That is about one of 500 results, or less.
 */

/**
 * An amount × a rate, for example. Both are zero or more.
 *
 * @param one a number stands for the decimal number as JavaScript prints it. A text may have more digits.
 * @throws {RangeError} if the product is too large for a number
 */
export function roundProduct(one: number | string, other: number, digits: number = COMPUTED_DIGITS): number {
  const product = Number(one) * other;
  if (product === 0) return 0;
  const result = roundFast(product, digits) ?? toNumber(multiply(exact(one), exact(other)), digits);
  if (!Number.isFinite(result)) throw new RangeError(`${one} × ${other} is too large.`);
  return result;
}

/**
 * A rate ÷ another rate, for example. Both are more than zero.
 *
 * @throws {RangeError} if one isn't, or if the quotient is too large for a number
 */
export function roundQuotient(one: number, other: number, digits: number = COMPUTED_DIGITS): number {
  const result = roundFast(one / other, digits) ?? toNumber(quotient(exact(one), exact(other), digits), digits);
  if (!Number.isFinite(result)) throw new RangeError(`${one} ÷ ${other} is too large.`);
  return result;
}

/**
 * 1 ÷ (a rate × another rate). Both are more than zero.
 *
 * @throws {RangeError} if one isn't, or if the result is too large for a number
 */
export function roundInverseOfProduct(one: number, other: number, digits: number = COMPUTED_DIGITS): number {
  const result =
    roundFast(1 / (one * other), digits) ?? toNumber(quotient(ONE, multiply(exact(one), exact(other)), digits), digits);
  if (!Number.isFinite(result)) throw new RangeError(`1 ÷ (${one} × ${other}) is too large.`);
  return result;
}

const ONE: Decimal = { digits: 1n, scale: 0 };

/** Undefined if the result may be wrong by a unit of its last digit. */
function roundFast(value: number, digits: number): number | undefined {
  const factor = powerOfTen(decimalsOf(value, digits));
  const whole = roundScaled(value * factor, digits);
  // `whole` and `factor` are exact, so their quotient is the double nearest to the decimal number.
  return whole > 0 ? whole / factor : undefined;
}

function exact(number: number | string): Decimal {
  const decimal = parseDecimal(String(number));
  if (!decimal || decimal.digits < 0n) throw new RangeError(`Cannot round ${number}.`);
  return decimal;
}

/** A quotient with at least two digits more than needed. The last digit is 1 if the quotient has further digits. */
function quotient(one: Decimal, other: Decimal, digits: number): Decimal {
  if (one.digits === 0n || other.digits === 0n) throw new RangeError('Cannot round 0 or infinity.');
  const more = Math.max(0, String(other.digits).length - String(one.digits).length + digits + 2);
  const numerator = one.digits * 10n ** BigInt(more);
  const isExact = numerator % other.digits === 0n;
  const whole = (numerator / other.digits) * 10n + (isExact ? 0n : 1n);
  return { digits: whole, scale: one.scale - other.scale + more + 1 };
}
