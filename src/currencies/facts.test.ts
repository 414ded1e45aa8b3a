import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import november from '../testing/data/days/usd-2025-11-01.json' with { type: 'json' };
import december from '../testing/data/days/usd-2025-12-07.json' with { type: 'json' };
import september from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { catalogue } from './catalogue.ts';
import {
  knownFaults,
  pegs,
  redenominations,
  retiredCurrencies,
  retiredSources,
  type SeveralRates,
  severalRates,
  successorInWords,
} from './facts.ts';

const current = new Set(catalogue.map(({ code }) => code));
const days: Record<string, number>[] = [november.usd, december.usd, september.usd];
const lists = { pegs, redenominations, severalRates, retiredCurrencies };

/** A recorded day's rate in units per 1 unit of another currency; `NaN` if the day lacks one of the two. */
const recordedRate = (code: string, other: string, usd: Record<string, number> = september.usd) =>
  (usd[code.toLowerCase()] ?? NaN) / (usd[other.toLowerCase()] ?? NaN);

describe.each(Object.entries(lists))('list of facts about currencies: %s', (name, list) => {
  const codes = [...list.keys()];

  it('contains no currency twice and is sorted by code', () => {
    expect(codes).toEqual([...list.values()].map(({ code }) => code));
    expect(codes).toEqual([...new Set(codes)].sort());
  });

  it('contains only currencies of the catalogue or, if they are retired, none of them', () => {
    expect(codes.filter((code) => current.has(code) === (name === 'retiredCurrencies'))).toEqual([]);
  });
});

describe('list of pegged currencies', () => {
  const all = [...pegs.values()];

  it('ties each currency to another currency of the catalogue', () => {
    expect(all.filter(({ code, anchor }) => !current.has(anchor) || code === anchor)).toEqual([]);
  });

  it.each(all)('states who pegs $code, and which URL or legal act says so', ({ since, authority, source }) => {
    if (since !== null) expect(since).toMatch(/^\d{4}(-\d\d(-\d\d)?)?$/);
    expect(authority).not.toBe('');
    expect(source).not.toBe('');
  });

  it('has a parity for each currency except AZN, CNH, KPW and MKD, which have no official rate', () => {
    expect(all.filter(({ parity }) => parity === null).map(({ code }) => code)).toEqual(['AZN', 'CNH', 'KPW', 'MKD']);
  });

  // The median of three recorded days may differ by 2% and the band.
  it.each(all.filter(({ parity }) => parity !== null))(
    'has a parity of $parity $code per 1 $anchor, which is near the dataset’s rate',
    ({ code, anchor, parity, band = 0 }) => {
      const [, median = NaN] = days.map((usd) => recordedRate(code, anchor, usd)).sort((a, b) => a - b);
      expect(Math.abs(median / (parity ?? NaN) - 1)).toBeLessThan(0.02 + band);
    },
  );

  it('gives only DKK (2.25%) and MVR (20%) a band around the parity within which the rate may move', () => {
    const bands = all.flatMap(({ code, band }) => (band === undefined ? [] : [[code, band]]));
    expect(Object.fromEntries(bands)).toEqual({ DKK: 0.0225, MVR: 0.2 });
  });

  it('has parities of XAF, KMF, KYD, OMR and XPF computed from other ratios, such as 1.2 USD per KYD', () => {
    const parityOf = (code: string) => pegs.get(code)?.parity ?? NaN;
    expect(parityOf('XAF')).toBe(parityOf('XOF'));
    expect(parityOf('KMF')).toBeCloseTo(parityOf('XOF') * 0.75, 8);
    expect(parityOf('KYD')).toBeCloseTo(1 / 1.2, 9);
    expect(parityOf('OMR')).toBeCloseTo(1 / 2.6008, 9);
    expect(parityOf('XPF')).toBeCloseTo(1000 / 8.38, 7);
  });
});

