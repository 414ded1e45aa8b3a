import { describe, expect, it } from 'vitest';
import { dayNumber, type IsoDate } from './calendar.ts';
import type { Step } from './interval.ts';
import { meanOfEach } from './mean-rates.ts';
import { crossDays, dailyRates, lastOfEach } from './past-rates.ts';

const daily = (year: string, dates: readonly IsoDate[]) =>
  dailyRates(year, { dates, rates: dates.map((_, index) => index + 1) });

describe('dailyRates (a currency’s rate on each day of a year)', () => {
  it('returns a number for each day of a year, or NaN for a day without a rate', () => {
    const rates = [NaN, 1, ...new Array<number>(362).fill(NaN), 2];
    expect(daily('2026', ['2026-01-02', '2026-12-31'])).toEqual({ firstDay: dayNumber('2026-01-01'), rates });
  });

  it.each([
    ['the dates are descending', ['2026-01-02', '2026-01-01']],
    ['a date is repeated', ['2026-01-01', '2026-01-01']],
    ['a date is in another year', ['2025-12-31', '2026-01-01']],
    ['a date doesn’t exist', ['2026-01-01', '2026-02-29']],
  ] as const)('rejects a year’s rates (returns undefined) if %s', (_, dates) => {
    expect(daily('2026', dates)).toBeUndefined();
  });
});

it('crossDays (a pair’s rate on each day of a range) > returns a number for each day of a range that crosses the end of a year', () => {
  const years = [
    [daily('2025', ['2025-12-30', '2025-12-31']), daily('2025', ['2025-12-31'])],
    [daily('2026', ['2026-01-01']), daily('2026', ['2026-01-01', '2026-01-02'])],
  ].map(([from, to]) => [from ?? expect.fail(), to ?? expect.fail()] as const);
  expect(crossDays(['USD', 'EUR'], years, '2025-12-30', '2026-01-02')).toEqual({
    firstDay: dayNumber('2025-12-30'),
    rates: [NaN, 0.5, 1, NaN],
    newUnits: [],
  });
});

describe('lastOfEach (the last rate of each week, month, quarter or year)', () => {
  it.each<[Step, string, string, IsoDate, number[]]>([
    ['week', 'Sunday to Tuesday', 'Sunday’s (a week’s last day) and Tuesday’s', '2026-02-01', [1, NaN, 3]],
    ['month', 'January 31 to February 2', 'January 31’s and February 2’s', '2026-01-31', [1, NaN, 3]],
    ['quarter', 'January 31 to February 2', 'only February 2’s', '2026-01-31', [NaN, NaN, 3]],
    ['quarter', 'March 31 to April 2', 'March 31’s and April 2’s', '2026-03-31', [1, NaN, 3]],
    ['year', 'March 31 to April 2', 'only April 2’s', '2026-03-31', [NaN, NaN, 3]],
    ['year', 'December 31 to January 2', 'December 31’s and January 2’s', '2025-12-31', [1, NaN, 3]],
  ])('keeps the last rate of each $0 in the daily rates from $1: $2', (step, _, __, first, expected) => {
    expect(lastOfEach(step, { firstDay: dayNumber(first), rates: [1, 2, 3] }).rates).toEqual(expected);
  });
});

it.each([
  { first: '2026-01-01' as const, last: '2026-01-31' as const, complete: true },
  { first: '2026-01-02' as const, last: '2026-01-31' as const, complete: false },
  { first: '2026-01-01' as const, last: '2026-01-30' as const, complete: false },
])(
  'meanOfEach > has an average of January with complete=$complete if the source has rates from $first to $last',
  (source) => {
    const january = { firstDay: dayNumber('2026-01-01'), rates: new Array<number>(31).fill(2), newUnits: [] };
    const days = { first: dayNumber(source.first), last: dayNumber(source.last), has: () => true };
    expect(meanOfEach('month', january, days)).toEqual([
      { date: '2026-01-31', rate: 2, first_date: '2026-01-01', days: 31, complete: source.complete },
    ]);
  },
);

it.each([
  ['in the 12th digit', [1.12345678901, 1.12345678902], 1.12345678902],
  ['of six rates', [0.1, 0.2, 0.3, 0.4, 0.5, 0.600000000003], 0.350000000001],
  ['of rates on both sides of a power of ten', [0.999999999999, 1.00000000001], 1],
  ['of rates that are too different to be added exactly', [1e-9, 1e9], 500000000],
  ['of extremely small rates', [1e-20, 3e-20], 2e-20],
  ['of extremely large rates', [1e20, 3e20], 2e20],
])('meanOfEach > rounds a tie away from zero in the mean %s', (_, rates, mean) => {
  const source = { first: 0, last: rates.length - 1, has: () => true };
  expect(meanOfEach('month', { firstDay: 0, rates, newUnits: [] }, source)).toMatchObject([{ rate: mean }]);
});
