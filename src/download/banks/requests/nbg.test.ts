import type { IsoDate } from '../../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { nbg as bank } from '../../../sources/banks/nbg.ts';
import { answerIn } from '../../../testing/data/answer-in.ts';
import { nbg } from './nbg.ts';

const { asks, parse } = nbg;
const row = (code: string, quantity: number, rateFormated: string, changes: object = {}) => ({
  ...{ code, quantity, rateFormated, rate: Number(rateFormated), diffFormated: '0.0001', diff: -0.0001 },
  // The time at which the rate was published, in Tbilisi although it ends in Z.
  ...{ date: '2026-02-27T17:01:00.093Z', validFromDate: '2026-02-28T00:00:00.000Z' },
  ...changes,
});
const body = (date: string, currencies: unknown) => JSON.stringify([{ date: `${date}T00:00:00.000Z`, currencies }]);
const saturday = body('2026-02-28', [
  row('EUR', 1, '3.1581'),
  row('JPY', 100, '1.7157'),
  row('USD', 1, '2.6759'),
  row('UZS', 1000, '0.2200'),
]);
const tuesday = body('2026-03-03', [row('EUR', 1, '3.1606'), row('USD', 1, '2.6922')]);
const ofSaturday = {
  date: '2026-02-28',
  rates: new Map([
    ['EUR', 3.1581],
    ['JPY', 0.017157],
    ['USD', 2.6759],
    ['UZS', 0.00022],
  ]),
  units: new Map([
    ['JPY', 100],
    ['UZS', 1000],
  ]),
};
const ofTuesday = {
  date: '2026-03-03',
  rates: new Map([
    ['EUR', 3.1606],
    ['USD', 2.6922],
  ]),
};

describe('nbg (reads the National Bank of Georgia’s rates)', () => {
  it('asks for each day of a range but Sundays', () => {
    const at = 'https://nbg.gov.ge/gw/api/ct/monetarypolicy/currencies/?date=';
    expect(asks('2026-02-28', '2026-03-03', '2026-03-03')).toEqual([
      `${at}2026-02-28`,
      `${at}2026-03-02`,
      `${at}2026-03-03`,
    ]);
  });

  it('reads the lists of several days, each under its own date, whichever day was asked for', () => {
    // The requests are for February 28, March 2, 3 and 4.
    expect(parse(saturday, saturday, tuesday, tuesday)).toEqual({ days: [ofSaturday, ofTuesday], unreadable: [] });
  });

  it('reads no list before the bank’s first', () => {
    expect(parse('[]', saturday)).toEqual({ days: [ofSaturday], unreadable: [] });
  });

  it.each<[from: string, date: IsoDate, asOf: IsoDate, rate: number]>([
    ['EUR', '2026-03-02', '2026-02-28', 3.1581],
    ['USD', '2026-03-04', '2026-03-03', 2.6922],
    ['JPY', '2026-02-28', '2026-02-28', 0.017157],
  ])('has the rate of %s that counts on %s', (from, date, asOf, rate) => {
    expect(answerIn(parse(saturday, tuesday), bank, [from, 'GEL'], date)).toEqual([asOf, rate]);
  });

  it.each([
    ['has a number other than its digits', row('JPY', 100, '1.7157', { rate: 1.7175 })],
    ['has a rate of 0', row('JPY', 100, '0.0000')],
    ['has 7 units', row('JPY', 7, '1.7157')],
    ['has a decimal comma', row('JPY', 100, '1,7157', { rate: 1.7157 })],
  ])('reads the other rates if a row %s', (_, changed) => {
    expect(parse(body('2026-02-28', [row('EUR', 1, '3.1581'), changed]))).toEqual({
      days: [{ date: '2026-02-28', rates: new Map([['EUR', 3.1581]]) }],
      unreadable: [{ date: '2026-02-28', code: 'JPY' }],
    });
  });

  it.each<[string, string, string]>([
    ['is HTML', "the response isn't JSON: HTML, 6 characters", '<html>'],
    ['is an error', "the response isn't a list", '{"message":"Internal server error"}'],
    ['has no date', "date of row 1 isn't text", '[{"currencies":[]}]'],
    ['has an invalid date', "a date isn't one: text, 10 characters", body('2026-02-30', [row('EUR', 1, '3.1581')])],
    [
      'lacks the units',
      'quantity of row 1 is missing',
      body('2026-02-28', [row('EUR', 1, '3', { quantity: undefined })]),
    ],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(saturday, text)).toThrow(new RangeError(problem));
  });
});
