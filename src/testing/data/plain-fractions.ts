/*
 * Exact arithmetic with positive fractions of whole numbers, so that tests can compare the results of faster code with
 * exact results.
 */

export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** A decimal number such as `4.32` or `8.7e-7`, divided by a whole number. */
export function fraction(decimal: string, divisor = 1): Fraction {
  const [number = '', exponent = '0'] = decimal.split('e');
  const [whole = '', decimals = ''] = number.split('.');
  const places = decimals.length - Number(exponent);
  const top = BigInt(whole + decimals);
  return places < 0
    ? { top: top * 10n ** BigInt(-places), bottom: BigInt(divisor) }
    : { top, bottom: 10n ** BigInt(places) * BigInt(divisor) };
}

/** A fraction with 12 significant digits. Rounds ties away from zero. */
export function rounded({ top, bottom }: Fraction): number {
  const places = placesOf({ top, bottom });
  const { top: above, bottom: below } = shiftedBy(places, { top, bottom });
  return Number(`${(2n * above + below) / (2n * below)}e${-places}`);
}

/** The number of decimals with which a fraction has 12 significant digits. */
function placesOf(fraction: Fraction): number {
  const wholeWith = (places: number) => {
    const { top, bottom } = shiftedBy(places, fraction);
    return top / bottom;
  };
  let places = 12 - (String(fraction.top).length - String(fraction.bottom).length);
  while (wholeWith(places) >= 10n ** 12n) places--;
  while (wholeWith(places) < 10n ** 11n) places++;
  return places;
}

function shiftedBy(places: number, { top, bottom }: Fraction): Fraction {
  return places < 0 ? { top, bottom: bottom * 10n ** BigInt(-places) } : { top: top * 10n ** BigInt(places), bottom };
}

/** The arithmetic mean of numbers with 12 significant digits. */
export function plainMean(numbers: readonly number[]): number {
  const PLACES = 60n;
  const sum = numbers.reduce((total, number) => {
    const { top, bottom } = fraction(String(number));
    return total + (top * 10n ** PLACES) / bottom;
  }, 0n);
  return rounded({ top: sum, bottom: 10n ** PLACES * BigInt(numbers.length) });
}
