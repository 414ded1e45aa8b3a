import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { tenderCountriesOf } from './tender-countries.ts';

const countries = new Set(catalogue.flatMap(({ code }) => tenderCountriesOf(code)));

describe('list of countries where a currency is legal tender', () => {
  it.each([
    ['contains only Switzerland and Liechtenstein for CHF', 'CHF', 'CH LI'],
    ['contains only Lesotho, Namibia and South Africa for ZAR', 'ZAR', 'LS NA ZA'],
    ['contains only Curaçao and Sint Maarten for XCG', 'XCG', 'CW SX'],
    ['contains only New Caledonia, French Polynesia, and Wallis and Futuna for XPF', 'XPF', 'NC PF WF'],
    ['contains only Bosnia and Herzegovina for BAM', 'BAM', 'BA'],
    ['contains only Syria for SYP', 'SYP', 'SY'],
    ['contains only Jersey for JEP', 'JEP', 'JE'],
    ['is empty for CNH (offshore yuan)', 'CNH', ''],
    ['is empty for BTC', 'BTC', ''],
  ])('%s', (_, code, list) => {
    expect(tenderCountriesOf(code).join(' ')).toBe(list);
  });

  it('contains Bulgaria, Germany, Croatia and Monaco for the euro', () => {
    expect(tenderCountriesOf('EUR')).toEqual(expect.arrayContaining(['BG', 'DE', 'HR', 'MC']));
    expect(tenderCountriesOf('EUR').filter((country) => ['EA', 'EU', 'IC', 'XK'].includes(country))).toEqual([]);
  });

  it('has a country for every fiat currency except CNH', () => {
    const none = catalogue.filter(({ code, type }) => type === 'fiat' && tenderCountriesOf(code).length === 0);
    expect(none.map(({ code }) => code)).toEqual(['CNH']);
  });

  it('contains nearly all ISO 3166 countries if the lists of all currencies are combined', () => {
    expect(countries.size).toBeGreaterThan(240);
    expect([...countries].filter((country) => !/^[A-Z]{2}$/.test(country))).toEqual([]);
  });
});
