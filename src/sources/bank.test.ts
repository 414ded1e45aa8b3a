import type { Instant, IsoDate } from '../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import {
  type BankTable,
  canHaveRates,
  firstOpenDay,
  newestExpected,
  nextPublicationDay,
  publicationTime,
  type Rhythm,
} from './bank.ts';

const table = (rhythm: Rhythm, publishedBy: number, daysBack = 7): BankTable => {
  return { key: 'x', firstDay: '2001-01-01', rhythm, publishedBy, daysBack };
};

/** A table that is published on the same day, on the day before, on the next business day, and less often. */
const tables = {
  sameDay: table('business days', 15.5),
  dayBefore: table('calendar days', -9.5),
  nextDay: table('business days', 33),
  weekly: table('Wednesdays', 11.75, 14),
  weeks: table('weeks of business days', 21.25, 14),
  quarters: table('quarters', 14 * 24, 107),
  dayAfter: table('Tuesdays to Saturdays', -10.5),
};
type Name = keyof typeof tables;

// 2026-11-25 is a Wednesday.
describe('publicationTime', () => {
  it.each<[Name, IsoDate, string]>([
    ['sameDay', '2026-11-25', '2026-11-25T15:30'],
    ['dayBefore', '2026-11-25', '2026-11-24T14:30'],
    ['nextDay', '2026-11-25', '2026-11-26T09:00'],
    ['nextDay', '2026-11-27', '2026-11-30T09:00'],
    ['weekly', '2026-11-25', '2026-11-25T11:45'],
    ['weeks', '2026-11-23', '2026-11-30T21:15'],
    ['weeks', '2026-11-27', '2026-11-30T21:15'],
    ['quarters', '2026-09-30', '2026-10-14T00:00'],
  ])('of a table %s on %s is %s', (name, date, time) => {
    expect(publicationTime(tables[name], date)).toBe(`${time}:00.000Z`);
  });
});

describe('newestExpected', () => {
  it.each<[Name, string, string]>([
    ['sameDay', '2026-11-25T15:29', '2026-11-24'],
    ['sameDay', '2026-11-25T15:30', '2026-11-25'],
    ['sameDay', '2026-11-29T12:00', '2026-11-27'],
    ['dayBefore', '2026-11-25T14:29', '2026-11-25'],
    ['dayBefore', '2026-11-25T14:30', '2026-11-26'],
    ['nextDay', '2026-11-25T08:59', '2026-11-23'],
    ['nextDay', '2026-11-25T09:00', '2026-11-24'],
    ['nextDay', '2026-11-29T12:00', '2026-11-26'],
    ['nextDay', '2026-11-30T09:00', '2026-11-27'],
    ['weekly', '2026-11-25T11:44', '2026-11-16'],
    ['weekly', '2026-11-25T11:45', '2026-11-23'],
    ['weeks', '2026-11-23T21:14', '2026-11-13'],
    ['weeks', '2026-11-23T21:15', '2026-11-20'],
    ['weeks', '2026-11-27T12:00', '2026-11-20'],
    ['quarters', '2026-10-13T23:59', '2026-06-30'],
    ['quarters', '2026-10-14T00:00', '2026-09-30'],
    // Friday's list counts from Saturday, and Monday's from Tuesday.
    ['dayAfter', '2026-11-27T13:29', '2026-11-27'],
    ['dayAfter', '2026-11-27T13:30', '2026-11-28'],
    ['dayAfter', '2026-11-30T13:29', '2026-11-28'],
    ['dayAfter', '2026-11-30T13:30', '2026-12-01'],
  ])('of a table %s at %s is %s', (name, now, date) => {
    expect(newestExpected(tables[name], `${now}:00.000Z` as Instant)).toBe(date);
  });
});

it.each<[Name, IsoDate, boolean]>([
  ['sameDay', '2026-11-28', false],
  ['dayBefore', '2026-11-28', true],
  ['weeks', '2026-11-28', false],
  ['quarters', '2026-05-31', true],
  ['quarters', '2026-12-01', false],
  ['dayAfter', '2026-11-28', true],
  ['dayAfter', '2026-11-29', false],
  // The list of a working Sunday.
  ['dayAfter', '2026-11-30', true],
])('canHaveRates > a table %s on %s: %s', (name, date, can) => {
  expect(canHaveRates(tables[name], date, '2026-11-30T12:00:00.000Z')).toBe(can);
});

it.each<[Name, IsoDate, string]>([
  ['nextDay', '2026-11-27', '2026-11-30'],
  ['weeks', '2026-11-27', '2026-11-30'],
  ['quarters', '2026-05-29', '2026-06-30'],
  ['quarters', '2026-12-31', '2027-03-31'],
  ['dayAfter', '2026-11-28', '2026-12-01'],
])('nextPublicationDay > of a table %s after %s is %s', (name, date, next) => {
  expect(nextPublicationDay(tables[name], date)).toBe(next);
});

describe('firstOpenDay', () => {
  it.each<[Name, newest: IsoDate, until: IsoDate, checkedAt: string, open: string | undefined]>([
    ['sameDay', '2026-11-24', '2026-11-25', '2026-11-25T23:17', '2026-11-25'],
    ['sameDay', '2026-11-24', '2026-11-25', '2026-11-26T00:17', undefined],
    // Wednesday's rates come on Thursday, and Friday's on Monday.
    ['nextDay', '2026-11-24', '2026-11-25', '2026-11-26T08:17', '2026-11-25'],
    ['nextDay', '2026-11-24', '2026-11-25', '2026-11-27T00:17', undefined],
    ['nextDay', '2026-11-26', '2026-11-27', '2026-11-29T23:17', '2026-11-27'],
    // The Tuesday after a holiday.
    ['weeks', '2026-11-20', '2026-11-25', '2026-12-01T20:17', '2026-11-23'],
    ['weeks', '2026-11-24', '2026-11-25', '2026-12-01T22:17', '2026-11-25'],
    ['weeks', '2026-11-24', '2026-11-25', '2026-12-02T00:17', undefined],
    ['quarters', '2026-06-30', '2026-09-29', '2026-10-30T00:17', undefined],
    ['quarters', '2026-06-30', '2026-09-30', '2026-10-30T00:17', '2026-09-30'],
  ])('of a table %s with rates until %s, up to %s, checked at %s, is %s', (name, newest, until, checkedAt, open) => {
    expect(firstOpenDay(tables[name], newest, until, `${checkedAt}:00.000Z` as Instant)).toBe(open);
  });
});
