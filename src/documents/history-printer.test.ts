import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { recordedSnapshot } from '../dataset/recorded-snapshot.ts';
import { datesUpTo } from '../rates/calendar.ts';
import { crossSeries } from '../rates/cross-rate.ts';
import { periods } from '../rates/period.ts';
import { buildUsdSeries } from '../rates/synthetic-series.ts';
import { buildHistory } from './history.ts';
import { HistoryPrinter, type PairSeries } from './history-printer.ts';
import { serialize } from './serialize.ts';

const dates = datesUpTo('2026-09-29');
const printer = new HistoryPrinter(dates);
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

function printed(pair: PairSeries) {
  return Array.from(printer.print(pair), ([period, body]) => [period, text(body)]);
}

function built({ from, to, fromSeries, toSeries }: PairSeries) {
  const series = crossSeries(fromSeries, toSeries);
  return periods.map((period) => [period, serialize(buildHistory({ from, to, period, dates, series }))]);
}

describe('the history printer', () => {
  it('prints every pair and period as it is built, byte for byte', () => {
    const { rates, asOf } = recordedSnapshot(catalogue, '2026-09-30T06:00:00.000Z');
    const usdSeries = [...buildUsdSeries(catalogue, rates, asOf)];
    for (const [from, fromSeries] of usdSeries) {
      const pairs = usdSeries.map(([to, toSeries]) => ({ from, to, fromSeries, toSeries }));
      expect(pairs.map(printed)).toEqual(pairs.map(built));
    }
  });

  it('prints any series as it is built: of any size, and jumping from day to day', () => {
    const level = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    const decimal = fc.integer({ min: 1, max: 99_999 }).map((millionths) => millionths / 1_000_000);
    const series = fc.array(fc.oneof(level, decimal, fc.constant(1)), { minLength: 366, maxLength: 366 });
    fc.assert(
      fc.property(series, series, (fromSeries, toSeries) => {
        const pair = { from: 'ABC', to: 'XYZ', fromSeries, toSeries };
        expect(printed(pair)).toEqual(built(pair));
      }),
    );
  });

  it.each([1e-300, 1e-7, 1e-6, 99_999_999.4, 99_999_999.6, 1e20, 1.2345678e21, 1e300])(
    'has room for rates of %d',
    (rate) => {
      const ones = dates.map(() => 1);
      const pair = { from: 'ABCDEFGHIJ', to: 'XYZ', fromSeries: ones, toSeries: ones.map(() => rate) };
      expect(printed(pair)).toEqual(built(pair));
    },
  );

  it('prints one period alone', () => {
    const fromSeries = dates.map((_, day) => 1 + day / 1000);
    const pair = { from: 'USD', to: 'EUR', fromSeries, toSeries: fromSeries.toReversed() };
    expect(periods.map((period) => [period, text(printer.printPeriod(pair, period))])).toEqual(built(pair));
  });

  it('refuses series of another length', () => {
    const ones = dates.map(() => 1);
    const pair = { from: 'USD', to: 'EUR', fromSeries: ones, toSeries: [...ones, 1] };
    expect(() => printed(pair)).toThrow('Series of 366 and 367 days, not of 366.');
  });

  it.each([NaN, Infinity])('refuses a rate of %d', (rate) => {
    const ones = dates.map(() => 1);
    const pair = { from: 'USD', to: 'EUR', fromSeries: ones, toSeries: ones.with(-1, rate) };
    expect(() => printed(pair)).toThrow(RangeError);
  });
});
