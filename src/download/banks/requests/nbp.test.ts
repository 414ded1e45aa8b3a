import { describe, expect, it } from 'vitest';
import { withoutValue } from '../../../testing/data/without-value.ts';
import { nbp } from './nbp.ts';

const [a, b] = [nbp('A'), nbp('B')];
const body = (tables: unknown) => JSON.stringify(tables);
const monday = {
  table: 'A',
  no: '041/A/NBP/2026',
  effectiveDate: '2026-03-02',
  rates: [
    { currency: 'dolar amerykański', code: 'USD', mid: 3.6056 },
    { currency: 'rupia indonezyjska', code: 'IDR', mid: 0.00021785 },
    { currency: 'SDR (MFW)', code: 'XDR', mid: 5.0119 },
  ],
};
/** The bank's first table has other keys than later tables. */
const first = {
  table: 'A',
  no: '1/A/NBP/2002',
  effectiveDate: '2002-01-02',
  rates: [{ country: 'Turcja', symbol: '792', code: 'TRL', mid: 0.00000279 }],
};
const expected = [
  { date: '2002-01-02' as const, rates: new Map([['TRL', 2.79e-6]]), reference: '1/A/NBP/2002' },
  {
    date: '2026-03-02' as const,
    rates: new Map([
      ['IDR', 0.00021785],
      ['USD', 3.6056],
    ]),
    reference: '041/A/NBP/2026',
  },
];

describe('nbp (reads tables of Narodowy Bank Polski)', () => {
  it('asks for the days of a range', () => {
    expect([a, b].flatMap(({ asks }) => asks('2026-03-01', '2026-03-05', '2026-03-05'))).toEqual([
      'https://api.nbp.pl/api/exchangerates/tables/A/2026-03-01/2026-03-05/?format=json',
      'https://api.nbp.pl/api/exchangerates/tables/B/2026-03-01/2026-03-05/?format=json',
    ]);
  });

  it('reads each table with its number', () => {
    expect(a.parse(body([monday, first]))).toEqual({ days: expected, unreadable: [] });
  });

  it('reads a list without tables', () => {
    expect(a.parse('[]')).toEqual({ days: [], unreadable: [] });
  });

  it('reads no rate of the Zimbabwean dollar if it’s 0', () => {
    const rates = [
      { code: 'ZWR', mid: 0 },
      { code: 'AFN', mid: 0.0685 },
    ];
    expect(b.parse(body([{ table: 'B', no: '6/B/NBP/2009', effectiveDate: '2009-02-11', rates }]))).toEqual({
      days: [{ date: '2009-02-11', rates: new Map([['AFN', 0.0685]]), reference: '6/B/NBP/2009' }],
      unreadable: [],
    });
  });

  it.each<[string, string | null, unknown[]]>([
    ['has a rate of 0', 'USD', [{ code: 'USD', mid: 0 }, ...monday.rates.slice(1)]],
    ['has two rates of a currency', 'USD', [...monday.rates, { code: 'USD', mid: 3.6065 }]],
    ['has text in place of a rate', 'USD', [{ code: 'USD', mid: 'n.a.' }, ...monday.rates.slice(1)]],
    ['has an invalid code', null, [...monday.rates, { code: 'US Dollar', mid: 3.6056 }]],
    ['has no rates', null, []],
  ])('reads the other days if a table %s', (_, code, rates) => {
    expect(a.parse(body([first, { ...monday, rates }]))).toEqual({
      days: expected.flatMap((day) => (day.date !== '2026-03-02' ? day : code === null ? [] : withoutValue(day, code))),
      unreadable: [{ date: '2026-03-02', code }],
    });
  });

  it.each<[string, string, string]>([
    ['is HTML', "the response isn't JSON: HTML, 6 characters", '<html>'],
    ['is an object', "the response isn't a list", body(monday)],
    ['is the list of a currency’s rates', "no of row 1 isn't text", body([{ ...monday, no: undefined }])],
    ['has table B instead of A', 'the response has another table than A', body([{ ...monday, table: 'B' }])],
    [
      'has the number of a table B',
      "the number of a table isn't one of a table A",
      body([{ ...monday, no: '1/B/NBP/2026' }]),
    ],
    ['has another number', "the number of a table isn't one of a table A", body([monday, { ...monday, no: '041' }])],
    [
      'has an invalid date',
      "a date isn't one: text, 10 characters",
      body([{ ...monday, effectiveDate: '02.03.2026' }]),
    ],
    [
      'has other names of fields',
      'mid of row 1 is missing',
      body([{ ...monday, rates: [{ code: 'USD', rate: 3.6 }] }]),
    ],
    ['has a rate without a currency', 'code of row 1 is missing', body([{ ...monday, rates: [{ mid: 3.6 }] }])],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => a.parse(text)).toThrow(new RangeError(problem));
  });
});
