import { expect, it } from 'vitest';
import { heldDates } from './snapshot.ts';
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
