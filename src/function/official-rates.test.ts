import { describe, expect, it } from 'vitest';
import { type DatedConversion, datedConversionSchema } from '../api/endpoints/convert-on-date.schema.ts';
import { type DatedRates, datedRatesSchema } from '../api/endpoints/dated-rates.schema.ts';
import { type History, historySchema } from '../api/endpoints/history.schema.ts';
import { undoubted } from '../archive/official-rates.ts';
import { recordedOfficialDays } from '../publish/recorded-archive.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../money/calendar.ts';
import { ecb } from '../sources/banks/ecb.ts';
import { roundQuotient } from '../money/rounding/exact-rounding.ts';
import { bankRows } from '../testing/data/bank-rows.ts';
import { plainLastOfEach, plainMeanOfEach, periodOf } from '../testing/data/plain-periods.ts';
import { randomChoices } from '../testing/data/random.ts';
import { archiveSince1999, documentsOf, codedErrorWith, served } from '../testing/sites/served.ts';
import { recordedDay } from '../testing/sites/small-site.ts';

const documents = documentsOf({ archive: archiveSince1999() });
const { get, text, json, answer } = served(documents);

/** The rates of the bank's CSV, including the euro itself, by date. */
const rows = Array.from(bankRows(), ([date, rates]) => ({ date, rates: new Map([...rates, ['EUR', 1]]) }));
const [first, last] = ['1999-01-04', '2026-04-13'] as const;
const codes = [...new Set(rows.flatMap(({ rates }) => [...rates.keys()]))].sort();

/** The row of the last business day on or before a date. */
const rowOn = (date: IsoDate) => rows.findLast((row) => row.date <= date) ?? expect.fail(date);

/** A pair's rates in a range, computed from the bank's CSV. */
function rangeOf(from: string, to: string, start: string, end: string) {
  return rows.flatMap(({ date, rates }) => {
    const [a, b] = [rates.get(from), rates.get(to)];
    return date >= start && date <= end && a && b ? [{ date, rate: roundQuotient(b, a) }] : [];
  });
}

const meanSteps = ['month', 'quarter', 'year'] as const;
const businessDays = Map.groupBy(
  meanSteps.flatMap((step) => rows.map(({ date }) => periodOf[step](date))),
  (period) => period,
);
/** The periods of the day before the bank's first rates, and of the day after its last rates. */
const partial = meanSteps.flatMap((step) => (['1999-01-03', '2026-04-14'] as const).map(periodOf[step]));
const isComplete = (period: string, days: number) =>
  !partial.includes(period) && days === businessDays.get(period)?.length;

const { below, pick } = randomChoices();
const randomDate = () => dateOfDay(dayNumber(first) + below(dayNumber(last) - dayNumber(first) + 5));

const computed = expect.stringContaining('computed by this service and not by the source') as string;

