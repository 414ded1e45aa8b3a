/** Maximum characters of an amount, far more than the digits that a number can hold. */
export const MAX_AMOUNT_CHARACTERS = 100;

/** A number with an optional exponent. In a query string, the `+` of an exponent arrives as a space. */
const PLAIN_NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+ -]?\d+)?$/i;

/**
 * Parses an amount of money: zero or more, in plain decimal or exponent form (`12.50`, `1e3`). Returns undefined for
 * signs, hexadecimal numbers, thousands separators and texts that are too long.
 *
 * @returns `Infinity` if the amount is larger than a number can hold, such as `1e400`
 */
export function parseAmount(text: string): number | undefined {
  if (text.length > MAX_AMOUNT_CHARACTERS || !PLAIN_NUMBER.test(text)) return undefined;
  return Number(text.replace(' ', '+'));
}
