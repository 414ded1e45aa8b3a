import type { IsoDate } from '../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { type History, historySchema } from '../api/endpoints/history.schema.ts';
import { buildCurrencyYear, currencyYearSchema } from '../api/documents/series/currency-year.ts';
import { noChanges } from '../sources/provider.ts';
import { redenominatedSite } from '../testing/sites/redenominated-site.ts';

const { answer, json, text } = redenominatedSite('2026-01-30', () => '2026-01-30T08:00:00.000Z');
/** A site whose newest rates are in the old unit. */
const stopped = redenominatedSite('2025-12-31', () => '2026-01-02T08:00:00.000Z');

const change = { code: 'SYP', date: '2026-01-01', ratio: 100 };

describe('/api/v1/history', () => {
  const history = async (query: string) => historySchema.parse(await json<History>(`/api/v1/history?${query}`));

  it.each([
    ['from=USD&to=SYP&start=2025-12-31&end=2026-01-01', [change]],
    ['from=SYP&to=USD&every=month', [change]],
    ['from=SYP&to=EUR&source=ecb&every=month&value=mean&start=2025-12-01', [change]],
    ['from=USD&to=SYP&start=2026-01-01', undefined],
    ['from=USD&to=SYP&end=2025-12-31', undefined],
    ['from=USD&to=EUR', undefined],
  ])('of %s has the changes of a unit %j', async (query, expected) => {
    expect((await history(query)).unit_changes).toEqual(expected);
  });

  const ofVes = 'from=PLN&to=VES&source=nbp&value=mean';
  const ofYear = `${ofVes}&start=2021-01-01&end=2021-12-31&every=year`;

  it('has an average of each part of a year in which a unit changes, and neither is complete', async () => {
    const { data, unit_changes } = await history(ofYear);
    expect(data).toEqual([
      { first_date: '2021-01-06', date: '2021-09-29', rate: 1_000_000, days: 39, complete: false },
      { first_date: '2021-10-06', date: '2021-12-29', rate: 1, days: 13, complete: false },
    ]);
    expect(unit_changes).toEqual([{ code: 'VES', date: '2021-10-01', ratio: 1_000_000 }]);
    expect(await text(`/api/v1/history.csv?${ofYear}`)).toBe(
      'date,rate,days,first_date,complete\r\n' +
        '2021-09-29,1000000,39,2021-01-06,false\r\n' +
        '2021-12-29,1,13,2021-10-06,false\r\n',
    );
  });

  it('has complete averages of the months before and since a change', async () => {
    const { data } = await history(`${ofVes}&start=2021-09-01&end=2021-10-31&every=month`);
    expect(data.map(({ rate, complete }) => [rate, complete])).toEqual([
      [1_000_000, true],
      [1, true],
    ]);
  });
});

it('/api/v1/history/{code}/{year} > has the changes of the unit within the year', () => {
  const yearOf = (...dates: IsoDate[]) => {
    const rates = dates.map(() => 1);
    return currencyYearSchema.parse(buildCurrencyYear('VES', '2021', { dates, rates }, noChanges)).unit_changes;
  };
  expect(yearOf('2021-09-30', '2021-10-01')).toEqual([{ code: 'VES', date: '2021-10-01', ratio: 1_000_000 }]);
  expect(yearOf('2021-10-01', '2021-10-02')).toBeUndefined();
});