describe('list of retired currencies', () => {
  const all = [...retiredCurrencies.values()];

  /** The dates on which regions introduced a currency, according to CLDR. */
  const beginnings = (code: string) =>
    Object.values<readonly Record<string, { _from?: string; _tender?: string }>[]>(
      currencyData.supplemental.currencyData.region,
    ).flatMap((currencies) => currencies.flatMap((each) => each[code]?._from ?? []));

  it('has more than 35 currencies', () => expect(all.length).toBeGreaterThan(35));

  it.each(all)('names a current currency as the successor of $code', ({ code, successor, date, amount, becomes }) => {
    expect(current).toContain(successor);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Math.min(amount, becomes)).toBeGreaterThan(0);
    expect(retiredSources.get(code)).toMatch(/\w/);
  });

  // CLDR has other start dates for the successors of CUC, MGF and ZWL.
  it.each(all.filter(({ code }) => !['CUC', 'MGF', 'ZWL'].includes(code)))(
    'states that $code was replaced on $date, in agreement with Unicode CLDR',
    ({ successor, date }) => expect(beginnings(successor)).toContain(date),
  );

  // The dataset still has rates of most retired currencies, but its rates of CUC and BYR are outdated.
  it.each(all.filter(({ code }) => code.toLowerCase() in september.usd && !['CUC', 'BYR'].includes(code)))(
    'states that $amount $code became $becomes $successor, in agreement with the dataset’s rates',
    ({ code, successor, amount, becomes }) =>
      expect(recordedRate(code, successor) / (amount / becomes)).toBeCloseTo(1, 4),
  );

  it.each([
    ['HRK', 'HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK'],
    ['CUC', 'CUC was replaced by CUP on 2021-01-01, 1 CUC = 24 CUP'],
    ['ANG', 'ANG was replaced by XCG on 2025-03-31, 1 XCG = 1 ANG'],
  ])('describes the replacement of %s in words, with the successor, the date and the conversion rate', (code, words) =>
    expect(successorInWords(retiredCurrencies.get(code) ?? expect.fail())).toBe(words),
  );
});

describe('list of redenominations (replacements of a currency’s unit by a new unit)', () => {
  it.each([...redenominations.values()])(
    'gives a date, a ratio of the units and a source for the redenomination of $code',
    ({ date, ratio, source }) => {
      expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(Math.log10(ratio) % 1).toBe(0);
      expect(ratio).toBeGreaterThan(1);
      expect(source).not.toBe('');
    },
  );

  it('gives SYP a ratio that converts its rate from the old unit to the new unit', () => {
    expect(december.usd.syp / (redenominations.get('SYP')?.ratio ?? NaN)).toBeCloseTo(110.5, 0);
  });
});

describe('list of currencies with several exchange rates, such as official and parallel', () => {
  const all = [...severalRates.values()];

  /** The name of the rate nearest to a value. */
  const nearest = ({ rates }: SeveralRates, value: number) => {
    const distance = (perUsd: number) => Math.abs(Math.log(perUsd / value));
    return rates.reduce((best, rate) => (distance(rate.perUsd) < distance(best.perUsd) ? rate : best)).name;
  };

  it.each(all)('states at least two rates of $code that are more than 10% apart', (entry) => {
    const values = entry.rates.map(({ perUsd }) => perUsd);
    expect(Math.max(...values) / Math.min(...values)).toBeGreaterThan(1.1);
    expect(entry.date).toMatch(/^\d{4}-\d\d(-\d\d)?$/);
    expect(entry.source).toMatch(/^https:/);
  });

  it.each(all)('states which rate of $code the source’s datasets use, and from which date', ({ rates, inDataset }) => {
    const names = [...rates.map(({ name }) => name), null];
    expect(new Set(names).size).toBe(names.length);
    expect(inDataset.filter(({ rate }) => !names.includes(rate))).toEqual([]);
    expect(inDataset[0]?.from).toBe('2024-03-02');
    expect(inDataset.map(({ from }) => from)).toEqual(inDataset.map(({ from }) => from).sort());
  });

  // Compares only listed rates from within 60 days of a recorded dataset, because older rates have moved too far.
  const daysBetween = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;
  const comparable = all.flatMap((entry) =>
    [november, december]
      .filter(({ date }) => daysBetween(date, entry.date) < 60)
      .map(({ date, usd }) => ({ entry, date, code: entry.code, value: recordedRate(entry.code, 'usd', usd) })),
  );

  it('has at least five currencies with rates from within 60 days of a recorded dataset', () => {
    expect(new Set(comparable.map(({ code }) => code)).size).toBeGreaterThan(4);
  });

  it.each(comparable)(
    'states that the dataset of $date has the listed $code rate that is nearest to its value',
    ({ entry, date, value }) =>
      expect(nearest(entry, value)).toBe(entry.inDataset.findLast(({ from }) => from <= date)?.rate),
  );
});

describe('list of known wrong rates', () => {
  it.each(knownFaults)('gives a reason and a source for the wrong rates of $code from $from to $to', (fault) => {
    expect(current).toContain(fault.code);
    for (const date of [fault.from, fault.to]) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(fault.from <= fault.to).toBe(true);
    expect(fault.reason).not.toBe('');
    expect(fault.source).not.toBe('');
  });

  it('has no overlapping periods for the same currency', () => {
    const overlaps = (one: (typeof knownFaults)[number]) => (other: typeof one) =>
      other !== one && other.code === one.code && other.from <= one.to && one.from <= other.to;
    expect(knownFaults.filter((fault) => knownFaults.some(overlaps(fault)))).toEqual([]);
  });

  it('includes MNT, whose recorded rate rose more than a thousandfold from 2025-11-01 to 2025-12-07', () => {
    expect(knownFaults.some(({ code }) => code === 'MNT')).toBe(true);
    expect(december.usd.mnt / november.usd.mnt).toBeGreaterThan(1000);
  });
});
