import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { round } from '../money/rounding/round.ts';
import { isRatio, rangeOfRatio, ratioOf } from './comparison.ts';

const rate = fc.double({ min: 1e-7, max: 1e7, noNaN: true });

describe('ratioOf (a witness’s rate divided by the dataset’s value, in four digits)', () => {
  it.each([
    [2, 3, 0.6667],
    [1.0034, 1, 1.003],
    [0.99996, 1, 1],
    [144.488, 100, 1.445],
    [1e16, 1, undefined],
    [1, 1e16, undefined],
  ])('returns $2 for the witness’s rate $0 and the dataset’s value $1', (ofWitness, value, ratio) => {
    expect(ratioOf(ofWitness, value)).toBe(ratio);
  });

  it('gives the witness’s rate away only up to 0.05%, as the guide says', () => {
    expect(ratioOf(1.0006, 1)).toBe(ratioOf(1.0014, 1));
    fc.assert(
      fc.property(rate, rate, (ofWitness, value) => {
        const ratio = ratioOf(ofWitness, value) ?? expect.fail();
        expect(Math.abs((ratio * value) / ofWitness - 1)).toBeLessThan(0.0005);
      }),
    );
  });

  it('returns a ratio whose range contains the exact ratio', () => {
    expect(rangeOfRatio(1.34).map((end) => round(end))).toEqual([1.3395, 1.3405]);
    fc.assert(
      fc.property(rate, rate, (ofWitness, value) => {
        const ratio = ratioOf(ofWitness, value) ?? expect.fail();
        const [low, high] = rangeOfRatio(ratio);
        expect(isRatio(ratio)).toBe(true);
        expect(low * (1 - 1e-12)).toBeLessThanOrEqual(ofWitness / value);
        expect(high * (1 + 1e-12)).toBeGreaterThanOrEqual(ofWitness / value);
      }),
    );
  });
});
