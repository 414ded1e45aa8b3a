import { datedConversionSchema, type DatedConversion } from '../api/endpoints/convert-on-day.schema.ts';
import { datedRatesSchema, type DatedRates } from '../api/endpoints/dated-rates.schema.ts';
import { historySchema, type History } from '../api/endpoints/history.schema.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { undoubted } from '../archive/official-rates.ts';
import { recordedOfficialFolder, recordedOfficialRates } from '../publish/recorded-archive.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import type { MeanStep } from '../rates/interval.ts';
import { round } from '../rates/round.ts';
import { assetsSince1999 } from '../testing/sites/official-site.ts';
import { clock, recordedDay } from '../testing/sites/small-site.ts';
import { createHandler } from './handler.ts';

const assets = assetsSince1999();
const handle = createHandler('one', clock);
const request = (path: string) => new Request(`https://ratesheet.example${path}`);
const ask = (path: string) => handle(request(path), { ASSETS: assets });
const json = async <T>(path: string) => (await (await ask(path)).json()) as T;

/** The rows of the bank's CSV, parsed in the simplest way. */
const rows = readdirSync(recordedOfficialFolder).flatMap((name) => {
  const [header = '', ...lines] = readFileSync(join(recordedOfficialFolder, name), 'utf8').trim().split('\n');
  const codes = header.split(',').slice(1);
  return lines.map((line) => {
    const [date = '', ...cells] = line.split(',');
    const rates = codes.flatMap((code, column): [string, number][] =>
      cells[column] ? [[code, Number(cells[column])]] : [],
    );
    return { date, rates: Object.fromEntries<number>([...rates, ['EUR', 1]]) };
  });
});
const [first, last] = ['1999-01-04', '2026-04-13'];
const codes = [...new Set(rows.flatMap(({ rates }) => Object.keys(rates)))].sort();

/** The row of the last business day on or before a date. */
const rowOn = (date: string) => rows.findLast((row) => row.date <= date) ?? expect.fail(date);

/** For each step, identifies the period that contains a date. */
const periodOf = {
  day: (date: string) => date,
  week: (date: string) => Math.floor((dayNumber(date) + 3) / 7),
  month: (date: string) => date.slice(0, 7),
  quarter: (date: string) => date.slice(0, 4) + String(Math.floor((Number(date.slice(5, 7)) - 1) / 3)),
  year: (date: string) => date.slice(0, 4),
};

function rangeOf(from: string, to: string, start: string, end: string, step: keyof typeof periodOf) {
  const dated = rows.flatMap(({ date, rates }) => {
    const [a, b] = [rates[from], rates[to]];
    return date >= start && date <= end && a && b ? [{ date, rate: round(b / a) }] : [];
  });
  return dated.filter(({ date }, index) => {
    const next = dated[index + 1];
    return !next || periodOf[step](next.date) !== periodOf[step](date);
  });
}

const rowsBy = (step: MeanStep) => Map.groupBy(rows, ({ date }) => periodOf[step](date));
const rowsOf = { month: rowsBy('month'), quarter: rowsBy('quarter'), year: rowsBy('year') };

/** The average rate of each period in a range, and whether the range includes the whole period. */
function meansOf(from: string, to: string, start: string, end: string, step: MeanStep) {
  const ofPeriods = Map.groupBy(rangeOf(from, to, start, end, 'day'), ({ date }) => periodOf[step](date));
  return Array.from(ofPeriods, ([period, dated]) => {
    const isOver = periodOf[step](dateOfDay(dayNumber(last) + 1)) !== period;
    const isAfterFirst = periodOf[step](dateOfDay(dayNumber(first) - 1)) !== period;
    return {
      date: dated.at(-1)?.date,
      rate: round(dated.reduce((sum, { rate }) => sum + rate, 0) / dated.length),
      days: dated.length,
      first_date: dated[0]?.date,
      complete: isOver && isAfterFirst && dated.length === rowsOf[step].get(period)?.length,
    };
  });
}

