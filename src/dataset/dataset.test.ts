import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { parseDataset } from './dataset.ts';
import { DatasetError } from './errors.ts';
import day20251101 from '../testing/days/usd-2025-11-01.json' with { type: 'json' };
import day20251207 from '../testing/days/usd-2025-12-07.json' with { type: 'json' };
import recorded from '../testing/days/usd-2026-09-29.json' with { type: 'json' };

const now = '2026-09-29T12:00:00.000Z';
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
    if (error instanceof DatasetError)
      return error.problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw error;
  }
  return [];
}

describe('a usable dataset', () => {
  it('gives its date and, as they stand, the rates of all currencies in the catalogue, in the published order', () => {
    const { date, rates } = parse(recorded);
    expect(date).toBe('2026-09-29');
    expect(rates.size).toBe(catalogue.length);
    expect([...rates.keys()].slice(0, 3)).toEqual(['AED', 'AFN', 'ALL']);
    expect([...rates.keys()].at(-1)).toBe('XRP');
    for (const [code, rate] of rates) expect(rate).toBe(usd[code.toLowerCase()]);
  });

  it.each([
    ['2025-11-01', day20251101, ['SSP']],
    ['2025-12-07', day20251207, []],
  ])('may be the real day %s', (date, day, missing) => {
    const { rates } = parse(day, `${date}T12:00:00.000Z`);
    expect(catalogue.filter(({ code }) => !rates.has(code)).map(({ code }) => code)).toEqual(missing);
  });

  it('may lack 5% of the catalogue', () => {
    const few = catalogue.slice(-8).map(({ code }) => code.toLowerCase());
    expect(parse(without(...few)).rates.size).toBe(catalogue.length - 8);
  });

  it('may be dated a day ahead of the clock', () => {
    expect(parse(recorded, '2026-09-28T00:00:00.000Z').date).toBe('2026-09-29');
  });

  it('may hold anything in the place of what we do not list', () => {
    expect(problemsOf(withRates({ xau: 'gold', '': null, zzz: -1 }))).toEqual([]);
  });

  it('takes no rate from the prototype', () => {
    const answer = JSON.parse(
      JSON.stringify(without('zmw')).replace('"usd":{', '"usd":{"__proto__":{"zmw":1},'),
    ) as unknown;
    expect(parse(answer).rates.has('ZMW')).toBe(false);
  });
});

describe('a dataset is refused', () => {
  it.each([
    ['null', null],
    ['a string', 'x'],
    ['an array', []],
    ['an empty object', {}],
    ['no date', { usd }],
    ['a date of another form', { ...recorded, date: '29.09.2026' }],
    ['a date that is a number', { ...recorded, date: 20260929 }],
    ['no rates', { date: '2026-09-29' }],
    ['rates in an array', { date: '2026-09-29', usd: [1, 2] }],
    ['rates of another base', { date: '2026-09-29', eur: usd }],
  ])('for its shape: %s', (_, answer) => {
    expect(problemsOf(answer)).not.toEqual([]);
  });

  it.each(['2026-02-30', '2026-13-01', '2027-02-29', '0000-00-00'])('for an impossible date: %s', (date) => {
    expect(problemsOf({ ...recorded, date })).toEqual(['date: Invalid ISO date']);
  });

  it('for a date more than a day in the future', () => {
    expect(problemsOf({ ...recorded, date: '2026-10-01' })).toEqual([
      'date: 2026-10-01 is in the future: today is 2026-09-29',
    ]);
  });

  it('for a date from before the dataset was', () => {
    const first = '2024-03-02';
    expect(problemsOf({ ...recorded, date: first })).toEqual([]);
    for (const date of ['2024-03-01', '0001-01-01', '0000-01-01'])
      expect(problemsOf({ ...recorded, date })).toEqual([`date: ${date} is before the dataset's first day, ${first}`]);
  });

  it('when USD is not 1', () => {
    expect(problemsOf(withRates({ usd: 1.01 }))).toEqual(['usd.usd: 1 USD must be 1 USD, got 1.01']);
    expect(problemsOf(without('usd'))).toEqual(['usd.usd: missing, and one of the 30 most traded currencies']);
  });

  it.each([
    [0, '0'],
    [-1, '-1'],
    [null, 'null'],
    ['1.2', '"1.2"'],
    ['x'.repeat(100), `"${'x'.repeat(40)}…"`],
    [true, 'true'],
    [{}, 'an object'],
    [[1], 'an array'],
    [Infinity, 'Infinity'],
  ])('when a rate is %j', (rate, words) => {
    expect(problemsOf(withRates({ zmw: rate }))).toEqual([`usd.zmw: expected a finite positive number, got ${words}`]);
  });

  it.each([1e-16, 1e300])('when a rate is %d', (rate) => {
    expect(problemsOf(withRates({ zmw: rate }))).toEqual([`usd.zmw: no currency is worth that: ${rate} for 1 USD`]);
  });

  it('when one of the 30 most traded currencies is missing, not when the 31st is', () => {
    const [thirtieth = '', next = ''] = catalogue.slice(29, 31).map(({ code }) => code.toLowerCase());
    expect(problemsOf(without(thirtieth))).toEqual([
      `usd.${thirtieth}: missing, and one of the 30 most traded currencies`,
    ]);
    expect(problemsOf(without(next))).toEqual([]);
  });

  it('when more than 5% of the catalogue is missing', () => {
    const many = catalogue.slice(-9).map(({ code }) => code.toLowerCase());
    expect(problemsOf(without(...many))).toEqual([
      `usd: 9 of 169 currencies are missing, more than 5%: ${many.join(', ').toUpperCase()}`,
    ]);
  });

  it('with all problems at once', () => {
    const answer = { date: '2027-01-01', usd: { ...without('eur').usd, usd: 2, zmw: 'x' } };
    expect(problemsOf(answer)).toEqual([
      'date: 2027-01-01 is in the future: today is 2026-09-29',
      'usd.usd: 1 USD must be 1 USD, got 2',
      'usd.zmw: expected a finite positive number, got "x"',
      'usd.eur: missing, and one of the 30 most traded currencies',
    ]);
    expect(() => parse({ ...recorded, usd: {} })).toThrow(/; usd\.sgd: missing[^;]*; and 21 more$/);
    expect(() => parse(answer)).toThrow(/^unusable dataset: date: 2027-01-01 is in the future.*; usd\.eur: missing/);
  });
});
