import { isInRange, MAX_AMOUNT_CHARACTERS, parseAmount } from '../../money/amount.ts';
import { plainText } from '../../text/plain-text.ts';

/**
 * Parses a typed number, in the digits and separators of the visitor's locale or in plain form (`1234.5`, `1e3`).
 *
 * @param locale a BCP 47 tag
 * @returns undefined if the text isn't an amount of zero or more
 */
export function parseTypedAmount(text: string, locale: string): number | undefined {
  return text.length > MAX_AMOUNT_CHARACTERS ? undefined : parseNumber(plainText(text), decimalMarksOf(locale));
}

/**
 * The decimal separators of a locale among `.` and `,`. Both are separators if amounts of money are written otherwise
 * than numbers, as in fr-CH. A visitor who types `1,000` in Latin digits means the separators of Latin digits, also if
 * `Intl` prints others for the locale by default (ar-EG, fa-IR).
 */
export function decimalMarksOf(locale: string): string {
  const styles = [{}, { style: 'currency', currency: 'EUR' }] as const;
  return styles
    .map((style) => new Intl.NumberFormat(locale, { ...style, numberingSystem: 'latn' }).formatToParts(1.5))
    .map((parts) => parts.find(({ type }) => type === 'decimal')?.value)
    .join('');
}

/** Groups of thousands, or of lakhs and crores. A number with groups never starts with a zero: `0.125` has no groups. */
const GROUPED = /^[1-9](?:\d{0,2}([., '٬])\d{3}(?:\1\d{3})*|\d?([., '٬])(?:\d{2}\2)+\d{3})$/;

/** Groups with spaces or apostrophes, of which the last can be unfinished, because it's still being typed: `1 23` is 123. */
const BEING_GROUPED = /^[1-9]\d{0,2}([ '])(?:\d{3}\1)*\d{0,2}$/;

/**
 * Parses a number of {@link plainText}. If the text is a valid number in several forms, the locale decides: `1.234` is
 * 1234 in German. A separator that can't group thousands at its position is the decimal separator: `12.50` is twelve
 * and a half in every locale.
 *
 * @param own the locale's decimal separators
 */
export function parseNumber(text: string, own: string): number | undefined {
  const [, number, exponent = ''] = /^([\d., '٫٬]+)(e[+-]?\d+)?$/i.exec(text) ?? [];
  if (number === undefined) return undefined;
  const mark = decimalMarkOf(number, own);
  const [typed = '', fraction = '', ...rest] = mark === '' ? [number] : number.split(mark);
  // Before the next group is typed, the number ends with a separator.
  const whole = /[.,]$/.test(typed) ? typed.slice(0, -1) : typed;
  const isWhole = /^\d*$/.test(whole) || GROUPED.test(whole) || (mark === '' && BEING_GROUPED.test(whole));
  if (!isWhole || rest.length > 0 || !/^\d*$/.test(fraction)) return undefined;
  const amount = parseAmount(`${whole.replaceAll(/\D/g, '')}.${fraction}${exponent}`);
  return amount !== undefined && isInRange(amount) ? amount : undefined;
}

/** The decimal separator of a number. Empty for a whole number. */
function decimalMarkOf(number: string, own: string): string {
  if (number.includes('٫')) return '٫';
  const [point, comma] = [number.lastIndexOf('.'), number.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const only = point >= 0 ? '.' : ',';
  const isOnce = number.includes(only) && number.indexOf(only) === number.lastIndexOf(only);
  return isOnce && (own.includes(only) || !GROUPED.test(number)) ? only : '';
}
