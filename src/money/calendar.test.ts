import { describe, expect, it } from 'vitest';
import {
  businessDaysSince,
  dateOfDay,
  datesUpTo,
  dayNumber,
  isDate,
  isInstant,
  isWeekend,
  yearsBetween,
} from './calendar.ts';

describe('calendar', () => {
  it('numbers days from 1970-01-01, which is day 0', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    expect(dayNumber('2026-09-29')).toBe(20725);
    expect(dateOfDay(20725)).toBe('2026-09-29');
  });

  it.each(['1900-01-06', '1969-12-27', '1970-01-03', '2026-11-28'] as const)('knows that %s is a Saturday', (date) => {
    const day = dayNumber(date);
    expect([-1, 0, 1, 2].map((later) => isWeekend(day + later))).toEqual([false, true, true, false]);
  });

  it.each([
    ['across the end of a month', '2026-05-02', 3, ['2026-04-29', '2026-04-30', '2026-05-01', '2026-05-02']],
    ['across the end of a year', '2026-01-01', 2, ['2025-12-30', '2025-12-31', '2026-01-01']],
    ['across a leap day', '2028-03-01', 2, ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['across the end of a February without a leap day', '2026-03-01', 1, ['2026-02-28', '2026-03-01']],
    ['at the end of February 2100, which has no leap day', '2100-03-01', 1, ['2100-02-28', '2100-03-01']],
  ] as const)('lists dates %s', (_, last, days, dates) => {
    expect(datesUpTo(last, days)).toEqual(dates);
  });

  it('lists 366 different dates up to a given day', () => {
    for (const last of ['2026-09-29', '2028-02-29', '2028-12-31', '2029-02-28'] as const) {
      const dates = datesUpTo(last, 365);
      expect(new Set(dates).size).toBe(366);
      expect(dates.toSorted()).toEqual(dates);
      expect(dates.at(-1)).toBe(last);
    }
  });

  it.each(['2026-02-28', '2028-02-29', '0001-01-01'])(
    'isDate (checks for a date in the form YYYY-MM-DD) returns true for %s',
    (date) => {
      expect(isDate(date)).toBe(true);
    },
  );

  it.each([
    ['a day that doesn’t exist', '2026-02-30'],
    ['February 29 in a year without a leap day', '2026-02-29'],
    ['a year of six digits', '+012026-09'],
    ['a month and day without leading zeros', '2026-2-3'],
    ['a time', '2026-09-29T00:00:00Z'],
    ['an empty text', ''],
    ['a number', 20260929],
    ['the value null', null],
  ])('isDate (checks for a date in the form YYYY-MM-DD) returns false for %s: %j', (_, value) => {
    expect(isDate(value)).toBe(false);
  });

  it.each<[boolean, string, unknown]>([
    [true, 'a time with milliseconds', '2026-09-29T06:17:00.123Z'],
    [false, 'a time without milliseconds', '2026-09-29T06:17:00Z'],
    [false, 'an hour that doesn’t exist', '2026-09-29T25:00:00.000Z'],
    [false, 'a day that doesn’t exist', '2026-02-30T06:17:00.000Z'],
    [false, 'a year of six digits', '+012026-09-29T06:17:00.000Z'],
    [false, 'a number', Date.UTC(2026, 8, 29)],
  ])('isInstant (checks for a UTC time with date and milliseconds) returns %s for %s: %j', (expected, _, value) => {
    expect(isInstant(value)).toBe(expected);
  });

  it('lists the years 2024, 2025 and 2026 for the range from 2024-12-31 to 2026-01-01', () => {
    expect(yearsBetween('2024-12-31', '2026-01-01')).toEqual(['2024', '2025', '2026']);
  });
});

it.each([
  ['0 from a date to the same date', '2026-04-13', '2026-04-13', 0],
  ['0 from a Friday to the next Sunday', '2026-04-10', '2026-04-12', 0],
  ['1 from a Friday to the next Monday', '2026-04-10', '2026-04-13', 1],
  ['5 from a Monday to the next Monday', '2026-04-13', '2026-04-20', 5],
  ['1 from 1969-12-31 to 1970-01-01, the first day of Unix time', '1969-12-31', '1970-01-01', 1],
] as const)('businessDaysSince (counts the business days after a date) > returns %s', (_, date, until, days) => {
  expect(businessDaysSince(date, until)).toBe(days);
});
