import iso4217 from 'currency-codes';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { isoCurrencyOf } from './iso-4217.ts';

const without = catalogue.filter(({ code }) => isoCurrencyOf(code) === null);

describe('ISO 4217 data', () => {
  it.each([
    ['EUR', '978', 2],
    ['AUD', '036', 2],
    ['JPY', '392', 0],
    ['BHD', '048', 3],
    ['SYP', '760', 2],
    ['VES', '928', 2],
    ['ZWG', '924', 2],
    ['XCG', '532', 2],
  ])('give %s the number %s and %i minor digits', (code, number, minorUnits) => {
    expect(isoCurrencyOf(code)).toEqual({ number, minorUnits });
  });

  it('have an entry for every fiat currency except CNH and the islands’ pounds', () => {
    expect(
      without
        .filter(({ type }) => type === 'fiat')
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['CNH', 'GGP', 'IMP', 'JEP']);
    expect(catalogue.filter(({ type }) => type === 'crypto').filter((entry) => !without.includes(entry))).toEqual([]);
  });

  it('give each currency a unique number of three digits', () => {
    const entries = catalogue.flatMap(({ code }) => isoCurrencyOf(code) ?? []);
    expect(new Set(entries.map(({ number }) => number)).size).toBe(entries.length);
    expect(entries.filter(({ number }) => !/^\d{3}$/.test(number))).toEqual([]);
    expect(entries.filter(({ minorUnits }) => ![0, 2, 3].includes(minorUnits))).toEqual([]);
  });

  it('need an entry for XCG, because the npm package lacks it', () => {
    expect(iso4217.code('XCG')).toBeUndefined();
    expect(isoCurrencyOf('XCG')?.number).toBe(iso4217.code('ANG')?.number);
  });
});
