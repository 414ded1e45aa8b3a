import type { ArchivedDay } from '../archive/archive.ts';
import { describe, expect, it } from 'vitest';
import type { DatedConversion } from '../api/endpoints/convert-on-date.schema.ts';
import type { DatedRates } from '../api/endpoints/dated-rates.schema.ts';
import type { History } from '../api/endpoints/history.schema.ts';
import { archiveFiles } from '../api/documents/archive-files.ts';
import { undoubted } from '../archive/official-rates.ts';
import { recordedArchive } from '../publish/recorded-archive.ts';
import { datesFrom, dayNumber, type Instant, type IsoDate, isWeekend } from '../money/calendar.ts';
import { recordedOfficial } from '../testing/sites/small-site.ts';
import { codedErrorWith, documentsOf, served } from '../testing/sites/served.ts';

/*
 * Rates of Narodowy Bank Polski, which quotes most currencies daily in table A and others weekly in table B, and of the
 * National Bank of Ukraine, which publishes tomorrow's rates.
 */

/** A day of table A. It's the letter's number of the day, so that each day has its own rates. */
const dayOfA = (date: IsoDate, more: Record<string, number> = {}): ArchivedDay => ({
  date,
  rates: new Map(Object.entries({ GBP: 5, HUF: 0.0109, USD: Number(`3.6${date.slice(8)}`), ...more })),
  units: new Map([['HUF', 100]]),
  reference: `${date.slice(5).replace('-', '')}/A/NBP/2026`,
});
const dayOfB = (date: IsoDate, rates: Record<string, number>): ArchivedDay => {
  return { date, rates: new Map(Object.entries(rates)), reference: `${date.slice(8)}/B/NBP/2026` };
};
const businessDays = (first: IsoDate, last: IsoDate) =>
  datesFrom(dayNumber(first), dayNumber(last) - dayNumber(first) + 1).filter((date) => !isWeekend(dayNumber(date)));

/** March 11th is missing, and Good Friday has no rates. March 20th lacks GBP. From April 15th on, XPF is in table A. */
const tableA = businessDays('2026-03-02', '2026-04-30')
  .filter((date) => date !== '2026-04-03' && date !== '2026-03-11')
  .map((date) => dayOfA(date, date >= '2026-04-15' ? { XPF: 0.033 } : {}))
  .map((day) => (day.date === '2026-03-20' ? { ...day, rates: new Map([['USD', 3.62]]) } : day));
/** The last quote of MVR is in March. April 22 has no table. */
const tableB = [
  dayOfB('2026-03-04', { AFN: 0.05, MVR: 0.2, XPF: 0.03 }),
  dayOfB('2026-03-11', { AFN: 0.051, MVR: 0.21, XPF: 0.031 }),
  dayOfB('2026-03-18', { AFN: 0.052, MVR: 0.22, XPF: 0.032 }),
  dayOfB('2026-03-25', { AFN: 0.053, MVR: 0.23, XPF: 0.0325 }),
  dayOfB('2026-04-01', { AFN: 0.054, XPF: 0.0327 }),
  dayOfB('2026-04-08', { AFN: 0.055, XPF: 0.0328 }),
  dayOfB('2026-04-15', { AFN: 0.056 }),
  dayOfB('2026-04-29', { AFN: 0.058 }),
];
const tableOfNbu = datesFrom(dayNumber('2026-04-20'), 12).map((date): ArchivedDay => {
  return { date, rates: new Map([['USD', 41 + dayNumber(date) - dayNumber('2026-04-20')]]) };
});
const official = new Map([
  ...recordedOfficial,
  ['nbp', undoubted(tableA)],
  ['nbp-b', undoubted(tableB)],
  ['nbu', undoubted(tableOfNbu)],
]);
const archive = archiveFiles(recordedArchive(), [], official);
/** Tomorrow is the last day with rates of the National Bank of Ukraine. */
const now = (): Instant => '2026-04-30T18:00:00.000Z';
const { json, answer } = served(documentsOf({ archive }), { now });
const rates = (path: string) => json<DatedRates>(`/api/v1/rates/${path}`);
const convert = (query: string) => json<DatedConversion>(`/api/v1/convert?${query}`);

