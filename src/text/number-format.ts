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

/** Formats numbers for a locale. @param locale a BCP 47 tag */
export function numberFormat(locale: string): NumberFormat {
  const cents = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const significant = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 });
  const rate = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 2,
    maximumSignificantDigits: 6,
    roundingPriority: 'morePrecision',
  });
  const scientific = new Intl.NumberFormat(locale, { notation: 'scientific', maximumSignificantDigits: 6 });
  const plain = new Intl.NumberFormat(locale, { useGrouping: false, maximumSignificantDigits: 15 });
  return {
    amount(value) {
      if (value >= MAX_IN_FULL) return scientific.format(value);
      return value >= 1 || value === 0 ? cents.format(value) : significant.format(value);
    },
    rate: (value) => (value >= MAX_IN_FULL ? scientific : rate).format(value),
    plain: (value) => (value >= MAX_IN_FULL ? String(value) : plain.format(value)),
  };
}
