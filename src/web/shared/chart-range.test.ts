import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../rates/calendar.ts';
import { firstDayOf, isRange, lineOf, lonePlaces, officialLineOf } from './chart-range.ts';

describe('range of the chart', () => {
  it.each([
    ['1m', '2024-03-02', '2026-08-30'],
    ['1y', '2024-03-02', '2025-09-29'],
    ['all', '2024-03-02', '2024-03-02'],
    ['1y', '2026-09-01', '2026-09-01'],
  ] as const)(
    '“$0” (1m = 30 days, 1y = 365 days) begins on $2 if the first rate is of $1 and the last of 2026-09-29',
    (range, first, expected) => {
      expect(firstDayOf(range, { first, last: '2026-09-29' })).toBe(expected);
    },
  );

  it('is valid only if it is 1m, 1y or all', () => {
    expect(['1m', '1y', 'all', '30d', '', 'toString'].filter(isRange)).toEqual(['1m', '1y', 'all']);
  });
});

describe('line of official rates in the chart', () => {
  it('has a gap where the European Central Bank quoted no rate', () => {
    const dates = ['2008-11-28', '2008-12-01', '2018-02-01'];
    const { days, rates } = officialLineOf(dates.map((date, index) => ({ date, rate: index + 1 })));
    expect(rates).toEqual([1, 2, null, 3]);
    expect(days).toEqual(['2008-11-28', '2008-12-01', '2018-01-31', '2018-02-01'].map(dayNumber));
  });
});

describe('line of the chart', () => {
  const line = lineOf({
    firstDay: Date.parse('2026-02-27') / 86_400_000,
    rates: [NaN, 1, NaN, 2, 3, NaN, NaN, 4],
  });

  it('has a gap (null) on a day without a rate', () => {
    expect(line.rates).toEqual([null, 1, null, 2, 3, null, null, 4]);
    expect(line.days).toHaveLength(8);
    expect(line.days[7]).toBe(Date.parse('2026-03-06') / 86_400_000);
  });

  it('shows a rate as a point if the days before and after have no rate', () => {
    expect(lonePlaces(line)).toEqual([1, 7]);
  });
});
