import { describe, expect, it } from 'vitest';
import { catalogue } from '../../currencies/catalogue.ts';
import { tenderCountriesOf } from '../../currencies/tender-countries.ts';
import { CurrencySearch } from './search-currencies.ts';

const searchIn = (locale: string) =>
  new CurrencySearch({ currencies: catalogue, countriesOf: tenderCountriesOf, locale });
const search = searchIn('en-US');
const found = (text: string, recent: string[] = []) => search.find(text, recent).map(({ currency }) => currency.code);

describe('currency search', () => {
  it.each([
    ...[['eur', 'EUR'] as const, ['€', 'EUR'] as const, [' btc ', 'BTC'] as const, ['cny', 'CNY'] as const],
    ...[['yen', 'JPY'] as const, ['swiss', 'CHF'] as const, ['us dollar', 'USD'] as const],
    ...[['us dollars', 'USD'] as const, ['euros', 'EUR'] as const, ['colon', 'CRC'] as const],
    ...[['Córdoba', 'NIO'] as const, ['cordoba', 'NIO'] as const, ['złoty', 'PLN'] as const, ['zloty', 'PLN'] as const],
  ])('returns $1 first for the text “$0”', (text, code) => {
    expect(found(text)[0]).toBe(code);
  });

  it.each([
    ...[['sterling', 'GBP'] as const, ['quid', 'GBP'] as const, ['RMB', 'CNY'] as const, ['bucks', 'USD'] as const],
  ])('returns $1 first for the nickname “$0”', (text, code) => {
    expect(found(text)[0]).toBe(code);
  });

  it.each([
    ...[['UK', 'GBP'] as const, ['Switzerland', 'CHF'] as const, ['USA', 'USD'] as const, ['UAE', 'AED'] as const],
    ...[['Turkey', 'TRY'] as const, ['Türkiye', 'TRY'] as const, ['turkiye', 'TRY'] as const],
    ...[['Brasil', 'BRL'] as const, ['Deutschland', 'EUR'] as const, ['日本', 'JPY'] as const],
    ...[['Lesotho', 'LSL'] as const, ['Isle of Man', 'IMP'] as const, ['Bhutan', 'BTN'] as const],
  ])('returns $1 first for the country “$0”', (text, code) => {
    expect(found(text)[0]).toBe(code);
  });

  it.each([
    ...[['dollar', 'USD'] as const, ['$', 'USD'] as const, ['pound', 'GBP'] as const, ['franc', 'CHF'] as const],
  ])('returns $1, the most traded match, first for the text “$0”', (text, code) => {
    expect(found(text)[0]).toBe(code);
  });

  it('finds currency and country names in the visitor’s language', () => {
    const first = (locale: string, text: string) => searchIn(locale).find(text)[0]?.currency.code;
    expect(first('fr-FR', 'Royaume-Uni')).toBe('GBP');
    expect(first('de-DE', 'Schweizer Franken')).toBe('CHF');
    expect(first('ja-JP', '米ドル')).toBe('USD');
    expect(first('ar-EG', 'مصر')).toBe('EGP');
  });

  it('finds all crypto assets by the word “crypto”', () => {
    const crypto = catalogue.filter(({ type }) => type === 'crypto').map(({ code }) => code);
    expect(found('crypto').toSorted()).toEqual(crypto.toSorted());
  });

  it('returns all currencies for an empty text, but none for an unknown text', () => {
    expect(found('doubloon')).toEqual([]);
    expect(found('x'.repeat(101))).toEqual([]);
    expect(found('  ')).toEqual(catalogue.map(({ code }) => code));
  });

  it('lists recently selected currencies first, but after a currency whose exact code was typed', () => {
    expect(found('', ['CAD', 'INR']).slice(0, 3)).toEqual(['CAD', 'INR', 'USD']);
    expect(found('dollar', ['CAD', 'INR']).slice(0, 2)).toEqual(['CAD', 'USD']);
    expect(found('usd', ['USDT']).slice(0, 2)).toEqual(['USD', 'USDT']);
  });
});
