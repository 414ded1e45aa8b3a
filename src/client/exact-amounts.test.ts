import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../money/currencies/catalogue.ts';
import { isoCurrencyOf } from '../money/currencies/iso-4217.ts';
import { crossRate } from '../money/cross-rate.ts';
import { convertAt } from './convert.ts';
import { minorUnitsOf } from '../money/currencies/minor-units.ts';
import { rateBetween } from './rate-between.ts';

const rateOf = (rate: number, to = 'EUR') =>
  ({ from: 'USD', to, rate, date: '2026-09-29', stale: false, source: 'market' }) as const;

/** Splits a number in decimal or exponent notation into its digits and its number of decimal places. */
function plain(text: string): [digits: bigint, places: number] {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  let [digits, places] = [BigInt(whole + fraction), fraction.length - Number(exponent)];
  for (; places < 0; places++) digits *= 10n;
  return [digits, places];
}

/** The product of two non-negative numbers, rounded to `places` decimal places, or exact if `places` is undefined. */
function oracle(amount: string, rate: string, places: number | undefined, isHalfUp: boolean): string {
  const [[a, ofAmount], [b, ofRate]] = [plain(amount), plain(rate)];
  let [product, have] = [a * b, ofAmount + ofRate];
  const wanted = places ?? have;
  for (; have < wanted; have++) product *= 10n;
  const unit = 10n ** BigInt(have - wanted);
  let [quotient, rest] = [product / unit, product % unit];
  if (rest * 2n > unit || (rest * 2n === unit && (isHalfUp || quotient % 2n === 1n))) quotient++;
  rest = 10n ** BigInt(wanted);
  const text = wanted === 0 ? String(quotient) : `${quotient / rest}.${String(quotient % rest).padStart(wanted, '0')}`;
  return places === undefined && text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

const amounts = fc.oneof(
  fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 12 })).map(([digits, places]) => {
    const text = String(digits).padStart(places + 1, '0');
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  }),
  // Amounts whose results are often exactly halfway between two cents.
  fc
    .integer({ min: 0, max: 99_999 })
    .map((digits) => `${Math.floor(digits / 1000)}.${String(digits % 1000).padStart(3, '0')}`),
);
const rates = fc.oneof(
  fc.constantFrom(1, 0.5, 0.25, 0.125, 1.5, 100),
  fc
    .tuple(fc.integer({ min: 1, max: 999_999_999_999 }), fc.integer({ min: -20, max: 12 }))
    .map(([digits, exponent]) => Number(`${digits}e${exponent}`)),
);

