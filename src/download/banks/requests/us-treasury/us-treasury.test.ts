import type { IsoDate } from '../../../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { usTreasury as bank } from '../../../../sources/banks/us-treasury.ts';
import { answerIn } from '../../../../testing/data/answer-in.ts';
import { withoutValue } from '../../../../testing/data/without-value.ts';
import { ofExistingCurrencies } from '../../existing-currencies.ts';
import { usTreasury } from './us-treasury.ts';
import labels from './labels.json' with { type: 'json' };

const { parse, asks } = usTreasury;

/** Rows of a list, or amendments of the list, such as `Israel-Shekel 2.807`. */
const rows = (listed: string, effective: string, ...rates: string[]) =>
  rates.map((rate) => {
    const space = rate.lastIndexOf(' ');
    const [country_currency_desc, exchange_rate] = [rate.slice(0, space), rate.slice(space + 1)];
    return { record_date: listed, effective_date: effective, country_currency_desc, exchange_rate };
  });
const list = (date: string, ...rates: string[]) => rows(date, date, ...rates);
const body = (...data: object[]) => JSON.stringify({ data, meta: { count: data.length, 'total-count': data.length } });
const day = (date: IsoDate, rates: Record<string, number>) => ({ date, rates: new Map(Object.entries(rates)) });
const read = (...data: object[]) =>
  parse(body(...data)).days.map(({ date, rates }) => [date, Object.fromEntries(rates)]);

const march = list(
  '2026-03-31',
  'Benin-Cfa Franc 567.0',
  'Cameroon-Cfa Franc 570.79',
  'Euro Zone-Euro 0.87',
  'Israel-Shekel 3.165',
  'Senegal-Cfa Franc 567.0',
);
const inMarch = { EUR: 0.87, ILS: 3.165, XAF: 570.79, XOF: 567 };
const ofIsrael = rows('2026-03-31', '2026-05-29', 'Israel-Shekel 2.807');
const june = list('2026-06-30', 'Venezuela-Bolivar Soberano 621.465', 'Euro Zone-Euro 0.88');
const ofVenezuela = rows('2026-06-30', '2026-07-15', 'Venezuela-Bolivar Soberano 723.933');

