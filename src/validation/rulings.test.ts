import { describe, expect, it } from 'vitest';
import { currencyOf, quotesOf } from '../testing/quotes.ts';
import { dateOfDay } from '../rates/calendar.ts';
import { judgeCurrency, type Quote } from './judge-currency.ts';

const signs = { held: 'h', accepted: 'A', left_out: 'o' };
const DAYS = 5;

/** What the dataset had before, and what of it was believed. */
const pasts = {
  /** The truth. */
  good: Array.from({ length: 10 }, () => 100),
  /** A wrong level that got through while no witness spoke, eight times too high. */
  wrong: [100, 100, ...Array.from({ length: 10 }, () => 800)],
  /** Nothing recent: the currency is new to the dataset. */
  none: [null, null],
} as const;

/** What the dataset says from today on, beside what was believed last. */
const datasets = { plausible: 1.01, jump: 1.5, absurd: 1 / 8 } as const;

/** What the witness says from today on, units per 1 USD, given what the dataset says and what was believed last; and its age in days. */
const witnesses = {
  agrees: ({ offered }: Day) => ({ rate: offered * 1.004, age: 0 }),
  'sides with the past': ({ last }: Day) => ({ rate: last * 1.004, age: 0 }),
  alone: ({ offered }: Day) => ({ rate: offered * 0.5, age: 0 }),
  'alone, by a factor of 6': ({ offered }: Day) => ({ rate: offered / 6, age: 0 }),
  unsteady: ({ offered, index }: Day) => ({ rate: index % 2 === 0 ? offered * 7 : offered, age: 0 }),
  stale: ({ offered }: Day) => ({ rate: offered / 6, age: 5 }),
  silent: () => null,
} as const;

interface Day {
  readonly offered: number;
  readonly last: number;
  readonly index: number;
}

/** What becomes of the dataset's value on each of the next days: `.` ok, `A` accepted, `h` held, `o` left out. */
function outcome(past: keyof typeof pasts, dataset: keyof typeof datasets, witness: keyof typeof witnesses): string {
  const before = pasts[past];
  const last = before.at(-1) ?? 100;
  const offered = last * datasets[dataset];
  const quotes = quotesOf([...before, ...Array.from({ length: DAYS }, () => offered)]).map((quote, at): Quote => {
    const index = at - before.length;
    const said = index < 0 ? null : witnesses[witness]({ offered, last, index });
    if (!said) return quote;
    const asOf = dateOfDay(quote.day - said.age);
    return {
      ...quote,
      testimony: [{ date: quote.date, code: 'ZMW', witness: 'a.example', ratio: said.rate / offered, asOf }],
    };
  });
  return judgeCurrency(currencyOf('minor'), quotes)
    .verdicts.slice(-DAYS)
    .map((verdict) => (verdict === 'ok' ? '.' : signs[verdict.state]))
    .join('');
}

describe('what becomes of a value, by what was believed last, the dataset and a witness', () => {
  const names = Object.keys(witnesses) as (keyof typeof witnesses)[];
  it.each([
    // Where dataset and last value agree it is published, and a witness that is away is only told of. But where one of the
    // two must be wrong, and the witness keeps to what it says, it is not believed, nor is the last value.
    ['good', 'plausible', '.....', '.....', '.....', '..ooo', '.....', '.....', '.....'],
    // A jump is accepted at once, or refused as long as the witness is where the currency was. Else datasets count.
    ['good', 'jump', 'A....', 'hhhhh', 'hhA..', 'hhhhh', 'hhA..', 'hhA..', 'hhA..'],
    ['good', 'absurd', 'A....', 'hhhhh', 'hhA..', 'hoooo', 'hhA..', 'hhA..', 'hhA..'],
    // The same where it was the last value that was wrong: nobody knows but the witness.
    ['wrong', 'plausible', '.....', '.....', '.....', '..ooo', '.....', '.....', '.....'],
    ['wrong', 'jump', 'A....', 'hhhhh', 'hhA..', 'hhhhh', 'hhA..', 'hhA..', 'hhA..'],
    ['wrong', 'absurd', 'A....', 'hhhhh', 'hhA..', 'hoooo', 'hhA..', 'hhA..', 'hhA..'],
    // Where there is no past that anybody could side with, it is a witness like any other, and here near, away and far away.
    ['none', 'plausible', 'A....', 'A....', 'oA...', 'ooooo', 'oA...', 'oA...', 'oA...'],
    ['none', 'jump', 'A....', 'oA...', 'oA...', 'ooooo', 'oA...', 'oA...', 'oA...'],
    ['none', 'absurd', 'A....', 'ooooo', 'oA...', 'ooooo', 'oA...', 'oA...', 'oA...'],
  ] as const)('%s, %s', (past, dataset, ...expected) => {
    const outcomes = names.map((witness) => [witness, outcome(past, dataset, witness)]);
    expect(outcomes).toEqual(names.map((witness, index) => [witness, expected[index]]));
  });
});