/** A linear congruential generator, which returns the same numbers in each run. */
function* randomNumbers(): Generator<number, never> {
  for (let state = 1; ; state = (state * 48_271) % 2_147_483_647) yield state / 2_147_483_647;
}
const random = randomNumbers();
const below = (limit: number) => Math.floor(random.next().value * limit);
const pick = <T>(values: readonly T[]) => values[below(values.length)] ?? expect.fail('nothing to pick from');
const randomDate = () => dateOfDay(dayNumber(first) + below(dayNumber(last) - dayNumber(first) + 5));

describe('official rates of the European Central Bank', () => {
  it('match the bank’s CSV in 5,000 random requests', async () => {
    const different: unknown[] = [];
    const compare = (path: string, actual: unknown, expected: unknown) => {
      if (JSON.stringify(actual) !== JSON.stringify(expected)) different.push({ path, actual, expected });
    };
    for (let request = 0; request < 2300; request++) {
      const [from, to, date] = [pick(codes), pick(codes), randomDate()];
      const path = `/api/v1/convert?from=${from}&to=${to}&date=${date}&source=ecb`;
      const { rate, rate_as_of } = await json<Partial<DatedConversion>>(path);
      const row = rowOn(date);
      const [a, b] = [row.rates[from], row.rates[to]];
      compare(path, { rate, rate_as_of }, a && b ? { rate: round(b / a), rate_as_of: row.date } : {});
    }
    for (let request = 0; request < 2400; request++) {
      const [base, date] = [pick(codes), randomDate()];
      const path = `/api/v1/rates/${date}?base=${base}&source=ecb`;
      const { rates, rate_as_of } = await json<Partial<DatedRates>>(path);
      const row = rowOn(date);
      const on = row.rates[base];
      const expected = codes.flatMap((code): [string, number][] => {
        const rate = row.rates[code];
        return on && rate ? [[code, round(rate / on)]] : [];
      });
      compare(path, { rates, rate_as_of }, on ? { rates: Object.fromEntries(expected), rate_as_of: row.date } : {});
    }
    for (let request = 0; request < 200; request++) {
      const [from, to, step] = [pick(codes), pick(codes), pick(Object.keys(periodOf) as (keyof typeof periodOf)[])];
      const [start = '', end = ''] = [randomDate(), randomDate()].sort();
      const path = `/api/v1/history?from=${from}&to=${to}&start=${start}&end=${end}&every=${step}&source=ecb`;
      const { data = [] } = await json<Partial<History>>(path);
      compare(path, data, rangeOf(from, to, start, end, step));
    }
    for (let request = 0; request < 100; request++) {
      const [from, to, step] = [pick(codes), pick(codes), pick(['month', 'quarter', 'year'] as const)];
      const [start = '', end = ''] = [randomDate(), randomDate()].sort();
      const path = `/api/v1/history?from=${from}&to=${to}&start=${start}&end=${end}&every=${step}&value=mean&source=ecb`;
      const { data = [] } = await json<Partial<History>>(path);
      compare(path, data, meansOf(from, to, start, end, step));
    }
    expect(different.slice(0, 1)).toEqual([]);
  });

  it('name the bank as their source', async () => {
    const source = {
      name: 'European Central Bank, euro foreign exchange reference rates',
      attribution: 'Source: European Central Bank',
    };
    const named = { rate_type: 'official_reference', source };
    const rates = await json('/api/v1/rates/2010-06-03?source=ecb');
    expect(datedRatesSchema.parse(rates)).toMatchObject({ ...named, base: 'EUR', rates: { EUR: 1, USD: 1.2268 } });
    const conversion = await json('/api/v1/convert?from=USD&to=JPY&date=2010-06-05&source=ecb');
    expect(datedConversionSchema.parse(conversion)).toMatchObject({ ...named, rate_as_of: '2010-06-04' });
    const first = await json('/api/v1/convert?from=USD&to=EUR&date=1999-05-05&source=ecb');
    // The timestamp is about the site's newest dataset, as in every conversion.
    expect(first).toMatchObject({ rate_as_of: '1999-05-05', timestamp: recordedDay.retrievedAt });
    const range = await json('/api/v1/history?from=EUR&to=USD&start=1999-01-04&every=year&source=ecb');
    expect(historySchema.parse(range)).toMatchObject({ ...named, data_points: 28 });
    const means = await json('/api/v1/history?from=EUR&to=USD&every=month&value=mean&source=ecb');
    expect(historySchema.parse(means)).toMatchObject({
      ...{ ...named, value: 'mean' },
      computation: expect.stringContaining('computed by this service and not by the source') as string,
    });
  });

  // Another program computed these averages from the bank's CSV, with exact decimals.
  it.each([
    [
      'USD',
      [
        1.09051363636, 1.07947142857, 1.08722, 1.07277619048, 1.08122272727, 1.0759, 1.08440869565, 1.10121818182,
        1.1106, 1.09043478261, 1.06301428571, 1.047875,
      ],
    ],
    [
      'GBP',
      [
        0.858730909091, 0.854662380952, 0.8552375, 0.856576666667, 0.855640454545, 0.8464315, 0.843317826087,
        0.851503636364, 0.840212380952, 0.834958695652, 0.833787619048, 0.828042,
      ],
    ],
    [
      'JPY',
      [
        159.458181818, 161.377142857, 162.7725, 165.02952381, 168.536363636, 169.813, 171.170869565, 161.055454545,
        159.080952381, 163.196956522, 163.233809524, 161.0835,
      ],
    ],
    [
      'CHF',
      [
        0.936822727273, 0.946219047619, 0.965565, 0.976066666667, 0.983004545455, 0.96155, 0.9676, 0.945009090909,
        0.941357142857, 0.938582608696, 0.935538095238, 0.933925,
      ],
    ],
  ])('have the same monthly averages from EUR to %s for 2024 as another program computed', async (to, means) => {
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
    expect(await mean('EUR', 'USD', 'year')).not.toEqual([round(1 / 0.924127858014)]);
  });

  it.each([
    ['complete if the requested range covers the month', 'USD', 'start=2024-01-01&end=2024-01-31', true],
    ['complete if the requested range omits only days without rates', 'USD', 'start=2024-03-01&end=2024-03-28', true],
    [
      'incomplete if the requested range begins after the month’s first rate',
      'USD',
      'start=2024-01-03&end=2024-01-31',
      false,
    ],
    [
      'incomplete if the requested range ends before the month’s last rate',
      'USD',
      'start=2024-01-01&end=2024-01-30',
      false,
    ],
    ['incomplete if the month isn’t over yet', 'USD', 'start=2026-04-01', false],
    ['incomplete if the month began before the first official rates', 'USD', 'start=1999-01-04&end=1999-01-31', false],
    [
      'complete if the bank quoted the currency until the month’s last business day',
      'HRK',
      'start=2022-12-01&end=2022-12-31',
      true,
    ],
    [
      'incomplete if the bank quoted the currency only on the month’s first day',
      'RUB',
      'start=2022-03-01&end=2022-03-31',
      false,
    ],
  ])('have a monthly average that is marked as %s', async (_, to, range, complete) => {
    const { data } = await json<History>(
      `/api/v1/history?from=EUR&to=${to}&every=month&value=mean&source=ecb&${range}`,
    );
    expect(data).toMatchObject([{ complete }]);
  });

  it.each([
    ['incomplete in the month and the quarter of a day that waits', '2026-02-17', false],
    ['complete if a day waits with other rates than it is published with', undefined, true],
  ])('have averages that are marked as %s', async (_, waiting, complete) => {
    const doubt = { reason: 'implausible', code: 'USD', value: 1e9, since: '2026-02-17' } as const;
    const doubted = assetsSince1999({
      ...undoubted(recordedOfficialRates().filter(({ date }) => date !== waiting)),
      doubts: [{ ...doubt, date: '2026-02-17' }],
    });
    const means = async (every: string, range: string) => {
      const query = `from=EUR&to=USD&source=ecb&value=mean&every=${every}&${range}`;
      const response = await createHandler('one', clock)(request(`/api/v1/history?${query}`), { ASSETS: doubted });
      return ((await response.json()) as History).data.map((mean) => mean.complete);
    };
    expect(await means('month', 'start=2026-01-01&end=2026-03-31')).toEqual([true, complete, true]);
    expect(await means('quarter', 'start=2025-10-01&end=2026-03-31')).toEqual([true, complete]);
  });

  it('have the columns days, first_date and complete in a CSV file of averages', async () => {
    const response = await ask(
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
    const csv = await (await ask('/api/v1/history.csv?from=EUR&to=USD&start=2026-04-10&source=ecb')).text();
    expect(csv).toBe('date,rate\r\n2026-04-10,1.1711\r\n2026-04-13,1.1684\r\n');
  });

  describe('are not returned for the invalid request', () => {
    it.each([
      [
        '/api/v1/convert?from=USD&to=ISK&date=2010-06-03&source=ecb',
        'The European Central Bank has no rate for ISK on 2010-06-03. It has rates from 1999-01-04 to 2008-12-09 and ' +
          'from 2018-02-01 to 2026-04-13',
      ],
      [
        '/api/v1/rates/2022-03-02?base=RUB&source=ecb',
        'The European Central Bank has no rate for RUB on 2022-03-02. It has rates from 2005-04-01 to 2022-03-01',
      ],
      [
        '/api/v1/rates/2024-05-02?symbols=AED&source=ecb',
        'The European Central Bank has no rates for "AED". With source=market, this request returns market rates',
      ],
      [
        '/api/v1/history?from=EUR&to=AED&source=ecb',
        'The European Central Bank has no rates for "AED". With source=market, this request returns market rates',
      ],
      [
        '/api/v1/history?from=EUR&to=SIT&start=2020-01-01&end=2020-02-01&source=ecb',
        'No rates for EUR and SIT from 2020-01-01 to 2020-02-01. Available: 1999-01-04 to 2006-12-29',
      ],
      ['/api/v1/rates/1998-12-31?source=ecb', 'No rates for 1998-12-31 (date). Available: 1999-01-04 to 2026-04-13'],
      // This date isn't in the future, because the site's newest day is five months after the bank's newest day.
      [
        '/api/v1/convert?from=EUR&to=USD&date=2026-04-21&source=ecb',
        'No rates for 2026-04-21 (date). The newest rates are of 2026-04-13. Omit date to get them. With source=market, ' +
          'this request returns market rates',
      ],
      [
        '/api/v1/convert?from=EUR&to=USD&source=boe',
        'Invalid source: "boe". Use ecb for the European Central Bank’s rates, or market for the dataset’s',
      ],
    ])('%s, which gets status 400 and an error that says “%s”', async (path, reason) => {
      const response = await ask(path);
      expect(response.status).toBe(400);
      expect(((await response.json()) as { error: string }).error).toContain(reason);
    });
  });

  it('are read from at most four archive files per request, even for 27 years', async () => {
    for (const [path, reads] of [
      ['/api/v1/history?from=USD&to=JPY&start=1999-01-04&source=ecb', 3],
      ['/api/v1/history?from=USD&to=JPY&start=1999-01-04&every=year&value=mean&source=ecb', 4],
      ['/api/v1/rates/2013-01-01?source=ecb', 3],
    ] as const) {
      assets.reads.length = 0;
      const { status } = await createHandler('one', clock)(request(path), { ASSETS: assets });
      expect(status).toBe(200);
      // Doesn't count the two files of the current day, which a new Function also reads.
      expect(assets.reads.filter((path) => !path.startsWith('api/'))).toHaveLength(reads);
    }
  });
});
