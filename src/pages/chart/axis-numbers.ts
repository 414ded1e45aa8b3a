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

/** Space above the highest point, and the same below the lowest, for their marks. It's a share of the line's height. */
const MARGIN = 0.2;
/** The smallest height of the axis, as a share of the rate. Rates of a fixed currency differ by rounding alone. */
const MIN_HEIGHT = 0.002;

/** The lowest and the highest number on the axis of a line between two rates. */
export function axisRange(low: number, high: number): [number, number] {
  const half = Math.max((high - low) * (0.5 + MARGIN), (high * MIN_HEIGHT) / 2);
  const middle = (low + high) / 2;
  return [middle - half, middle + half];
}

/** Whether a value has at most this many decimals, apart from floating-point errors. */
function hasAtMost(decimals: number, value: number): boolean {
  const scaled = value * 10 ** decimals;
  if (value !== 0 && Math.round(scaled) === 0) return false;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 * Math.max(1, Math.abs(scaled) * 1e-6);
}
