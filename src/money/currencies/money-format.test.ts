import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { currencyNameIn } from './names/currency-name.ts';
import { moneyFormat } from './money-format.ts';

describe('currencyNameIn (a currency’s name in a language)', () => {
  it.each([
    ['de', 'CHF', 'Schweizer Franken'],
    ['fr', 'USD', 'Dollar des États-Unis'],
    ['ja', 'USD', '米ドル'],
    ['ar', 'EUR', 'يورو'],
    ['de', 'USDT', 'Tether'],
    ['pl', 'GBX', 'British Penny'],
    ['en', 'ABC', undefined],
    ['en', '<b>', undefined],
  ])('in %s, %s is %j', (language, code, name) => {
    expect(currencyNameIn(language, code)).toBe(name);
  });

  it('is the catalogue’s name in English', () => {
    expect(catalogue.filter(({ code, name }) => currencyNameIn('en', code) !== name)).toEqual([]);
  });
});

describe('moneyFormat (writes an amount with its currency’s name)', () => {
  it.each([
    ['en-US', 'en-US', 88.02, 'EUR', '88.02 euros'],
    ['en-US', 'en-US', 0.5, 'USD', '0.5 US dollars'],
    ['en-US', 'en-US', 1.21092, 'XAU', '1.2109 troy ounces of gold'],
    ['en-US', 'en-US', 0.0000120174567, 'USD', '0.0000120175 US dollars'],
    ['en-US', 'en-US', 1e15, 'JPY', '1\u00a0×\u00a010¹⁵ Japanese yen'],
    ['en-US', 'en-US', 1234, 'BTC', '1,234.00 Bitcoin'],
    ['en-US', 'en-US', 100, 'GBX', '100.00 British Penny'],
    ['en', 'sv-SE', 1234.5, 'USD', '1\u00a0234,50 US dollars'],
    ['de-AT', 'de-AT', 1234.5, 'CHF', '1\u00a0234,50 Schweizer Franken'],
    ['pl', 'pl', 88.02, 'USD', '88,02 dolara amerykańskiego'],
    ['pt-BR', 'pt-BR', 88.02, 'USD', '88,02 dólares americanos'],
    ['pt-BR', 'pt-BR', 2, 'HKD', '2,00 dólares de Hong Kong'],
    ['ja', 'ja', 88.02, 'EUR', '88.02ユーロ'],
    ['ar-EG', 'ar-EG', 88.02, 'EUR', '٨٨٫٠٢ يورو'],
  ])('in %s with the numbers of %s, writes %d %s as %j', (words, numbers, amount, code, text) => {
    expect(moneyFormat({ words, numbers })(amount, code)).toBe(text);
  });

  it.each([
    ['en', 100, 'USD', '100 US dollars'],
    ['en', 1, 'EUR', '1 euro'],
    ['de', 1234.5, 'CHF', '1.234,5 Schweizer Franken'],
    ['ja', 10000, 'JPY', '10,000円'],
  ])('in %s, writes the typed amount %d %s as “%s”', (locale, amount, code, text) => {
    expect(moneyFormat({ words: locale, numbers: locale })(amount, code, { isTyped: true })).toBe(text);
  });
});
