import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { crossRate, crossSeries } from './cross-rate.ts';

/** Units of a currency per 1 USD, from far below BTC's 0.000012 to far above IRR's 1,375,000. */
const usdRate = fc.double({ min: 1e-9, max: 1e9, noNaN: true });

describe('cross rate (rate between two currencies, from their rates per USD)', () => {
  it('is the quotient of the two rates per USD', () => {
    // This value was checked with decimal arithmetic.
    expect(crossRate(0.88022588, 157.47729333)).toBe(178.905547892);
    expect(crossRate(1, 0.88022588)).toBe(0.88022588);
    expect(crossRate(3.6725, 3.6725)).toBe(1);
  });

  it('has 12 significant digits even between the most and the least valuable currency', () => {
    const { btc, irr } = recorded.usd;
    expect(crossRate(btc, irr)).toBe(114417350888);
    expect(crossRate(irr, btc)).toBe(8.73993316782e-12);
    expect(crossRate(btc, irr) * crossRate(irr, btc)).toBeCloseTo(1, 11);
  });

  it('gives 1 if it is multiplied by the inverse rate', () => {
    fc.assert(
      fc.property(usdRate, usdRate, (a, b) => {
        expect(Math.abs(crossRate(a, b) * crossRate(b, a) - 1)).toBeLessThan(1.1e-11);
      }),
    );
  });

  it('is the same if it is computed through a third currency', () => {
    fc.assert(
      fc.property(usdRate, usdRate, usdRate, (a, b, c) => {
        expect(Math.abs((crossRate(a, b) * crossRate(b, c)) / crossRate(a, c) - 1)).toBeLessThan(1.6e-11);
      }),
    );
  });

  it('is a positive finite number for any two rates', () => {
    fc.assert(
      fc.property(usdRate, usdRate, (a, b) => {
        const rate = crossRate(a, b);
        expect(Number.isFinite(rate) && rate > 0).toBe(true);
      }),
    );
  });
});

describe('cross series (rate between two currencies for each day)', () => {
  it('has each day’s rate rounded to 8 significant digits', () => {
    expect(crossSeries([1, 2, 3], [3, 3, 1])).toEqual([3, 1.5, 0.33333333]);
  });

  it('can’t be computed if the two currencies’ series have different lengths', () => {
    expect(() => crossSeries([1, 2], [1])).toThrow('Series of 2 and 1 days do not match.');
  });
});
