import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };
import territoryInfo from 'cldr-core/supplemental/territoryInfo.json' with { type: 'json' };
import iso4217 from 'currency-codes';
import { describe, expect, it } from 'vitest';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
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

const circulatingWithoutIso = ['CNH', 'GGP', 'IMP', 'JEP'];

describe('currency catalogue', () => {
  it('lists every currency that is legal tender today according to CLDR', () => {
    expect([...fiat].sort()).toEqual([...territoriesByTender.keys(), ...circulatingWithoutIso].sort());
  });

  it('differs from the ISO 4217 list only in currencies for which this test gives a reason', () => {
    const inIsoOnly = {
      'a fund or unit of account, not money in circulation': 'BOV CHE CHW CLF COU MXV USN UYI UYW XDR XSU XUA',
      'a metal, which has its own type': 'XAG XAU XPD XPT',
      'a bond market unit': 'XBA XBB XBC XBD',
      'for tests or transactions without a currency': 'XTS XXX',
      'retired after the list of 2024-06-25: replaced by XCG in 2025': 'ANG',
      'retired after the list: Bulgaria adopted the euro on 2026-01-01': 'BGN',
      'no longer circulates: abolished in 2021': 'CUC',
      'no longer circulates: El Salvador adopted the dollar in 2001': 'SVC',
      'another name of VES': 'VED',
    };
    const ours = {
      'offshore CNY': 'CNH',
      'local issues of GBP': 'GGP IMP JEP',
      'in ISO 4217 since amendment 176, after the list of 2024-06-25': 'XCG',
    };
    const codes = (reasons: Record<string, string>) =>
      Object.values(reasons)
        .flatMap((list) => list.split(' '))
        .sort();
    expect(iso4217.publishDate).toBe('2024-06-25');
    expect(
      iso4217
        .codes()
        .filter((code) => !fiat.includes(code))
        .sort(),
    ).toEqual(codes(inIsoOnly));
    expect(fiat.filter((code) => !iso4217.codes().includes(code)).sort()).toEqual(codes(ours));
  });

  it('lists more than 150 fiat currencies, at least 12 crypto assets and four metals', () => {
    expect(fiat.length).toBeGreaterThan(150);
    expect(crypto).toEqual(expect.arrayContaining('BTC ETH USDT USDC BNB XRP SOL ADA DOGE TRX DOT LTC'.split(' ')));
    expect(metals).toEqual(['XAG', 'XAU', 'XPD', 'XPT']);
    expect(new Set(catalogue.map(({ code }) => code)).size).toBe(catalogue.length);
  });

  it('has the numbers of currencies and crypto assets that README.md states', () => {
    const tens = Math.floor(fiat.length / 10) * 10;
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    expect(readme.match(/(over )?\d+ currencies and \d+ crypto assets/g)).toEqual([
      `over ${tens} currencies and ${crypto.length} crypto assets`,
    ]);
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
    // Add a new currency here only if it's in the survey of traded currencies. Add a new crypto asset to `bySize`.
    const survey =
      'USD EUR JPY GBP CNY AUD CAD CHF HKD SGD SEK KRW NOK NZD INR MXN TWD ZAR BRL DKK PLN THB ILS IDR CZK AED TRY HUF CLP SAR PHP MYR COP RUB RON PEN BHD ARS'.split(
        ' ',
      );
    const bySize = 'BTC ETH USDT XRP BNB SOL USDC TRX DOGE ADA LTC DOT'.split(' ');
    const islands: Record<string, string> = { GGP: 'GG', IMP: 'IM', JEP: 'JE' };
    const info: Record<string, { _gdp?: string }> = territoryInfo.supplemental.territoryInfo;
    const gdp = (code: string) =>
      (territoriesByTender.get(code) ?? [islands[code] ?? '']).reduce(
        (sum, territory) => sum + Number(info[territory]?._gdp ?? 0),
        0,
      );
    const others = fiat.filter((code) => !survey.includes(code) && code !== 'CNH');
    const byGdp = [...others].sort((a, b) => gdp(b) - gdp(a) || (a < b ? -1 : 1));
    expect(catalogue.map(({ code }) => code)).toEqual([...survey, 'CNH', ...bySize, ...byGdp, ...metals]);
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

  it('uses the code as the symbol only for BNB, TRX and DOT', () => {
    // These crypto assets have no symbol other than their ticker. If you add another such asset, list it here.
    expect(catalogue.filter(({ code, symbol }) => symbol === code).map(({ code }) => code)).toEqual([
      'BNB',
      'TRX',
      'DOT',
    ]);
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
