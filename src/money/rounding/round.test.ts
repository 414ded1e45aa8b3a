import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPUTED_DIGITS, SYNTHETIC_DIGITS, round } from './round.ts';

/** A wider range than all rates between two currencies, from about 1e-11 (IRR to BTC) to 1e11 (BTC to IRR). */
const anyRate = fc.double({ min: 1e-18, max: 1e18, noNaN: true });

describe('round (rounds to 12 significant digits by default)', () => {
  it.each([
    [0.1 * 3, 0.3, 'the result of 0.1 × 3'],
    [1.1 * 1.1, 1.21, 'the result of 1.1 × 1.1'],
    [0, 0, 'unchanged'],
    [-0, 0, 'without the sign'],
    [1 / 3, 0.333333333333, 'down'],
    [2 / 3, 0.666666666667, 'up'],
    [123456789.1234567, 123456789.123, 'down'],
    [0.000001201740512346, 0.00000120174051235, 'up'],
    [1.2e21, 1.2e21, 'unchanged, because it has only two digits'],
    [-2.5, -2.5, 'unchanged, because it has only two digits'],
  ])('rounds %s to %d (%s)', (value, rounded) => {
    expect(round(value)).toBe(rounded);
  });

  it('rounds 0.3333333333333333 to 0.33333333 if called with 8 digits', () => {
    expect(round(1 / 3, SYNTHETIC_DIGITS)).toBe(0.33333333);
  });

  it.each([NaN, Infinity, -Infinity])('throws an error for %d', (value) => {
    expect(() => round(value)).toThrow(RangeError);
  });

  it('changes a number by at most half a unit of its twelfth digit', () => {
    fc.assert(
      fc.property(anyRate, (value) => {
        expect(Math.abs(round(value) / value - 1)).toBeLessThanOrEqual(0.5e-11 * (1 + 1e-4));
      }),
    );
  });

  /** A slower reference implementation. */
  const reference = (value: number, digits: number) => Number(value.toPrecision(digits));
  const anyDigits = fc.constantFrom(SYNTHETIC_DIGITS, COMPUTED_DIGITS);

  it('returns the same number as JavaScript’s toPrecision for any rate', () => {
    fc.assert(
      fc.property(anyRate, anyDigits, (value, digits) => {
        expect(round(value, digits)).toBe(reference(value, digits));
      }),
      { numRuns: 20_000 },
    );
  });

  it('returns the same number as JavaScript’s toPrecision near powers of ten and halfway between two results', () => {
    const exponent = fc.integer({ min: -18, max: 18 });
    // Changes a value by a few units in the last place, to test its neighbors too.
    const near = (value: number, steps: number) => value * (1 + steps * Number.EPSILON);
    fc.assert(
      fc.property(
        anyDigits,
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        exponent,
        fc.integer({ min: -4, max: 4 }),
        (...inputs) => {
          const [digits, share, power, steps] = inputs;
          const whole = Math.floor(share * 10 ** digits);
          for (const value of [Number(`${whole}.5e${power - digits}`), Number(`1e${power}`)]) {
            expect(round(near(value, steps), digits)).toBe(reference(near(value, steps), digits));
          }
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it('does not change a number that is already rounded', () => {
    fc.assert(
      fc.property(anyRate, (value) => {
        expect(round(round(value))).toBe(round(value));
      }),
    );
  });

  it('removes the floating-point error from a product of two decimal numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 999_999 }), (amount, millionths) => {
        // The exact product of two decimals, computed with integers.
        const exact = BigInt(amount) * BigInt(millionths);
        expect(round(amount * (millionths / 1_000_000))).toBe(Number(exact) / 1_000_000);
      }),
    );
  });

  it('never returns -0', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Object.is(round(value), -0)).toBe(false);
      }),
    );
  });
});
