import { describe, expect, it } from 'vitest';
import { type Cell, currencyOf, quotesOf } from '../testing/data/quotes.ts';
import { excursionDates, type ValidRate } from './excursions.ts';
import type { CurrencyFacts } from './quote.ts';

/** Rates that were valid at the time. `confirmed` and `atParity` list days by their index. */
function ratesOf(
  cells: readonly Cell[],
  {
    confirmed = [],
    atParity = [],
  }: { readonly confirmed?: readonly number[]; readonly atParity?: readonly number[] } = {},
): ValidRate[] {
  return quotesOf(cells).map(({ date, day, value }, index) => ({
    ...{ date, day, rate: value ?? NaN },
    ...{ isConfirmed: confirmed.includes(index), isAtParity: atParity.includes(index) },
  }));
}

/** One character per rate: `x` for those of excursions. */
function found(facts: CurrencyFacts, cells: readonly Cell[], marks?: Parameters<typeof ratesOf>[1]): string {
  const rates = ratesOf(cells, marks);
  const dates = excursionDates(facts, rates);
  return rates.map(({ date }) => (dates.has(date) ? 'x' : '.')).join('');
}

const minor = currencyOf('minor');
const crypto = currencyOf('crypto');
const times = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

describe('a level that came and went', () => {
  it.each<[string, CurrencyFacts, readonly Cell[], string]>([
    ['is an excursion', minor, [100, 100, 1000, 1000, 1000, 100, 100], '..xxx..'],
    ['is one if it returns within a day’s bound', minor, [100, 1000, 105], '.x.'],
    ['is none if it returns further away', minor, [100, 1000, 106], '...'],
    ['is one if it returns to where the currency was before', minor, [100, 104, 108, 1000, 101], '...x.'],
    ['is one if it returns within 2% of that', minor, [100, 104, 108, 1000, 98.1], '...x.'],
    ['is none if it returns below that', minor, [100, 104, 108, 1000, 97], '.....'],
    [
      'is none if the currency was there more than 40 days before',
      minor,
      [100, [20, 104], [21, 108], 1000, 101],
      '.....',
    ],
    ['is one if the currency was there 40 days before', minor, [100, [20, 104], [20, 108], 1000, 101], '...x.'],
    ['is none if it comes back in small steps', minor, [100, 109, 109, 105, 100], '.....'],
    [
      'is one if it returns to where the currency was before a near move',
      minor,
      [100, [20, 120], 120, 1000, 101],
      '...x.',
    ],
    [
      'is one if it returns to where the currency was before two near moves',
      minor,
      [100, [20, 120], 120, [20, 145], 145, 1000, 121],
      '.....x.',
    ],
    [
      'is none if it returns to where the currency was before another change',
      minor,
      [100, 130, [39, 130], 170, [19, 170], [2, 100], 170],
      '.....x.',
    ],
    ['is one over several levels', minor, [100, 1000, 5000, 300, 100], '.xxx.'],
    ['is one after 60 days at most', minor, [100, 1000, [58, 1000], 100], '.xx.'],
    ['is none after more days', minor, [100, 1000, [59, 1000], 100], '....'],
    ['is one among others', minor, [100, 1000, 100, 10, 100], '.x.x.'],
    ['is none if it stays', minor, [100, 1000, 1000, 1000], '....'],
    ['is none at the beginning', minor, [1000, 100, 100], '...'],
    [
      'is measured from the level before it, not from one before a change',
      minor,
      [100, 1000, ...times(1000, 70), 100],
      '.'.repeat(73),
    ],
    ['is measured from the rates since a change', minor, [1000, [61, 100], [2, 1000], [1, 100]], '..x.'],
  ])('%s', (_, facts, cells, signs) => {
    expect(found(facts, cells)).toBe(signs);
  });
});

describe('a level that a market may have made', () => {
  it.each<[string, CurrencyFacts, readonly Cell[], string]>([
    [
      'is an excursion if it is near, stood for two datasets and went in 15 days',
      minor,
      [100, 120, [13, 120], 100],
      '.xx.',
    ],
    ['is none after more days', minor, [100, 120, [14, 120], 100], '....'],
    [
      'is an excursion for 60 days if it is near and came in one dataset only',
      minor,
      [100, [9, 120], [50, 100]],
      '.x.',
    ],
    [
      'is none if it came in one dataset, but not by more than two days may bring',
      minor,
      [100, [9, 110], [9, 100]],
      '...',
    ],
    ['is none if it did not come back within a tenth of the way', minor, [100, [9, 115], [9, 98.1]], '...'],
    ['is an excursion if it came back within a tenth of the way', minor, [100, [9, 115], [9, 98.7]], '.x.'],
    ['is an excursion in 15 days whatever it may be', minor, [100, [7, 110], [8, 100]], '.x.'],
    ['is an excursion for 60 days if no market goes so far', minor, [100, [9, 140], 140, [40, 100]], '.xx.'],
    ['is none if a crypto asset may have gone so far', crypto, [100, [20, 200], 200, 200, [9, 100]], '.....'],
    ['is an excursion of a crypto asset that went out and back', crypto, [100, [20, 300], [9, 100]], '.x.'],
  ])('%s', (_, facts, cells, signs) => {
    expect(found(facts, cells)).toBe(signs);
  });
});

describe('a level that a witness confirmed', () => {
  it('is no excursion', () => {
    expect(found(minor, [100, 1000, 1000, 100], { confirmed: [1] })).toBe('....');
    expect(found(minor, [100, 500, 1000, 100], { confirmed: [2] })).toBe('....');
  });

  it('may be what an excursion returns to', () => {
    expect(found(minor, [100, 1000, 100], { confirmed: [2] })).toBe('.x.');
  });
});

describe('a peg', () => {
  it('at its parity is where it was, wherever its anchor is', () => {
    expect(found(currencyOf('peg'), [100, 150, 120, 120], { atParity: [0, 2, 3] })).toBe('.x..');
    expect(found(currencyOf('peg'), [100, 150, 120, 120], { atParity: [0, 2] })).toBe('.x..');
    expect(found(currencyOf('peg'), [100, 150, 120, 120], { atParity: [0] })).toBe('....');
  });
});
