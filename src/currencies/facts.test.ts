import { readFileSync } from 'node:fs';
import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import november from '../testing/data/days/usd-2025-11-01.json' with { type: 'json' };
import december from '../testing/data/days/usd-2025-12-07.json' with { type: 'json' };
import september from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { catalogue } from './catalogue.ts';
import { type FactSource, sourceKindsInWords } from './fact-source.ts';
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

describe('sources of facts', () => {
  const kinds = Object.keys(sourceKindsInWords);
  const sourcesOf = (facts: Iterable<{ readonly sources: readonly FactSource[] }>) =>
    Array.from(facts, ({ sources }) => sources);
  const sourcesIn = {
    pegs: sourcesOf(pegs.values()),
    redenominations: sourcesOf(redenominations.values()),
    'retired currencies': Array.from(retiredCurrencies.keys(), (code) => retiredSources.get(code) ?? []),
    'several rates': sourcesOf(severalRates.values()),
    'known faults': sourcesOf(knownFaults),
  };
  const all = Object.values(sourcesIn).flat(2);

  // If you add or correct a fact, update the number for its list and the kind of its best source.
  it('have these kinds, counted by the best source of each fact', () => {
    const counted = Object.entries(sourcesIn).map(([list, facts]) => [
      list,
      Object.fromEntries(kinds.map((kind) => [kind, facts.filter(([best]) => best?.kind === kind).length])),
    ]);
    expect(Object.fromEntries(counted)).toEqual({
      pegs: { law: 20, central_bank: 21, imf: 3, official: 2, issuer: 2, press: 3 },
      redenominations: { law: 2, central_bank: 0, imf: 0, official: 0, issuer: 0, press: 1 },
      'retired currencies': { law: 33, central_bank: 2, imf: 2, official: 2, issuer: 0, press: 1 },
      'several rates': { law: 0, central_bank: 1, imf: 0, official: 1, issuer: 0, press: 13 },
      'known faults': { law: 1, central_bank: 0, imf: 0, official: 0, issuer: 0, press: 1 },
    });
  });

  it('are at least one for each fact, each with a title and a known kind, the best kind first', () => {
    for (const sources of Object.values(sourcesIn).flat()) {
      const ranks = sources.map(({ kind }) => kinds.indexOf(kind));
      expect(sources).not.toEqual([]);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      expect(ranks).not.toContain(-1);
    }
    expect(all.filter(({ title }) => !/\w/.test(title))).toEqual([]);
  });

  it('are press if they have a URL, unless the URL’s host belongs to one of these institutions', () => {
    const institutions: Readonly<Record<string, string>> = {
      'banque-centrale.dj': 'central_bank',
      'bcstp.st': 'central_bank',
      'centralbank.ae': 'central_bank',
      'en.cbar.az': 'central_bank',
      'legacy.export.gov': 'official',
      'news.un.org': 'official',
      'presidency.gov.mv': 'official',
      'www.amcm.gov.mo': 'central_bank',
      'www.cbb.gov.bh': 'central_bank',
      'www.centralbank.cw': 'central_bank',
      'www.eccb-centralbank.org': 'central_bank',
      'www.elibrary.imf.org': 'imf',
    };
    const wrong = all.filter(
      ({ kind, url }) => url !== undefined && kind !== (institutions[new URL(url).host] ?? 'press'),
    );
    expect(wrong).toEqual([]);
  });

  it('have a URL if they are press, and URLs with https, except the Central Bank of Bahrain’s', () => {
    expect(all.filter(({ kind, url }) => kind === 'press' && url === undefined)).toEqual([]);
    expect(all.flatMap(({ url }) => (url?.startsWith('https://') === false ? [new URL(url).origin] : []))).toEqual([
      'http://www.cbb.gov.bh',
    ]);
  });
});

describe('list of pegged currencies', () => {
  const all = [...pegs.values()];

  it('ties each currency to another currency of the catalogue', () => {
    expect(all.filter(({ code, anchor }) => !current.has(anchor) || code === anchor)).toEqual([]);
  });

  it.each(all)('states who pegs $code, and since when', ({ since, authority }) => {
    if (since !== null) expect(since).toMatch(/^\d{4}(-\d\d(-\d\d)?)?$/);
    expect(authority).not.toBe('');
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

  it.each(all)('names a current currency as the successor of $code', ({ successor, date, amount, becomes }) => {
    expect(current).toContain(successor);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Math.min(amount, becomes)).toBeGreaterThan(0);
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
    'gives a date and a ratio of the units for the redenomination of $code',
    ({ date, ratio }) => {
      expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(Math.log10(ratio) % 1).toBe(0);
      expect(ratio).toBeGreaterThan(1);
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
  it.each(knownFaults)('gives a reason for the wrong rates of $code from $from to $to', (fault) => {
    expect(current).toContain(fault.code);
    for (const date of [fault.from, fault.to]) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(fault.from <= fault.to).toBe(true);
    expect(fault.reason).not.toBe('');
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

it('the guide on data quality lists the kinds of sources in the same words', () => {
  const guide = readFileSync('public/docs/data-quality.md', 'utf8');
  const rows = Object.entries(sourceKindsInWords).map(([kind, words]) => `| \`${kind}\` | ${words} |`);
  expect(guide).toContain(`\n${rows.join('\n')}\n\n`);
});
