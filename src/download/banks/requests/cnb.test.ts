import { describe, expect, it } from 'vitest';
import { withoutValue } from '../../../testing/data/without-value.ts';
import { cnb } from './cnb.ts';

const { parse, asks } = cnb;
const usd = { currencyCode: 'USD', amount: 1, validFor: '2026-04-02', rate: 21.291 };
const huf = { currencyCode: 'HUF', amount: 100, validFor: '2026-04-02', rate: 6.304 };
const xdr = { currencyCode: 'XDR', amount: 1, validFor: '2026-04-02', rate: 29.042 };
const earlier = { ...usd, validFor: '2026-01-02', rate: 20.617 };
const body = (rates: unknown) => JSON.stringify({ rates });
const expected = [
  { date: '2026-01-02' as const, rates: new Map([['USD', 20.617]]) },
  {
    date: '2026-04-02' as const,
    rates: new Map([
      ['HUF', 0.06304],
      ['USD', 21.291],
    ]),
    units: new Map([['HUF', 100]]),
  },
];

describe('cnb (reads the Czech National Bank’s rates of a year)', () => {
  it('asks for the year of a range', () => {
    expect(asks('2026-01-01', '2026-12-31', '2026-12-31')).toEqual([
      'https://api.cnb.cz/cnbapi/exrates/daily-year?year=2026&lang=EN',
    ]);
  });

  it('reads each day’s rates for 1 unit', () => {
    expect(parse(body([usd, huf, xdr, earlier]))).toEqual({ days: expected, unreadable: [] });
  });

  it('reads a year without rates', () => {
    expect(parse('{"rates":[]}')).toEqual({ days: [], unreadable: [] });
  });

  it.each([
    ['a rate of 0', 'HUF', { ...huf, rate: 0 }],
    ['an amount of 0', 'HUF', { ...huf, amount: 0 }],
    ['an amount of 12', 'HUF', { ...huf, amount: 12 }],
    ['a second rate of a currency', 'USD', { ...usd, rate: 21.391 }],
    ['text in place of a rate', 'HUF', { ...huf, rate: 'n.a.' }],
    ['text in place of an amount', 'HUF', { ...huf, amount: 'hundred' }],
    ['a rate without a code', null, { ...huf, currencyCode: null }],
    ['an invalid code', null, { ...huf, currencyCode: 'forint' }],
  ])('reads the other days if a day has %s', (_, code, row) => {
    expect(parse(body([earlier, usd, huf, row]))).toEqual({
      days: expected.flatMap((day) => (day.date !== '2026-04-02' ? day : code === null ? [] : withoutValue(day, code))),
      unreadable: [{ date: '2026-04-02', code }],
    });
  });

  it.each<[string, string, string]>([
    ['is HTML', "the response isn't JSON: HTML, 6 characters", '<html>'],
    ['is a list', "the response isn't an object", JSON.stringify([usd])],
    ['is an error', "rates of the response isn't a list", '{"description":"Too many requests","errorCode":"429"}'],
    ['has another date', "a date isn't one: text, 8 characters", body([{ ...usd, validFor: '2.4.2026' }])],
    ['lacks an amount', 'amount of row 2 is missing', body([usd, { ...usd, amount: undefined }])],
    ['lacks a rate', 'rate of row 1 is missing', body([{ ...usd, rate: undefined }])],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(text)).toThrow(new RangeError(problem));
  });
});
