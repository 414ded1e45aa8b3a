import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPUTED_DIGITS, HISTORY_DIGITS, round } from './round.ts';

/** Any rate that the service may meet or compute: BTC against the weakest currency, and back. */
const anyRate = fc.double({ min: 1e-18, max: 1e18, noNaN: true });

describe('round', () => {
  it.each([
    [0.1 * 3, 0.3],
    [1.1 * 1.1, 1.21],
    [0, 0],
    [-0, 0],
    [1 / 3, 0.333333333333],
    [2 / 3, 0.666666666667],
    [123456789.1234567, 123456789.123],
    [0.000001201740512346, 0.00000120174051235],
    [1.2e21, 1.2e21],
    [-2.5, -2.5],
  ])('rounds %d to %d', (value, rounded) => {
    expect(round(value)).toBe(rounded);
  });

  it('keeps 8 digits for history', () => {
    expect(round(1 / 3, HISTORY_DIGITS)).toBe(0.33333333);
  });

  it.each([NaN, Infinity, -Infinity])('refuses %d', (value) => {
    expect(() => round(value)).toThrow(RangeError);
  });

  it('is within half a unit of the twelfth digit', () => {
    fc.assert(
      fc.property(anyRate, (value) => {
        expect(Math.abs(round(value) / value - 1)).toBeLessThanOrEqual(0.5e-11 * (1 + 1e-4));
      }),
    );
  });

  /** The slow way, which every engine gets right. */
  const reference = (value: number, digits: number) => Number(value.toPrecision(digits));
  const anyDigits = fc.constantFrom(HISTORY_DIGITS, COMPUTED_DIGITS);

  it('is what toPrecision says', () => {
    fc.assert(
      fc.property(anyRate, anyDigits, (value, digits) => {
        expect(round(value, digits)).toBe(reference(value, digits));
      }),
      { numRuns: 20_000 },
    );
  });

  it('is what toPrecision says at ties and next to them, and next to powers of ten', () => {
    const exponent = fc.integer({ min: -18, max: 18 });
    // A few units in the last place away from the number.
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

  it('changes nothing that is already rounded', () => {
    fc.assert(
      fc.property(anyRate, (value) => {
        expect(round(round(value))).toBe(round(value));
      }),
    );
  });

  it('never writes more than 12 digits, and no float noise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 999_999 }), (amount, millionths) => {
        // The product of two decimals, computed exactly with integers.
        const exact = BigInt(amount) * BigInt(millionths);
        expect(round(amount * (millionths / 1_000_000))).toBe(Number(exact) / 1_000_000);
      }),
    );
  });

  it('never gives -0', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Object.is(round(value), -0)).toBe(false);
      }),
    );
  });
});