describe('usTreasury (reads the US Treasury’s lists of a year)', () => {
  it('asks for the lists of a range, from four months earlier on', () => {
    expect(asks('2026-01-01', '2026-11-28', '2026-11-28')).toEqual([
      'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/rates_of_exchange' +
        '?fields=record_date,effective_date,country_currency_desc,exchange_rate' +
        '&filter=record_date:gte:2025-08-31,record_date:lte:2026-11-28&sort=record_date&page[number]=1&page[size]=10000',
    ]);
  });

  it('reads a whole list for each day on which a rate begins, however the rows are sorted', () => {
    const expected = {
      days: [
        day('2026-03-31', inMarch),
        day('2026-05-29', { ...inMarch, ILS: 2.807 }),
        day('2026-06-30', { EUR: 0.88, VES: 621.465 }),
        day('2026-07-15', { EUR: 0.88, VES: 723.933 }),
      ],
      unreadable: [],
      unknownNames: [],
    };
    const all = [...march, ...ofIsrael, ...june, ...ofVenezuela];
    expect(parse(body(...all))).toEqual(expected);
    expect(parse(body(...all.toReversed()))).toEqual(expected);
  });

  it.each([
    ['EUR', '2026-03-31', '2026-03-31', 0.87],
    ['XAF', '2026-03-31', '2026-03-31', 570.79],
    ['ILS', '2026-05-28', '2026-03-31', 3.165],
    ['ILS', '2026-06-29', '2026-05-29', 2.807],
    ['VES', '2026-07-15', '2026-07-15', 723.933],
  ] as const)('has the rate of %s that is in force on %s', (to, date, asOf, rate) => {
    const response = parse(body(...march, ...ofIsrael, ...june, ...ofVenezuela));
    expect(answerIn(response, bank, ['USD', to], date)).toEqual([asOf, rate]);
  });

  it('reads an amendment of one of several labels of a currency as the currency’s rate', () => {
    const ofSenegal = rows('2026-03-31', '2026-04-15', 'Senegal-Cfa Franc 640.5');
    expect(read(...march, ...ofSenegal)).toEqual([
      ['2026-03-31', inMarch],
      ['2026-04-15', { ...inMarch, XOF: 640.5 }],
    ]);
  });

  it('ignores amendments of a list that is no longer in force, or that the response lacks', () => {
    const late = rows('2026-03-31', '2026-07-20', 'Israel-Shekel 2.7');
    const early = rows('2025-12-31', '2026-02-27', 'Israel-Shekel 3.0');
    expect(read(...early, ...march, ...june, ...late)).toEqual([
      ['2026-03-31', inMarch],
      ['2026-06-30', { EUR: 0.88, VES: 621.465 }],
    ]);
  });

  it('reads no list for a response without lists', () => {
    expect(parse(body())).toEqual({ days: [], unreadable: [], unknownNames: [] });
  });

  it.each<[string, IsoDate, string[], Record<string, number>]>([
    [
      'the euro of the euro area',
      '2020-03-31',
      ['Euro Zone-Euro 0.91', 'Germany-Euro 0.92', 'Cross Border-Euro 0.93'],
      { EUR: 0.91 },
    ],
    [
      'no rate of a country whose currency is the dollar',
      '2026-03-31',
      ['Ecuador-Dolares 1.0', 'Euro Zone-Euro 0.87'],
      { EUR: 0.87 },
    ],
    ['the old leone until 2022', '2022-06-30', ['Sierra Leone-Leone 13175.0'], { SLL: 13175 }],
    ['the new leone since 2022', '2022-09-30', ['Sierra Leone-Leone 15.05'], { SLE: 15.05 }],
    ['the old ouguiya until 2018', '2018-03-31', ['Mauritania-Ouguiya 354.0'], { MRO: 354 }],
    ['the new ouguiya since 2018', '2018-06-30', ['Mauritania-Ouguiya 35.31'], { MRU: 35.31 }],
    [
      'no Turkish lira under its old label since 2005',
      '2005-03-31',
      ['Turkey-Lira 1.35', 'Euro Zone-Euro 0.77'],
      { EUR: 0.77 },
    ],
    [
      'no rate in a unit before the unit’s beginning',
      '2006-03-31',
      ['Mozambique-Metical 26540.0', 'Euro Zone-Euro 0.82'],
      { EUR: 0.82 },
    ],
  ])('reads %s', (_, date, rates, expected) => {
    expect(parse(body(...list(date, ...rates)))).toEqual({
      days: [day(date, expected)],
      unreadable: [],
      unknownNames: [],
    });
  });

  it('reads a redenominated currency’s amendment in its new unit, under the old label', () => {
    const all = [...list('2022-06-30', 'Euro Zone-Euro 0.95', 'Sierra Leone-Leone 13175.0')];
    expect(read(...all, ...rows('2022-06-30', '2022-07-15', 'Sierra Leone-Leone 13.62'))).toEqual([
      ['2022-06-30', { EUR: 0.95, SLL: 13175 }],
      ['2022-07-15', { EUR: 0.95, SLE: 13.62 }],
    ]);
  });

  it.each<[string, string, string]>([
    ['gets a new unit and a new code', '2022-06-30', 'Sierra Leone-Leone 13175.0'],
    ['gets a new unit and keeps its code', '2021-09-30', 'Venezuela-Bolivar Soberano 4127500.0'],
    ['is replaced by the euro', '2022-12-31', 'Croatia-Kuna 7.05'],
  ] as const)('doesn’t carry the rate of a currency that %s over to an amended list', (_, date, rate) => {
    const amendments = rows(
      date,
      `${date < '2022' ? '2021-11' : date < '2022-12' ? '2022-08' : '2023-02'}-15`,
      'Israel-Shekel 3.4',
    );
    const [before, after] = read(...list(date, 'Euro Zone-Euro 0.95', 'Israel-Shekel 3.1', rate), ...amendments);
    expect(Object.keys(before?.[1] ?? {})).toHaveLength(3);
    expect(after?.[1]).toEqual({ EUR: 0.95, ILS: 3.4 });
  });

  it('lists the days with unknown labels, and reads their other rates', () => {
    const other = list('2026-06-30', 'Atlantis-Crown 7.5', 'Atlantis-Half Crown 15.0', 'Euro Zone-Euro 0.88');
    expect(parse(body(...march, ...other))).toEqual({
      days: [day('2026-03-31', inMarch), day('2026-06-30', { EUR: 0.88 })],
      unreadable: [],
      unknownNames: ['2026-06-30'],
    });
  });

  it.each<[string, string | null, object]>([
    ['has a rate of 0', 'ILS', { exchange_rate: '0' }],
    ['has a rate in words', 'ILS', { exchange_rate: 'null' }],
    ['has no rate', 'ILS', { exchange_rate: null }],
    ['has another rate of a currency', 'XOF', { country_currency_desc: 'Togo-Cfa Franc' }],
    ['has a rate without a label', null, { country_currency_desc: null }],
  ])('reads the other days if a list %s', (_, code, change) => {
    const damaged = march.map((row) => (row.country_currency_desc === 'Israel-Shekel' ? { ...row, ...change } : row));
    const expected = day('2026-03-31', inMarch);
    const others = code === 'XOF' ? withoutValue(expected, 'ILS') : expected;
    const { days, unreadable } = parse(body(...damaged, ...june));
    expect(days).toEqual([
      ...(code === null ? [] : [withoutValue(others, code)]),
      day('2026-06-30', { EUR: 0.88, VES: 621.465 }),
    ]);
    expect(unreadable).toEqual([{ date: '2026-03-31', code }]);
  });

  it.each<[string, string, string]>([
    ['is HTML', "the response isn't JSON: HTML, 6 characters", '<html>'],
    ['is an error', "data of the response isn't a list", '{"error":"Invalid Query Param","message":"…"}'],
    [
      'has several pages',
      'the response has 5 of 341 rows',
      body(...march).replace('"total-count":5', '"total-count":341'),
    ],
    [
      'has other names of fields',
      'country_currency_desc of row 1 is missing',
      body({ ...march[0], country_currency_desc: undefined }),
    ],
    ['has an invalid date', "a date isn't one: text, 4 characters", body({ ...march[0], effective_date: 'null' })],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(text)).toThrow(new RangeError(problem));
  });
});

it('each label of the US Treasury has codes of existing or retired currencies', () => {
  const codes = Object.values(labels).flatMap((spans) =>
    typeof spans === 'string' ? spans : spans.map(({ code }) => code),
  );
  const days = [{ date: '2026-03-31' as const, rates: new Map(codes.map((code) => [code, 1])) }];
  expect(ofExistingCurrencies({ days, unreadable: [] })).toEqual({ days, unreadable: [] });
});
