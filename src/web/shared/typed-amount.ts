import { MAX_AMOUNT_CHARACTERS, parseAmount } from '../../rates/amount.ts';

/**
 * Reads an amount as a visitor types it: in the digits and with the marks of their locale, or plainly (`1234.5`, `1e3`).
 * Where the two differ, the locale decides: `1.234` is 1234 in German. A mark that cannot group thousands where it
 * stands is the decimal mark: `12.50` is twelve and a half in any locale.
 *
 * @param locale a BCP 47 tag
 * @returns undefined if it isn't an amount of zero or more
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
  return Number.isFinite(amount) ? amount : undefined;
}

/**
 * Reads an amount with the currency that may stand before or after it: `$100`, `100 USD`, `12.50`.
 * @returns the unit as it is typed, empty for nothing; undefined if it isn't an amount of zero or more
 */
export function parseTypedMoney(text: string, locale: string): { unit: string; amount: number } | undefined {
  const amount = parseTypedAmount(text, locale);
  if (amount !== undefined) return { unit: '', amount };
  if (text.length > MAX_AMOUNT_CHARACTERS) return undefined;
  // From the first digit to the last, with a point before them: `$.50`, `kr 5`, `5 kr.`
  const [, before = '', number = '', after = ''] =
    /^(\P{Nd}*?)([.,٫]?\p{Nd}(?:.*\p{Nd})?)(\P{Nd}*)$/u.exec(text.trim()) ?? [];
  const units = [before.trim(), after.trim()].filter((unit) => unit !== '');
  const value = parseTypedAmount(number, locale);
  return value === undefined || units.length !== 1 ? undefined : { unit: units[0] ?? '', amount: value };
}

/** A decimal digit's value: in each of Unicode's scripts ten stand in a row, and the ones before the first are none. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}

type Mark = '.' | ',';

/** Thousands, or the lakhs and crores of India. */
const GROUPED: Record<Mark, RegExp> = {
  ',': /^\d{1,3}(,\d{2,3})*,\d{3}(e[+-]?\d+)?$/i,
  '.': /^\d{1,3}(\.\d{2,3})*\.\d{3}(e[+-]?\d+)?$/i,
};

/** Which mark sets off the fraction. */
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
