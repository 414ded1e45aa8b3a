import { describe, expect, it } from 'vitest';
import november from '../testing/data/days/usd-2025-11-01.json' with { type: 'json' };
import december from '../testing/data/days/usd-2025-12-07.json' with { type: 'json' };
import september from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { catalogue } from './catalogue.ts';
import { pegs } from './facts.ts';

const all = [...pegs.values()];
const known = new Set(catalogue.map(({ code }) => code));
const days: Record<string, number>[] = [november.usd, december.usd, september.usd];

/** Largest allowed relative difference between the dataset's rate and the parity, in addition to the band. */
const SCATTER = 0.02;

/** The dataset's rate in units per 1 unit of the anchor: the median of three recorded days. */
function recordedRate(code: string, anchor: string): number {
  const rates = days.map((usd) => (usd[code.toLowerCase()] ?? NaN) / (usd[anchor.toLowerCase()] ?? NaN));
  return rates.sort((a, b) => a - b)[1] ?? NaN;
}

describe('list of pegged currencies', () => {
  it('ties each currency to another currency of the catalogue', () => {
    expect(all.map(({ code }) => code)).toEqual([...new Set(all.map(({ code }) => code))].sort());
    expect(all.filter(({ code, anchor }) => !known.has(code) || !known.has(anchor) || code === anchor)).toEqual([]);
  });

  it.each(all)('states who pegs $code, and which URL or legal act says so', ({ since, authority, source }) => {
    if (since !== null) expect(since).toMatch(/^\d{4}(-\d\d(-\d\d)?)?$/);
    expect(authority).not.toBe('');
    expect(source).not.toBe('');
  });

  it('has a parity for each currency except AZN, CNH, KPW and MKD, which have no official rate', () => {
    expect(all.filter(({ parity }) => parity === null).map(({ code }) => code)).toEqual(['AZN', 'CNH', 'KPW', 'MKD']);
  });

  it.each(all.filter(({ parity }) => parity !== null))(
    'has a parity of $parity $code per 1 $anchor, which is near the dataset’s rate',
    ({ code, anchor, parity, band = 0 }) => {
      expect(Math.abs(recordedRate(code, anchor) / (parity ?? NaN) - 1)).toBeLessThan(SCATTER + band);
    },
  );

  it('gives only DKK (2.25%) and MVR (20%) a band around the parity within which the rate may move', () => {
    expect(all.filter(({ band }) => band !== undefined).map(({ code, band }) => [code, band])).toEqual([
      ['DKK', 0.0225],
      ['MVR', 0.2],
    ]);
  });

  it('has parities of XAF, KMF, KYD, OMR and XPF computed from other ratios, such as 1.2 USD per KYD', () => {
    const parityOf = (code: string) => pegs.get(code)?.parity ?? NaN;
    expect(parityOf('XAF')).toBe(parityOf('XOF'));
    expect(parityOf('KMF')).toBeCloseTo(parityOf('XOF') * 0.75, 8);
    expect(parityOf('KYD')).toBeCloseTo(1 / 1.2, 9);
    expect(parityOf('OMR')).toBeCloseTo(1 / 2.6008, 9);
    expect(parityOf('XPF')).toBeCloseTo(1000 / 8.38, 7);
  });
});
