import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { tenderCountriesOf } from './tender-countries.ts';

const countries = new Set(catalogue.flatMap(({ code }) => tenderCountriesOf(code)));

describe('list of countries where a currency is legal tender', () => {
  it.each([
    ['CHF', 'CH LI'],
    ['ZAR', 'LS NA ZA'],
    ['XCG', 'CW SX'],
    ['XPF', 'NC PF WF'],
    ['BAM', 'BA'],
    ['SYP', 'SY'],
    ['JEP', 'JE'],
    ['CNH', ''],
    ['BTC', ''],
  ])('is [$1] for $0', (code, list) => {
    expect(tenderCountriesOf(code).join(' ')).toBe(list);
  });

  it('contains Bulgaria and Croatia for the euro', () => {
    expect(tenderCountriesOf('EUR')).toEqual(expect.arrayContaining(['BG', 'DE', 'HR', 'MC']));
    expect(tenderCountriesOf('EUR').filter((country) => ['EA', 'EU', 'IC', 'XK'].includes(country))).toEqual([]);
  });

  it('has a country for every fiat currency except CNH', () => {
    const none = catalogue.filter(({ code, type }) => type === 'fiat' && tenderCountriesOf(code).length === 0);
    expect(none.map(({ code }) => code)).toEqual(['CNH']);
  });

  it('covers nearly all ISO 3166 countries', () => {
    expect(countries.size).toBeGreaterThan(240);
    expect([...countries].filter((country) => !/^[A-Z]{2}$/.test(country))).toEqual([]);
  });
});