describe('rates of a bank with a daily and a weekly table', () => {
  it('are all currencies of the day, and the weekly currencies with their own date', async () => {
    expect(await rates('2026-03-16?source=nbp')).toMatchObject({
      base: 'PLN',
      rate_as_of: '2026-03-16',
      rate_type: 'official_reference',
      source: { attribution: 'Source: Narodowy Bank Polski' },
      held: { AFN: '2026-03-11', MVR: '2026-03-11', XPF: '2026-03-11' },
      reference: '0316/A/NBP/2026, 11/B/NBP/2026',
      rates: {
        AFN: 19.6078431373,
        GBP: 0.2,
        HUF: 91.7431192661,
        MVR: 4.7619047619,
        PLN: 1,
        USD: 0.276548672566,
        XPF: 32.2580645161,
      },
    });
  });

  it.each([
    ['symbols=USD,GBP', '0316/A/NBP/2026', {}],
    ['symbols=AFN', '11/B/NBP/2026', { AFN: '2026-03-11' }],
    ['symbols=PLN', undefined, {}],
    ['base=AFN&symbols=USD', '0316/A/NBP/2026, 11/B/NBP/2026', { AFN: '2026-03-11' }],
    ['base=USD&symbols=GBP', '0316/A/NBP/2026', {}],
  ])(
    'with the parameters %s name the tables of the returned currencies and of the base',
    async (query, reference, held) => {
      const day = await rates(`2026-03-16?source=nbp&${query}`);
      expect([day.reference, day.held]).toEqual([reference, held]);
    },
  );

  it.each<[query: string, expected: Partial<DatedConversion>]>([
    [
      'from=USD&to=PLN&date=2026-03-16',
      { rate: 3.616, rate_as_of: '2026-03-16', reference: '0316/A/NBP/2026', held: {} },
    ],
    ['from=PLN&to=USD&date=2026-03-16', { rate: 0.276548672566, rate_as_of: '2026-03-16' }],
    ['from=HUF&to=PLN&date=2026-03-16', { rate: 0.0109 }],
    [
      'from=AFN&to=PLN&date=2026-03-16',
      { rate: 0.051, rate_as_of: '2026-03-11', reference: '11/B/NBP/2026', held: { AFN: '2026-03-11' } },
    ],
    [
      'from=AFN&to=USD&date=2026-03-16',
      { rate: 0.0141039823009, rate_as_of: '2026-03-11', reference: '0316/A/NBP/2026, 11/B/NBP/2026' },
    ],
    [
      'from=AFN&to=MVR&date=2026-03-18',
      { rate: 0.236363636364, rate_as_of: '2026-03-18', reference: '18/B/NBP/2026', held: {} },
    ],
    // A weekend and a holiday.
    ['from=USD&to=PLN&date=2026-04-05', { rate: 3.602, rate_as_of: '2026-04-02' }],
    ['from=AFN&to=PLN&date=2026-04-05', { rate: 0.054, rate_as_of: '2026-04-01' }],
    // XPF has moved to table A.
    ['from=XPF&to=PLN&date=2026-04-14', { rate: 0.0328, rate_as_of: '2026-04-08', reference: '08/B/NBP/2026' }],
    [
      'from=XPF&to=PLN&date=2026-04-16',
      { rate: 0.033, rate_as_of: '2026-04-16', reference: '0416/A/NBP/2026', held: {} },
    ],
    // MVR counts for 14 days after its last table, unless a table without it comes before.
    ['from=MVR&to=PLN&date=2026-03-31', { rate: 0.23, rate_as_of: '2026-03-25' }],
    ['from=AFN&to=PLN&date=2026-04-28', { rate: 0.056, rate_as_of: '2026-04-15' }],
    // Table A has no March 11th, so table B's newer rates don't count.
    ['from=AFN&to=USD&date=2026-03-11', { rate_as_of: '2026-03-04', reference: '0310/A/NBP/2026, 04/B/NBP/2026' }],
    // Sub-units.
    ['from=GBX&to=PLN&date=2026-03-16', { rate: 0.05, reference: '0316/A/NBP/2026' }],
    ['from=PLN&to=GBX&date=2026-03-16', { rate: 20 }],
    ['from=AFN&to=GBX&date=2026-03-16', { rate: 1.02, reference: '0316/A/NBP/2026, 11/B/NBP/2026' }],
    ['from=GBX&to=AFN&date=2026-03-16', { rate: 0.980392156863, held: { AFN: '2026-03-11' } }],
    // Without a date, the newest rates count.
    ['from=USD&to=PLN', { rate: 3.63, rate_as_of: '2026-04-30' }],
  ])('convert %s', async (query, expected) => {
    expect(await convert(`${query}&source=nbp`)).toMatchObject(expected);
  });

  it.each([
    ['convert?from=MVR&to=PLN&date=2026-04-01', 'from 2026-03-04 to 2026-03-25'],
    ['convert?from=XPF&to=PLN&date=2026-03-03', 'from 2026-03-04 to 2026-04-30'],
    // Only this day lacks the pound.
    ['convert?from=GBP&to=PLN&date=2026-03-20', 'on other days from 2026-03-02 to 2026-04-30'],
    ['convert?from=ISK&to=PLN&date=2026-03-16', 'has no rates of Narodowy Bank Polski for "ISK"'],
    // The bank has rates of special drawing rights, but this service ignores them.
    ['convert?from=XDR&to=PLN', '"XDR"'],
    ['rates/2026-03-01', '2026-03-02 to 2026-04-30'],
    ['history?from=MVR&to=XPF&start=2026-04-01&end=2026-04-30', '2026-03-04 to 2026-03-25'],
  ])('are not returned for the invalid request %s: %s', async (path, message) => {
    expect(await answer(`/api/v1/${path}${path.includes('?') ? '&' : '?'}source=nbp`)).toEqual([
      400,
      codedErrorWith(message),
    ]);
  });

  it.each([
    ['USD', 'incomplete without the first business days', 'start=2026-03-03&end=2026-03-31', [20, false]],
    ['USD', 'complete, if every daily table of the month counts', 'start=2026-04-01&end=2026-04-30', [21, true]],
    ['AFN', 'complete, if every weekly table of the month counts', 'start=2026-04-01&end=2026-04-30', [4, true]],
    ['AFN', 'incomplete without the last weekly table', 'start=2026-04-01&end=2026-04-28', [3, false]],
    [
      'XPF',
      'incomplete in the month in which the currency changes its table',
      'start=2026-04-01&end=2026-04-30',
      [14, false],
    ],
  ])('have means of %s that are %s', async (code, _, range, expected) => {
    const query = `from=${code}&to=PLN&every=month&value=mean&source=nbp&${range}`;
    const { data } = await json<History>(`/api/v1/history?${query}`);
    expect(data.map(({ days, complete }) => [days, complete])).toEqual([expected]);
  });

  it('have means of a sub-unit of a weekly table that are as complete as its currency’s', async () => {
    const withShekel = tableB.map((day) => ({ ...day, rates: new Map([...day.rates, ['ILS', 0.95]]) }));
    const rates = new Map([...official, ['nbp-b', undoubted(withShekel)]]);
    const { json } = served(documentsOf({ archive: archiveFiles(recordedArchive(), [], rates) }), { now });
    const query = 'to=PLN&every=month&value=mean&source=nbp&start=2026-03-02&end=2026-04-30';
    const meansOf = async (code: string) =>
      (await json<History>(`/api/v1/history?from=${code}&${query}`)).data.map(({ rate, days, complete }) => {
        return { rate, days, complete };
      });
    expect(await meansOf('ILS')).toEqual([
      { rate: 0.95, days: 3, complete: false },
      { rate: 0.95, days: 4, complete: true },
    ]);
    expect(await meansOf('ILA')).toEqual([
      { rate: 0.0095, days: 3, complete: false },
      { rate: 0.0095, days: 4, complete: true },
    ]);
  });
});

