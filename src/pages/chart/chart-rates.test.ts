import { describe, expect, it } from 'vitest';
import { dayNumber, type IsoDate } from '../../money/calendar.ts';
import { changeOf, type Chart, chartOf } from './chart-rates.ts';

const pair = { from: 'USD', to: 'EUR', date: '' };
const of = (source: 'market' | 'ecb', first: IsoDate, rates: readonly number[], pause?: number): Chart => {
  const chart = chartOf({ firstDay: dayNumber(first), rates }, { ...pair, source }, pause);
  return chart ?? expect.fail('The chart has no rate.');
};

describe('chartOf (collects everything that the chart shows about past rates)', () => {
  it('finds the first, last, lowest and highest rate, each on its first day, and counts days without a market rate', () => {
    const { known, first, last, low, high, missing, pauses, isLong } = of('market', '2026-02-27', [
      NaN,
      2,
      4,
      NaN,
      1,
      4,
      1,
      3,
      NaN,
    ]);
    expect({ first, last, low, high, missing, pauses, isLong }).toEqual({
      first: { date: '2026-02-28', rate: 2 },
      last: { date: '2026-03-06', rate: 3 },
      low: { date: '2026-03-03', rate: 1 },
      high: { date: '2026-03-01', rate: 4 },
      missing: 3,
      pauses: [],
      isLong: false,
    });
    expect(known).toHaveLength(6);
  });

  it('lists times without official rates, but not weekends and holidays, which the line skips', () => {
    // Friday, Monday, a pause of 17 days, Thursday.
    const rates = [1, NaN, NaN, 2, ...new Array<number>(16).fill(NaN), 3];
    const { days, missing, pauses } = of('ecb', '2026-01-02', rates, 14);
    expect({ days, missing, pauses }).toEqual({
      days: (['2026-01-02', '2026-01-05', '2026-01-21', '2026-01-22'] as const).map(dayNumber),
      missing: 0,
      pauses: [['2026-01-05', '2026-01-22']],
    });
  });

  it('doesn’t list the weeks between rates of a currency with weekly rates', () => {
    const week = new Array<number>(6).fill(NaN);
    // Two Wednesdays, then a Wednesday three weeks later, then a Wednesday five weeks later.
    const rates = [1, ...week, 2, ...week, NaN, ...week, NaN, ...week, 3, ...new Array<number>(34).fill(NaN), 4];
    const { days, pauses } = of('ecb', '2026-01-07', rates, 28);
    expect({ days, pauses }).toEqual({
      days: (['2026-01-07', '2026-01-14', '2026-02-04', '2026-03-10', '2026-03-11'] as const).map(dayNumber),
      pauses: [['2026-02-04', '2026-03-11']],
    });
  });

  it.each([
    [['2025-12-31', [10000, 100, 101]], { first: '2026-01-01', high: 101, rates: [100, 101], ofUnit: '2026-01-01' }],
    // The first rate of the new unit isn't on its first day.
    [
      ['2025-12-31', [10000, NaN, NaN, 101]],
      { first: '2026-01-03', high: 101, rates: [null, null, 101], ofUnit: '2026-01-01' },
    ],
    [['2026-01-01', [100, 101]], { first: '2026-01-01', high: 101, rates: [100, 101], ofUnit: undefined }],
    [['2025-12-30', [10000, 10001]], { first: '2025-12-30', high: 10001, rates: [10000, 10001], ofUnit: undefined }],
    [
      ['2025-12-30', [10000, 10001, NaN]],
      { first: '2025-12-30', high: 10001, rates: [10000, 10001, null], ofUnit: undefined },
    ],
  ] as const)('starts with the redenomination of a currency, for the rates %j: %j', ([from, rates], expected) => {
    const daily = { firstDay: dayNumber(from), rates };
    for (const pair of [
      { from: 'USD', to: 'SYP', date: '' },
      { from: 'SYP', to: 'USD', date: '' },
    ]) {
      const chart = chartOf(daily, { ...pair, source: 'market' }) ?? expect.fail();
      const { first, high, unitChange } = chart;
      expect({ first: first.date, high: high.rate, rates: chart.rates, ofUnit: unitChange?.date }).toEqual(expected);
      expect(chart.days[0]).toBe(dayNumber(expected.ofUnit ?? from));
      expect(chart.missing).toBe(chart.rates.filter((rate) => rate === null).length);
    }
  });

  it.each([
    ['', undefined],
    ['2026-02-28', 1],
    // This day has no rate, so the day before counts.
    ['2026-03-01', 1],
    ['2026-03-09', 3],
    ['2026-02-27', undefined],
  ])('knows the day whose rate counts for the chosen day “%s”', (date, chosen) => {
    const daily = { firstDay: dayNumber('2026-02-27'), rates: [NaN, 2, NaN, 4, NaN] };
    expect(chartOf(daily, { ...pair, date, source: 'market' })?.chosen).toBe(chosen);
  });

  it('returns nothing if no day has a rate', () => {
    expect(chartOf({ firstDay: 0, rates: [NaN, NaN] }, { ...pair, source: 'market' })).toBeUndefined();
    expect(chartOf({ firstDay: 0, rates: [] }, { ...pair, source: 'ecb' })).toBeUndefined();
  });
});

describe('changeOf (compares a rate with the chart’s first rate)', () => {
  it('returns the change as a share of the first rate', () => {
    const chart = of('market', '2026-09-01', [NaN, 0.8, 0.9]);
    expect([0.8, 0.9, 0.6].map((rate) => changeOf(chart, rate).toFixed(4))).toEqual(['0.0000', '0.1250', '-0.2500']);
  });
});