describe('official rates of the European Central Bank', () => {
  it('match the bank’s CSV in random requests', async () => {
    const different: unknown[] = [];
    const compare = (path: string, actual: unknown, expected: unknown) => {
      if (JSON.stringify(actual) !== JSON.stringify(expected)) different.push({ path, actual, expected });
    };
    for (let request = 0; request < 300; request++) {
      const [from, to, date] = [pick(codes), pick(codes), randomDate()];
      const path = `/api/v1/convert?from=${from}&to=${to}&date=${date}&source=ecb`;
      const { rate, rate_as_of } = await json<Partial<DatedConversion>>(path);
      const row = rowOn(date);
      const [a, b] = [row.rates.get(from), row.rates.get(to)];
      compare(path, { rate, rate_as_of }, a && b ? { rate: roundQuotient(b, a), rate_as_of: row.date } : {});
    }
    for (let request = 0; request < 300; request++) {
      const [base, date] = [pick(codes), randomDate()];
      const path = `/api/v1/rates/${date}?base=${base}&source=ecb`;
      const { rates, rate_as_of } = await json<Partial<DatedRates>>(path);
      const row = rowOn(date);
      const on = row.rates.get(base);
      const expected = on && [...row.rates].sort().map(([code, rate]) => [code, roundQuotient(rate, on)] as const);
      compare(
        path,
        { rates, rate_as_of },
        expected ? { rates: Object.fromEntries(expected), rate_as_of: row.date } : {},
      );
    }
    for (let range = 0; range < 10; range++) {
      const [from, to] = [pick(codes), pick(codes)];
      const [start = '', end = ''] = [randomDate(), randomDate()].sort();
      const path = `/api/v1/history?from=${from}&to=${to}&start=${start}&end=${end}&source=ecb`;
      const dataOf = async (rest: string) => (await json<Partial<History>>(path + rest)).data ?? [];
      const rates = rangeOf(from, to, start, end);
      for (const step of ['day', 'week', ...meanSteps] as const) {
        compare(path, await dataOf(`&every=${step}`), plainLastOfEach(step, rates));
      }
      for (const step of meanSteps) {
        compare(path, await dataOf(`&every=${step}&value=mean`), plainMeanOfEach(step, rates, isComplete));
      }
    }
    expect(different.slice(0, 1)).toEqual([]);
  });

  it.each([
    ['rates/2010-06-03?base=EUR', datedRatesSchema, { base: 'EUR', rates: { EUR: 1, USD: 1.2268 } }],
    ['convert?from=USD&to=JPY&date=2010-06-05', datedConversionSchema, { rate_as_of: '2010-06-04' }],
    // The timestamp is about the site's newest dataset, as in every conversion.
    ['convert?from=USD&to=EUR&date=1999-05-05', datedConversionSchema, { timestamp: recordedDay.retrieved_at }],
    ['history?from=EUR&to=USD&start=1999-01-04&every=year', historySchema, { data_points: 28 }],
    ['history?from=EUR&to=USD&every=month&value=mean', historySchema, { value: 'mean', computation: computed }],
  ])('name the bank as their source: /api/v1/%s&source=ecb', async (path, schema, part) => {
    const name = 'European Central Bank, euro foreign exchange reference rates';
    const source = { name, attribution: 'Source: European Central Bank' };
    const document = schema.parse(await json(`/api/v1/${path}&source=ecb`));
    expect(document).toMatchObject({ rate_type: 'official_reference', source, ...part });
  });

  // Another program computed these averages from the bank's CSV, with exact decimals.
  it.each(
    Object.entries({
      USD: [
        1.09051363636, 1.07947142857, 1.08722, 1.07277619048, 1.08122272727, 1.0759, 1.08440869565, 1.10121818182,
        1.1106, 1.09043478261, 1.06301428571, 1.047875,
      ],
      GBP: [
        0.858730909091, 0.854662380952, 0.8552375, 0.856576666667, 0.855640454545, 0.8464315, 0.843317826087,
        0.851503636364, 0.840212380952, 0.834958695652, 0.833787619048, 0.828042,
      ],
      JPY: [
        159.458181818, 161.377142857, 162.7725, 165.02952381, 168.536363636, 169.813, 171.170869565, 161.055454545,
        159.080952381, 163.196956522, 163.233809524, 161.0835,
      ],
      CHF: [
        0.936822727273, 0.946219047619, 0.965565, 0.976066666667, 0.983004545455, 0.96155, 0.9676, 0.945009090909,
        0.941357142857, 0.938582608696, 0.935538095238, 0.933925,
      ],
    }),
  )('have the same monthly averages from EUR to %s for 2024 as another program computed', async (to, means) => {
    const query = `from=EUR&to=${to}&start=2024-01-01&end=2024-12-31&every=month&value=mean&source=ecb`;
    const { data } = await json<History>(`/api/v1/history?${query}`);
    expect(data.map(({ rate }) => rate)).toEqual(means);
    expect(data.map(({ days }) => days)).toEqual([22, 21, 20, 21, 22, 20, 23, 22, 21, 23, 21, 20]);
    expect(data.every(({ complete }) => complete)).toBe(true);
    // March 29 was Good Friday, so the last business day was March 28.
    expect(data[2]).toMatchObject({ first_date: '2024-03-01', date: '2024-03-28' });
  });

  it('have an average from EUR to USD that isn’t the inverse of the average from USD to EUR', async () => {
    const mean = async (from: string, to: string, every: string) => {
      const range = `start=2024-01-01&end=2024-12-31&every=${every}&value=mean&source=ecb`;
      const { data } = await json<History>(`/api/v1/history?from=${from}&to=${to}&${range}`);
      return data.map(({ rate }) => rate);
    };
    expect(await mean('USD', 'EUR', 'quarter')).toEqual([
      0.921021777608, 0.92879392058, 0.910592092523, 0.936551008737,
    ]);
    expect(await mean('USD', 'JPY', 'quarter')).toEqual([148.426119472, 155.821039421, 149.340065862, 152.223873225]);
    expect(await mean('USD', 'EUR', 'year')).toEqual([0.924127858014]);
    expect(await mean('USD', 'JPY', 'year')).toEqual([151.431028295]);
    expect(await mean('EUR', 'USD', 'year')).not.toEqual([roundQuotient(1, 0.924127858014)]);
  });

  it.each([
    ['complete if the requested range covers the month', 'USD', 'start=2024-01-01&end=2024-01-31', true],
    ['complete if the requested range omits only days without rates', 'USD', 'start=2024-03-01&end=2024-03-28', true],
    ['incomplete if the range begins after the month’s first rate', 'USD', 'start=2024-01-03&end=2024-01-31', false],
    ['incomplete if the range ends before the month’s last rate', 'USD', 'start=2024-01-01&end=2024-01-30', false],
    ['incomplete if the month isn’t over yet', 'USD', 'start=2026-04-01', false],
    ['incomplete if the month began before the first official rates', 'USD', 'start=1999-01-04&end=1999-01-31', false],
    ['complete if the currency was quoted until the month’s end', 'HRK', 'start=2022-12-01&end=2022-12-31', true],
    ['incomplete if the currency was quoted only on one day', 'RUB', 'start=2022-03-01&end=2022-03-31', false],
  ])('have a monthly average that is marked as %s', async (_, to, range, complete) => {
    const path = `/api/v1/history?from=EUR&to=${to}&every=month&value=mean&source=ecb&${range}`;
    expect((await json<History>(path)).data).toMatchObject([{ complete }]);
  });

  it.each([
    ['incomplete in the month and the quarter of a day that waits', '2026-02-17', false],
    ['complete if a day waits with other rates than it is published with', undefined, true],
  ])('have averages that are marked as %s', async (_, waiting, complete) => {
    const doubt = { reason: 'implausible', code: 'USD', value: 1e9, since: '2026-02-17' } as const;
    const published = undoubted(recordedOfficialDays(ecb, ecb.tables[0]).filter(({ date }) => date !== waiting));
    const archive = archiveSince1999(new Map([['ecb', { ...published, doubts: [{ ...doubt, date: '2026-02-17' }] }]]));
    const { json } = served(documentsOf({ archive }));
    const means = async (every: string, range: string) => {
      const query = `from=EUR&to=USD&source=ecb&value=mean&every=${every}&${range}`;
      return (await json<History>(`/api/v1/history?${query}`)).data.map((mean) => mean.complete);
    };
    expect(await means('month', 'start=2026-01-01&end=2026-03-31')).toEqual([true, complete, true]);
    expect(await means('quarter', 'start=2025-10-01&end=2026-03-31')).toEqual([true, complete]);
  });

  it('have the columns days, first_date and complete in a CSV file of averages', async () => {
    const response = await get(
      '/api/v1/history.csv?from=EUR&to=USD&start=2025-12-15&end=2026-01-31&every=month&value=mean&source=ecb',
    );
    expect(response.headers.get('content-disposition')).toContain('"EUR-USD-2025-12-15-2026-01-31-mean.csv"');
    expect(await response.text()).toBe(
      'date,rate,days,first_date,complete\r\n' +
        '2025-12-31,1.17520909091,11,2025-12-15,false\r\n' +
        '2026-01-30,1.17382380952,21,2026-01-02,true\r\n',
    );
  });

  it('are the newest rates if the request has no date', async () => {
    const newest = { rate_as_of: last };
    expect(await json('/api/v1/convert?from=EUR&to=USD&source=ecb')).toMatchObject({ ...newest, rate: 1.1684 });
    expect(await json('/api/v1/rates/usd?source=ecb&symbols=EUR')).toMatchObject({ ...newest, base: 'USD' });
    const csv = await text('/api/v1/history.csv?from=EUR&to=USD&start=2026-04-10&source=ecb');
    expect(csv).toBe('date,rate\r\n2026-04-10,1.1711\r\n2026-04-13,1.1684\r\n');
  });

  it.each([
    ['convert?from=USD&to=ISK&date=2010-06-03', 'from 1999-01-04 to 2008-12-09 and from 2018-02-01 to 2026-04-13'],
    ['rates/2022-03-02?base=RUB', 'from 2005-04-01 to 2022-03-01'],
    ['rates/2024-05-02?symbols=AED', 'for "AED"'],
    ['history?from=EUR&to=SIT&start=2020-01-01&end=2020-02-01', '1999-01-04 to 2006-12-29'],
    [
      'history?from=ISK&to=USD&start=2012-01-01&end=2012-12-31',
      '1999-01-04 to 2008-12-09 and 2018-02-01 to 2026-04-13',
    ],
    ['rates/1998-12-31?base=EUR', '1999-01-04 to 2026-04-13'],
    // This date isn't in the future, because the site's newest day is five months after the bank's newest day.
    ['convert?from=EUR&to=USD&date=2026-04-21', 'Omit date to get them'],
  ])('are not returned for the invalid request /api/v1/%s&source=ecb: %s', async (path, message) => {
    expect(await answer(`/api/v1/${path}&source=ecb`)).toEqual([400, codedErrorWith(message)]);
  });

  it('are read from at most three files per request, even for 27 years', async () => {
    for (const [path, reads] of [
      ['/api/v1/history?from=USD&to=JPY&start=1999-01-04&source=ecb', 3],
      ['/api/v1/history?from=USD&to=JPY&start=1999-01-04&every=year&value=mean&source=ecb', 3],
      ['/api/v1/rates/2013-01-01?source=ecb', 2],
    ] as const) {
      const { assets, get } = served(documents);
      expect((await get(path)).status).toBe(200);
      // Doesn't count the three files of the current day, which a new Function also reads.
      expect(assets.reads.filter((path) => !path.startsWith('api/'))).toHaveLength(reads);
    }
  });
});
