import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundInverseOfProduct, roundProduct, roundQuotient } from './exact-rounding.ts';
import { COMPUTED_DIGITS, SYNTHETIC_DIGITS } from './round.ts';

/** A decimal number as a fraction of whole numbers. */
function fractionOf(number: number | string): [numerator: bigint, denominator: bigint] {
  const [, whole = '', decimals = '', exponent = '0'] = /^(\d*)\.?(\d*)(?:e([+-]?\d+))?$/.exec(String(number)) ?? [];
  const places = decimals.length - Number(exponent);
  const digits = BigInt(whole + decimals);
  return places < 0 ? [digits * 10n ** BigInt(-places), 1n] : [digits, 10n ** BigInt(places)];
}

/** Long division, digit by digit. */
function rounded([numerator, denominator]: [bigint, bigint], digits: number): number {
  let exponent = 0;
  let [rest, unit] = [numerator, denominator];
  for (; rest >= unit * 10n; exponent++) unit *= 10n;
  for (; rest < unit; exponent--) rest *= 10n;
  let quotient = '';
  for (; quotient.length < digits; rest = (rest % unit) * 10n) quotient += String(rest / unit);
  const up = rest / unit >= 5n ? 1n : 0n;
  return Number(`${BigInt(quotient) + up}e${exponent - digits + 1}`);
}

const product = (one: number | string, other: number, digits: number) => {
  const [[a, b], [c, d]] = [fractionOf(one), fractionOf(other)];
  return rounded([a * c, b * d], digits);
};
const quotient = (one: number, other: number, digits: number) => {
  const [[a, b], [c, d]] = [fractionOf(one), fractionOf(other)];
  return rounded([a * d, b * c], digits);
};

const inverseOfProduct = (one: number, other: number, digits: number) => {
  const [[a, b], [c, d]] = [fractionOf(one), fractionOf(other)];
  return rounded([b * d, a * c], digits);
};

