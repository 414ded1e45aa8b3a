import { describe, expect, it } from 'vitest';
import { newestDay } from '../archive/archive.ts';
import type { WitnessAnswer } from '../dataset/witness.ts';
import { recordedDays } from '../testing/small-site.ts';
import { hear, notCompared, unheard } from './hear.ts';

const dataset = newestDay(recordedDays) ?? expect.fail();
const { date } = dataset;
const askedAt = '2026-09-30T06:17:00.000Z';
const codes = [...dataset.rates.keys()].filter((code) => code !== 'USD');

/** A witness that says the same but for a factor, of some currencies. */
function witnessOf(
  ratioOf: (code: string, index: number) => number | null,
  asOf: string | ((code: string) => string) = date,
  witness = 'a.example',
): WitnessAnswer {
  const rates = codes.flatMap((code, index) => {
    const ratio = ratioOf(code, index);
    if (ratio === null) return [];
    return [
      [code, { rate: (dataset.rates.get(code) ?? NaN) * ratio, asOf: typeof asOf === 'string' ? asOf : asOf(code) }],
    ] as const;
  });
  return { witness, rates: new Map(rates) };
}
const asked = (answer: WitnessAnswer) => hear(dataset, [answer], askedAt).hearing.asked[0];

describe('what witnesses are heard to say', () => {
  it('is how far they are from every value that both have', () => {
    const { said, hearing } = hear(
      dataset,
      [witnessOf((code, index) => (index < 20 ? 1 + index / 1000 : null))],
      askedAt,
    );
    expect(said[3]).toEqual({ date, code: codes[3], witness: 'a.example', ratio: 1.003, asOf: date });
    expect(said).toHaveLength(20);
    expect(hearing).toEqual({
      askedAt,
      asked: [{ witness: 'a.example', outcome: 'heard', compared: 20, agreeing: [6, 11, 20, 20] }],
      unwitnessed: codes.slice(20),
    });
  });

  it('is nothing where nobody is asked', () => {
    expect(hear(dataset, [], askedAt)).toEqual({ said: [], hearing: notCompared(dataset) });
    expect(notCompared(dataset)).toEqual({ askedAt: null, asked: [], unwitnessed: codes });
  });

  it.each<[string, WitnessAnswer, string]>([
    ['gave no answer', { witness: 'a.example', rates: null, outcome: 'unreachable' }, 'unreachable'],
    ['gave nonsense', { witness: 'a.example', rates: null, outcome: 'unusable' }, 'unusable'],
    [
      'says nothing of what we have',
      { witness: 'a.example', rates: new Map([['XYZ', { rate: 1, asOf: date }]]) },
      'unusable',
    ],
    ['knows nine currencies', witnessOf((_, index) => (index < 9 ? 1 : null)), 'unusable'],
    ['knows ten', witnessOf((_, index) => (index < 10 ? 1 : null)), 'heard'],
    ['is of another base', witnessOf(() => 1.13), 'unusable'],
    ['has the rates turned round', witnessOf((code) => (dataset.rates.get(code) ?? NaN) ** -2), 'unusable'],
    ['agrees on half', witnessOf((_, index) => (index % 2 === 0 ? 1 : 7)), 'heard'],
    ['agrees on less', witnessOf((_, index) => (index % 3 === 0 ? 1 : 7)), 'unusable'],
    ['is five days old', witnessOf(() => 1, '2026-09-24'), 'too_old'],
    ['is four days old', witnessOf(() => 1, '2026-09-25'), 'heard'],
    ['is of a later time than an old dataset', witnessOf(() => 1, '2026-10-04'), 'too_old'],
    ['is absurdly far away', witnessOf(() => 1e30), 'unusable'],
  ])('by one that %s, and the outcome is said', (_, answer, outcome) => {
    const { said, hearing } = hear(dataset, [answer], askedAt);
    expect(hearing.asked).toEqual([expect.objectContaining({ witness: 'a.example', outcome })]);
    expect(said.length > 0).toBe(outcome === 'heard');
    if (outcome === 'heard') return;
    expect(hearing.asked).toEqual([{ witness: 'a.example', outcome, compared: 0, agreeing: [0, 0, 0, 0] }]);
    expect(hearing.unwitnessed).toEqual(codes);
  });

  it('leaves out what of it is old', () => {
    const answer = witnessOf(
      () => 1,
      (code) => (code === 'EUR' ? '2026-01-01' : date),
    );
    expect(asked(answer)).toMatchObject({ compared: codes.length - 1 });
  });

  it('is heard of each witness for itself', () => {
    const { said, hearing } = hear(
      dataset,
      [
        witnessOf((code) => (code === 'BTC' ? null : 1)),
        { witness: 'b.example', rates: null, outcome: 'unreachable' },
        witnessOf(() => 1, date, 'c.example'),
      ],
      askedAt,
    );
    expect(hearing.asked.map(({ witness, outcome }) => [witness, outcome])).toEqual([
      ['a.example', 'heard'],
      ['b.example', 'unreachable'],
      ['c.example', 'heard'],
    ]);
    expect(hearing.unwitnessed).toEqual([]);
    expect(said.filter(({ code }) => code === 'BTC')).toHaveLength(1);
    expect(said.filter(({ code }) => code === 'EUR')).toHaveLength(2);
  });

  it('may be taken back as a whole', () => {
    const { hearing } = hear(
      dataset,
      [witnessOf(() => 1), { witness: 'b.example', rates: null, outcome: 'unreachable' }],
      askedAt,
    );
    expect(unheard(hearing, dataset)).toEqual({
      askedAt,
      asked: [
        { witness: 'a.example', outcome: 'unusable', compared: 0, agreeing: [0, 0, 0, 0] },
        { witness: 'b.example', outcome: 'unreachable', compared: 0, agreeing: [0, 0, 0, 0] },
      ],
      unwitnessed: codes,
    });
  });
});
