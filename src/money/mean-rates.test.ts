import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, type IsoDate } from './calendar.ts';
import { meanSteps, type Step } from './interval.ts';
import { meanOfEach, meansOnFirstDays } from './mean-rates.ts';

const firstDay = dayNumber('2026-01-01');

/** A year of rates that are divided by 100 at each change of a unit, so that the last rate is 1. */
function yearWith(changes: readonly IsoDate[]) {
  const newUnits = changes.map(dayNumber);
  const rateOn = (day: number) => 100 ** newUnits.filter((since) => day < since && since < firstDay + 365).length;
  return { firstDay, rates: Array.from({ length: 365 }, (_, day) => rateOn(firstDay + day)), newUnits };
}

describe('averages over changes of a unit', () => {
  it.each<[string, Step, IsoDate[], string[]]>([
    [
      'within an interval are of each part, and incomplete',
      'year',
      ['2026-05-20'],
      ['2026-01-01 to 2026-05-19: 100, incomplete', '2026-05-20 to 2026-12-31: 1, incomplete'],
    ],
    [
      'between two intervals are complete',
      'quarter',
      ['2026-10-01'],
      [
        '2026-01-01 to 2026-03-31: 100',
        '2026-04-01 to 2026-06-30: 100',
        '2026-07-01 to 2026-09-30: 100',
        '2026-10-01 to 2026-12-31: 1',
      ],
    ],
    [
      'of both currencies on different days are of three parts',
      'year',
      ['2026-05-20', '2026-12-31'],
      [
        '2026-01-01 to 2026-05-19: 10000, incomplete',
        '2026-05-20 to 2026-12-30: 100, incomplete',
        '2026-12-31 to 2026-12-31: 1, incomplete',
      ],
    ],
    [
      'of both currencies on the same day are of two parts',
      'year',
      ['2026-05-20', '2026-05-20'],
      ['2026-01-01 to 2026-05-19: 10000, incomplete', '2026-05-20 to 2026-12-31: 1, incomplete'],
    ],
    ['outside of the rates are complete', 'year', ['2026-01-01', '2027-01-01'], ['2026-01-01 to 2026-12-31: 1']],
  ])('%s', (_, step, changes, expected) => {
    const source = { first: firstDay, last: firstDay + 364, has: () => true };
    const means = meanOfEach(step, yearWith(changes), source).map(({ first_date, date, rate, complete }) => {
      return `${first_date} to ${date}: ${rate}${complete ? '' : ', incomplete'}`;
    });
    expect(means).toEqual(expected);
  });

  it('are complete if the source has rates in only one of the units', () => {
    const { rates, newUnits } = yearWith(['2026-01-02']);
    const source = { first: firstDay - 1, last: firstDay + 364, has: (day: number) => day !== firstDay };
    const means = meanOfEach('year', { firstDay, rates: [NaN, ...rates.slice(1)], newUnits }, source);
    expect(means).toEqual([{ first_date: '2026-01-02', date: '2026-12-31', rate: 1, days: 364, complete: true }]);
  });

  it('on first days are on the first day of each part', () => {
    const means = meansOnFirstDays('month', yearWith(['2026-05-20']));
    const known = [...means.entries()].flatMap(([day, mean]) => (Number.isNaN(mean) ? [] : [`${day}: ${mean}`]));
    const before = [0, 31, 59, 90, 120].map((day) => `${day}: 100`);
    const after = [139, 151, 181, 212, 243, 273, 304, 334].map((day) => `${day}: 1`);
    expect(known).toEqual([...before, ...after]);
  });

  it('lie between the lowest and the highest rate of the same units, and no day is in two of them', () => {
    const LENGTH = 500;
    const daily = fc.record({
      firstDay: fc.integer({ min: firstDay - 400, max: firstDay + 400 }),
      base: fc.array(fc.option(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { nil: NaN, freq: 4 }), {
        minLength: 1,
        maxLength: LENGTH,
      }),
      changes: fc.uniqueArray(fc.integer({ min: -20, max: LENGTH + 20 }), { maxLength: 3 }),
      ratio: fc.constantFrom(100, 1e6, 0.01),
    });
    const source = { first: firstDay - 1000, last: firstDay + 1000, has: () => true };
    fc.assert(
      fc.property(fc.constantFrom(...meanSteps), daily, (step, { firstDay, base, changes, ratio }) => {
        const newUnits = changes.map((day) => firstDay + day).sort((one, other) => one - other);
        const unitOn = (day: number) => newUnits.filter((since) => since <= day).length;
        const rates = base.map((rate, day) => rate * ratio ** unitOn(firstDay + day));
        const means = meanOfEach(step, { firstDay, rates, newUnits }, source);
        for (const { rate, first_date, date, days } of means) {
          const [first, last] = [dayNumber(first_date), dayNumber(date)];
          const averaged = rates.slice(first - firstDay, last - firstDay + 1).filter((rate) => !Number.isNaN(rate));
          expect(unitOn(first)).toBe(unitOn(last));
          expect(averaged).toHaveLength(days);
          expect(rate).toBeGreaterThanOrEqual(Math.min(...averaged) * (1 - 1e-11));
          expect(rate).toBeLessThanOrEqual(Math.max(...averaged) * (1 + 1e-11));
        }
        const total = means.reduce((sum, { days }) => sum + days, 0);
        expect(total).toBe(rates.filter((rate) => !Number.isNaN(rate)).length);
        const ofFirstDays = meansOnFirstDays(step, { firstDay, rates, newUnits }).filter((rate) => !Number.isNaN(rate));
        expect(ofFirstDays).toEqual(means.map(({ rate }) => rate));
      }),
    );
  });
});
