import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber, type Instant, type IsoDate } from '../money/calendar.ts';
import { served } from '../testing/sites/served.ts';

/** The newest days of the dataset and of the European Central Bank. */
const [newest, official] = ['2026-09-29', '2026-04-13'] as const;
const later = (date: IsoDate, days: number) => dateOfDay(dayNumber(date) + days);

/** Requests a path at noon of a day. */
async function askOn(today: string, path: string) {
  const response = await served(undefined, { now: () => `${today}T12:00:00.000Z` as Instant }).get(path);
  return { status: response.status, body: await response.text() };
}

/** The rates in a response. */
const ratesIn = (body: string) => body.match(/"(rates?)":(\{[^}]*\}|[\d.e-]+)/g);

interface Case {
  /** A request for a date, which replaces `{date}`. */
  readonly dated: string;
  /** The same request without the date, which an error suggests. */
  readonly newest: string;
  /** How the error suggests that request: by default, `Use` with the request. */
  readonly advice?: string;
  /** The status of errors: by default, 400. */
  readonly status?: number;
  /** The last day with rates: by default, the dataset's. */
  readonly last?: IsoDate;
  /** Days after the last day on which its rates count: by default, 7. */
  readonly days?: number;
}

const pair = '/api/v1/convert?from=EUR&to=JPY&amount=7';
const range = 'from=EUR&to=JPY&start=2026-09-29';
const cases: readonly Case[] = [
  { dated: `${pair}&date={date}`, newest: pair, advice: 'Omit date' },
  { dated: `${pair}&date={date}&source=ecb`, newest: `${pair}&source=ecb`, advice: 'Omit date', last: official },
  { dated: '/api/v1/rates/{date}', newest: '/api/v1/rates/usd' },
  { dated: '/api/v1/rates/{date}?base=eur&symbols=GBP,usd', newest: '/api/v1/rates/eur?symbols=GBP,USD' },
  { dated: '/api/v1/rates/{date}?source=ecb', newest: '/api/v1/rates/eur?source=ecb', last: official },
  {
    ...{ dated: '/v1/{date}?symbols=USD', newest: '/v1/latest?symbols=USD', advice: 'Use /v1/latest', status: 404 },
    ...{ last: official, days: 14 },
  },
  { dated: '/v2/rate/EUR/JPY?date={date}', newest: '/v2/rate/EUR/JPY', advice: 'Omit date', status: 404 },
  {
    dated: '/v2/rates?quotes=JPY,USD&date={date}',
    newest: '/v2/rates?quotes=JPY,USD',
    advice: 'Omit date',
    status: 404,
  },
  {
    dated: '/v2/rates?quotes=JPY&from={date}',
    newest: '/v2/rates?quotes=JPY',
    advice: 'Omit from and to',
    status: 404,
  },
  {
    ...{ dated: '/oxr/historical/{date}.json?symbols=JPY', newest: '/oxr/latest.json?symbols=JPY' },
    advice: 'Use /oxr/latest.json',
  },
  { dated: '/api/{date}?symbols=JPY', newest: '/api/latest?symbols=JPY', advice: 'Use /api/latest', status: 200 },
  { dated: `/api/v1/history?${range}&end={date}`, newest: `/api/v1/history?${range}`, advice: 'Omit end' },
  { dated: `/api/v1/history.csv?${range}&end={date}`, newest: `/api/v1/history.csv?${range}`, advice: 'Omit end' },
];
const titled = cases.map(({ dated, newest: path, ...row }) => {
  const on = (date: string) => dated.replace('{date}', date);
  return [dated, { on, path, advice: `Use ${path}`, status: 400, last: newest, days: 7, ...row }] as const;
});

describe('site that is no longer updated', () => {
  it.each(titled)(
    'returns its newest rates for %s from the newest day on, for at least a week',
    async (_, { on, path, last, days }) => {
      for (let age = 0; age <= days; age++) {
        const today = later(last, age);
        const [asked, expected] = [await askOn(today, on(today)), await askOn(today, path)];
        expect([today, asked.status, ratesIn(asked.body)]).toEqual([today, 200, ratesIn(expected.body)]);
        // In some time zones, the next day has already begun.
        if (age < days) expect((await askOn(today, on(later(today, 1)))).status).toBe(200);
      }
    },
  );

  it.each(titled)(
    'returns an error for %s after that, with the date of its newest rates and a request for them',
    async (_, { on, path, advice, status, last, days }) => {
      for (const age of [1, 2, 500].map((more) => days + more)) {
        const today = later(last, age);
        const asked = await askOn(today, on(today));
        const error = `No rates for ${today}(| \\(\\w+\\))\\. The newest rates are of ${last}\\. `;
        expect([today, asked.status]).toEqual([today, status]);
        expect(asked.body).toMatch(new RegExp(error));
        expect(asked.body).toContain(`${advice} to get them`);
        expect((await askOn(today, path)).status).toBe(200);
      }
    },
  );
});

it.each(titled)(
  'request for a day after tomorrow > gets an error that says that the day is in the future: %s',
  async (_, { on, advice, status, last }) => {
    for (const [today, date] of [
      [last, later(last, 2)],
      [last, '2999-12-31'],
      [later(last, 400), later(last, 402)],
    ] as const) {
      const asked = await askOn(today, on(date));
      expect([date, asked.status]).toEqual([date, status]);
      expect(asked.body).toContain(
        `, because that day is in the future. The newest rates are of ${last}. ${advice} to get them`,
      );
    }
  },
);

it('range in the formats of Frankfurter > may end in the future, as in the original', async () => {
  for (const path of ['/v1/2026-04-10..2030-01-01', `/v2/rates?from=${newest}&to=2030-01-01`]) {
    expect((await askOn(newest, path)).status).toBe(200);
  }
});
