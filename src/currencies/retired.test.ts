import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { catalogue } from './catalogue.ts';
import { retiredSources } from './facts.ts';
import { successorInWords, retiredCurrencies } from './facts.ts';

const all = [...retiredCurrencies.values()];
const current = new Set(catalogue.map(({ code }) => code));
const usd: Record<string, number> = recorded.usd;

/** The dates on which regions introduced a currency, according to CLDR. */
const beginnings = (code: string) =>
  Object.values<readonly Record<string, { _from?: string; _tender?: string }>[]>(
    currencyData.supplemental.currencyData.region,
  ).flatMap((currencies) => currencies.flatMap((each) => each[code]?._from ?? []));

describe('list of retired currencies', () => {
  it('contains each currency once', () => {
    expect(all.length).toBeGreaterThan(35);
    expect(all.map(({ code }) => code)).toEqual(all.map(({ code }) => code).sort());
    expect(all.filter(({ code }) => current.has(code))).toEqual([]);
  });

  it.each(all)('names a current currency as the successor of $code', ({ code, successor, date, amount, becomes }) => {
    expect(current).toContain(successor);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Math.min(amount, becomes)).toBeGreaterThan(0);
    expect(retiredSources.get(code)).toMatch(/\w/);
  });

  // CLDR has other start dates for the successors of CUC, MGF and ZWL.
  it.each(all.filter(({ code }) => !['CUC', 'MGF', 'ZWL'].includes(code)))(
    'states that $code was replaced on $date, in agreement with Unicode CLDR',
    ({ successor, date }) => {
      expect(beginnings(successor)).toContain(date);
    },
  );

  // The dataset still has rates of most retired currencies, but its rates of CUC and BYR are outdated.
  it.each(all.filter(({ code }) => code.toLowerCase() in usd && !['CUC', 'BYR'].includes(code)))(
    'states that $amount $code became $becomes $successor, in agreement with the dataset’s rates',
    ({ code, successor, amount, becomes }) => {
      const ratio = (usd[code.toLowerCase()] ?? NaN) / (usd[successor.toLowerCase()] ?? NaN);
      expect(ratio / (amount / becomes)).toBeCloseTo(1, 4);
    },
  );

  it('describes each replacement in words, with the successor, the date and the conversion rate', () => {
    const said = ['HRK', 'CUC', 'ANG'].map((code) =>
      successorInWords(retiredCurrencies.get(code) ?? expect.fail(code)),
    );
    expect(said).toEqual([
      'HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK',
      'CUC was replaced by CUP on 2021-01-01, 1 CUC = 24 CUP',
      'ANG was replaced by XCG on 2025-03-31, 1 XCG = 1 ANG',
    ]);
  });
});
