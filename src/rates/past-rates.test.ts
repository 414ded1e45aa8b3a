import { describe, expect, it } from 'vitest';
import { dayNumber } from './calendar.ts';
import { crossDays, dailyRates, isStep, lastOfEach } from './past-rates.ts';

const daily = (year: string, dates: string[]) => dailyRates(year, { dates, rates: dates.map((_, index) => index + 1) });

describe('dailyRates', () => {
  it('returns a number for each day of a year, NaN without a rate', () => {
    const rates = [NaN, 1, ...new Array<number>(362).fill(NaN), 2];
    expect(daily('2026', ['2026-01-02', '2026-12-31'])).toEqual({ firstDay: dayNumber('2026-01-01'), rates });
  });

  it.each([
    [['2026-01-02', '2026-01-01']],
    [['2026-01-01', '2026-01-01']],
    [['2025-12-31', '2026-01-01']],
    [['2026-01-01', '2026-02-29']],
  ])('returns undefined for %j, which aren’t ascending days of 2026', (dates) => {
    expect(daily('2026', dates)).toBeUndefined();
  });
});

it('crossDays returns a number for each day of a range, also over a year end', () => {
  const years = [
    [daily('2025', ['2025-12-30', '2025-12-31']), daily('2025', ['2025-12-31'])],
    [daily('2026', ['2026-01-01']), daily('2026', ['2026-01-01', '2026-01-02'])],
  ].map(([from, to]) => [from ?? expect.fail(), to ?? expect.fail()] as const);
  const days = crossDays(years, '2025-12-30', '2026-01-02');
  expect(days).toEqual({ firstDay: dayNumber('2025-12-30'), rates: [NaN, 0.5, 1, NaN] });
  expect(lastOfEach('year', days).rates).toEqual([NaN, 0.5, 1, NaN]);
  expect(lastOfEach('week', days).rates).toEqual([NaN, NaN, 1, NaN]);
  expect([isStep('week'), isStep('hour')]).toEqual([true, false]);
});