describe('formats of other APIs', () => {
  /** The rates of SYP in a response, each with its date. */
  const ratesIn = (body: unknown): string[] => {
    if (Array.isArray(body)) {
      const rows = body as { date: IsoDate; quote: string; rate: number }[];
      return rows.filter(({ quote }) => quote === 'SYP').map(({ date, rate }) => `${date}: ${rate}`);
    }
    const { date, rates = {} } = body as { date?: string; rates?: Record<string, number | Record<string, number>> };
    const days = date === undefined ? rates : { [date]: rates };
    return Object.entries(days as Record<string, Record<string, number>>).flatMap(([date, { SYP }]) =>
      SYP === undefined ? [] : [`${date}: ${SYP}`],
    );
  };
  const ecb = 'base=EUR&providers=ECB';
  const newEcbDays = ['05', '06', '07', '08', '09'].map((day) => `2026-01-${day}: 100`);

  it.each([
    // The mean of a group has the date of the group's or the unit's first day.
    [
      '/v2/rates?base=USD&quotes=SYP&from=2025-12-22&to=2026-01-11&group=week',
      ['2025-12-22: 10000', '2025-12-29: 10000', '2026-01-01: 100', '2026-01-05: 100'],
    ],
    ['/v2/rates?base=USD&from=2025-12-29&to=2026-01-02&group=week', ['2025-12-29: 10000', '2026-01-01: 100']],
    [`/v2/rates?${ecb}&quotes=SYP&from=2025-12-29&to=2026-01-09&group=week`, ['2025-12-29: 10000', '2026-01-05: 100']],
    [`/v2/rates?${ecb}&from=2025-12-29&to=2026-01-09&group=week`, ['2025-12-29: 10000', '2026-01-05: 100']],
    // A group has days outside of the range, but not in another unit.
    ['/v2/rates?base=USD&quotes=SYP&from=2026-01-01&to=2026-01-04&group=week', ['2026-01-01: 100']],
    ['/v2/rates?base=USD&quotes=SYP&from=2025-12-29&to=2025-12-31&group=week', ['2025-12-29: 10000']],
    [
      '/v2/rates?base=USD&quotes=SYP&from=2025-12-29&to=2026-01-04&group=month',
      ['2025-12-01: 10000', '2026-01-01: 100'],
    ],
    // A range doesn't begin with a rate in the old unit.
    [`/v2/rates?${ecb}&quotes=SYP&from=2026-01-01&to=2026-01-09`, newEcbDays],
    ['/v2/rates?base=PLN&providers=NBP&quotes=SYP&from=2026-01-10&to=2026-01-20', ['2026-01-14: 25']],
    ['/v1/2026-01-01..2026-01-09?symbols=SYP', newEcbDays],
    ['/v1/2026-01-01..2026-01-09?symbols=SYP,USD', newEcbDays],
    // Days on both sides of the change are as the bank published them.
    ['/v1/2025-12-31..2026-01-05?symbols=SYP', ['2025-12-31: 10000', '2026-01-05: 100']],
    // A day has no rate of an earlier day in the old unit.
    ['/v1/2026-01-02', []],
    ['/v1/2026-01-02?symbols=SYP,USD', []],
    ['/v1/2026-01-02?symbols=SYP', []],
    ['/v1/2026-01-02?base=SYP', []],
    ['/v1/2026-01-04?symbols=SYP', []],
    ['/v1/2026-01-05?symbols=SYP', ['2026-01-05: 100']],
    ['/v1/2026-01-01?symbols=SYP', []],
    ['/v1/2025-12-31?symbols=SYP', ['2025-12-31: 10000']],
  ])('in the response for %s, the rates of SYP are %j', async (path, expected) => {
    expect(ratesIn((await answer(path))[1])).toEqual(expected);
  });

  it.each([
    '/v1/latest',
    '/v1/latest?symbols=SYP',
    '/v1/latest?base=SYP',
    '/v1/2026-01-02..?symbols=SYP',
    '/v2/rates?base=USD&quotes=SYP&from=2026-01-01',
    '/v2/rates?base=USD&quotes=SYP,EUR&from=2026-01-02&group=month',
    `/v2/rates?${ecb}&from=2026-01-02`,
    `/v2/rates?${ecb}&quotes=SYP&from=2026-01-02&group=month`,
  ])('%s has no rate of SYP if the newest rate is in the old unit', async (path) => {
    expect(ratesIn((await stopped.answer(path))[1])).toEqual([]);
  });
});
