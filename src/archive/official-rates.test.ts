import { describe, expect, it } from 'vitest';
import { businessDaysSince, withOfficialDays } from './official-rates.ts';

const dates = ['2026-04-01', '2026-04-02', '2026-04-07', '2026-04-08', '2026-04-09', '2026-04-10', '2026-04-13'];
const dayOf = (date: string, usd = 1.1) => ({ date, rates: new Map([['USD', usd]]) });
const known = dates.map((date) => dayOf(date));

describe('withOfficialDays (merges a file of the European Central Bank into the archived days)', () => {
  it('adds the days of a newer file to the archived days', () => {
    const file = ['2026-04-13', '2026-04-14'].map((date) => dayOf(date));
    expect(withOfficialDays(known, file)).toEqual({ days: [...known, dayOf('2026-04-14')], corrected: [] });
  });

  it('doesn’t remove archived days that are newer than the file', () => {
    expect(withOfficialDays(known, known.slice(0, 2))).toEqual({ days: known, corrected: [] });
  });

  it.each(dates.slice(-5))('accepts corrected rates of %s, one of the last five archived days', (date) => {
    const corrected = known.map((day) => (day.date === date ? dayOf(date, 1.2) : day));
    expect(withOfficialDays(known, corrected)).toEqual({ days: corrected, corrected: [date] });
    const from = dates.indexOf(date);
    expect(withOfficialDays(known.slice(from), corrected.slice(from)).corrected).toEqual([date]);
  });

  it('adds a day that the file has and the archive lacks', () => {
    expect(withOfficialDays(known.toSpliced(2, 1), known).days).toEqual(known);
  });

  it.each([
    [
      'changes a rate of a day before the last five archived days',
      known.map((day, index) => (index === 1 ? dayOf(day.date, 1.2) : day)),
      'changes the archived rates of 2026-04-02',
    ],
    [
      'lacks a currency on a day before the last five archived days',
      known.map((day, index) => (index === 0 ? { ...day, rates: new Map() } : day)),
      'changes the archived rates of 2026-04-01',
    ],
    [
      'lacks an archived day between its first and last day',
      known.toSpliced(5, 1),
      'lacks 2026-04-10, although the archive has rates of that day',
    ],
    [
      'begins after the last archived day',
      [dayOf('2026-04-15')],
      'begins on 2026-04-15, after the last known day, 2026-04-13',
    ],
  ])('rejects a file that %s', (_, file, problem) => {
    expect(() => withOfficialDays(known, file)).toThrow(new RangeError(problem));
  });
});

it.each([
  ['0 from a date to the same date', '2026-04-13', '2026-04-13', 0],
  ['0 from a Friday to the next Sunday', '2026-04-10', '2026-04-12', 0],
  ['1 from a Friday to the next Monday', '2026-04-10', '2026-04-13', 1],
  ['5 from a Monday to the next Monday', '2026-04-13', '2026-04-20', 5],
  ['1 from 1969-12-31 to 1970-01-01, the first day of Unix time', '1969-12-31', '1970-01-01', 1],
])('businessDaysSince (counts the business days after a date) > returns %s', (_, date, until, days) => {
  expect(businessDaysSince(date, until)).toBe(days);
});
