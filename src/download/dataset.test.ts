import type { Instant, IsoDate } from '../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../money/currencies/catalogue.ts';
import { parseDataset } from './dataset.ts';
import { boundsFor } from '../validation/completeness.ts';
import { UnusableResponseError } from './errors.ts';
import day20251101 from '../testing/data/days/usd-2025-11-01.json' with { type: 'json' };
import day20251207 from '../testing/data/days/usd-2025-12-07.json' with { type: 'json' };
import { witnessAnswers } from '../testing/servers/witness-answers.ts';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };

const now: Instant = '2026-09-29T12:00:00.000Z';
const usd: Record<string, unknown> = recorded.usd;
const parse = (answer: unknown, at = now) => parseDataset(answer, catalogue, at);
const withRates = (changes: Record<string, unknown>) => ({ ...recorded, usd: { ...usd, ...changes } });
const without = (...codes: string[]) => ({
  ...recorded,
  usd: Object.fromEntries(Object.entries(usd).filter(([code]) => !codes.includes(code))),
});

function problemsOf(answer: unknown): string[] {
  try {
    parse(answer);
  } catch (error) {
    if (error instanceof UnusableResponseError)
      return error.problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw error;
  }
  return [];
}

describe('parseDataset (parses a day’s dataset of rates) with a usable dataset', () => {
  it('returns the rates of all currencies in the catalogue', () => {
    const { date, rates } = parse(recorded);
    expect(date).toBe('2026-09-29');
    expect(rates.size).toBe(catalogue.length);
    expect([...rates.keys()].slice(0, 3)).toEqual(['AED', 'AFN', 'ALL']);
    expect([...rates.keys()].at(-1)).toBe('XPT');
    for (const [code, rate] of rates) expect(rate).toBe(usd[code.toLowerCase()]);
  });

  it.each([
    ['2025-11-01', 'which lacks the rate of SSP', day20251101, ['SSP']],
    ['2025-12-07', 'which has the rates of all currencies', day20251207, []],
  ])('accepts the real dataset of %s, %s', (date, _, day, missing) => {
    const { rates } = parse(day, `${date}T12:00:00.000Z` as Instant);
    expect(catalogue.filter(({ code }) => !rates.has(code)).map(({ code }) => code)).toEqual(missing);
  });

  it('accepts a dataset with only half of the catalogue’s currencies', () => {
    const half = catalogue.filter(({ code }) => code !== 'USD' && code !== 'EUR').slice(0, catalogue.length / 2);
    const codes = half.map(({ code }) => code.toLowerCase());
    expect(parse(without(...codes)).rates.size).toBe(catalogue.length - half.length);
  });

  it.each<[string, unknown]>([
    ['0', 0],
    ['-1', -1],
    ['null', null],
    ['"1.2"', '1.2'],
    ['true', true],
    ['{}', {}],
    ['[1]', [1]],
    ['Infinity', Infinity],
    ['1e-16 (too small)', 1e-16],
    ['1e300 (too large)', 1e300],
  ])('treats the value %s as a missing rate', (_, value) => {
    const { rates } = parse(withRates({ zmw: value }));
    expect(rates).toEqual(parse(without('zmw')).rates);
    expect(rates.size).toBe(catalogue.length - 1);
  });

  it('accepts codes in upper and lower case', () => {
    const upper = Object.fromEntries(Object.entries(usd).map(([code, rate]) => [code.toUpperCase(), rate]));
    expect(parse({ ...recorded, usd: upper })).toEqual(parse(recorded));
  });

  it('treats a currency with two values as missing, whichever comes first', () => {
    for (const both of [
      { ZMW: 19, ...usd },
      { ...usd, ZMW: 19 },
    ]) {
      expect(parse({ ...recorded, usd: both })).toEqual(parse(without('zmw')));
    }
  });

  it('accepts a date one day ahead of the clock', () => {
    expect(parse(recorded, '2026-09-28T00:00:00.000Z').date).toBe('2026-09-29');
  });

  it('ignores invalid rates of currencies that the catalogue doesn’t list', () => {
    expect(problemsOf(withRates({ xau: 'gold', '': null, zzz: -1 }))).toEqual([]);
  });

  it('ignores rates in a field named __proto__', () => {
    const answer = JSON.parse(
      JSON.stringify(without('zmw')).replace('"usd":{', '"usd":{"__proto__":{"zmw":1},'),
    ) as unknown;
    expect(parse(answer).rates.has('ZMW')).toBe(false);
  });
});

