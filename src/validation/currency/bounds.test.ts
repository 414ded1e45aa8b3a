import { describe, expect, it } from 'vitest';
import type { VolatilityClass } from '../../money/currencies/catalogue.ts';
import { isWithin, plausibleFactor } from './bounds.ts';

describe('plausibleFactor (the largest factor by which a rate can plausibly change in a number of days)', () => {
  it.each<[string, VolatilityClass, number, number, number]>([
    ['USD', 'numeraire', 1, 1, 1],
    ['a pegged currency', 'peg', 1.05, 1.1025, 1.2763],
    ['a stablecoin', 'stablecoin', 1.05, 1.1025, 1.2763],
    ['a major currency', 'major', 1.03, 1.0609, 1.1593],
    ['a minor currency', 'minor', 1.05, 1.1025, 1.2763],
    ['a crypto asset', 'crypto', 1.6, 2.56, 10.4858],
  ])(
    'for $0, returns $2 after 1 day, $3 after 4 days, and $4 after 25 or more days',
    (_, volatility, one, four, most) => {
      const factors = [0, 1, 4, 25, 26, 60, 187].map((days) => Number(plausibleFactor(volatility, days).toFixed(4)));
      expect(factors).toEqual([one, one, four, most, most, most, most]);
    },
  );
});

describe('isWithin (checks whether two rates differ by at most a given factor)', () => {
  it.each([
    [true, 'the factor 1.05 and the rates 1 and 1.05', 1.05, 1, 1.05],
    [true, 'the factor 1.05 and the rates 1.05 and 1', 1.05, 1.05, 1],
    [false, 'the factor 1.05 and the rates 1 and 1.0501', 1.05, 1, 1.0501],
    [false, 'the factor 1.05 and the rates 1.0501 and 1', 1.05, 1.0501, 1],
    [true, 'the factor 1.21 and the rates 1 and 1.1 × 1.1 (in floating point, slightly over 1.21)', 1.21, 1, 1.1 * 1.1],
    [true, 'the factor 1 and equal rates', 1, 1, 1],
    [false, 'a rate that is NaN', 1.05, NaN, 1],
  ])('returns %s for %s', (within, _, factor, a, b) => {
    expect(isWithin(factor, a, b)).toBe(within);
  });
});
