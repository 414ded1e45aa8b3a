import { describe, expect, it } from 'vitest';
import {
  compareConvertedRows,
  convertedAt,
  convertedBy,
  convertedSite,
  randomRows,
} from '../testing/sites/compare-converted-rows.ts';
import { memorySite } from '../testing/sites/memory-site.ts';
import { convertRows } from './convert-rows.ts';
import { type Rounding, termsOf } from './terms.ts';

const openSite = () => memorySite(convertedSite.assets, convertedAt);

describe('convertRows (converts rows, each at the rate of its date)', () => {
  it.each(convertedBy)('has the rates and amounts of /api/v1/convert with %o', async (terms) => {
    const { different, rates } = await compareConvertedRows(terms, 60);
    expect(different).toEqual([]);
    expect(rates).toBeGreaterThan(5);
  });

  it('reads each file once: one for each table and year, and one for each currency of the market', async () => {
    for (const terms of convertedBy) {
      const site = await openSite();
      await convertRows(randomRows(300), termsOf(terms), site);
      expect(new Set(site.requested).size).toBe(site.requested.length);
      expect(site.requested.filter((path) => /\d{4}-\d{2}/.test(path))).toEqual([]);
      expect(site.requested.length).toBeLessThan(20);
    }
  });

  it('rounds, adds up exactly, and keeps the order of rows that can’t be read', async () => {
    const site = await openSite();
    const rows = [
      { date: '2026-09-01', amounts: ['-0.125'], currency: 'EUR' },
      { note: 'no_date' },
      { date: '2026-09-01', amounts: ['0.125'], currency: 'EUR' },
      { date: '2026-09-01', amounts: ['10000000000000000.375'], currency: 'EUR' },
    ] as const;
    const roundedBy = async (rounding: Rounding) => {
      const { rows: converted, summary } = await convertRows(
        rows,
        termsOf({ to: 'EUR', source: 'ecb', rounding }),
        site,
      );
      return [...converted.map(({ converted: [amount] }) => amount), summary];
    };
    const counts = { rows: 4, converted: 3 };
    expect(await roundedBy('half-even')).toEqual([
      ...['-0.12', undefined, '0.12', '10000000000000000.38'],
      { ...counts, sums: ['10000000000000000.38'] },
    ]);
    expect(await roundedBy('half-up')).toEqual([
      ...['-0.13', undefined, '0.13', '10000000000000000.38'],
      { ...counts, sums: ['10000000000000000.38'] },
    ]);
    expect(await roundedBy('none')).toEqual([
      ...['-0.125', undefined, '0.125', '10000000000000000.375'],
      { ...counts, sums: ['10000000000000000.375'] },
    ]);
  });

  it.each([
    ['pl-vat', 'half up to the grosz', 'PLN', ['-0.13', '0.12', '0.13']],
    ['us-fbar', 'up to the whole dollar', 'USD', ['0', '1', '1']],
  ] as const)('rounds as the rule %s says: %s', async (rule, _, currency, expected) => {
    const rows = ['-0.125', '0.124', '0.125'].map((amount) => ({
      date: '2025-12-30' as const,
      amounts: [amount],
      currency,
    }));
    const { rows: converted } = await convertRows(rows, termsOf({ rule }), await openSite());
    expect(converted.map(({ converted: [amount] }) => amount)).toEqual(expected);
  });

  it('rounds as a rule says only if that is known', () => {
    expect(() => termsOf({ rule: 'se-vat', rounding: 'rule' })).toThrow(RangeError);
    expect(() => termsOf({ to: 'EUR', rounding: 'rule' })).toThrow(RangeError);
    expect(termsOf({ rule: 'se-vat' }).rounding).toBe('half-even');
  });

  it('converts each amount of a row, and adds up each column', async () => {
    const rows = [
      { date: '2026-09-01' as const, amounts: ['2', undefined], currency: 'EUR' },
      { date: '2026-09-01' as const, amounts: [undefined, '3'], currency: 'EUR' },
    ];
    const { rows: converted, summary } = await convertRows(
      rows,
      termsOf({ to: 'EUR', source: 'ecb' }),
      await openSite(),
    );
    expect(converted.map((row) => row.converted)).toEqual([
      ['2.00', undefined],
      [undefined, '3.00'],
    ]);
    expect(summary).toEqual({ rows: 2, converted: 2, sums: ['2.00', '3.00'] });
  });

  it('lets the caller do something else after some rows', async () => {
    const site = await openSite();
    const done: number[] = [];
    await convertRows(randomRows(1200), termsOf({ to: 'EUR', source: 'ecb' }), site, (rows) => {
      done.push(rows);
      return Promise.resolve();
    });
    expect(done).toEqual([0, 500, 1000]);
  });
});
