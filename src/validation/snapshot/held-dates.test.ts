import { describe, expect, it } from 'vitest';
import { dateOfRates, heldAmong, heldDates } from './held-dates.ts';
import type { Quality } from './quality.ts';

const quality: Quality = {
  state: 'held',
  reason: 'implausible_move',
  since: '2026-09-25',
  published: 7.8,
  published_as_of: '2026-09-24',
  basis: 'last_good_rate',
  source_value: 9,
  agreeing_datasets: 1,
  needed_datasets: 3,
  bound: 1.05,
  witnesses: [],
  ends_by: '2026-09-27',
};

describe('dates of held rates', () => {
  it('heldDates (returns the date of each held rate) ignores currencies that aren’t held', () => {
    const states = {
      AED: { ...quality, basis: 'official_parity', published_as_of: '2026-09-29' },
      HKD: quality,
      JPY: { ...quality, state: 'accepted', basis: null, published_as_of: '2026-09-29' },
      SSP: { ...quality, state: 'frozen', basis: null, published_as_of: '2026-09-29' },
      SYP: { ...quality, state: 'omitted', published: null, published_as_of: null, basis: null },
    } as const;
    expect([...heldDates({ quality: new Map(Object.entries(states)) })]).toEqual([
      ['AED', '2026-09-29'],
      ['HKD', '2026-09-24'],
    ]);
  });

  it('heldAmong (returns the dates of those held rates that are for the given currencies) ignores other currencies', () => {
    const held = new Map(Object.entries({ GBP: '2026-09-28', HKD: '2026-09-24' }));
    expect([...heldAmong(held, ['USD', 'HKD'])]).toEqual([['HKD', '2026-09-24']]);
  });
});

describe('dateOfRates (returns the date that an API response states for its rates)', () => {
  const day = {
    date: '2026-09-29',
    held: new Map(Object.entries({ AED: '2026-09-29', GBP: '2026-09-28', HKD: '2026-09-24' })),
  };

  it.each([
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