describe('convert() of the JavaScript client with a decimal string as the amount', () => {
  it('returns the same result as BigInt arithmetic for 100,000 random amounts and rates', () => {
    fc.assert(
      fc.property(
        amounts,
        rates,
        fc.constantFrom('EUR', 'JPY', 'KWD', 'BTC'),
        fc.boolean(),
        (amount, rate, to, isHalfUp) => {
          const rounding = isHalfUp ? 'half-up' : 'half-even';
          const { result, rounded, minor } = convertAt(rateOf(rate, to), amount, { rounding });
          const places = minorUnitsOf(to);
          const expected = places === undefined ? null : oracle(amount, String(rate), places, isHalfUp);
          const cents = expected?.replace('.', '').replace(/^0+(?=\d)/, '');
          // A negative amount must have the same results with a minus sign.
          const negative = convertAt(rateOf(rate, to), `-${amount}`, { rounding });
          const mirrored = (text: unknown) => (/[1-9]/.test(String(text)) ? `-${String(text)}` : text);
          // Compares with `===`, because `expect` would take most of the time.
          return (
            result === oracle(amount, String(rate), undefined, false) &&
            rounded === expected &&
            minor === (cents ?? null) &&
            negative.result === mirrored(result) &&
            negative.rounded === mirrored(rounded) &&
            negative.minor === mirrored(minor)
          );
        },
      ),
      { numRuns: 100_000 },
    );
  });

  it.each([
    ['0.125', 1, 'half-even', '0.12'],
    ['0.125', 1, 'half-up', '0.13'],
    ['-0.125', 1, 'half-up', '-0.13'],
    ['0.135', 1, 'half-even', '0.14'],
    ['1.005', 1, 'half-up', '1.01'],
    ['-0.001', 1, 'half-up', '0.00'],
  ] as const)('rounds $0 EUR to $3 EUR with the rounding mode $2', (amount, rate, rounding, rounded) => {
    expect(convertAt(rateOf(rate), amount, { rounding }).rounded).toBe(rounded);
  });

  it.each([
    ['that is empty', ''],
    ['with a space, " 1"', ' 1'],
    ['with a decimal comma, "1,5"', '1,5'],
    ['with an exponent, "1e3"', '1e3'],
    ['without a digit before the point, ".5"', '.5'],
    ['without a digit after the point, "5."', '5.'],
    ['with a plus sign, "+1"', '+1'],
    ['in hexadecimal, "0x10"', '0x10'],
    ['that is "NaN"', 'NaN'],
    ['that is "Infinity"', 'Infinity'],
    ['with two signs, "--1"', '--1'],
  ])('rejects an amount %s', (_, amount) => {
    expect(() => convertAt(rateOf(1), amount, {})).toThrow(RangeError);
  });
});

describe('convert() of the JavaScript client with a number as the amount', () => {
  it('returns the result, the rounded result and the result in minor units (such as cents) as numbers', () => {
    expect(convertAt(rateOf(0.88022588), 100, {})).toMatchObject({ result: 88.022588, rounded: 88.02, minor: 8802 });
    expect(convertAt(rateOf(1), 1.005, { rounding: 'half-up' })).toMatchObject({ rounded: 1.01, minor: 101 });
    expect(convertAt(rateOf(0.0002421835, 'XAU'), 100, {})).toMatchObject({ rounded: 0.0242, minor: 242 });
    expect(convertAt(rateOf(2, 'BTC'), 1e-7, {})).toMatchObject({ result: 2e-7, rounded: null, minor: null });
    expect(convertAt(rateOf(2, 'JPY'), -1.25, {})).toMatchObject({ result: -2.5, rounded: -2, minor: -2 });
  });

  it('rejects infinite amounts, results that are too large, and unknown rounding modes', () => {
    for (const amount of [NaN, Infinity, -Infinity]) expect(() => convertAt(rateOf(1), amount, {})).toThrow(RangeError);
    for (const [rate, amount] of [
      [1e5, 1e308],
      [1e5, -1e308],
      // The result is finite, but the result in cents isn't.
      [1, 1e307],
    ] as const)
      expect(() => convertAt(rateOf(rate), amount, {})).toThrow('The result is too large');
    expect(() => convertAt(rateOf(1), 1, { rounding: 'up' as 'half-up' })).toThrow(RangeError);
  });
});

it('JavaScript client > computes the same rate between two currencies as the API, for 100,000 random pairs of rates', () => {
  const rate = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
  const direction = fc.constantFrom('indirect', 'direct');
  fc.assert(
    fc.property(rate, rate, direction, direction, (from, to, ...directions) => {
      return rateBetween(from, to, directions) === crossRate(from, to, directions);
    }),
    { numRuns: 100_000 },
  );
});

it('JavaScript client > knows how many decimal places (minor units) each currency of the catalogue has', () => {
  const others = { CNH: 2, GGP: 2, IMP: 2, JEP: 2, XAG: 4, XAU: 4, XPD: 4, XPT: 4 } as const;
  const expected = catalogue.map(({ code }) => [
    code,
    isoCurrencyOf(code)?.minor_units ?? (others as Record<string, number>)[code],
  ]);
  expect(catalogue.map(({ code }) => [code, minorUnitsOf(code)])).toEqual(expected);
});
