/** Characters of the longest amount: room for every digit that a number can tell from the next one, and many more. */
export const MAX_AMOUNT_CHARACTERS = 100;

/** Digits with or without a fraction, then perhaps an exponent. A `+` in a query string reaches us as a space. */
const PLAIN_NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+ -]?\d+)?$/i;

/**
 * Reads an amount of money as a user writes it: zero or more, plain decimal or exponent form (`12.50`, `1e3`). Signs,
 * hexadecimal and thousands separators are not amounts, nor is what is longer than any amount.
 *
 * @returns `Infinity` for what is more than a number can hold, such as `1e400`
 */
export function parseAmount(text: string): number | undefined {
  if (text.length > MAX_AMOUNT_CHARACTERS || !PLAIN_NUMBER.test(text)) return undefined;
  return Number(text.replace(' ', '+'));
}
