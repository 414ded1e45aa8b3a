/** Digits with or without a fraction, then perhaps an exponent. A `+` in a query string reaches us as a space. */
const PLAIN_NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:e[+ -]?\d+)?$/i;

/**
 * Reads an amount of money as a user writes it: zero or more, plain decimal or exponent form (`12.50`, `1e3`). Signs,
 * hexadecimal, thousands separators and what is too large for a number are not amounts.
 */
export function parseAmount(text: string): number | undefined {
  if (!PLAIN_NUMBER.test(text)) return undefined;
  const amount = Number(text.replace(' ', '+'));
  return Number.isFinite(amount) ? amount : undefined;
}
