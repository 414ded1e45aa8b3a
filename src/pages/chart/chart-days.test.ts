import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { syntheticPeriods, daysBack } from '../../money/period.ts';
import { markedDays, markFormat } from './chart-days.ts';

const last = dayNumber('2026-09-29');
const marks = (days: number, most: number) => markedDays(last - days, last, most).map(dateOfDay);

describe('markedDays (chooses the days that a chart’s axis marks)', () => {
  it('returns evenly spaced days up to the range’s last day, for a range of weeks', () => {
    expect(marks(7, 4)).toEqual(['2026-09-23', '2026-09-25', '2026-09-27', '2026-09-29']);
    expect(marks(30, 9)).toEqual([
      '2026-08-30',
      '2026-09-04',
      '2026-09-09',
      '2026-09-14',
      '2026-09-19',
      '2026-09-24',
      '2026-09-29',
    ]);
  });

  it('returns the first days of months for a range of one year', () => {
    expect(marks(365, 4)).toEqual(['2025-10-01', '2026-01-01', '2026-04-01', '2026-07-01']);
  });

  it('returns the first days of years for a range of decades', () => {
    expect(marks(27 * 365, 5)).toEqual(['2000-01-01', '2006-01-01', '2012-01-01', '2018-01-01', '2024-01-01']);
  });

  it('returns at most the given number of days', () => {
    for (const period of syntheticPeriods) {
      for (let most = 2; most < 20; most++) {
        const { length } = marks(daysBack[period], most);
        expect(length, `${period}, ${most}`).toBeLessThanOrEqual(most);
        expect(length, `${period}, ${most}`).toBeGreaterThan(0);
      }
    }
  });
});

describe('markFormat (chooses how the chart’s axis writes days)', () => {
  it.each([
    [8, 'Sep 29'],
    [92, 'Sep 29'],
    [366, 'Sep'],
    [942, 'Sep 26'],
    [1827, 'Sep 26'],
    [9962, '2026'],
  ])('writes a day of a chart of %i days as %s', (days, expected) => {
    const format = new Intl.DateTimeFormat('en-US', { ...markFormat(days), timeZone: 'UTC' });
    expect(format.format(Date.parse('2026-09-29'))).toBe(expected);
  });
});