describe('rates of a bank that publishes tomorrow’s rates', () => {
  it.each<[name: string, query: string, expected: Partial<DatedConversion>]>([
    ['are today’s without a date', 'from=USD&to=UAH', { rate: 51, rate_as_of: '2026-04-30' }],
    ['are of a date', 'from=USD&to=UAH&date=2026-04-25', { rate: 46, rate_as_of: '2026-04-25' }],
    [
      'are tomorrow’s if the date is tomorrow',
      'from=USD&to=UAH&date=2026-05-01',
      { rate: 52, rate_as_of: '2026-05-01' },
    ],
  ])('%s: %s', async (_, query, expected) => {
    expect(await convert(`${query}&source=nbu`)).toMatchObject(expected);
  });

  it('count from midnight UTC on, also for a request with the ETag of the day before', async () => {
    let today = '2026-04-30';
    const { get } = served(documentsOf({ archive }), { now: () => `${today}T23:00:00.000Z` as Instant });
    const path = '/api/v1/convert?from=USD&to=UAH&source=nbu';
    const known = { headers: { 'If-None-Match': (await get(path)).headers.get('ETag') ?? '' } };
    expect((await get(path, known)).status).toBe(304);
    today = '2026-05-01';
    expect(await (await get(path, known)).json()).toMatchObject({ rate: 52, rate_as_of: '2026-05-01' });
  });

  it('end tomorrow in a history', async () => {
    const { data, end } = await json<History>('/api/v1/history?from=USD&to=UAH&start=2026-04-29&source=nbu');
    expect([end, data.map(({ rate }) => rate)]).toEqual(['2026-05-01', [50, 51, 52]]);
  });
});

it('rates of a bank without any rates yet are refused, and the error names a source that has the newest', async () => {
  for (const path of [
    'rates/eur?',
    'convert?from=USD&to=EUR&',
    'history?from=USD&to=EUR&',
    'history.csv?from=USD&to=EUR&',
  ])
    expect(await answer(`/api/v1/${path}source=norges-bank`)).toEqual([
      400,
      codedErrorWith('/api/v1/sources for the reason. With source=market'),
    ]);
});
