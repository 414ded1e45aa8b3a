import { describe, expect, it } from 'vitest';
import type { Comparison } from '../api/endpoints/compare.schema.ts';
import type { DatedConversion } from '../api/endpoints/convert-on-date.schema.ts';
import { datedConversionSchema } from '../api/endpoints/convert-on-date.schema.ts';
import { type DatedRates, datedRatesSchema } from '../api/endpoints/dated-rates.schema.ts';
import { type History, historySchema } from '../api/endpoints/history.schema.ts';
import type { Sources } from '../api/documents/sources.ts';
import { paths } from '../api/paths.ts';
import { archiveFiles } from '../api/documents/archive-files.ts';
import type { ArchivedDay } from '../archive/archive.ts';
import type { OfficialDoubt } from '../archive/official-rates.schema.ts';
import { undoubted } from '../archive/official-rates.ts';
import { recordedArchive } from '../publish/recorded-archive.ts';
import { datesFrom, dayNumber, type IsoDate, isWeekend } from '../money/calendar.ts';
import { recordedOfficial } from '../testing/sites/small-site.ts';
import { codedErrorWith, documentsOf, served } from '../testing/sites/served.ts';

/*
 * Rates of Narodowy Bank Polski of which some wait: USD on Wednesday, April 29, and the whole Thursday, April 30, of
 * table A; the whole day of March 10, whose next day is published; AFN of the Wednesday of table B.
 */

const businessDays = datesFrom(dayNumber('2026-02-27'), 63).filter((date) => !isWeekend(dayNumber(date)));
/** Each day has its own rates. */
const dayOf = (date: IsoDate, ...codes: string[]): ArchivedDay => ({
  date,
  rates: new Map(codes.map((code, place) => [code, Number(`${place + 1}.${date.slice(5, 7)}${date.slice(8)}`)])),
});
const tableA = businessDays
  .filter((date) => date <= '2026-04-29' && date !== '2026-03-10')
  .map((date) => (date === '2026-04-29' ? dayOf(date, 'EUR', 'GBP') : dayOf(date, 'EUR', 'GBP', 'USD')));
const tableB = [dayOf('2026-04-15', 'AFN', 'XPF'), dayOf('2026-04-22', 'AFN', 'XPF'), dayOf('2026-04-29', 'XPF')];
const doubt = (date: IsoDate, reason: OfficialDoubt['reason'], code: string | null): OfficialDoubt => {
  return { date, reason, code, value: code === null ? null : 4.2, since: '2026-04-30' };
};
const doubtsOfA = [
  doubt('2026-03-10', 'many_values', 'EUR'),
  doubt('2026-04-29', 'contradicted', 'USD'),
  doubt('2026-04-30', 'incomplete', null),
];
/** The Czech National Bank's rates, of which JPY waits since April 16, and GEL since its first day, April 28. */
const cnbDays = businessDays
  .filter((date) => date <= '2026-04-30')
  .map((date) => (date < '2026-04-16' ? dayOf(date, 'EUR', 'JPY') : dayOf(date, 'EUR')));
const doubtsOfCnb = businessDays.flatMap((date) => [
  ...(date >= '2026-04-16' ? [{ ...doubt(date, 'contradicted', 'JPY'), since: date }] : []),
  ...(date >= '2026-04-28' ? [doubt(date, 'implausible', 'GEL')] : []),
]);
/** Norges Bank's rates, of which whole days wait since April 20. */
const ofNorgesBank = {
  ...undoubted(businessDays.filter((date) => date < '2026-04-20').map((date) => dayOf(date, 'EUR', 'USD'))),
  doubts: businessDays.filter((date) => date >= '2026-04-20').map((date) => doubt(date, 'many_values', 'EUR')),
};
const official = new Map([
  ...recordedOfficial,
  ['nbp', { ...undoubted(tableA), doubts: doubtsOfA }],
  ['nbp-b', { ...undoubted(tableB), doubts: [doubt('2026-04-29', 'implausible', 'AFN')] }],
  ['cnb', { ...undoubted(cnbDays), doubts: doubtsOfCnb }],
  ['norges-bank', ofNorgesBank],
]);
const files = documentsOf({ archive: archiveFiles(recordedArchive(), [], official) });
const { json, answer } = served(files, { now: () => '2026-04-30T18:00:00.000Z' });

const march = { date: '2026-03-10', reason: 'many_values', ends_by: '2026-05-14' };
const usd = { date: '2026-04-29', reason: 'contradicted', ends_by: '2026-05-14' };
const thursday = { date: '2026-04-30', reason: 'incomplete', ends_by: '2026-05-02' };
const afn = { date: '2026-04-29', reason: 'implausible', ends_by: '2026-05-14' };

