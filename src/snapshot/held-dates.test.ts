import { describe, expect, it } from 'vitest';
import { dateOfRates, heldAmong, heldDates } from './held-dates.ts';
import type { Quality } from './quality.ts';

const quality: Quality = {
  state: 'held',
  reason: 'implausible_move',
  since: '2026-09-25',
  published: 7.8,
  publishedAsOf: '2026-09-24',
  basis: 'earlier_dataset',
  sourceValue: 9,
  agreeing: 1,
  needed: 3,
  bound: 1.05,
  witnesses: [],
  endsBy: '2026-09-27',
};

describe('heldDates', () => {
  it('returns the dates of held currencies only', () => {
    const states = {
      AED: { ...quality, basis: 'official_parity', publishedAsOf: '2026-09-29' },
      HKD: quality,
      JPY: { ...quality, state: 'accepted', basis: null, publishedAsOf: '2026-09-29' },
      SSP: { ...quality, state: 'frozen', basis: null, publishedAsOf: '2026-09-29' },
      SYP: { ...quality, state: 'left_out', published: null, publishedAsOf: null, basis: null },
    } as const;
    expect([...heldDates({ quality: new Map(Object.entries(states)) })]).toEqual([
      ['AED', '2026-09-29'],
      ['HKD', '2026-09-24'],
    ]);
  });

  it('heldAmong returns only the given currencies', () => {
    const held = new Map(Object.entries({ GBP: '2026-09-28', HKD: '2026-09-24' }));
    expect([...heldAmong(held, ['USD', 'HKD'])]).toEqual([['HKD', '2026-09-24']]);
  });
});

describe('dateOfRates', () => {
  const day = {
    date: '2026-09-29',
    held: new Map(Object.entries({ AED: '2026-09-29', GBP: '2026-09-28', HKD: '2026-09-24' })),
  };

  it.each([
    ['a pair without a held currency', 'USD', ['EUR'], '2026-09-29'],
    ['a pair with a held base', 'HKD', ['EUR'], '2026-09-24'],
    ['a pair with a held second currency', 'EUR', ['HKD'], '2026-09-24'],
    ['a pair of two held currencies', 'GBP', ['HKD'], '2026-09-24'],
    ['the same pair the other way round', 'HKD', ['GBP'], '2026-09-24'],
    ['a held currency and itself', 'HKD', ['HKD'], '2026-09-24'],
    ['a held currency whose rate has the day’s date', 'USD', ['AED'], '2026-09-29'],
    ['a base alone', 'GBP', [], '2026-09-28'],
    ['many rates, some of them held', 'EUR', ['USD', 'HKD'], '2026-09-29'],
    ['many rates that are all held', 'EUR', ['GBP', 'HKD'], '2026-09-28'],
    ['rates that include the base', 'EUR', ['EUR', 'HKD'], '2026-09-24'],
  ])('returns the expected date for %s', (_, base, codes, date) => {
    expect(dateOfRates(day, base, codes)).toBe(date);
  });
});
