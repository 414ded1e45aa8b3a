import { describe, expect, it } from 'vitest';
import type { VolatilityClass } from '../currencies/catalogue.ts';
import { isWithin, plausibleFactor } from './bounds.ts';

describe('plausibleFactor (returns the largest plausible change of a rate)', () => {
  it.each<[VolatilityClass, number, number, number]>([
    ['numeraire', 1, 1, 1],
    ['peg', 1.05, 1.1025, 1.2763],
    ['stablecoin', 1.05, 1.1025, 1.2763],
    ['major', 1.03, 1.0609, 1.1593],
    ['minor', 1.05, 1.1025, 1.2763],
    ['crypto', 1.6, 2.56, 10.4858],
  ])(
    'returns the factors $1, $2 and $3 for the volatility class $0 after 1, 4 and 25 or more days',
    (volatility, one, four, most) => {
      const factors = [0, 1, 4, 25, 26, 60, 187].map((days) => Number(plausibleFactor(volatility, days).toFixed(4)));
      expect(factors).toEqual([one, one, four, most, most, most, most]);
    },
  );
});

describe('isWithin (checks whether two rates differ by at most a factor)', () => {
  it.each([
    [1.05, 1, 1.05, true],
    [1.05, 1.05, 1, true],
    [1.05, 1, 1.0501, false],
    [1.05, 1.0501, 1, false],
    // 1.1 * 1.1 is larger than 1.21 by its last bit.
    [1.21, 1, 1.1 * 1.1, true],
    [1, 1, 1, true],
    [1.05, NaN, 1, false],
  ])('returns $3 for the factor $0 and the rates $1 and $2', (factor, a, b, within) => {
    expect(isWithin(factor, a, b)).toBe(within);
  });
});
