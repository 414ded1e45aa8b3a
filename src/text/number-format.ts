/** Numbers from this size on are in scientific notation, because 16 digits in a row are hard to read. */
const MAX_IN_FULL = 1e15;

export interface NumberFormat {
  /** An amount of money: two decimals, or six significant digits if it's less than 1, such as `0.000012`. */
  amount(value: number): string;
  /** A rate: six significant digits or two decimals, whichever shows more digits. */
  rate(value: number): string;
  /** A number for an input field: all digits, without grouping. */
  plain(value: number): string;
}

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const SIGNIFICANT = { maximumSignificantDigits: 6 } as const;

/** The options with which `Intl` shows an amount of money. */
export function amountOptions(value: number): Intl.NumberFormatOptions {
  return value < MAX_IN_FULL && (value >= 1 || value === 0) ? CENTS : SIGNIFICANT;
}

/** Formats numbers for a locale. @param locale a BCP 47 tag */
export function numberFormat(locale: string): NumberFormat {
  const cents = new Intl.NumberFormat(locale, CENTS);
  const significant = new Intl.NumberFormat(locale, SIGNIFICANT);
  const rate = new Intl.NumberFormat(locale, {
    ...SIGNIFICANT,
    maximumFractionDigits: 2,
    roundingPriority: 'morePrecision',
  });
  return {
    amount(value) {
      if (value >= MAX_IN_FULL) return powerOfTen(value, locale);
      return (amountOptions(value) === CENTS ? cents : significant).format(value);
    },
    rate: (value) => (value >= MAX_IN_FULL ? powerOfTen(value, locale) : rate.format(value)),
    plain: (value) => plainNumber(value, locale),
  };
}

/** A number for an input field: all digits, without grouping. @param locale a BCP 47 tag */
export function plainNumber(value: number, locale: string): string {
  if (value >= MAX_IN_FULL) return String(value);
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumSignificantDigits: 15 }).format(value);
}

/**
 * A huge number as people write it: `1.5 × 10³⁰⁰`. It has Latin digits in every locale, because only they have
 * superscripts.
 */
function powerOfTen(value: number, locale: string): string {
  const [digits, exponent = ''] = value.toExponential().split('e+');
  const factor = new Intl.NumberFormat(locale, { ...SIGNIFICANT, numberingSystem: 'latn' }).format(Number(digits));
  return `${factor}\u00a0×\u00a010${exponent.replaceAll(/\d/g, (digit) => SUPERSCRIPTS.charAt(Number(digit)))}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