const convert = async (from: string, to: string, date?: string) => {
  const day = date === undefined ? '' : `&date=${date}`;
  const found = await json<DatedConversion>(`/api/v1/convert?from=${from}&to=${to}&source=nbp${day}`);
  datedConversionSchema.parse(found);
  return [found.rate_as_of, found.withheld];
};

describe('a conversion with a bank’s rates of which some wait', () => {
  it.each([
    ['the newest rate of a currency whose value waits', 'USD', undefined, '2026-04-28', { USD: [usd, thursday] }],
    ['the newest rate of another currency', 'EUR', undefined, '2026-04-29', { EUR: [thursday] }],
    ['the day of which the value waits', 'USD', '2026-04-29', '2026-04-28', { USD: [usd] }],
    ['another currency’s rate of that day', 'EUR', '2026-04-29', '2026-04-29', undefined],
    ['the day before', 'USD', '2026-04-28', '2026-04-28', undefined],
    ['a day that waits', 'EUR', '2026-03-10', '2026-03-09', { EUR: [march] }],
    ['the day after a day that waits', 'EUR', '2026-03-11', '2026-03-11', undefined],
    ['the newest rate of a weekly table whose value waits', 'AFN', undefined, '2026-04-22', { AFN: [afn] }],
    ['the newest rate of another currency of that table', 'XPF', undefined, '2026-04-29', undefined],
  ])('uses the last earlier day only if it must, and says what waits, for %s', async (_, code, date, day, withheld) => {
    expect(await convert(code, 'PLN', date)).toEqual([day, withheld]);
    expect(await convert('PLN', code, date)).toEqual([day, withheld]);
  });

  it('uses the last day that has both currencies', async () => {
    expect(await convert('GBP', 'USD')).toEqual(['2026-04-28', { GBP: [thursday], USD: [usd, thursday] }]);
    expect(await convert('AFN', 'USD')).toEqual(['2026-04-22', { AFN: [afn], USD: [usd, thursday] }]);
  });

  it('names sub-units by their own code', async () => {
    expect(await convert('GBX', 'PLN')).toEqual(['2026-04-29', { GBX: [thursday] }]);
  });
});

describe('rates of a day of which some wait', () => {
  const rates = async (path: string) => datedRatesSchema.parse(await json<DatedRates>(`/api/v1/rates/${path}`));

  it('have the day’s other currencies, and say what waits', async () => {
    const all = await rates('2026-04-30?source=nbp');
    expect(all.rate_as_of).toBe('2026-04-29');
    expect(Object.keys(all.rates)).toEqual(['EUR', 'GBP', 'PLN', 'XPF']);
    expect(all.withheld).toEqual({ AFN: [afn], EUR: [thursday], GBP: [thursday], USD: [usd] });
  });

  it('are those of the last day with all requested currencies', async () => {
    const some = await rates('pln?source=nbp&symbols=EUR,USD');
    expect(some).toMatchObject({ rate_as_of: '2026-04-28', withheld: { EUR: [thursday], USD: [usd, thursday] } });
    expect(await rates('pln?source=nbp&symbols=EUR')).toMatchObject({ rate_as_of: '2026-04-29' });
  });
});

describe('the error for a bank’s rate that waits for so long that no earlier rate counts', () => {
  const waits = 'because market rates contradict the bank. The latest days on which that ends are from';
  const day = '/api/v1/convert?from=JPY&to=CZK&source=cnb&date=';

  it('follows after the seven days in which an earlier rate counts', async () => {
    expect(await json(`${day}2026-04-22`)).toMatchObject({ success: true, rate_as_of: '2026-04-15' });
    expect(await json(`${day}2026-04-23`)).toMatchObject({ success: false, code: 'no_rate_near_date' });
  });

  it.each([
    [
      'no_rate_near_date',
      'convert?from=JPY&to=CZK&source=cnb&date=2026-04-23',
      `No rate for JPY on 2026-04-23 or in the 7 days before. `,
      `The bank’s rates of JPY for 6 days from 2026-04-16 to 2026-04-23 wait, ${waits} 2026-04-30 to 2026-05-07`,
    ],
    [
      'no_rate_near_date',
      'rates/2026-04-30?base=JPY&symbols=EUR&source=cnb',
      'or in the 7 days before. ',
      `The bank’s rates of JPY for 6 days from 2026-04-23 to 2026-04-30 wait, ${waits} 2026-05-07 to 2026-05-14`,
    ],
    [
      'no_rate_in_range',
      'history?from=JPY&to=CZK&source=cnb&start=2026-04-20&end=2026-04-21',
      'No rates for JPY and CZK from 2026-04-20 to 2026-04-21. ',
      'The bank’s rates of JPY for 2 days from 2026-04-20 to 2026-04-21 wait, ',
    ],
    [
      'currency_not_in_source',
      'convert?from=GEL&to=CZK&source=cnb',
      'no rates of the Czech National Bank for "GEL"',
      'The bank’s rates of GEL for 3 days from 2026-04-28 to 2026-04-30 wait, because the rate of the day before differs ',
    ],
    [
      'date_out_of_range',
      'convert?from=USD&to=NOK&source=norges-bank&date=2026-04-27',
      'No rates for 2026-04-27 (date). The newest rates are of 2026-04-17. ',
      'The bank’s rates of USD for 6 days from 2026-04-20 to 2026-04-27 wait, because many values of the day are in doubt. ' +
        'The latest day on which that ends is 2026-05-14',
    ],
  ])('has the code %s and names the days that wait, and until when: %s', async (code, path, reason, waiting) => {
    const body = { success: false, code, error: expect.stringContaining(reason) as string };
    expect(await answer(`/api/v1/${path}`)).toEqual([400, body]);
    expect(await answer(`/api/v1/${path}`)).toEqual([400, codedErrorWith(waiting)]);
  });

  it('doesn’t name them if they can’t be the reason', async () => {
    const { error } = await json<{ error: string }>('/api/v1/convert?from=EUR&to=XPF&source=cnb');
    expect(error).not.toContain('wait');
    const early = await json<{ error: string }>(`${day}2025-04-23`);
    expect(early.error).not.toContain('wait');
  });
});

