import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { fraction, rounded } from '../testing/data/plain-fractions.ts';
import { crossRate, crossSeries, ratesOn } from './cross-rate.ts';
import { directionsOf, type Quotation } from './quotation.ts';

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

/** As the Federal Reserve quotes: units per 1 USD, but USD per 1 euro and per 1 pound. */
const mixed: Quotation = { usual: 'indirect', inverse: ['EUR', 'GBP'] };
const quotes = new Map(Object.entries({ USD: 1, EUR: 1.1604, GBP: 1.3364, JPY: 157.69, CNY: 6.8996 }));

describe('cross rate of a source that quotes some currencies the other way round', () => {
  it.each<[from: string, to: string, rate: number, calculation: string]>([
    ['EUR', 'USD', 1.1604, 'the quote of EUR'],
    ['USD', 'EUR', 0.861771802827, '1 ÷ 1.1604'],
    ['USD', 'JPY', 157.69, 'the quote of JPY'],
    ['JPY', 'USD', 0.0063415562179, '1 ÷ 157.69'],
    ['JPY', 'CNY', 0.043754201281, '6.8996 ÷ 157.69'],
    ['EUR', 'GBP', 0.868302903322, '1.1604 ÷ 1.3364'],
    ['EUR', 'JPY', 182.983476, '1.1604 × 157.69'],
    ['JPY', 'EUR', 0.00546497433462, '1 ÷ (157.69 × 1.1604)'],
    ['GBX', 'JPY', 2.10736916, '0.013364 × 157.69'],
    ['EUR', 'EUR', 1, '1.1604 ÷ 1.1604'],
  ])('is, from %s to %s, %d: %s', (from, to, expected) => {
    const rateOf = (code: string) => (code === 'GBX' ? 0.013364 : (quotes.get(code) ?? NaN));
    expect(crossRate(rateOf(from), rateOf(to), directionsOf([from, to], mixed))).toBe(expected);
  });

  it('is the same in a list of rates on a base', () => {
    expect(ratesOn('JPY', quotes, mixed)).toEqual(
      ['USD', 'EUR', 'GBP', 'JPY', 'CNY'].map((code) => [
        code,
        crossRate(157.69, quotes.get(code) ?? NaN, directionsOf(['JPY', code], mixed)),
      ]),
    );
  });

  it('is the exact number, rounded once, for random quotes and directions', () => {
    const direction = fc.constantFrom('indirect', 'direct');
    const quote = fc
      .tuple(fc.integer({ min: 1, max: 10 ** 7 }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, places]) => Number(`${digits}e-${places}`));
    fc.assert(
      fc.property(quote, quote, direction, direction, (from, to, ofFrom, ofTo) => {
        const [one, other] = [fraction(String(from)), fraction(String(to))];
        // Units of the base for 1 unit of `from`, and units of `to` for 1 unit of the base.
        const sold = ofFrom === 'direct' ? one : { top: one.bottom, bottom: one.top };
        const bought = ofTo === 'indirect' ? other : { top: other.bottom, bottom: other.top };
        const exact = { top: sold.top * bought.top, bottom: sold.bottom * bought.bottom };
        return crossRate(from, to, [ofFrom, ofTo]) === rounded(exact);
      }),
      { numRuns: 10_000 },
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
