import { describe, expect, it } from 'vitest';
import { byPublishedOrder } from '../currencies/catalogue.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { publishedCurrencies } from '../rates/published-currency.ts';
import { commonDocuments } from '../site/write/common-documents.ts';
import { MemoryAssets } from '../testing/sites/memory-assets.ts';
import { recordedCatalogue, recordedDay, recordedFiles } from '../testing/sites/small-site.ts';
import { createHandler } from './handler.ts';

const currencies = publishedCurrencies(recordedCatalogue, recordedDay).toSorted(byPublishedOrder);
const files = commonDocuments({ archive: recordedFiles, version: '1.2.3', snapshot: recordedDay, currencies });
const assets = new MemoryAssets(files);
/** The newest days of the dataset and of the European Central Bank. */
const [newest, official] = ['2026-09-29', '2026-04-13'];
const later = (date: string, days: number) => dateOfDay(dayNumber(date) + days);

/** Requests a path at noon of a day. */
async function askOn(today: string, path: string) {
  const handle = createHandler('one', () => `${today}T12:00:00.000Z`);
  const response = await handle(new Request(`https://ratesheet.example${path}`), { ASSETS: assets });
  return { status: response.status, body: await response.text() };
}

/** The rates in a response. */
const ratesIn = (body: string) => body.match(/"(rates?)":(\{[^}]*\}|[\d.e-]+)/g);

interface Case {
  /** A request for a date. */
  readonly dated: (date: string) => string;
  /** The same request without the date, which an error suggests. */
  readonly newest: string;
  /** How the error suggests that request. */
  readonly advice: string;
  /** The status of errors. */
  readonly status: number;
  /** The last day with rates. */
  readonly last?: string;
  /** Days after the last day on which its rates count. */
  readonly days?: number;
}

const pair = 'from=EUR&to=JPY&amount=7';
const cases: readonly Case[] = [
  {
    dated: (date) => `/api/v1/convert?${pair}&date=${date}`,
    ...{ newest: `/api/v1/convert?${pair}`, advice: 'Omit date', status: 400 },
  },
  {
    dated: (date) => `/api/v1/convert?${pair}&date=${date}&source=ecb`,
    ...{ newest: `/api/v1/convert?${pair}&source=ecb`, advice: 'Omit date', status: 400, last: official },
  },
  {
    dated: (date) => `/api/v1/rates/${date}`,
    ...{ newest: '/api/v1/rates/usd', advice: 'Use /api/v1/rates/usd', status: 400 },
  },
  {
    dated: (date) => `/api/v1/rates/${date}?base=eur&symbols=GBP,usd`,
    ...{ newest: '/api/v1/rates/eur?symbols=GBP,USD', advice: 'Use /api/v1/rates/eur?symbols=GBP,USD', status: 400 },
  },
  {
    dated: (date) => `/api/v1/rates/${date}?source=ecb`,
    ...{ newest: '/api/v1/rates/eur?source=ecb', advice: 'Use /api/v1/rates/eur?source=ecb', status: 400 },
    last: official,
  },
  {
    dated: (date) => `/v1/${date}?symbols=USD`,
    ...{ newest: '/v1/latest?symbols=USD', advice: 'Use /v1/latest', status: 404, last: official, days: 14 },
  },
  {
    dated: (date) => `/v2/rate/EUR/JPY?date=${date}`,
    ...{ newest: '/v2/rate/EUR/JPY', advice: 'Omit date', status: 404 },
  },
  {
    dated: (date) => `/v2/rates?quotes=JPY,USD&date=${date}`,
    ...{ newest: '/v2/rates?quotes=JPY,USD', advice: 'Omit date', status: 404 },
  },
  {
    dated: (date) => `/v2/rates?quotes=JPY&from=${date}`,
    ...{ newest: '/v2/rates?quotes=JPY', advice: 'Omit from and to', status: 404 },
  },
  {
    dated: (date) => `/oxr/historical/${date}.json?symbols=JPY`,
    ...{ newest: '/oxr/latest.json?symbols=JPY', advice: 'Use /oxr/latest.json', status: 400 },
  },
  {
    dated: (date) => `/api/${date}?symbols=JPY`,
    ...{ newest: '/api/latest?symbols=JPY', advice: 'Use /api/latest', status: 200 },
  },
  ...['', '.csv'].map((format) => ({
    dated: (date: string) => `/api/v1/history${format}?from=EUR&to=JPY&start=${newest}&end=${date}`,
    ...{ newest: `/api/v1/history${format}?from=EUR&to=JPY&start=${newest}`, advice: 'Omit end', status: 400 },
  })),
];
const titled = cases.map((row) => [row.dated('{date}'), row] as const);

describe('site that is no longer updated', () => {
  it.each(titled)(
    'returns its newest rates for %s from the newest day on, for at least a week',
    async (_, { dated, newest: path, last = newest, days = 7 }) => {
      for (let age = 0; age <= days; age++) {
        const today = later(last, age);
        const [asked, expected] = [await askOn(today, dated(today)), await askOn(today, path)];
        expect([today, asked.status, ratesIn(asked.body)]).toEqual([today, 200, ratesIn(expected.body)]);
        // In some time zones, the next day has already begun.
        if (age < days) expect((await askOn(today, dated(later(today, 1)))).status).toBe(200);
      }
    },
  );

  it.each(titled)(
    'returns an error for %s after that, with the date of its newest rates and a request for them',
    async (_, { dated, newest: path, advice, status, last = newest, days = 7 }) => {
      for (const age of [1, 2, 500].map((more) => days + more)) {
        const today = later(last, age);
        const asked = await askOn(today, dated(today));
        expect([today, asked.status]).toEqual([today, status]);
        expect(asked.body).toMatch(
          new RegExp(`No rates for ${today}(| \\(\\w+\\))\\. The newest rates are of ${last}\\. `),
        );
        expect(asked.body).toContain(`${advice} to get them`);
        expect(asked.body).not.toContain('in the future');
        expect((await askOn(today, path)).status).toBe(200);
      }
    },
  );
});

it.each(titled)(
  'request for a day after tomorrow > gets an error that says that the day is in the future: %s',
  async (_, { dated, newest: path, advice, status, last = newest }) => {
    for (const [today, date] of [
      [last, later(last, 2)],
      [last, '2999-12-31'],
      [later(last, 400), later(last, 402)],
    ] as const) {
      const asked = await askOn(today, dated(date));
      expect([date, asked.status]).toEqual([date, status]);
      expect(asked.body).toContain(', because that day is in the future. The newest rates are of ');
      expect(asked.body).toContain(`${advice} to get them`);
      expect((await askOn(today, path)).status).toBe(200);
    }
  },
);

it('range in the formats of Frankfurter > may end in the future, as in the original', async () => {
  for (const path of ['/v1/2026-04-10..2030-01-01', `/v2/rates?from=${newest}&to=2030-01-01`]) {
    expect((await askOn(newest, path)).status).toBe(200);
  }
});
