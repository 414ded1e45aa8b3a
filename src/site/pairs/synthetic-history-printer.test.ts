import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { siteInput } from '../../testing/sites/served.ts';
import { datesUpTo } from '../../money/calendar.ts';
import { type SyntheticYear } from '../../money/published-currency.ts';
import { buildSyntheticHistory } from '../../api/endpoints/synthetic/synthetic-history.ts';
import { SyntheticHistoryPrinter } from './synthetic-history-printer.ts';
import { serialize } from '../../api/serialize.ts';
import { syntheticPeriods } from '../../money/period.ts';

const dates = datesUpTo('2026-09-29');
const printer = new SyntheticHistoryPrinter(dates);
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

const ones = dates.map(() => 1);
const year = (code: string, yearPerUsd: readonly number[]): SyntheticYear => ({ code, yearPerUsd });

function printed(from: SyntheticYear, to: SyntheticYear) {
  return Array.from(printer.print(from, to), ([period, body]) => [period, text(body)]);
}

function built(from: SyntheticYear, to: SyntheticYear) {
  return syntheticPeriods.map((period) => [period, serialize(buildSyntheticHistory({ from, to, period, dates }))]);
}

describe('history printer (prints synthetic histories as JSON)', () => {
  it('prints the same bytes as JSON.stringify for a sample of pairs in every period', () => {
    const { currencies } = siteInput();
    const different: string[] = [];
    for (const from of currencies) {
      for (const to of currencies.filter((_, index) => index % 29 === 0)) {
        for (const [period, body] of printer.print(from, to)) {
          const expected = serialize(buildSyntheticHistory({ from, to, period, dates }));
          if (text(body) !== expected) different.push(`${from.code} to ${to.code}, ${period}`);
        }
      }
    }
    expect(different).toEqual([]);
  });

  it('prints the same bytes as JSON.stringify for rates of any size', () => {
    const level = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    const decimal = fc.integer({ min: 1, max: 99_999 }).map((millionths) => millionths / 1_000_000);
    const series = fc.array(fc.oneof(level, decimal, fc.constant(1)), { minLength: 366, maxLength: 366 });
    fc.assert(
      fc.property(series, series, (fromPerUsd, toPerUsd) => {
        const [from, to] = [year('ABC', fromPerUsd), year('XYZ', toPerUsd)];
        expect(printed(from, to)).toEqual(built(from, to));
      }),
    );
  });

  it.each([1e-300, 1e-7, 1e-6, 99_999_999.4, 99_999_999.6, 1e20, 1.2345678e21, 1e300])(
    'prints a rate of %d in the same form as JSON.stringify',
    (rate) => {
      const from = year('ABCDEFGHIJ', ones);
      const to = year(
        'XYZ',
        dates.map(() => rate),
      );
      expect(printed(from, to)).toEqual(built(from, to));
    },
  );

  it('throws if a series has 367 rates instead of 366', () => {
    const [right, wrong] = [year('USD', ones), year('EUR', [...ones, 1])];
    for (const pair of [
      [right, wrong],
      [wrong, right],
    ] as const) {
      expect(() => printed(...pair)).toThrow('EUR has a series of 367 days, not 366.');
    }
  });

  it.each([NaN, Infinity])('throws if a rate is %d', (rate) => {
    expect(() => printed(year('USD', ones), year('EUR', ones.with(-1, rate)))).toThrow(RangeError);
  });
});
