import { describe, expect, it } from 'vitest';
import { firstDayOf, isRange, rangesWithin } from './chart-range.ts';

describe('range of the chart', () => {
  it.each([
    ['1w', '2024-03-02', '2026-09-22'],
    ['1m', '2024-03-02', '2026-08-30'],
    ['3m', '2024-03-02', '2026-06-30'],
    ['1y', '2024-03-02', '2025-09-29'],
    ['5y', '1999-01-04', '2021-09-29'],
    ['all', '2024-03-02', '2024-03-02'],
    ['1y', '2026-09-01', '2026-09-01'],
  ] as const)(
    '“$0” (1m = 30 days, 1y = 365 days) begins on $2 if the first rate is of $1 and the last of 2026-09-29',
    (range, first, expected) => {
      expect(firstDayOf(range, { first, last: '2026-09-29' })).toBe(expected);
    },
  );

  it.each([
    ['1999-01-04', ['1w', '1m', '3m', '1y', '5y', 'all']],
    ['2024-03-02', ['1w', '1m', '3m', '1y', 'all']],
    ['2025-09-29', ['1w', '1m', '3m', 'all']],
    ['2026-09-29', ['all']],
  ])('can be chosen only if it is shorter than all days, which began on %s', (first, expected) => {
    expect(rangesWithin({ first, last: '2026-09-29' })).toEqual(expected);
  });

  it('is valid only if it is 1w, 1m, 3m, 1y, 5y or all', () => {
    expect(['1w', '1m', '3m', '1y', '5y', 'all', '30d', '', 'toString'].filter(isRange)).toEqual([
      '1w',
      '1m',
      '3m',
      '1y',
      '5y',
      'all',
    ]);
  });
});
