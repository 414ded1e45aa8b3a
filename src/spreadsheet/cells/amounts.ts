import { plainText } from '../../text/plain-text.ts';

/** The decimal separator of a file's amounts. */
export type Mark = '.' | ',';
export const decimalMarks = ['.', ','] as const;

/** What a cell with an amount can mean. */
export interface AmountReadings {
  /** The amount as plain decimal texts, such as `-1234.5`, by the decimal separator that it's read with. */
  readonly by: Partial<Record<Mark, string>>;
  /** The code or the symbol beside the number. */
  readonly currency: string | undefined;
}

/** Reads a cell as an amount. Undefined if it can't be one. */
export function amountsIn(cell: string): AmountReadings | undefined {
  if (cell === '' || cell.length > 60) return undefined;
  const text = plainText(cell).replaceAll(/[−–]/g, '-');
  const inParentheses = /^\((.+)\)$/.exec(text)?.[1];
  const [, before = '', number, after = ''] = WITH_CURRENCY.exec(inParentheses ?? text) ?? [];
  if (number === undefined) return undefined;
  const signs = `${before}${after}`.replaceAll(/[^+-]/g, '');
  const currencies = [before, after].map((part) => part.replaceAll(/[+-]/g, '').trim()).filter((part) => part !== '');
  if (signs.length > 1 || currencies.length > 1 || (inParentheses !== undefined && signs !== '')) return undefined;
  const [currency] = currencies;
  if (currency !== undefined && !/^(\p{Sc}|\p{L}{1,2}\p{Sc}|\p{L}{2,5}\.?)$/u.test(currency)) return undefined;
  const sign = signs === '-' || inParentheses !== undefined ? '-' : '';
  const by: Partial<Record<Mark, string>> = {};
  for (const mark of decimalMarks) {
    const plain = plainNumber(number, mark);
    if (plain !== undefined) by[mark] = plain === '0' ? plain : sign + plain;
  }
  return by['.'] === undefined && by[','] === undefined ? undefined : { by, currency };
}

const WITH_CURRENCY = /^([^\d.,']*?) ?(\d[\d.,' ٫٬]*|[.,٫]\d+)((?: ?[^\d.,' ][^\d.,']*)?)$/u;

/** Thousands in groups, or the lakhs and crores of India. A number with groups doesn't begin with a zero. */
const GROUPED = {
  '.': /^([1-9]\d{0,2}(?:([, '٬])\d{3})(?:\2\d{3})*|[1-9]\d?(?:,\d{2})+,\d{3}|\d+)(?:[.٫](\d*))?$/,
  ',': /^([1-9]\d{0,2}(?:([. '٬])\d{3})(?:\2\d{3})*|\d+)(?:[,٫](\d*))?$/,
} as const;

/** @returns the number's plain text; undefined if it isn't a number with this decimal separator */
function plainNumber(number: string, mark: Mark): string | undefined {
  const text = number.trim();
  const padded = /^[.,٫]/.test(text) ? `0${text}` : text;
  const [, whole, , fraction = ''] = GROUPED[mark].exec(padded) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
  const plain = fraction === '' ? digits : `${digits}.${fraction}`;
  return /[1-9]/.test(plain) ? plain : '0';
}
