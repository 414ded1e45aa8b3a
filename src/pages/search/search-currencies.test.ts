import { describe, expect, it } from 'vitest';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { successorInWords } from '../../money/currencies/facts.ts';
import { tenderCountriesOf } from '../../money/currencies/tender-countries.ts';
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
    ...[['gold', 'XAU'] as const, ['silver', 'XAG'] as const],
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
    expect(first('ar-SA', 'ريال')).toBe('SAR');
    expect(first('en-CA', 'dollar')).toBe('CAD');
    expect(first('es-MX', 'oro')).toBe('XAU');
  });

  it('finds all metals by the word “metal”, but not by their chemical symbols, which begin other codes', () => {
    expect(found('metal')).toEqual(['XAG', 'XAU', 'XPD', 'XPT']);
    expect(found('au')[0]).toBe('AUD');
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

  it.each([
    ...[['dolar', 'USD'] as const, ['dolars', 'USD'] as const, ['dollr', 'USD'] as const, ['odllar', 'USD'] as const],
    ...[['eruo', 'EUR'] as const, ['ueros', 'EUR'] as const, ['punds', 'GBP'] as const, ['sterlin', 'GBP'] as const],
    ...[['rubel', 'RUB'] as const, ['zlotty', 'PLN'] as const, ['us dolar', 'USD'] as const],
    ...[['canadian dolar', 'CAD'] as const, ['Swizerland', 'CHF'] as const, ['Jpan', 'JPY'] as const],
  ])('returns $1 first for the text “$0”, which has one slip', (text, code) => {
    expect(found(text)[0]).toBe(code);
  });

  it.each(['yne', 'dollaarr', 'xx dollar', 'qwer'])(
    'returns nothing for “%s”, which is too short or has more than one slip',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  it('returns words with one slip only if nothing else matches', () => {
    expect(found('real')).toEqual(['BRL']);
    expect(found('rial')).not.toContain('BRL');
  });

  it.each([
    ['HRK', 'EUR', 'HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK'],
    ['kuna', 'EUR', 'HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK'],
    ['ZWL', 'ZWG', 'ZWL was replaced by ZWG on 2024-04-05, 1 ZWG = 2498.7242 ZWL'],
    ['BGN', 'EUR', 'BGN was replaced by EUR on 2026-01-01, 1 EUR = 1.95583 BGN'],
    ['lev', 'EUR', 'BGN was replaced by EUR on 2026-01-01, 1 EUR = 1.95583 BGN'],
    ['leva', 'EUR', 'BGN was replaced by EUR on 2026-01-01, 1 EUR = 1.95583 BGN'],
    ['Deutsche Mark', 'EUR', 'DEM was replaced by EUR on 1999-01-01, 1 EUR = 1.95583 DEM'],
    ['peseta', 'EUR', 'ESP was replaced by EUR on 1999-01-01, 1 EUR = 166.386 ESP'],
    ['CUC', 'CUP', 'CUC was replaced by CUP on 2021-01-01, 1 CUC = 24 CUP'],
  ])('returns for the retired currency “%s” its successor %s and what became of it', (text, code, note) => {
    expect(
      search.find(text).map(({ currency, retired = [] }) => [currency.code, retired.map(successorInWords)])[0],
    ).toEqual([code, [note]]);
  });

  it('returns successors after the currencies that still have the name, with what became of each namesake', () => {
    expect(
      search.find('lira').map(({ currency, retired = [] }) => [currency.code, ...retired.map(successorInWords)]),
    ).toEqual([
      ['TRY'],
      [
        'EUR',
        'ITL was replaced by EUR on 1999-01-01, 1 EUR = 1936.27 ITL',
        'MTL was replaced by EUR on 2008-01-01, 1 EUR = 0.4293 MTL',
      ],
    ]);
    expect(search.find('manat')[0]?.retired).toBeUndefined();
  });

  it.each([
    ...[['gbx', 'GBX'] as const, ['pence', 'GBX'] as const, ['penny', 'GBX'] as const, ['ZAC', 'ZAC'] as const],
    ...[['agora', 'ILA'] as const, ['agorot', 'ILA'] as const],
  ])('returns the sub-unit for the text “%s”', (text, code) => {
    expect(found(text)[0]).toBe(code);
  });

  it('returns a sub-unit with the flag of its currency, and for an empty text only if it was recently selected', () => {
    expect(search.find('gbx')).toEqual([
      { currency: { code: 'GBX', name: 'British Penny', symbol: 'p', flag: '🇬🇧', type: 'fiat' } },
    ]);
    expect(found('', ['GBX']).slice(0, 2)).toEqual(['GBX', 'USD']);
    expect(found('', [])).not.toContain('GBX');
  });
});
