import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { FileLimitError, planSite } from './plan.ts';

const rates = new Map(catalogue.map(({ code }) => [code, 1]));
const plan = (fileLimit: number, otherFiles = 180) => planSite({ catalogue, rates, otherFiles, fileLimit });

describe('the plan', () => {
  it('makes every pair a file where there is no limit', () => {
    const { pairCurrencies, files } = plan(Infinity);
    expect(pairCurrencies).toHaveLength(catalogue.length);
    expect(files).toBe(180 + 5 * catalogue.length ** 2);
  });

  it('takes the most traded currencies whose pairs all fit', () => {
    const { currencies, pairCurrencies, files } = plan(20_000);
    expect(currencies).toHaveLength(catalogue.length);
    expect(pairCurrencies).toEqual(catalogue.slice(0, 62));
    expect(files).toBe(180 + 5 * 62 ** 2);
  });

  it('takes as many as fit, and not one more', () => {
    for (let limit = 180; limit < 25_000; limit += 7) {
      const { pairCurrencies, files } = plan(limit);
      expect(files).toBeLessThanOrEqual(limit);
      expect(180 + 5 * (pairCurrencies.length + 1) ** 2).toBeGreaterThan(limit);
    }
  });

  it('has no pair at all where the others just fit, and fails below', () => {
    expect(plan(180)).toMatchObject({ pairCurrencies: [], files: 180 });
    expect(() => plan(179)).toThrow(FileLimitError);
    expect(() => plan(179)).toThrow('A limit of 179 files is too small: the least that works is 180.');
  });

  it('leaves out a currency that has no rate', () => {
    const without = new Map([...rates].filter(([code]) => code !== 'JPY'));
    const { currencies, pairCurrencies } = planSite({ catalogue, rates: without, otherFiles: 180, fileLimit: 20_000 });
    for (const list of [currencies, pairCurrencies]) expect(list.map(({ code }) => code)).not.toContain('JPY');
    expect(pairCurrencies).toHaveLength(62);
  });

  it('lists currencies in the published order', () => {
    const codes = plan(20_000).currencies.map(({ type, code }) => `${type === 'fiat' ? 0 : 1}${code}`);
    expect(codes).toEqual(codes.toSorted());
  });
});
