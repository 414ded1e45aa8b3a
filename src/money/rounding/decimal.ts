import { present } from '../../text/present.ts';

/** An exact decimal number: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  /** Digits after the decimal point. Below zero, the number ends with zeros. */
  readonly scale: number;
}

const NUMBER = /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** Parses a decimal number with or without an exponent: `12.50`, `.5`, `1e-7`. Returns undefined for other texts. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** A number as JavaScript prints it: 0.1 is 1/10. */
export function decimalOf(number: number): Decimal {
  return present(parseDecimal(String(number)), `decimal number ${number}`);
}

/** The number that is nearest to a decimal number with a number of significant digits. Ties are away from zero. */
export function toNumber({ digits, scale }: Decimal, significant: number): number {
  const surplus = Math.max(0, String(digits < 0n ? -digits : digits).length - significant);
  const unit = 10n ** BigInt(surplus);
  const half = digits < 0n ? -unit / 2n : unit / 2n;
  return Number(`${(digits + half) / unit}e${surplus - scale}`);
}

export function multiply(one: Decimal, other: Decimal): Decimal {
  return { digits: one.digits * other.digits, scale: one.scale + other.scale };
}

/** How a number between two others is rounded. `half-up` is away from zero, and `up` to the larger one. */
export type Direction = 'half-even' | 'half-up' | 'up';

/** Rounds to a number of digits after the decimal point. */
export function roundDecimal({ digits, scale }: Decimal, places: number, direction: Direction): Decimal {
  if (scale <= places) return { digits: digits * 10n ** BigInt(places - scale), scale: places };
  const unit = 10n ** BigInt(scale - places);
  const rest = digits % unit;
  const whole = digits / unit;
  if (direction === 'up') return { digits: rest > 0n ? whole + 1n : whole, scale: places };
  const twice = 2n * (rest < 0n ? -rest : rest);
  const isUp = twice > unit || (twice === unit && (direction === 'half-up' || whole % 2n !== 0n));
  return { digits: isUp ? whole + (digits < 0n ? -1n : 1n) : whole, scale: places };
}

/** Prints a number with all its decimal places. */
export function printDecimal({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const sign = digits < 0n ? '-' : '';
  return sign + text.slice(0, text.length - scale) + (scale > 0 ? `.${text.slice(-scale)}` : '');
}

/** Prints a number without zeros at the end of its decimal places. */
export function printShortest(number: Decimal): string {
  const text = printDecimal(number);
  return number.scale > 0 ? text.replace(/\.?0+$/, '') : text;
}

export const zero: Decimal = { digits: 0n, scale: 0 };

export function add(one: Decimal, other: Decimal): Decimal {
  if (one.scale === other.scale) return { digits: one.digits + other.digits, scale: one.scale };
  const scale = Math.max(one.scale, other.scale);
  const digitsOf = (number: Decimal) => number.digits * 10n ** BigInt(scale - number.scale);
  return { digits: digitsOf(one) + digitsOf(other), scale };
}