describe('parseDataset (parses a day’s dataset of rates) with a custom source', () => {
  const date = '2026-09-29';
  const rates = new Map(Object.entries({ EUR: 0.88, JPY: 149.5, BTC: 0.0000125 }));
  const withUsd = new Map([...rates, ['USD', 1]]);
  const parseOther = (answer: unknown) => parseDataset(answer, catalogue, now, boundsFor(true));

  it.each<[string, unknown, isFinal: boolean | undefined]>([
    ['Frankfurter v2', witnessAnswers.frankfurter(rates, date), false],
    ['Coinbase', witnessAnswers.coinbase(rates), true],
    ['an object that maps currency codes to rates', witnessAnswers.map(rates, date), true],
    ['exchange-api', { date, usd: { usd: 1, eur: 0.88, jpy: 149.5, btc: 0.0000125 } }, undefined],
  ])('reads the format of %s', (_, answer, isFinal) => {
    expect(parseOther(answer)).toEqual({ date, rates: withUsd, ...(isFinal !== undefined && { isFinal }) });
  });

  it('returns the newest date if the response has a date for each rate', () => {
    const row = (quote: string, rate: number, date: IsoDate) => ({ date, base: 'USD', quote, rate });
    const rows = [
      ...[row('EUR', 0.88, '2026-09-25'), row('JPY', 150, '2026-09-29'), row('GBP', 0.75, '2026-09-24')],
      ...[row('CHF', 0.8, '2026-09-29'), row('CHF', 0.81, '2026-09-29'), row('SEK', 0, '2026-09-29')],
    ];
    expect(parseOther(rows)).toMatchObject({
      date: '2026-09-29',
      rates: new Map(Object.entries({ EUR: 0.88, JPY: 150, USD: 1 })),
    });
  });

  it.each<[string, unknown, string]>([
    ['rates with the base EUR instead of USD', { base: 'EUR', rates: { EUR: 1 } }, 'base: isn’t USD'],
    ['rates without EUR', { rates: { JPY: 150 } }, 'usd.eur: missing or impossible'],
    [
      '1.1 instead of 1 as the rate of USD',
      { rates: { USD: 1.1, EUR: 0.88 } },
      'usd.usd: the rate of USD must be 1, got 1.1',
    ],
    [
      'a date three days in the future',
      { date: '2026-10-02', rates: { EUR: 0.88 } },
      'date: 2026-10-02 is in the future',
    ],
    ['a response that is an empty list', [], 'response: '],
  ])('rejects %s', (_, answer, problem) => {
    expect(() => parseOther(answer)).toThrow(problem);
  });

  it('suggests the option --source-name if it isn’t set and the response isn’t in the format of exchange-api', () => {
    expect(() => parse({ rates: { EUR: 0.88 } })).toThrow(
      'if the source isn’t exchange-api, name the source with --source-name',
    );
  });
});

describe('parseDataset (parses a day’s dataset of rates) with an unusable dataset', () => {
  it.each([
    ['is null', null],
    ['is a string', 'x'],
    ['is an array', []],
    ['is an empty object', {}],
    ['has no date', { usd }],
    ['has a date in another format', { ...recorded, date: '29.09.2026' }],
    ['has a number as its date', { ...recorded, date: 20260929 }],
    ['has no rates', { date: '2026-09-29' }],
    ['has an array in place of an object with rates', { date: '2026-09-29', usd: [1, 2] }],
    ['has rates with the base EUR instead of USD', { date: '2026-09-29', eur: usd }],
  ])('rejects a response that %s', (_, answer) => {
    expect(problemsOf(answer)).not.toEqual([]);
  });

  it.each(['2026-02-30', '2026-13-01', '2027-02-29', '0000-00-00'])(
    'rejects a dataset whose date is %s, which is invalid',
    (date) => {
      expect(problemsOf({ ...recorded, date })).toEqual(['date: Invalid ISO date']);
    },
  );

  it('rejects a dataset whose date is more than a day in the future', () => {
    expect(problemsOf({ ...recorded, date: '2026-10-01' })).toEqual([
      'date: 2026-10-01 is in the future. Today is 2026-09-29',
    ]);
  });

  it('rejects a dataset whose date is before the source’s first dataset', () => {
    const first = '2024-03-02';
    expect(problemsOf({ ...recorded, date: first })).toEqual([]);
    for (const date of ['2024-03-01', '0001-01-01', '0000-01-01'])
      expect(problemsOf({ ...recorded, date })).toEqual([`date: ${date} is before the dataset's first day, ${first}`]);
  });

  it('rejects any rate of USD except 1', () => {
    expect(problemsOf(withRates({ usd: 1.01 }))).toEqual(['usd.usd: the rate of USD must be 1, got 1.01']);
    const missing = ['usd.usd: missing or impossible, and nothing is published without this currency'];
    expect(problemsOf(without('usd'))).toEqual(missing);
    expect(problemsOf(withRates({ usd: '1' }))).toEqual(missing);
  });

  it('rejects a rate of EUR that is missing or 0', () => {
    const missing = ['usd.eur: missing or impossible, and nothing is published without this currency'];
    expect(problemsOf(without('eur'))).toEqual(missing);
    expect(problemsOf(withRates({ eur: 0 }))).toEqual(missing);
    for (const { code } of catalogue) {
      if (code !== 'USD' && code !== 'EUR') expect(problemsOf(without(code.toLowerCase()))).toEqual([]);
    }
  });

  it('rejects a dataset with fewer than half of the catalogue’s currencies', () => {
    const most = Math.floor(catalogue.length / 2);
    const codes = catalogue.slice(-most - 1).map(({ code }) => code.toLowerCase());
    expect(problemsOf(without(...codes.slice(1)))).toEqual([]);
    expect(problemsOf(without(...codes))).toEqual([
      `usd: ${most + 1} of the ${catalogue.length} currencies are missing or impossible, more than ${most}: ${codes.join(', ').toUpperCase()}`,
    ]);
  });

  it('lists all problems of a dataset', () => {
    const answer = { date: '2027-01-01', usd: { ...without('eur').usd, usd: 2, zmw: 'x' } };
    expect(problemsOf(answer)).toEqual([
      'date: 2027-01-01 is in the future. Today is 2026-09-29',
      'usd.usd: the rate of USD must be 1, got 2',
      'usd.eur: missing or impossible, and nothing is published without this currency',
    ]);
    expect(() => parse(answer)).toThrow(/^unusable dataset: date: 2027-01-01 is in the future.*; usd\.eur: missing/);
  });
});
