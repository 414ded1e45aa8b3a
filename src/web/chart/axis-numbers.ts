/** More digits than these a number does not have. */
const MAX_DECIMALS = 15;

/**
 * The numbers of an axis, all with as many decimals as tell them apart.
 * @param locale a BCP 47 tag
 */
export function axisNumbers(values: readonly number[], locale: string): string[] {
  let decimals = 0;
  while (decimals < MAX_DECIMALS && !values.every((value) => hasAtMost(decimals, value))) decimals++;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return values.map((value) => format.format(value));
}

/** Whether so many decimals say a value, but for the error that steps of a fraction add up to. */
function hasAtMost(decimals: number, value: number): boolean {
  const scaled = value * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 * Math.max(1, Math.abs(scaled) * 1e-6);
}
