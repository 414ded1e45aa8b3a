import { describe, expect, it } from 'vitest';
import { pegs, severalRates } from '../money/currencies/facts.ts';
import { recordedDays } from '../testing/sites/small-site.ts';
import { baseSlip, slipBeside } from './base-slip.ts';

const newest = recordedDays.days.at(-1) ?? expect.fail();
const scaled = (factor: number, isScaled: (code: string) => boolean = () => true) =>
  new Map([...newest.rates].map(([code, rate]) => [code, code !== 'USD' && isScaled(code) ? rate * factor : rate]));
/** Five currencies that the newest day has at their official parity with USD. */
const parities = [...pegs.values()]
  .filter(({ code, anchor, parity, band }) => {
    const rate = newest.rates.get(code) ?? NaN;
    const isHard = anchor === 'USD' && band === undefined && !severalRates.has(code);
    return isHard && parity !== null && Math.abs(rate / parity - 1) < 0.001;
  })
  .map(({ code }) => code)
  .slice(0, 5);

describe('baseSlip (checks with pegged currencies whether a dataset’s base is USD)', () => {
  it.each([1.004, 1.029, 0.97, 2, 0.5, 1e6])(
    'detects a dataset whose rates are all off by a factor of %d',
    (factor) => {
      expect(baseSlip(scaled(factor))).toBeCloseTo(factor, 3);
    },
  );

  it.each([
    ['right', 1],
    ['too high by 0.29% (the tolerance is 0.3%)', 1.0029],
    ['too low by 0.29% (the tolerance is 0.3%)', 1 / 1.0029],
  ])('reports no wrong base if all rates are %s', (_, factor) => {
    expect(baseSlip(scaled(factor))).toBeNull();
  });

  it('reports no wrong base for any recorded day', () => {
    expect(recordedDays.days.filter(({ rates }) => baseSlip(rates) !== null)).toEqual([]);
  });

  it('reports no wrong base if only half of the pegged currencies are off', () => {
    const codes = [...newest.rates.keys()];
    expect(baseSlip(scaled(1.5, (code) => codes.indexOf(code) % 2 === 0))).toBeNull();
    expect(baseSlip(scaled(1.5, (code) => codes.indexOf(code) % 4 !== 0))).toBeCloseTo(1.5, 2);
  });

  it('detects a wrong base if three of five pegged currencies are off by the same factor', () => {
    const slipOf = (count: number) => {
      const rates = scaled(2, (code) => parities.indexOf(code) < count);
      return baseSlip(new Map([...rates].filter(([code]) => parities.includes(code))));
    };
    expect(slipOf(3)).toBeCloseTo(2);
    expect(slipOf(2)).toBeNull();
  });

  it('returns undefined (unknown) if fewer than five pegged currencies have rates', () => {
    const rates = (codes: readonly string[]) =>
      new Map(codes.map((code) => [code, (newest.rates.get(code) ?? NaN) * 2]));
    expect(baseSlip(rates(parities))).toBeCloseTo(2);
    expect(baseSlip(rates(parities.slice(1)))).toBeUndefined();
    // Pegs with a band, several rates, another anchor or no official parity don't count.
    expect(baseSlip(rates([...parities.slice(1), 'MVR', 'CUP', 'XOF', 'AZN']))).toBeUndefined();
  });
});

describe('slipBeside (finds different bases from the ratios of a witness’s rates to a dataset’s)', () => {
  const ratios = (factor: number, count: number) =>
    Array.from({ length: count }, (_, index) => factor * (1 + index / 10_000));

  it('detects a factor that is more than 2% off 1 if over 60% of the ratios have this factor', () => {
    expect(slipBeside([...ratios(1.03, 7), ...ratios(1, 4)])).toBeCloseTo(1.03, 3);
    expect(slipBeside([...ratios(1.03, 6), ...ratios(1, 4)])).toBeNull();
    expect(slipBeside(ratios(0.97, 10))).toBeCloseTo(0.97, 2);
    expect(slipBeside(ratios(1.019, 10))).toBeNull();
    expect(slipBeside(ratios(1.021, 10))).toBeCloseTo(1.021, 2);
  });

  it('returns no factor if the ratios differ from each other', () => {
    expect(slipBeside([1.03, 1.04, 1.05, 1.06, 1.07, 1.08])).toBeNull();
    const around = (factor: number) => [1 / factor, 1 / factor, 1, factor, factor].map((ratio) => 1.1 * ratio);
    expect(slipBeside(around(1.0029))).toBeCloseTo(1.1);
    expect(slipBeside(around(1.0031))).toBeNull();
  });

  it('returns no factor for fewer than five ratios', () => {
    expect(slipBeside(ratios(2, 5))).toBeCloseTo(2, 2);
    expect(slipBeside(ratios(2, 4))).toBeNull();
  });
});
