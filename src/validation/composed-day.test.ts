import { describe, expect, it } from 'vitest';
import { composedDay, originsOf } from './composed-day.ts';

type Day = readonly [date: string, rates: Readonly<Record<string, number>>];

const officialOf = (tables: Readonly<Record<string, readonly Day[]>>) =>
  new Map(
    Object.entries(tables).map(([key, days]) => [
      key,
      { days: days.map(([date, rates]) => ({ date, rates: new Map(Object.entries(rates)) })) },
    ]),
  );

// 2026-10-07 is a Wednesday.
const ecb: readonly Day[] = [
  ['2026-10-06', { USD: 1.17, JPY: 180, GBP: 0.87 }],
  ['2026-10-07', { USD: 1.16, JPY: 181 }],
];
const now = '2026-10-07T16:17:00.000Z';
const composedOf = (tables: Readonly<Record<string, readonly Day[]>>, at = now) => {
  const composed = composedDay(officialOf(tables), at);
  return composed && { date: composed.date, ...Object.fromEntries(composed.rates) };
};

describe('composedDay (composes a day’s rates from official rates)', () => {
  it('has each rate per USD on the day itself, and parities of what no bank quotes', () => {
    const composed = composedDay(officialOf({ ecb }), now);
    const euro = 0.862068965517;
    expect(composed?.date).toBe('2026-10-07');
    expect(Object.fromEntries(composed?.rates ?? [])).toMatchObject({
      ...{ USD: 1, EUR: euro, JPY: 156.034482759 },
      ...{ AED: 3.6725, DKK: 6.43136206896, XOF: 565.480172414 },
    });
    // The bank had a rate of GBP only on the day before, so GBP and its pegs are missing.
    for (const code of ['GBP', 'JEP', 'BTC', 'CNY']) expect(composed?.rates.has(code)).toBe(false);
    expect(Object.fromEntries(composed?.origins ?? [])).toMatchObject({
      ...{ EUR: 'ecb', JPY: 'ecb', AED: 'peg to USD', DKK: 'peg to EUR' },
    });
    expect(composed?.origins.has('USD')).toBe(false);
  });
});
