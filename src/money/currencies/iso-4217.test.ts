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
    ['XAU', '959', null],
    ['XPD', '964', null],
  ])('give %s the numeric code %s and %s decimal places', (code, numeric, minor_units) => {
    expect(isoCurrencyOf(code)).toEqual({ numeric, minor_units });
  });

  it('have an entry for every fiat currency except CNH and the pounds of Guernsey, the Isle of Man and Jersey', () => {
    expect(
      without
        .filter(({ type }) => type === 'fiat')
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['CNH', 'GGP', 'IMP', 'JEP']);
    expect(catalogue.filter(({ type }) => type === 'crypto').filter((entry) => !without.includes(entry))).toEqual([]);
  });

  it('give each currency a unique numeric code of three digits', () => {
    const entries = catalogue.flatMap(({ code }) => isoCurrencyOf(code) ?? []);
    expect(new Set(entries.map(({ numeric }) => numeric)).size).toBe(entries.length);
    expect(entries.filter(({ numeric }) => !/^\d{3}$/.test(numeric))).toEqual([]);
    expect(entries.filter(({ minor_units }) => ![0, 2, 3, null].includes(minor_units))).toEqual([]);
  });

  it('have an added entry for XCG, which the npm package currency-codes lacks', () => {
    expect(iso4217.code('XCG')).toBeUndefined();
    expect(isoCurrencyOf('XCG')?.numeric).toBe(iso4217.code('ANG')?.number);
  });
});