describe('a rule whose day’s rate waits', () => {
  const rule = (query: string) => answer(`/api/v1/convert?to=PLN&rule=pl-vat&${query}`);

  it('has no rate, because an earlier rate isn’t the rule’s, and says until when', async () => {
    expect(await rule('from=USD&date=2026-04-30')).toEqual([
      400,
      {
        success: false,
        code: 'not_published_yet',
        error: expect.stringMatching(
          /rate of 2026-04-29 is in doubt.* The bank’s rate of USD for 2026-04-29 waits, .* ends is 2026-05-14$/,
        ) as string,
      },
    ]);
    expect(await rule('from=AFN&date=2026-04-30')).toEqual([400, codedErrorWith('AFN for 2026-04-29 waits')]);
    expect(await rule('from=EUR&date=2026-03-11')).toEqual([400, codedErrorWith('EUR for 2026-03-10 waits')]);
  });

  it.each([
    ['another currency of that day', 'from=EUR&date=2026-04-30', '2026-04-29'],
    ['the day before', 'from=USD&date=2026-04-29', '2026-04-28'],
    ['the day after a day that waits', 'from=USD&date=2026-03-12', '2026-03-11'],
  ])('has the rate of %s', async (_, query, day) => {
    expect(await rule(query)).toEqual([200, expect.objectContaining({ rate_as_of: day })]);
  });
});

it('a comparison says what waits of each bank, and has the bank’s last earlier rate', async () => {
  const of = async (query: string) => {
    const { comparison } = await json<Comparison>(`/api/v1/compare?from=USD&to=PLN${query}`);
    return comparison.filter(({ key }) => key === 'nbp').map(({ rate_as_of, withheld }) => [rate_as_of, withheld]);
  };
  expect(await of('&date=2026-04-29')).toEqual([['2026-04-28', { USD: [usd] }]]);
  expect(await of('&before=2026-04-30')).toEqual([['2026-04-28', { USD: [usd] }]]);
  expect(await of('')).toEqual([['2026-04-28', { USD: [usd, thursday] }]]);
  expect(await of('&date=2026-04-28')).toEqual([['2026-04-28', undefined]]);
});

it('a range says what waits of its pair within it, and its averages aren’t complete', async () => {
  const range = async (query: string) =>
    historySchema.parse(await json<History>(`/api/v1/history?to=PLN&source=nbp&${query}`));
  expect((await range('from=USD')).withheld).toEqual({ USD: [march, usd, thursday] });
  expect((await range('from=USD&start=2026-03-11&end=2026-04-29')).withheld).toEqual({ USD: [usd] });
  expect((await range('from=EUR&start=2026-03-11&end=2026-04-29')).withheld).toBeUndefined();
  const means = await range('from=USD&start=2026-03-01&every=month&value=mean');
  expect(means).toMatchObject({
    withheld: { USD: [march, usd, thursday] },
    data: [{ complete: false }, { complete: false }],
  });
});

it('the list of sources has what waits of each table', () => {
  const file = files.find(({ path }) => path === paths.sources) ?? expect.fail();
  const { sources } = JSON.parse(file.body) as Sources;
  expect(sources.find(({ key }) => key === 'nbp')?.tables.map(({ withheld }) => withheld)).toEqual([
    [
      { code: null, ...march },
      { code: 'USD', ...usd },
      { code: null, ...thursday },
    ],
    [{ code: 'AFN', ...afn }],
  ]);
});