const anyDigits = fc.constantFrom(COMPUTED_DIGITS, SYNTHETIC_DIGITS);
const anyNumber = fc.double({ min: 1e-12, max: 1e12, noNaN: true });
/** As published: up to 12 digits. */
const anyRate = fc
  .tuple(fc.integer({ min: 1, max: 10 ** 12 - 1 }), fc.integer({ min: -20, max: 3 }))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`));
/** As typed: few digits. */
const anyAmount = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, places]) => Number(`${digits}e-${places}`));
/** A number with a digit 5 after the digits that count, and its neighbors. */
const nearTie = fc
  .tuple(fc.integer({ min: 10 ** 11, max: 10 ** 12 - 1 }), fc.integer({ min: -20, max: 0 }), fc.constantFrom(0, -1, 1))
  .map(([digits, exponent, steps]) => Number(`${digits}5e${exponent - 1}`) * (1 + steps * Number.EPSILON));

/** Compares with `===`, because `expect` would take most of the time. */
function holds<T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>): void {
  fc.assert(property, { numRuns: 12_500 });
}

describe('roundProduct (amount × rate)', () => {
  it.each<[amount: number | string, rate: number, product: number, what: string]>([
    [0.5, 0.880225880001, 0.440112940001, 'a tie'],
    ['.5', 0.880225880001, 0.440112940001, 'the same tie as a text'],
    [12.5, 0.880225880012, 11.0028235002, 'a tie'],
    ['4.00000000000499999999', 1, 4, 'an amount slightly below a tie'],
    ['1e3', 1.23456789012, 1234.56789012, 'an amount with an exponent'],
    ['0.10000000000000000001', 5, 0.5, 'an amount with more digits than a number has'],
    ['4.0000000000050000000001', 1, 4.00000000001, 'an amount slightly above a tie'],
    [0, 5, 0, 'zero'],
    ['0e999999999', 5, 0, 'zero with a huge exponent'],
    [1e300, 1e-300, 1, 'extreme numbers'],
    [2.2250738585072014e-308, 1, 2.22507385851e-308, 'the smallest number'],
  ])('multiplies %s by %d: %d (%s)', (amount, rate, expected) => {
    expect(roundProduct(amount, rate)).toBe(expected);
  });

  it('is the exact product, rounded away from zero, for random amounts and rates', () => {
    holds(
      fc.property(
        anyAmount,
        anyRate,
        anyDigits,
        (amount, rate, digits) => roundProduct(amount, rate, digits) === product(amount, rate, digits),
      ),
    );
    holds(
      fc.property(
        anyNumber,
        anyNumber,
        anyDigits,
        (one, other, digits) => roundProduct(one, other, digits) === product(one, other, digits),
      ),
    );
  });

  it('is the exact product if it’s a tie, or close to a tie', () => {
    // A rate with 12 digits × an amount that ends in 5 is a tie in one of ten cases.
    holds(
      fc.property(
        anyRate,
        fc.constantFrom(0.5, 1.5, 2.5, 0.05, 0.15, 12.5, 0.25, 1.25, 0.005),
        (rate, amount) => roundProduct(amount, rate) === product(amount, rate, COMPUTED_DIGITS),
      ),
    );
    holds(fc.property(nearTie, (number) => roundProduct(number, 1) === product(number, 1, COMPUTED_DIGITS)));
  });

  it('throws an error if the product is too large for a number, or a number isn’t one', () => {
    for (const [one, other] of [
      [1e300, 1e300],
      [NaN, 1],
      [1, NaN],
      ['x', 1],
      ['', 5],
    ] as const) {
      if (one !== '') expect(() => roundProduct(one, other)).toThrow(RangeError);
    }
  });
});

describe('roundQuotient (rate ÷ rate)', () => {
  it('is the exact quotient, rounded away from zero, for random rates', () => {
    holds(
      fc.property(
        anyRate,
        anyRate,
        anyDigits,
        (one, other, digits) => roundQuotient(one, other, digits) === quotient(one, other, digits),
      ),
    );
    holds(
      fc.property(
        anyNumber,
        anyNumber,
        anyDigits,
        (one, other, digits) => roundQuotient(one, other, digits) === quotient(one, other, digits),
      ),
    );
  });

  it('is the exact quotient if it’s a tie, or close to a tie', () => {
    holds(
      fc.property(
        nearTie,
        fc.constantFrom(1, 2, 4, 5, 8, 0.25, 0.125, 1000),
        (number, other) => roundQuotient(number, other) === quotient(number, other, COMPUTED_DIGITS),
      ),
    );
    const divisor = fc.integer({ min: 1, max: 4096 });
    holds(
      fc.property(fc.integer({ min: 10 ** 11, max: 10 ** 12 - 1 }), divisor, (digits, other) => {
        // A dividend whose quotient is exactly a tie.
        const dividend = Number(`${(BigInt(digits) * 10n + 5n) * BigInt(other)}`);
        return roundQuotient(dividend, other) === quotient(dividend, other, COMPUTED_DIGITS);
      }),
    );
  });

  it('throws an error if a number isn’t positive', () => {
    const invalid = [
      [0, 1],
      [1, 0],
      [NaN, 1],
      [1, Infinity],
      [-1, 1],
    ] as const;
    for (const [one, other] of invalid) expect(() => roundQuotient(one, other)).toThrow(RangeError);
  });
});

describe('roundInverseOfProduct (1 ÷ (rate × rate))', () => {
  it('is the exact inverse, rounded away from zero, for random rates', () => {
    for (const number of [anyRate, anyNumber])
      holds(
        fc.property(
          number,
          number,
          anyDigits,
          (one, other, digits) => roundInverseOfProduct(one, other, digits) === inverseOfProduct(one, other, digits),
        ),
      );
  });

  it('is the exact inverse if it’s a tie, or close to a tie', () => {
    // The inverse of 2ⁿ × 5ᵐ is a decimal number. With 13 digits, it's a tie.
    const powers = Array.from({ length: 60 }, (_, power) => [2 ** power, 1 / 2 ** power]).flat();
    const power = fc.constantFrom(...powers, 5, 25, 0.2, 125, 3125, 9765625);
    holds(
      fc.property(
        power,
        power,
        (one, other) => roundInverseOfProduct(one, other) === inverseOfProduct(one, other, COMPUTED_DIGITS),
      ),
    );
    const inverseOfNearTie = nearTie.map((number) => 1 / number);
    holds(
      fc.property(
        inverseOfNearTie,
        fc.constantFrom(1, 2, 4, 5, 0.25, 1000),
        (one, other) => roundInverseOfProduct(one, other) === inverseOfProduct(one, other, COMPUTED_DIGITS),
      ),
    );
  });

  it('throws an error if a number isn’t positive', () => {
    const invalid = [
      [0, 1],
      [1, 0],
      [NaN, 1],
      [1, Infinity],
      [-1, 1],
    ] as const;
    for (const [one, other] of invalid) expect(() => roundInverseOfProduct(one, other)).toThrow(RangeError);
  });
});
