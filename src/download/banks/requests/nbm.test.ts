import type { IsoDate } from '../../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { nbm as bank } from '../../../sources/banks/nbm.ts';
import { answerIn } from '../../../testing/data/answer-in.ts';
import { nbm } from './nbm.ts';

const { asks, parse } = nbm;
type Row = readonly [code: string, nominal: string, value: string];
const body = (date: string, rows: readonly Row[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ValCurs Date="${date}" name="Official exchange rate">\n` +
  rows
    .map(
      ([code, nominal, value]) =>
        `  <Valute ID="47">\n    <NumCode>978</NumCode>\n    <CharCode>${code}</CharCode>\n` +
        `    <Nominal>${nominal}</Nominal>\n    <Name>Euro</Name>\n    <Value>${value}</Value>\n  </Valute>\n`,
    )
    .join('') +
  '</ValCurs>\n';
const monday: Row[] = [
  ['EUR', '1', '20.2754'],
  ['USD', '1', '17.6124'],
  ['HUF', '100', '5.2807'],
  ['KRW', '100', '1.1613'],
  ['XDR', '1', '23.9652'],
];
const wednesday: Row[] = [
  ['EUR', '1', '20.1842'],
  ['USD', '1', '17.4597'],
];
const ofMonday = {
  date: '2026-04-06',
  rates: new Map([
    ['EUR', 20.2754],
    ['HUF', 0.052807],
    ['KRW', 0.011613],
    ['USD', 17.6124],
  ]),
  units: new Map([
    ['HUF', 100],
    ['KRW', 100],
  ]),
};
const ofWednesday = {
  date: '2026-04-08',
  rates: new Map([
    ['EUR', 20.1842],
    ['USD', 17.4597],
  ]),
};
const both = [body('06.04.2026', monday), body('08.04.2026', wednesday)] as const;

describe('nbm (reads the National Bank of Moldova’s rates)', () => {
  it('asks for each business day of a range, and for the business day before', () => {
    const at = 'https://www.bnm.md/en/official_exchange_rates?get_xml=1&date=';
    expect([asks('2026-04-03', '2026-04-07', '2026-04-07'), asks('2026-04-06', '2026-04-06', '2026-04-06')]).toEqual([
      ['02', '03', '06', '07'].map((day) => `${at}${day}.04.2026`),
      ['03', '06'].map((day) => `${at}${day}.04.2026`),
    ]);
  });

  it('reads the lists of several days, without special drawing rights', () => {
    expect(parse(...both)).toEqual({ days: [ofMonday, ofWednesday], unreadable: [] });
  });

  it('takes a list’s own date, if it’s earlier than the day that was asked for', () => {
    const [first, second] = both;
    expect(parse(first, first, second)).toEqual({ days: [ofMonday, ofWednesday], unreadable: [] });
  });

  it('reads no list that only repeats the list before under a later date', () => {
    // Tuesday is a holiday, and Thursday’s list isn’t set yet.
    expect(parse(both[0], body('07.04.2026', monday), both[1], body('09.04.2026', wednesday))).toEqual({
      days: [ofMonday, ofWednesday],
      unreadable: [],
    });
  });

  it('reads a day that differs from the day before in one currency', () => {
    const changed: Row[] = [...wednesday.slice(0, 1), ['USD', '1', '17.4598']];
    expect(parse(both[1], body('09.04.2026', changed)).days.map(({ date }) => date)).toEqual([
      '2026-04-08',
      '2026-04-09',
    ]);
  });

  it('reads a list without rates', () => {
    expect(parse(both[0], body('07.04.2026', []))).toEqual({ days: [ofMonday], unreadable: [] });
  });

  it.each<[from: string, date: IsoDate, rate: number]>([
    ['HUF', '2026-04-06', 0.052807],
    ['USD', '2026-04-08', 17.4597],
    ['KRW', '2026-04-06', 0.011613],
  ] as const)('has the rate of %s that counts on %s', (from, date, rate) => {
    expect(answerIn(parse(...both), bank, [from, 'MDL'], date)).toEqual([date, rate]);
  });

  it.each<[string, Row]>([
    ['a rate of 0 for 0 units', ['KRW', '0', '0.0000']],
    ['a rate for 7 units', ['KRW', '7', '1.1613']],
    ['a rate with a decimal comma', ['KRW', '100', '1,1613']],
    ['an empty rate', ['KRW', '100', '']],
  ])('reads the other rates if a row has %s', (_, row) => {
    expect(parse(body('08.04.2026', [...wednesday, row]))).toEqual({
      days: [ofWednesday],
      unreadable: [{ date: '2026-04-08', code: 'KRW' }],
    });
  });

  it.each<[string, string, string]>([
    ['is HTML', 'the response isn’t complete XML', '<!doctype html><html></html>'],
    ['is cut off', 'the response isn’t complete XML', both[0].slice(0, -20)],
    ['is an error', 'the response isn’t a list of rates', '<error/>'],
    [
      'is the list of metals',
      'the response isn’t a list of rates',
      '<MetalPrice Date="06.04.2026"><Metal><CharCode>XAU</CharCode></Metal></MetalPrice>',
    ],
    ['has no date', "a date isn't in the form of 31.12.2026: empty", '<ValCurs/>'],
    ['has an invalid date', "a date isn't one: text, 10 characters", body('31.04.2026', monday)],
    [
      'lacks a field',
      'a currency lacks its code, its units or its rate',
      both[0].replace('<Nominal>100</Nominal>', ''),
    ],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(both[1], text)).toThrow(new RangeError(problem));
  });
});
