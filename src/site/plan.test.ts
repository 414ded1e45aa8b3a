import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { recordedDay } from '../testing/small-site.ts';
import { publishedCurrencies } from '../rates/published-currency.ts';
import { dayNumber } from '../rates/calendar.ts';
import { FIRST_DAY } from '../rates/first-day.ts';
import { FileLimitError } from './errors.ts';
import { planSite } from './plan.ts';

const currencies = publishedCurrencies(catalogue, recordedDay);
const plan = (fileLimit: number, otherFiles = 180) => planSite({ currencies, otherFiles, fileLimit });

describe('the plan', () => {
  it('makes every pair a file where there is no limit', () => {
    const { pairCurrencies, countedFiles } = plan(Infinity);
    expect(pairCurrencies).toHaveLength(currencies.length);
    expect(countedFiles).toBe(180 + 5 * currencies.length ** 2);
  });

  it('takes the most traded currencies whose pairs all fit', () => {
    const { pairCurrencies, countedFiles } = plan(20_000);
    expect(pairCurrencies).toEqual(currencies.slice(0, 62));
    expect(countedFiles).toBe(180 + 5 * 62 ** 2);
  });

  it('takes as many as fit, and not one more', () => {
    for (let limit = 180; limit < 25_000; limit += 7) {
      const { pairCurrencies, countedFiles } = plan(limit);
      expect(countedFiles).toBeLessThanOrEqual(limit);
      expect(180 + 5 * (pairCurrencies.length + 1) ** 2).toBeGreaterThan(limit);
    }
  });

  it.each([
    [2026, 60],
    [2030, 56],
    [2036, 50],
  ])(
    'has room for pairs on the Free plan at the end of %d, with every day since the dataset began: %d',
    (year, most) => {
      const days = dayNumber(`${year}-12-31`) - dayNumber(FIRST_DAY) + 1;
      // A day each, today's rates on each base, and a currency's years; and what is there whatever the day.
      const years = currencies.length * (year - Number(FIRST_DAY.slice(0, 4)) + 1);
      const { pairCurrencies, countedFiles } = plan(20_000, 260 + days + currencies.length + years);
      expect(pairCurrencies).toHaveLength(most);
      expect(countedFiles).toBeLessThanOrEqual(20_000);
    },
  );

  it('has no pair at all where the others just fit, and fails below', () => {
    expect(plan(180)).toMatchObject({ pairCurrencies: [], countedFiles: 180 });
    expect(() => plan(179)).toThrow(FileLimitError);
    expect(() => plan(179)).toThrow('A limit of 179 files is too small: the least that works is 180.');
  });
});
