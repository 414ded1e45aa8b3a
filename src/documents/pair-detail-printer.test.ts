import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { recordedSnapshot } from '../dataset/recorded-snapshot.ts';
import { buildPairDetail } from './pair-detail.ts';
import { type PairDetailInput, printPairDetail } from './pair-detail-printer.ts';
import { serialize } from './serialize.ts';

const { rates, retrievedAt } = recordedSnapshot(catalogue, '2026-09-30T06:00:00.000Z');
const currencies = catalogue.map((currency) => ({ currency, rate: rates.get(currency.code) ?? NaN }));

function expectSame(input: PairDetailInput): void {
  expect(printPairDetail(input)).toBe(serialize(buildPairDetail(input)));
}

describe('the pair detail printer', () => {
  it('prints every pair as it is built, byte for byte', () => {
    for (const from of currencies) {
      for (const to of currencies) {
        const pair = { from: from.currency, to: to.currency, fromRate: from.rate, toRate: to.rate };
        expectSame({ ...pair, timestamp: retrievedAt });
      }
    }
  });

  it('escapes what JSON must escape', () => {
    const odd = { code: 'ODD', name: 'The "odd"\n', symbol: '\\', flag: '', type: 'fiat' } as const;
    expectSame({ from: odd, to: odd, fromRate: 3, toRate: 1e-9, timestamp: '"' });
  });

  it('refuses what is no rate', () => {
    const [{ currency }] = currencies as [(typeof currencies)[number]];
    const input = { from: currency, to: currency, fromRate: 0, toRate: 1, timestamp: retrievedAt };
    expect(() => printPairDetail(input)).toThrow(RangeError);
  });
});
