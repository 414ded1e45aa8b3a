import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { tenderCountriesOf } from './tender-countries.ts';

const countries = new Set(catalogue.flatMap(({ code }) => tenderCountriesOf(code)));

describe('countries where a currency is legal tender', () => {
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
  ])('for %s are: “%s”', (code, list) => {
    expect(tenderCountriesOf(code).join(' ')).toBe(list);
  });

  it('for the euro include Bulgaria and Croatia, but not Kosovo, because it has no ISO code', () => {
    expect(tenderCountriesOf('EUR')).toEqual(expect.arrayContaining(['BG', 'DE', 'HR', 'MC']));
    expect(tenderCountriesOf('EUR').filter((country) => ['EA', 'EU', 'IC', 'XK'].includes(country))).toEqual([]);
  });

  it('exist for every fiat currency except CNH', () => {
    const none = catalogue.filter(({ code, type }) => type === 'fiat' && tenderCountriesOf(code).length === 0);
    expect(none.map(({ code }) => code)).toEqual(['CNH']);
  });

  it('include nearly all ISO 3166 countries, except territories without money such as Antarctica', () => {
    expect(countries.size).toBeGreaterThan(240);
    expect([...countries].filter((country) => !/^[A-Z]{2}$/.test(country))).toEqual([]);
  });
});
