import { expect, it } from 'vitest';
import { ecb } from '../../../src/sources/banks/ecb.ts';
import { officialWitness } from './official-witness.ts';

it('officialWitness (an official bank’s rates as a witness) > returns the rates of the last business day before a date', () => {
  const answersOn = officialWitness(ecb, [
    { date: '2026-04-01', rates: new Map([['JPY', 180]]) },
    {
      date: '2026-04-02',
      rates: new Map([
        ['JPY', 180],
        ['USD', 1.2],
      ]),
    },
    {
      date: '2026-04-07',
      rates: new Map([
        ['JPY', 200],
        ['USD', 1.25],
      ]),
    },
  ]);
  const answerOf = (asOf: string, eur: number, jpy: number) => [
    {
      witness: 'www.ecb.europa.eu',
      rates: new Map([
        ['EUR', { rate: eur, asOf }],
        ['JPY', { rate: jpy, asOf }],
      ]),
    },
  ];
  expect(answersOn('2026-04-08')).toEqual(answerOf('2026-04-07', 0.8, 160));
  expect(answersOn('2026-04-07')).toEqual(answerOf('2026-04-02', 0.833333333333, 150));
  expect(answersOn('2026-04-02')).toEqual([]);
  expect(answersOn('2026-05-01')).toEqual([]);
});
