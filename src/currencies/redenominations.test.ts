import { describe, expect, it } from 'vitest';
import recorded from '../testing/data/days/usd-2025-12-07.json' with { type: 'json' };
import { catalogue } from './catalogue.ts';
import { redenominations } from './facts.ts';
import { retiredCurrencies } from './facts.ts';

const all = [...redenominations.values()];
const current = new Set(catalogue.map(({ code }) => code));

describe('list of redenominations (replacements of a currency’s unit by a new unit)', () => {
  it('contains no currency twice', () => {
    expect(all.map(({ code }) => code)).toEqual([...new Set(all.map(({ code }) => code))].sort());
    expect(all.filter(({ code }) => !current.has(code) || retiredCurrencies.has(code))).toEqual([]);
  });

  it.each(all)(
    'gives a date, a ratio of the units and a source for the redenomination of $code',
    ({ date, ratio, source }) => {
      expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(Math.log10(ratio) % 1).toBe(0);
      expect(ratio).toBeGreaterThan(1);
      expect(source).not.toBe('');
    },
  );

  it('gives SYP a ratio that converts its rate from the old unit to the new unit', () => {
    expect(recorded.usd.syp / (redenominations.get('SYP')?.ratio ?? NaN)).toBeCloseTo(110.5, 0);
  });
});
