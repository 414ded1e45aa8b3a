/** Maximum digits after the decimal point. Smaller numbers are in scientific notation, because an axis is narrow. */
const MAX_DECIMALS = 10;

/**
 * Formats the numbers of an axis, all with the same number of decimals, the fewest that show every number in full.
 * @param locale a BCP 47 tag
 */
export function axisNumbers(values: readonly number[], locale: string): string[] {
  let decimals = 0;
  while (decimals < MAX_DECIMALS && !values.every((value) => hasAtMost(decimals, value))) decimals++;
  const format = new Intl.NumberFormat(
    locale,
    decimals < MAX_DECIMALS
      ? { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      : { notation: 'scientific', maximumSignificantDigits: 4 },
  );
  return values.map((value) => format.format(value));
}

/** Whether a value has at most this many decimals, apart from floating-point errors. */
function hasAtMost(decimals: number, value: number): boolean {
  const scaled = value * 10 ** decimals;
  if (value !== 0 && Math.round(scaled) === 0) return false;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 * Math.max(1, Math.abs(scaled) * 1e-6);
}
