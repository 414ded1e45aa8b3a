import { isInRange, MAX_AMOUNT_CHARACTERS, parseAmount } from '../../rates/amount.ts';

/**
 * Parses a typed amount, in the digits and separators of the visitor's locale or in plain form (`1234.5`, `1e3`). If a
 * text is valid in both forms, the locale decides: `1.234` is 1234 in German. A separator that can't group thousands at
 * its position is the decimal separator: `12.50` is twelve and a half in every locale.
 *
 * @param locale a BCP 47 tag
 * @returns undefined if the text isn't an amount of zero or more
 */
export function parseTypedAmount(text: string, locale: string): number | undefined {
  if (text.length > MAX_AMOUNT_CHARACTERS) return undefined;
  const decimal = decimalOf(locale);
  const plain = Array.from(text.normalize('NFKC'))
    .filter((character) => !/[\s'’]/.test(character))
    .map((character) => {
      if (/\p{Nd}/u.test(character)) return String(digitOf(character));
      return character === '٫' ? decimal : character === '٬' ? (decimal === '.' ? ',' : '.') : character;
    })
    .join('');
  const mark = decimalMarkOf(plain, decimal);
  const group = mark === '.' ? ',' : '.';
  const [whole = '', ...rest] = plain.split(mark);
  if (whole.includes(group) && !GROUPED[group].test(whole)) return undefined;
  const amount = parseAmount([whole.replaceAll(group, ''), ...rest].join('.'));
  return amount !== undefined && isInRange(amount) ? amount : undefined;
}

/**
 * Parses an amount with an optional currency before or after it: `$100`, `100 USD`, `12.50`.
 * @returns the amount, and the currency as typed (or empty); undefined if the text isn't an amount of zero or more
 */
export function parseTypedMoney(text: string, locale: string): { unit: string; amount: number } | undefined {
  const amount = parseTypedAmount(text, locale);
  if (amount !== undefined) return { unit: '', amount };
  if (text.length > MAX_AMOUNT_CHARACTERS) return undefined;
  // The number ends with the last digit, so `5 kr.` is 5. It starts with the first digit, or with a separator directly
  // before that digit, so `$.50` is .50.
  const [, before = '', number = '', after = ''] =
    /^(\P{Nd}*?)([.,٫]?\p{Nd}(?:.*\p{Nd})?)(\P{Nd}*)$/u.exec(text.trim()) ?? [];
  const units = [before.trim(), after.trim()].filter((unit) => unit !== '');
  const value = parseTypedAmount(number, locale);
  return value === undefined || units.length !== 1 ? undefined : { unit: units[0] ?? '', amount: value };
}

/** A decimal digit's value. In Unicode, each script's ten digits are consecutive, with no digit before them. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}

type Mark = '.' | ',';

/** Numbers grouped by thousands, or by lakhs and crores. */
const GROUPED: Record<Mark, RegExp> = {
  ',': /^\d{1,3}(,\d{2,3})*,\d{3}(e[+-]?\d+)?$/i,
  '.': /^\d{1,3}(\.\d{2,3})*\.\d{3}(e[+-]?\d+)?$/i,
};

/** The decimal separator that a number uses. @param own the decimal separator of the visitor's locale */
function decimalMarkOf(text: string, own: Mark): Mark {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const only: Mark = point >= 0 ? '.' : ',';
  const other: Mark = only === '.' ? ',' : '.';
  if (text.includes(only) && only !== own) return GROUPED[only].test(text) ? other : only;
  return text.indexOf(only) !== text.lastIndexOf(only) && GROUPED[only].test(text) ? other : own;
}

function decimalOf(locale: string): Mark {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  return decimal === ',' || decimal === '٫' ? ',' : '.';
}
