/** Above this, digits in full would tell nobody anything. */
const MAX_IN_FULL = 1e15;

export interface NumberFormat {
  /** An amount of money: two decimals, or six significant digits where it is less than 1. `0.000012` keeps its meaning. */
  amount(value: number): string;
  /** A rate: six significant digits, and never less than two decimals' worth. */
  rate(value: number): string;
  /** A number to edit: all of its digits, nothing between them. */
  plain(value: number): string;
}

/** Formats numbers the way a visitor writes them. @param locale a BCP 47 tag */
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
