import { describe, expect, it } from 'vitest';
import { type Cell, factsOf, sourceValuesOf } from '../../testing/data/source-values.ts';
import { excursionDates, type ValidRate } from './excursions.ts';
import type { CurrencyFacts } from './source-value.ts';

/** Rates that were valid at the time. `confirmed` and `atParity` list days by their index. */
function ratesOf(
  cells: readonly Cell[],
  {
    confirmed = [],
    atParity = [],
  }: { readonly confirmed?: readonly number[]; readonly atParity?: readonly number[] } = {},
): ValidRate[] {
  return sourceValuesOf(cells).map(({ date, day, value }, index) => ({
    ...{ date, day, rate: value ?? NaN },
    ...{ isConfirmed: confirmed.includes(index), isAtParity: atParity.includes(index) },
  }));
}

/** One character per rate: `x` for rates of an excursion, `.` for other rates. */
function found(facts: CurrencyFacts, cells: readonly Cell[], marks?: Parameters<typeof ratesOf>[1]): string {
  const rates = ratesOf(cells, marks);
  const dates = excursionDates(facts, rates);
  return rates.map(({ date }) => (dates.has(date) ? 'x' : '.')).join('');
}

const minor = factsOf('minor');
const crypto = factsOf('crypto');
const times = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

describe('excursion (rates that leave a level and soon return)', () => {
  it.each<[string, CurrencyFacts, readonly Cell[], string]>([
    ['is found if the rate returns to its old level', minor, [100, 100, 1000, 1000, 1000, 100, 100], '..xxx..'],
    ['is found if the rate returns to within 5% of its old level', minor, [100, 1000, 105], '.x.'],
    ['isn’t found if the rate returns only to within 6% of its old level', minor, [100, 1000, 106], '...'],
    ['is found if the rate returns to the range of earlier rates', minor, [100, 104, 108, 1000, 101], '...x.'],
    ['is found if the rate ends less than 2% below that range', minor, [100, 104, 108, 1000, 98.1], '...x.'],
    ['isn’t found if the rate ends over 2% below that range', minor, [100, 104, 108, 1000, 97], '.....'],
    [
      'isn’t found if the rate returns to a rate of 41 days before',
      minor,
      [100, [20, 104], [21, 108], 1000, 101],
      '.....',
    ],
    [
      'is found if the rate returns to a rate of 40 days before',
      minor,
      [100, [20, 104], [20, 108], 1000, 101],
      '...x.',
    ],
    ['isn’t found if the rate returns in small steps', minor, [100, 109, 109, 105, 100], '.....'],
    ['doesn’t contain a change by 20% weeks before it', minor, [100, [20, 120], 120, 1000, 101], '...x.'],
    ['doesn’t contain two changes weeks before it', minor, [100, [20, 120], 120, [20, 145], 145, 1000, 121], '.....x.'],
    ['is found after two real changes', minor, [100, 130, [39, 130], 170, [19, 170], [2, 100], 170], '.....x.'],
    ['is found even if the rate has several levels before it returns', minor, [100, 1000, 5000, 300, 100], '.xxx.'],
    ['is found if the rate returns within 60 days', minor, [100, 1000, [58, 1000], 100], '.xx.'],
    ['isn’t found if the rate returns after more than 60 days', minor, [100, 1000, [59, 1000], 100], '....'],
    ['is found even if a second excursion follows', minor, [100, 1000, 100, 10, 100], '.x.x.'],
    ['isn’t found if the rate stays at its new level', minor, [100, 1000, 1000, 1000], '....'],
    ['isn’t found if it begins on the archive’s first day', minor, [1000, 100, 100], '...'],
    ['isn’t found if the rate returns after 70 days', minor, [100, 1000, ...times(1000, 70), 100], '.'.repeat(73)],
    [
      'is found even if the rate had its level over 60 days before',
      minor,
      [1000, [61, 100], [2, 1000], [1, 100]],
      '..x.',
    ],
  ])('%s', (_, facts, cells, signs) => {
    expect(found(facts, cells)).toBe(signs);
  });
});

describe('rate that moves to a new level and back', () => {
  it.each<[string, CurrencyFacts, readonly Cell[], string]>([
    ['counts as an excursion: 20% in two datasets, back within 15 days', minor, [100, 120, [13, 120], 100], '.xx.'],
    ['counts as a market move: 20% in two datasets, back after 16 days', minor, [100, 120, [14, 120], 100], '....'],
    ['counts as an excursion: 20% in one dataset, back within 60 days', minor, [100, [9, 120], [50, 100]], '.x.'],
    ['counts as a market move: 10%, back after more than 15 days', minor, [100, [9, 110], [9, 100]], '...'],
    ['counts as a market move: 15%, then 1.9% below the old level', minor, [100, [9, 115], [9, 98.1]], '...'],
    ['counts as an excursion: 15%, then 1.3% below the old level', minor, [100, [9, 115], [9, 98.7]], '.x.'],
    ['counts as an excursion: 10%, back within 15 days', minor, [100, [7, 110], [8, 100]], '.x.'],
    ['counts as an excursion: an implausible 40%, back within 60 days', minor, [100, [9, 140], 140, [40, 100]], '.xx.'],
    ['counts as a market move: crypto × 2 in three datasets', crypto, [100, [20, 200], 200, 200, [9, 100]], '.....'],
    ['counts as an excursion: crypto × 3 in one dataset', crypto, [100, [20, 300], [9, 100]], '.x.'],
  ])('%s', (_, facts, cells, signs) => {
    expect(found(facts, cells)).toBe(signs);
  });
});

describe('level that a witness (source for cross-checks) confirmed', () => {
  it('isn’t treated as an excursion (rates that leave a level and soon return)', () => {
    expect(found(minor, [100, 1000, 1000, 100], { confirmed: [1] })).toBe('....');
    expect(found(minor, [100, 500, 1000, 100], { confirmed: [2] })).toBe('....');
  });

  it('ends an excursion if the rate returns to this level', () => {
    expect(found(minor, [100, 1000, 100], { confirmed: [2] })).toBe('.x.');
  });
});

describe('excursion of a pegged currency', () => {
  it('is found if the currency returns to its parity, even if its anchor has moved meanwhile', () => {
    expect(found(factsOf('peg'), [100, 150, 120, 120], { atParity: [0, 2, 3] })).toBe('.x..');
    expect(found(factsOf('peg'), [100, 150, 120, 120], { atParity: [0, 2] })).toBe('.x..');
    expect(found(factsOf('peg'), [100, 150, 120, 120], { atParity: [0] })).toBe('....');
  });
});
