import { describe, expect, it } from 'vitest';
import { withoutValue } from '../../../testing/data/without-value.ts';
import { nbu } from './nbu.ts';

const { parse, asks } = nbu;
const usd = { exchangedate: '02.03.2026', cc: 'USD', rate: 43.2081, units: 1, rate_per_unit: 43.2081, special: 'N' };
const vnd = {
  exchangedate: '02.03.2026',
  cc: 'VND',
  rate: 1.6565,
  units: 1000,
  rate_per_unit: 0.0016565,
  special: null,
};
const xau = { exchangedate: '02.03.2026', cc: 'XAU', rate: 223871.54, units: 1, rate_per_unit: 223871.54, group: '3' };
const earlier = { ...usd, exchangedate: '27.12.2019', rate: 2329.2885, units: 100, rate_per_unit: 23.292885 };
const body = (rows: unknown) => JSON.stringify(rows);
const expected = [
  { date: '2019-12-27' as const, rates: new Map([['USD', 23.292885]]), units: new Map([['USD', 100]]) },
  {
    date: '2026-03-02' as const,
    rates: new Map([
      ['USD', 43.2081],
      ['VND', 0.0016565],
    ]),
    units: new Map([['VND', 1000]]),
  },
];

describe('nbu (reads the National Bank of Ukraine’s rates)', () => {
  it('asks for the days of a range', () => {
    expect(asks('2026-03-01', '2026-03-16', '2026-03-16')).toEqual([
      'https://bank.gov.ua/NBU_Exchange/exchange_site?start=20260301&end=20260316&sort=exchangedate&order=asc&json',
    ]);
  });

  it('reads each day’s rates for 1 unit', () => {
    expect(parse(body([usd, vnd, xau, earlier]))).toEqual({ days: expected, unreadable: [] });
  });

  it('reads a list without rates', () => {
    expect(parse('[]')).toEqual({ days: [], unreadable: [] });
  });

  it('reads a rate although its rate per unit is rounded', () => {
    expect(parse(body([usd, { ...vnd, rate_per_unit: 0.002 }, earlier]))).toEqual({ days: expected, unreadable: [] });
  });

  it.each([
    ['a rate of 0', 'VND', { ...vnd, rate: 0, rate_per_unit: 0 }],
    ['a rate for 7 units', 'VND', { ...vnd, units: 7, rate_per_unit: 1.6565 / 7 }],
    ['a rate that’s per unit', 'VND', { ...vnd, rate: 0.0016565 }],
    ['a rate without its units', 'VND', { ...vnd, units: 1 }],
    ['a rate without a rate per unit', 'VND', { ...vnd, rate_per_unit: null }],
    ['a rate with a decimal comma', 'VND', { ...vnd, rate: '1,6565' }],
    ['a second rate of a currency', 'USD', { ...usd, rate: 43.3081 }],
    ['an invalid code', null, { ...vnd, cc: '704/VND' }],
  ])('reads the other days if a day has %s', (_, code, row) => {
    expect(parse(body([earlier, usd, vnd, row]))).toEqual({
      days: expected.flatMap((day) => (day.date !== '2026-03-02' ? day : code === null ? [] : withoutValue(day, code))),
      unreadable: [{ date: '2026-03-02', code }],
    });
  });

  it.each<[string, string, string]>([
    ['is HTML', "the response isn't JSON: HTML, 6 characters", '<html>'],
    ['is an error', "exchangedate of row 1 isn't text", '[{"message":"Wrong parameters format"}]'],
    [
      'has another form of dates',
      "a date isn't in the form of 31.12.2026: text, 10 characters",
      body([{ ...usd, exchangedate: '2026-03-02' }]),
    ],
    ['has an invalid date', "a date isn't one: text, 10 characters", body([{ ...usd, exchangedate: '30.02.2026' }])],
    ['lacks the units', 'units of row 2 is missing', body([usd, { ...vnd, units: undefined }])],
    ['lacks a rate', 'rate of row 1 is missing', body([{ ...usd, rate: undefined }])],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(text)).toThrow(new RangeError(problem));
  });
});
