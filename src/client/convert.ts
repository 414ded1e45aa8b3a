import { type Decimal, multiply, parseDecimal, printDecimal, printShortest, roundDecimal } from './decimal.ts';
import { checkOneOf, invalid } from './arguments.ts';
import { roundNumber } from './rate-between.ts';
import { minorUnitsOf } from './minor-units.ts';
import type { Conversion, Rate, Rounding } from './ratesheet.d.ts';
import { MAX_AMOUNT_CHARACTERS } from '../rates/amount.ts';

/**
 * Converts an amount at a rate. For exact results, a number counts as the decimal that JavaScript prints: 0.1 is 1/10.
 *
 * @throws {RangeError} if the amount isn't a decimal number, or the result is too large for a number
 */
export function convertAt(
  rate: Rate,
  amount: string | number,
  { rounding = 'half-even' }: Rounding,
): Conversion<string | number> {
  checkOneOf('rounding', rounding, ['half-even', 'half-up']);
  const exact = multiply(decimalOf(amount), decimalOf(rate.rate));
  const places = minorUnitsOf(rate.to);
  const rounded = places === undefined ? null : roundDecimal(exact, places, rounding === 'half-up');
  const isText = typeof amount === 'string';
  const result = isText ? printShortest(exact) : roundNumber(amount * rate.rate);
  const print = (decimal: Decimal) => (isText ? printDecimal(decimal) : Number(printDecimal(decimal)));
  // In minor units, such as cents, the rounded amount is a whole number.
  const minor = rounded && print({ ...rounded, scale: 0 });
  if (!isText && ![result, minor ?? 0].every(Number.isFinite)) {
    throw invalid('amount', amount, 'The result is too large');
  }
  return {
    ...rate,
    amount,
    result,
    rounded: rounded && print(rounded),
    minor,
  };
}

function decimalOf(amount: string | number): Decimal {
  const text = String(amount);
  const isPlain = typeof amount === 'number' || (text.length <= MAX_AMOUNT_CHARACTERS && !text.includes('e'));
  const decimal = isPlain ? parseDecimal(text) : undefined;
  if (decimal) return decimal;
  throw invalid('amount', amount, 'Use a number such as 12.50');
}
