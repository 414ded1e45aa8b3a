import { describe, expect, it } from 'vitest';
import { daysOf, isRange, rangesWithin } from './chart-range.ts';

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
      expect(daysOf(range, { first, last: '2026-09-29' })).toEqual({ first: expected, last: '2026-09-29' });
    },
  );

  it.each([
    ['1m', '2026-08-30', '2026-08-30', '2026-09-29'],
    ['1m', '2026-08-29', '2026-08-14', '2026-09-13'],
    ['1m', '2001-03-15', '2001-02-28', '2001-03-30'],
    ['1m', '1999-01-05', '1999-01-04', '1999-02-03'],
    ['1y', '1999-06-01', '1999-01-04', '2000-01-04'],
    ['all', '2001-03-15', '1999-01-04', '2026-09-29'],
    // The rates begin later, or end earlier, than these days.
    ['1m', '1998-12-31', '2026-08-30', '2026-09-29'],
    ['1m', '2027-01-01', '2026-08-30', '2026-09-29'],
  ] as const)('“$0” around $1 is from $2 to $3 if the first rate is of 1999-01-04', (range, chosen, first, last) => {
    expect(daysOf(range, { first: '1999-01-04', last: '2026-09-29' }, chosen)).toEqual({ first, last });
  });

  it.each([
    ['1999-01-04', ['1w', '1m', '3m', '1y', '5y', 'all']],
    ['2024-03-02', ['1w', '1m', '3m', '1y', 'all']],
    ['2025-09-29', ['1w', '1m', '3m', 'all']],
    ['2026-09-29', ['all']],
  ] as const)('can be chosen only if it is shorter than all days, which began on %s', (first, expected) => {
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
