import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };
import territoryInfo from 'cldr-core/supplemental/territoryInfo.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import recorded from '../../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { byPublishedOrder, catalogue } from './catalogue.ts';
import { currencySchema } from './currency.schema.ts';

const fiat = catalogue.filter(({ type }) => type === 'fiat').map(({ code }) => code);
const crypto = catalogue.filter(({ type }) => type === 'crypto').map(({ code }) => code);
const metals = catalogue.filter(({ type }) => type === 'metal').map(({ code }) => code);
const find = (code: string) => catalogue.find((entry) => entry.code === code);

/** For each currency, the territories in which it is legal tender today, according to Unicode CLDR. */
const territoriesByTender = new Map<string, string[]>();
for (const [territory, tenders] of Object.entries(currencyData.supplemental.currencyData.region)) {
  for (const tender of tenders as Record<string, { _to?: string; _tender?: string }>[]) {
    for (const [code, { _to, _tender }] of Object.entries(tender)) {
      if (_to !== undefined || _tender === 'false') continue;
      territoriesByTender.set(code, [...(territoriesByTender.get(code) ?? []), territory]);
    }
  }
}

describe('currency catalogue', () => {
  it('lists every currency that is legal tender today according to CLDR', () => {
    expect([...territoriesByTender.keys()].filter((code) => !fiat.includes(code))).toEqual([]);
  });

  it('lists each currency once', () => {
    expect(new Set(catalogue.map(({ code }) => code)).size).toBe(catalogue.length);
  });

  it('lists only currencies that have a value in the dataset', () => {
    expect(catalogue.filter(({ code }) => !(code.toLowerCase() in recorded.usd))).toEqual([]);
  });

  it('gives every currency all fields of the API schema', () => {
    for (const { code, name, symbol, flag, type } of catalogue) {
      expect(currencySchema.safeParse({ code, name, symbol, flag, type }).error).toBeUndefined();
    }
  });

  it('lists the most traded currencies, then crypto assets, other currencies by their countries’ GDP, and metals', () => {
    const islands: Record<string, string> = { GGP: 'GG', IMP: 'IM', JEP: 'JE' };
    const info: Record<string, { _gdp?: string }> = territoryInfo.supplemental.territoryInfo;
    const gdp = (code: string) =>
      (territoriesByTender.get(code) ?? [islands[code] ?? '']).reduce(
        (sum, territory) => sum + Number(info[territory]?._gdp ?? 0),
        0,
      );
    const mostTraded = fiat.slice(
      0,
      catalogue.findIndex(({ type }) => type !== 'fiat'),
    );
    const others = fiat.slice(mostTraded.length);
    const byGdp = others.toSorted((a, b) => gdp(b) - gdp(a) || (a < b ? -1 : 1));
    expect(catalogue.map(({ code }) => code)).toEqual([...mostTraded, ...crypto, ...byGdp, ...metals]);
  });

  it('also lists the anchor of each pegged currency', () => {
    for (const { code, peg } of catalogue.filter((entry) => entry.peg !== null)) {
      const anchor = find(peg ?? '');
      expect(anchor, code).toBeDefined();
      expect(anchor?.peg, code).not.toBe(code);
    }
  });
});

describe('currency catalogue (names, symbols and flags)', () => {
  it.each([
    ['USD', 'US Dollar', '$', '🇺🇸'],
    ['EUR', 'Euro', '€', '🇪🇺'],
    ['CHF', 'Swiss Franc', 'Fr.', '🇨🇭'],
    ['INR', 'Indian Rupee', '₹', '🇮🇳'],
    ['AED', 'United Arab Emirates Dirham', 'د.إ.', '🇦🇪'],
    ['XAF', 'Central African CFA Franc', 'FCFA', '🌐'],
    ['CNH', 'Chinese Yuan (offshore)', '¥', '🇨🇳'],
    ['JEP', 'Jersey Pound', '£', '🇯🇪'],
    ['BTC', 'Bitcoin', '₿', '🪙'],
    ['XAU', 'Gold', 'Au', '⚖️'],
    ['XPD', 'Palladium', 'Pd', '⚖️'],
  ])('gives %s the name %s, the symbol %s and the flag %s', (code, name, symbol, flag) => {
    expect(find(code)).toMatchObject({ name, symbol, flag });
  });

  it('has no symbol with an invisible character', () => {
    expect(catalogue.filter(({ symbol }) => /\p{Cf}|\s$|^\s/u.test(symbol))).toEqual([]);
  });
});

describe('currency catalogue (volatility classes, which limit a rate’s plausible daily change)', () => {
  it.each<[string, string, string | null, string]>([
    ['USD', 'numeraire', null, 'the base of all rates'],
    ['EUR', 'major', null, 'one of the most traded currencies'],
    ['DKK', 'peg', 'EUR', 'tied to EUR'],
    ['AED', 'peg', 'USD', 'tied to USD'],
    ['NPR', 'peg', 'INR', 'tied to INR'],
    ['UAH', 'minor', null, 'another currency without a peg'],
    ['USDT', 'stablecoin', 'USD', 'a crypto asset that is tied to USD'],
    ['BTC', 'crypto', null, 'a crypto asset without a peg'],
    ['XAG', 'metal', null, 'a metal'],
  ])('puts $0 into the class “$1” ($3)', (code, volatility, peg) => {
    expect(find(code)).toMatchObject({ volatility, peg });
  });
});

describe('published order of currencies', () => {
  it('has the fiat currencies by code, then the crypto assets by code, then the metals by code', () => {
    const order = catalogue.toSorted(byPublishedOrder).map(({ code }) => code);
    expect(order).toEqual([...[...fiat].sort(), ...[...crypto].sort(), ...[...metals].sort()]);
  });
});
