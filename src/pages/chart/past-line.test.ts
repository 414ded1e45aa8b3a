import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../money/calendar.ts';
import { lineOf, moved, nearestKnown, officialLineOf } from './past-line.ts';

describe('line of official rates in the chart', () => {
  it('has a gap where the bank quoted no rate for longer than it pauses', () => {
    const dates = ['2008-11-28', '2008-12-01', '2018-02-01'] as const;
    const { days, rates } = officialLineOf(
      dates.map((date, index) => ({ date, rate: index + 1 })),
      14,
    );
    expect(rates).toEqual([1, 2, null, 3]);
    expect(days).toEqual((['2008-11-28', '2008-12-01', '2018-01-31', '2018-02-01'] as const).map(dayNumber));
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

  it('is pointed at on the nearest day with a rate', () => {
    expect(line.days.map((_, index) => nearestKnown(line, index))).toEqual([1, 1, 1, 3, 4, 4, 7, 7]);
  });

  it.each([
    ['ArrowLeft', undefined, 4],
    ['ArrowLeft', 3, 1],
    ['ArrowLeft', 1, 1],
    ['ArrowDown', 4, 3],
    ['ArrowRight', undefined, 7],
    ['ArrowRight', 4, 7],
    ['ArrowUp', 1, 3],
    ['PageDown', undefined, 1],
    ['PageUp', 1, 7],
    ['Home', 4, 1],
    ['End', 1, 7],
    ['Tab', 4, undefined],
    ['toString', 4, undefined],
  ])('after the key %s at the day with index %j, selects the day with index %j', (key, at, expected) => {
    expect(moved(key, line, at)).toBe(expected);
  });

  it('moves by a twentieth of a long line with PageUp and PageDown, by 30 days of a short line', () => {
    const lineOfDays = (days: number) => lineOf({ firstDay: 0, rates: new Array<number>(days).fill(1) });
    expect(moved('PageUp', lineOfDays(100), 10)).toBe(40);
    expect(moved('PageDown', lineOfDays(1000), 500)).toBe(450);
  });
});
