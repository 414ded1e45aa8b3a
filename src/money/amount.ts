/** Maximum characters of an amount, far more than the digits that a number can hold. */
export const MAX_AMOUNT_CHARACTERS = 100;

/** The amounts in a pair's conversion table. */
export const tableAmounts = [1, 5, 10, 25, 50, 100, 500, 1000, 5000, 10000] as const;

/** The smallest positive number with all its digits, about 2.2e-308. Smaller numbers lose digits and become 0. */
const SMALLEST = 2 ** -1022;

/** A number with an optional exponent. In a query string, the `+` of an exponent arrives as a space. */
const PLAIN_NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+ -]?\d+)?$/i;

/**
 * Parses an amount of money: zero or more, in plain decimal or exponent form (`12.50`, `1e3`). Returns undefined for
 * signs, hexadecimal numbers, thousands separators and texts that are too long.
 *
 * @returns an amount that isn't {@link isInRange} if a number can't hold it, such as `Infinity` for `1e400`
 */
export function parseAmount(text: string): number | undefined {
  if (text.length > MAX_AMOUNT_CHARACTERS || !PLAIN_NUMBER.test(text)) return undefined;
  // `1e-400` isn't zero, although JavaScript parses it as 0.
  return Number(text.replace(' ', '+')) || (/^[0.]*[1-9]/.test(text) ? Number.MIN_VALUE : 0);
}

/**
 * Whether a number can hold amount × rate with all its digits: 0, or about 2.2e-308 to 1.8e308. If a product becomes 0
 * although the amount isn't 0, its digits are lost.
 */
export function isInRange(amount: number, rate = 1): boolean {
  return amount === 0 || (amount * rate >= SMALLEST && amount * rate <= Number.MAX_VALUE);
}
