import { MOST_AMOUNT_CHARACTERS, parseAmount } from '../rates/amount.ts';

/**
 * Reads an amount as a visitor types it: in the digits and with the marks of their locale, or plainly (`1234.5`, `1e3`).
 * Where the two differ, the locale decides: `1.234` is 1234 in German. A mark that cannot group thousands where it
 * stands is the decimal mark: `12.50` is twelve and a half in any locale.
 *
 * @param locale a BCP 47 tag
 * @returns undefined for what is no amount of zero or more
 */
export function parseTypedAmount(text: string, locale: string): number | undefined {
  if (text.length > MOST_AMOUNT_CHARACTERS) return undefined;
  const { decimal, digits } = marksOf(locale);
  const plain = Array.from(text)
    .filter((character) => !/[\s'’]/.test(character))
    .map((character) => {
      const digit = digits.indexOf(character);
      if (digit >= 0) return String(digit);
      return character === '٫' ? decimal : character === '٬' ? (decimal === '.' ? ',' : '.') : character;
    })
    .join('');
  const mark = decimalMarkOf(plain, decimal === ',' ? ',' : '.');
  const group = mark === '.' ? ',' : '.';
  const [whole = '', ...rest] = plain.split(mark);
  if (whole.includes(group) && !GROUPED[group].test(whole)) return undefined;
  const amount = parseAmount([whole.replaceAll(group, ''), ...rest].join('.'));
  return Number.isFinite(amount) ? amount : undefined;
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

function marksOf(locale: string) {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  const digits = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    decimal: decimal === ',' || decimal === '٫' ? ',' : '.',
    digits: Array.from({ length: 10 }, (_, digit) => digits.format(digit)),
  };
}
