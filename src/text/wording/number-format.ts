/** Numbers from this size on are in scientific notation, because 16 digits in a row are hard to read. */
const MAX_IN_FULL = 1e15;

export interface NumberFormat {
  /**
   * An amount of money with two decimals, or with up to the given number of them. If the given number is 0, amounts from
   * {@link FROM_WHOLE} on have no decimals. Less than 1 has six significant digits, such as `0.000012`.
   */
  amount(value: number, decimals?: number): string;
  /** A rate: six significant digits or two decimals, whichever shows more digits. */
  rate(value: number): string;
  /** A number for an input field: all digits, without grouping. */
  plain(value: number): string;
}

/** Decimals of an amount, unless its currency has another number. */
const CENTS = 2;
/** From this amount on, currencies without cents have no decimals. Smaller amounts would lose too much. */
const FROM_WHOLE = 100;
const SIGNIFICANT = { maximumSignificantDigits: 6 } as const;

/** The options with which `Intl` shows an amount of money. */
export function amountOptions(value: number, decimals = CENTS): Intl.NumberFormatOptions {
  const most = value < FROM_WHOLE ? Math.max(CENTS, decimals) : decimals;
  return value < MAX_IN_FULL && (value >= 1 || value === 0)
    ? { minimumFractionDigits: Math.min(CENTS, most), maximumFractionDigits: most }
    : SIGNIFICANT;
}

/** Formats numbers for a locale. @param locale a BCP 47 tag */
export function numberFormat(locale: string): NumberFormat {
  const cents = new Intl.NumberFormat(locale, amountOptions(1));
  const significant = new Intl.NumberFormat(locale, SIGNIFICANT);
  const rate = new Intl.NumberFormat(locale, {
    ...SIGNIFICANT,
    maximumFractionDigits: 2,
    roundingPriority: 'morePrecision',
  });
  return {
    amount(value, decimals = CENTS) {
      if (value >= MAX_IN_FULL) return powerOfTen(value, locale);
      const options = amountOptions(value, decimals);
      if (options === SIGNIFICANT) return significant.format(value);
      return (decimals === CENTS ? cents : new Intl.NumberFormat(locale, options)).format(value);
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
