import {
  type Decimal,
  multiply,
  parseDecimal,
  printDecimal,
  printShortest,
  roundDecimal,
  toNumber,
} from '../money/rounding/decimal.ts';
import { COMPUTED_DIGITS } from '../money/rounding/round.ts';
import { checkOneOf, invalid } from './arguments.ts';
import { minorUnitsOf } from '../money/currencies/minor-units.ts';
import type { Conversion, Rate, Rounding } from './ratesheet.d.ts';
import { MAX_AMOUNT_CHARACTERS } from '../money/amount.ts';

/**
 * Converts an amount at a rate. Exact results use decimal arithmetic: the number 0.1, which JavaScript prints as `0.1`,
 * counts as 1/10. A number's `result` is rounded as the API's.
 *
 * @throws {RangeError} if the amount isn't a decimal number, or the result is too large for a number
 */
export function convertAt(
  rate: Rate,
  amount: string | number,
  { rounding = 'half-even' }: Rounding,
): Conversion<string | number> {
  checkOneOf('rounding', rounding, ['half-even', 'half-up']);
  const exact = multiply(exactAmount(amount), exactAmount(rate.rate));
  const places = minorUnitsOf(rate.to);
  const rounded = places === undefined ? null : roundDecimal(exact, places, rounding);
  const isText = typeof amount === 'string';
  const result = isText ? printShortest(exact) : toNumber(exact, COMPUTED_DIGITS);
  const print = (decimal: Decimal) => (isText ? printDecimal(decimal) : Number(printDecimal(decimal)));
  // Without the decimal point, the rounded amount is in minor units, such as cents: 12.50 is 1250 cents.
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

/** @throws {RangeError} if the amount isn't a decimal number */
export function exactAmount(amount: string | number): Decimal {
  const isNumber = typeof amount === 'number';
  const text = String(amount);
  if (!isNumber && text.length > MAX_AMOUNT_CHARACTERS) {
    throw invalid('amount', amount, `Use at most ${MAX_AMOUNT_CHARACTERS} characters`);
  }
  const isPlain = isNumber || (typeof amount === 'string' && /^-?\d+(?:\.\d+)?$/.test(text));
  const decimal = isPlain ? parseDecimal(text) : undefined;
  if (decimal) return decimal;
  throw invalid('amount', amount, "Use a number such as 12.50, or a string such as '12.50'");
}
