import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { catalogue, type VolatilityClass } from './currencies/catalogue.ts';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { dateOfDay, dayNumber } from './calendar.ts';
import { crossSeries } from './cross-rate.ts';
import { buildUsdSeries } from './synthetic-series.ts';

const usd: Record<string, number> = recorded.usd;
const rates = new Map(catalogue.map(({ code }) => [code, usd[code.toLowerCase()] ?? NaN]));
const series = buildUsdSeries(catalogue, rates, '2026-09-29');
const seriesOf = (code: string, all = series) => all.get(code) ?? [];
const stepsOf = (path: readonly number[]) => path.slice(1).map((level, day) => level / (path[day] ?? NaN));

/** The root mean square of the daily moves. */
function deviation(path: readonly number[]): number {
  const moves = stepsOf(path).map((step) => step - 1);
  return Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
}

describe('synthetic series (computed numbers, not past rates)', () => {
  it('has 366 positive finite numbers for every currency', () => {
    expect([...series.keys()]).toEqual([...rates.keys()]);
    for (const [code, path] of series) {
      expect(path, code).toHaveLength(366);
      expect(
        path.every((level) => Number.isFinite(level) && level > 0),
        code,
      ).toBe(true);
      expect(path.at(-1), code).toBe(rates.get(code));
    }
  });

  it('has the same numbers on every machine', () => {
    // If the digest changes, copy the new digest from the failure and add the change to the changelog. One currency of
    // each class is enough, and a new currency doesn't change the digest.
    const codes = ['USD', 'EUR', 'DKK', 'UAH', 'USDT', 'BTC'];
    const digest = createHash('sha256')
      .update(JSON.stringify(codes.map((code) => seriesOf(code))))
      .digest('hex');
    expect(digest).toBe('a1a00d30f980f1e0795da036521f6a8795a61f4b8d98f42075492edb62dc19e9');
  });

  it.each(['2026-09-30', '2027-01-01', '2028-02-29', '2028-03-01'] as const)(
    'has the same daily changes whether it is published on %s or on the day before',
    (tomorrow) => {
      const today = dateOfDay(dayNumber(tomorrow) - 1);
      const before = buildUsdSeries(catalogue, rates, today);
      const after = buildUsdSeries(catalogue, new Map([...rates].map(([code, rate]) => [code, rate * 1.01])), tomorrow);
      for (const { code } of catalogue) {
        const stepsBefore = stepsOf(seriesOf(code, before)).slice(1);
        const stepsAfter = stepsOf(seriesOf(code, after)).slice(0, -1);
        const differences = stepsBefore.map((step, day) => Math.abs(step - (stepsAfter[day] ?? NaN)));
        expect(Math.max(...differences), code).toBeLessThan(2.5e-11);
      }
    },
  );

  it('has daily changes that differ between any two unpegged currencies', () => {
    const free = catalogue.filter(({ peg, code }) => peg === null && code !== 'USD');
    expect(new Set(free.map(({ code }) => stepsOf(seriesOf(code)).slice(0, 5).join())).size).toBe(free.length);
  });

  it('has different daily changes in 2026 than in 2025', () => {
    const [thisYear, lastYear] = (['2026-12-31', '2025-12-31'] as const).map((day) =>
      stepsOf(seriesOf('EUR', buildUsdSeries(catalogue, rates, day))),
    );
    expect(thisYear).not.toEqual(lastYear);
  });

  it.each<[string, VolatilityClass, number, number]>([
    ['0 for USD', 'numeraire', 0, 0],
    ['0.02% to 0.04% for each stablecoin', 'stablecoin', 0.0002, 0.0004],
    ['0.3% to 0.5% for each major currency', 'major', 0.003, 0.005],
    ['0.2% to 0.4% for each minor (less traded) currency', 'minor', 0.002, 0.004],
    ['2% to 3% for each crypto asset', 'crypto', 0.02, 0.03],
  ])('has daily changes with a standard deviation of %s', (_, volatility, least, most) => {
    for (const { code } of catalogue.filter((entry) => entry.volatility === volatility)) {
      expect(deviation(seriesOf(code)), code).toBeGreaterThanOrEqual(least);
      expect(deviation(seriesOf(code)), code).toBeLessThanOrEqual(most);
    }
  });

  it('keeps the rate between a pegged currency and its anchor almost constant', () => {
    for (const { code, peg } of catalogue.filter(({ volatility }) => volatility === 'peg')) {
      expect(deviation(crossSeries(seriesOf(peg ?? ''), seriesOf(code))), code).toBeLessThan(0.0002);
    }
  });

  it('never changes by 2% or more in a day, except for crypto assets', () => {
    for (const { code, volatility } of catalogue.filter((entry) => entry.volatility !== 'crypto')) {
      const moves = stepsOf(seriesOf(code)).map((step) => Math.abs(step - 1));
      expect(Math.max(...moves), `${code} ${volatility}`).toBeLessThan(0.02);
    }
  });

  it('is consistent between currencies (A→B times B→C equals A→C)', () => {
    const pair = (from: string, to: string) => crossSeries(seriesOf(from), seriesOf(to));
    const [eurJpy, jpyEur, jpyBtc, eurBtc] = [
      pair('EUR', 'JPY'),
      pair('JPY', 'EUR'),
      pair('JPY', 'BTC'),
      pair('EUR', 'BTC'),
    ];
    for (const [day, rate] of eurJpy.entries()) {
      expect(rate * (jpyEur[day] ?? NaN)).toBeCloseTo(1, 6);
      expect((rate * (jpyBtc[day] ?? NaN)) / (eurBtc[day] ?? NaN)).toBeCloseTo(1, 6);
    }
  });

  it('throws for the unsupported currency XYZ', () => {
    expect(() => buildUsdSeries(catalogue, new Map([['XYZ', 1]]), '2026-09-29')).toThrow('The catalogue has no XYZ.');
  });
});
