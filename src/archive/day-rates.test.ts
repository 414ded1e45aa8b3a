import type { IsoDate } from '../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { dateOfRates, heldAmong } from './day-rates.ts';

it('heldAmong (returns the dates of those held rates that are for the given currencies) ignores other currencies', () => {
  const held = new Map(Object.entries<IsoDate>({ GBP: '2026-09-28', HKD: '2026-09-24' }));
  expect([...heldAmong(held, ['USD', 'HKD'])]).toEqual([['HKD', '2026-09-24']]);
});

describe('dateOfRates (returns the date that an API response states for its rates)', () => {
  const day = {
    date: '2026-09-29' as const,
    held: new Map(Object.entries<IsoDate>({ AED: '2026-09-29', GBP: '2026-09-28', HKD: '2026-09-24' })),
  };

  it.each<[string, string, string[], string]>([
    ['the dataset’s date for a pair without a held currency', 'USD', ['EUR'], '2026-09-29'],
    ['the held rate’s date for a pair whose base is held', 'HKD', ['EUR'], '2026-09-24'],
    ['the held rate’s date for a pair whose second currency is held', 'EUR', ['HKD'], '2026-09-24'],
    ['the older date for two held currencies', 'GBP', ['HKD'], '2026-09-24'],
    ['the base’s date for two held currencies if the base’s rate is older', 'HKD', ['GBP'], '2026-09-24'],
    ['the held rate’s date for a pair of a held currency with itself', 'HKD', ['HKD'], '2026-09-24'],
    ['the dataset’s date if a parity is published', 'USD', ['AED'], '2026-09-29'],
    ['the held rate’s date if the base is held and there is no other currency', 'GBP', [], '2026-09-28'],
    ['the dataset’s date for several rates of which only some are held', 'EUR', ['USD', 'HKD'], '2026-09-29'],
    ['the newest date for several rates that are all held', 'EUR', ['GBP', 'HKD'], '2026-09-28'],
    ['HKD’s date for the rates from EUR to EUR and to HKD if HKD is held', 'EUR', ['EUR', 'HKD'], '2026-09-24'],
  ])('returns %s', (_, base, codes, date) => {
    expect(dateOfRates(day, base, codes)).toBe(date);
  });
});
