import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { tenderCountriesOf } from './tender-countries.ts';

const countries = new Set(catalogue.flatMap(({ code }) => tenderCountriesOf(code)));

describe('the countries where a currency is legal tender', () => {
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
  ])('%s: %s', (code, list) => {
    expect(tenderCountriesOf(code).join(' ')).toBe(list);
  });

  it('count Bulgaria and Croatia among those of the euro, and Kosovo among none, which ISO has no code for', () => {
    expect(tenderCountriesOf('EUR')).toEqual(expect.arrayContaining(['BG', 'DE', 'HR', 'MC']));
    expect(tenderCountriesOf('EUR').filter((country) => ['EA', 'EU', 'IC', 'XK'].includes(country))).toEqual([]);
  });

  it('are there for every fiat currency but CNH', () => {
    const none = catalogue.filter(({ code, type }) => type === 'fiat' && tenderCountriesOf(code).length === 0);
    expect(none.map(({ code }) => code)).toEqual(['CNH']);
  });

  it('are nearly all that ISO 3166 has: Antarctica and the like have none', () => {
    expect(countries.size).toBeGreaterThan(240);
    expect([...countries].filter((country) => !/^[A-Z]{2}$/.test(country))).toEqual([]);
  });
});
