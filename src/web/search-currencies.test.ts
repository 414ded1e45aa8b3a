import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { searchCurrencies } from './search-currencies.ts';

const found = (text: string) => searchCurrencies(catalogue, text).map(({ code }) => code);

describe('the search for a currency', () => {
  it.each([
    ['eur', 'EUR'],
    ['€', 'EUR'],
    ['yen', 'JPY'],
    ['swiss', 'CHF'],
    ['us dollar', 'USD'],
    ['colon', 'CRC'],
    ['Córdoba', 'NIO'],
    ['cordoba', 'NIO'],
    [' btc ', 'BTC'],
  ])('%j finds %s first', (text, code) => {
    expect(found(text)[0]).toBe(code);
  });

  it('finds all crypto assets by their type', () => {
    const crypto = catalogue.filter(({ type }) => type === 'crypto').map(({ code }) => code);
    expect(found('crypto').toSorted()).toEqual(crypto.toSorted());
  });

  it('finds nothing where nothing is meant, and everything for no text', () => {
    expect(found('doubloon')).toEqual([]);
    expect(found('  ')).toEqual(catalogue.map(({ code }) => code));
  });
});
