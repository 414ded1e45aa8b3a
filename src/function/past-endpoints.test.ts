import { describe, expect, it } from 'vitest';
import { byPublishedOrder } from '../currencies/catalogue.ts';
import { currencyYearSchema } from '../api/documents/currency-year.ts';
import { type DatedConversion, datedConversionSchema } from '../api/documents/conversion.ts';
import { type DatedRates, datedRatesSchema } from '../api/documents/dated-rates.ts';
import { type PairRange, pairRangeSchema } from '../api/documents/pair-range.ts';
import { paths } from '../api/format/paths.ts';
import { archiveFiles } from '../api/archive/archive-files.ts';
import { dateOfDay, datesUpTo, dayNumber } from '../rates/calendar.ts';
import { FIRST_DAY } from '../archive/source.ts';
import { publishedCurrencies } from '../rates/published-currency.ts';
import { round } from '../rates/round.ts';
import { commonDocuments } from '../site/write/common-documents.ts';
import { MemoryAssets } from '../testing/sites/memory-assets.ts';
import {
  clock,
  recordedCatalogue as catalogue,
  recordedDay,
  recordedDays,
  recordedFiles,
  recordedOfficial,
  recordedRejected,
} from '../testing/sites/small-site.ts';
import { validTable } from '../testing/data/valid-table.ts';
import { createHandler } from './handler.ts';

const snapshot = { ...recordedDay, checkedAt: '2026-09-30T06:00:00.000Z' };
const currencies = publishedCurrencies(catalogue, snapshot).toSorted(byPublishedOrder);
const files = [...commonDocuments({ archive: recordedFiles, version: '1.2.3', snapshot, currencies })];
const fileOf = (path: string) => files.find((file) => file.path === path)?.body ?? expect.fail(path);
const assets = new MemoryAssets(files);
const handle = createHandler('one', clock);
const ask = (path: string) => handle(new Request(`https://ratesheet.example${path}`), { ASSETS: assets });
const json = async <T>(path: string): Promise<T> => (await (await ask(path)).json()) as T;

const table = validTable();
const last = '2026-09-29';

/** A pair's rates in a range, computed from the archive's tables. */
function oracle(from: string, to: string, start: string, end: string) {
  return [...table].flatMap(([date, rates]) => {
    const [a, b] = [rates.get(from), rates.get(to)];
    return date >= start && date <= end && a !== undefined && b !== undefined ? [{ date, rate: round(b / a) }] : [];
  });
}

describe('/api/v1/history', () => {
  const range = (query: string) => json<PairRange>(`/api/v1/history?${query}`);

  it('returns all archived rates since 2024-03-02 for every currency', async () => {
    const codes = catalogue.map(({ code }) => code);
    for (const [place, from] of codes.entries()) {
      const others = codes.filter((_, index) => (index + place) % 40 === 0);
      for (const to of others) {
        const { data } = await range(`from=${from}&to=${to}&start=2024-03-02`);
        const expected = oracle(from, to, '2024-03-02', last);
        // Comparing two strings is faster than comparing hundreds of objects.
        if (JSON.stringify(data) !== JSON.stringify(expected)) expect([from, to, data]).toEqual([from, to, expected]);
      }
    }
  });

  it('returns a rate for each day of the past year if the query has only from and to', async () => {
    const document = await range('from=eur&to=InR');
    expect(pairRangeSchema.parse(document)).toMatchObject({
      ...{ success: true, from: 'EUR', to: 'INR', start: '2025-09-29', end: last, every: 'day' },
      ...{ rate_type: 'daily_reference', source: { license: 'CC0-1.0' } },
      data: oracle('EUR', 'INR', '2025-09-29', last),
    });
  });

  it.each([
    ['start=2026-09-01&end=2026-09-10', '2026-09-01', '2026-09-10', 'including both dates'],
    ['start=2026-09-01', '2026-09-01', last, 'up to the newest day'],
    ['end=2025-03-20', '2024-03-20', '2025-03-20', 'from a year before the end'],
    ['end=2024-06-10', '2024-03-02', '2024-06-10', 'from the first archived day'],
    ['start=2026-09-29&end=2026-09-30', '2026-09-29', '2026-09-30', 'although 2026-09-30 has no rates yet'],
    ['start=2024-12-01&end=2025-01-20', '2024-12-01', '2025-01-20', 'across a change of year'],
  ])('covers the days from $1 to $2 for the query “$0” ($3)', async (query, start, end) => {
    const document = await range(`from=GBP&to=JPY&${query}`);
    expect(document).toMatchObject({ start, end, data: oracle('GBP', 'JPY', start, end) });
    expect(document.data.length).toBeGreaterThan(0);
  });

  it('returns each week’s last rate for every=week, and each month’s last rate for every=month', async () => {
    const all = oracle('EUR', 'USD', '2024-03-02', last);
    const lastOf = (nameOf: (date: string) => string) => [
      ...new Map(all.map((rate) => [nameOf(rate.date), rate])).values(),
    ];
    // A week is identified by its Monday.
    const monday = (date: string) => dateOfDay(dayNumber(date) - ((new Date(date).getUTCDay() + 6) % 7));
    const get = async (every: string) => (await range(`from=EUR&to=USD&start=2024-03-02&every=${every}`)).data;
    expect(await get('day')).toEqual(all);
    expect(await get('week')).toEqual(lastOf(monday));
    expect(await get('month')).toEqual(lastOf((date) => date.slice(0, 7)));
  });

  const all = datesUpTo(last, dayNumber(last) - dayNumber(FIRST_DAY));
  const unarchived = all.filter((date) => !table.has(date));
  it.each([
    ['the days that aren’t archived were never fetched, apart from two gaps', recordedDays.gaps, 0],
    [
      'all days that aren’t archived are gaps, apart from a day of June 2025',
      unarchived.filter((date) => date !== '2025-06-04'),
      26,
    ],
  ])(
    'returns the average rate of each month, quarter or year for value=mean if %s',
    async (_, gaps, completeMonths) => {
      const archive = archiveFiles({ ...recordedDays, gaps }, recordedRejected, recordedOfficial);
      const files = [...commonDocuments({ archive, version: '1.2.3', snapshot, currencies })];
      const handle = createHandler('two', clock);
      const ASSETS = new MemoryAssets(files);
      /** Every day on which the source has rates, archived or not. */
      const days = all.filter((date) => !gaps.includes(date));
      for (const [every, nameOf] of [
        ['month', (date: string) => date.slice(0, 7)],
        ['quarter', (date: string) => date.slice(0, 5) + String(Math.ceil(Number(date.slice(5, 7)) / 3))],
        ['year', (date: string) => date.slice(0, 4)],
      ] as const) {
        for (const [from, to] of [
          ['EUR', 'USD'],
          ['USD', 'EUR'],
          ['GBP', 'SYP'],
        ] as const) {
          const ofPeriods = Map.groupBy(oracle(from, to, '2024-03-20', last), ({ date }) => nameOf(date));
          const expected = Array.from(ofPeriods, ([period, dated]) => ({
            date: dated.at(-1)?.date,
            rate: round(dated.reduce((sum, { rate }) => sum + rate, 0) / dated.length),
            days: dated.length,
            first_date: dated[0]?.date,
            complete:
              ![nameOf('2024-03-01'), nameOf('2026-09-30')].includes(period) &&
              dated.length === days.filter((date) => nameOf(date) === period).length,
          }));
          const query = `from=${from}&to=${to}&start=2024-03-20&every=${every}&value=mean`;
          const response = await handle(new Request(`https://ratesheet.example/api/v1/history?${query}`), { ASSETS });
          const document = pairRangeSchema.parse(await response.json());
          expect(document).toMatchObject({
            ...{ value: 'mean', rate_type: 'daily_reference', every },
            computation: expect.stringMatching(/computed by this service.*fawazahmed0\/exchange-api$/) as string,
          });
          expect([from, to, document.data]).toEqual([from, to, expected]);
          const complete = document.data.filter(({ complete }) => complete);
          if (to === 'USD' && every === 'month') expect(complete).toHaveLength(completeMonths);
        }
      }
    },
  );

  it('returns the last rate of each month for value=last', async () => {
    const query = '/api/v1/history?from=EUR&to=USD&every=month';
    expect(await (await ask(`${query}&value=last`)).text()).toBe(await (await ask(query)).text());
    expect(Object.keys(await json(query))).toEqual([
      'success',
      'from',
      'to',
      'start',
      'end',
      'every',
      'rate_type',
      'source',
      'data_points',
      'data',
    ]);
  });

  it('returns past rates of a currency that isn’t published today', async () => {
    expect(recordedDay.rates.has('SYP')).toBe(false);
    const { data } = await range('from=USD&to=SYP&start=2026-01-01&end=2026-09-01');
    expect(data).toEqual(oracle('USD', 'SYP', '2026-01-01', '2026-09-01'));
    expect(data.length).toBeGreaterThan(20);
  });

  it('returns a range of rates as CSV if the path ends with .csv', async () => {
    const response = await ask('/api/v1/history.csv?from=EUR&to=USD&start=2026-09-01&end=2026-09-05');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'content-disposition': 'attachment; filename="EUR-USD-2026-09-01-2026-09-05.csv"',
      'content-type': 'text/csv; charset=utf-8',
      etag: 'W/"one"',
    });
    const rows = oracle('EUR', 'USD', '2026-09-01', '2026-09-05').map(({ date, rate }) => `${date},${rate}\r\n`);
    expect(rows.length).toBeGreaterThan(0);
    expect(await response.text()).toBe(`date,rate\r\n${rows.join('')}`);
  });
});

describe('/api/v1/rates/{day} and /api/v1/rates/{base}', () => {
  const days = (json: string) => datedRatesSchema.parse(JSON.parse(json));

  it('has a static file for each archived day, with the same content as the Pages Function’s response', async () => {
    for (const [date, rates] of table) {
      const file = fileOf(paths.datedRates(date));
      expect(await (await ask(`/api/v1/rates/${date}`)).text()).toBe(file);
      expect(days(file).rates).toEqual(Object.fromEntries(rates));
    }
  });

  it('has a static file for each base, with the same content as the Pages Function’s response', async () => {
    for (const { code, perUsd } of currencies) {
      const file = fileOf(paths.datedRates(code));
      expect(await (await ask(`/api/v1/rates/${code}`)).text()).toBe(file);
      const { base, rate_as_of, rates } = days(file);
      expect([base, rate_as_of, rates[code]]).toEqual([code, last, 1]);
      const expected = currencies.map((other) => [
        other.code,
        code === 'USD' ? other.perUsd : round(other.perUsd / perUsd),
      ]);
      expect(rates).toEqual(Object.fromEntries(expected));
    }
  });

  it('returns only the requested currencies, with the requested base', async () => {
    const { base, rates } = await json<DatedRates>('/api/v1/rates/2025-06-03?base=eur&symbols=usd,GBP');
    const day = table.get('2025-06-03');
    const on = (code: string) => round((day?.get(code) ?? NaN) / (day?.get('EUR') ?? NaN));
    expect({ base, rates }).toEqual({ base: 'EUR', rates: { GBP: on('GBP'), USD: on('USD') } });
    expect(await json<DatedRates>('/api/v1/rates/eur?symbols=JPY')).toMatchObject({ base: 'EUR', rate_as_of: last });
  });

  it.each([
    ['2026-09-30', '2026-09-29'],
    ['2024-03-09', '2024-03-06'],
  ])('returns the rates of $1 if requested for $0, a day without rates', async (asked, given) => {
    expect(await json<DatedRates>(`/api/v1/rates/${asked}`)).toMatchObject({ rate_as_of: given });
  });

  it('returns rates from up to 7 days earlier if a requested currency has no rate on the requested day', async () => {
    const syrian = [...table].findLast(([, rates]) => rates.has('SYP'))?.[0] ?? expect.fail();
    const later = dateOfDay(dayNumber(syrian) + 7);
    expect([...table.keys()].some((date) => date > syrian && date <= later)).toBe(true);
    expect(await json<DatedRates>(`/api/v1/rates/${later}?symbols=SYP`)).toMatchObject({ rate_as_of: syrian });
    const { status } = await ask(`/api/v1/rates/${dateOfDay(dayNumber(syrian) + 8)}?symbols=SYP`);
    expect(status).toBe(400);
  });
});

describe('/api/v1/convert', () => {
  it('uses the rate of the requested date, or today’s rate if no date is requested', async () => {
    const rate = round((table.get('2025-06-03')?.get('JPY') ?? NaN) / (table.get('2025-06-03')?.get('EUR') ?? NaN));
    const dated = await json<DatedConversion>('/api/v1/convert?from=eur&to=JPY&amount=100&date=2025-06-03');
    expect(datedConversionSchema.parse(dated)).toMatchObject({
      ...{ from: 'EUR', to: 'JPY', amount: 100, rate, result: round(100 * rate), rate_as_of: '2025-06-03' },
      timestamp: snapshot.retrievedAt,
    });
    const { rate_as_of, rate_type, source, held, ...today } = await json<DatedConversion>(
      '/api/v1/convert?from=EUR&to=JPY&amount=100',
    );
    expect([rate_as_of, rate_type, source.name]).toEqual([last, 'daily_reference', 'fawazahmed0/exchange-api']);
    expect(held).toEqual({});
    expect(today).toEqual(await json('/api/convert?from=EUR&to=JPY&amount=100'));
  });

  it('uses rates from up to 7 days earlier if a currency has no rate on the requested date', async () => {
    const codes = catalogue.map(({ code }) => code);
    let same = 0;
    for (const [index, date] of [...table.keys()].entries()) {
      const [from = '', to = ''] = [codes[(7 * index) % codes.length], codes[(11 * index + 3) % codes.length]];
      const expected = oracle(from, to, dateOfDay(dayNumber(date) - 7), date).at(-1);
      const { rate, rate_as_of } = await json<Partial<DatedConversion>>(
        `/api/v1/convert?from=${from}&to=${to}&date=${date}`,
      );
      expect([date, from, to, rate, rate_as_of]).toEqual([date, from, to, expected?.rate, expected?.date]);
      if (expected?.date === date) same++;
    }
    expect(same).toBeGreaterThan(100);
  });
});

describe('invalid request for rates', () => {
  it.each([
    ['/api/v1/history', 'Missing required parameters: from, to. Example: /api/v1/history?from=USD&to=EUR'],
    ['/api/v1/history?from=EUR', 'Missing required parameter: to.'],
    ['/api/v1/history?from=EUR&to=XYZ', 'Unsupported currency: "XYZ".'],
    ['/api/v1/history?from=EUR&to=HRK', 'HRK was replaced by EUR on 2023-01-01'],
    ['/api/v1/history?from=EUR&to=../../rates', 'Unsupported currency: "../../rates".'],
    ['/api/v1/history?from=EUR&to=USD&start=2026-2-3', 'Invalid start: "2026-2-3". Use YYYY-MM-DD'],
    ['/api/v1/history?from=EUR&to=USD&end=2026-02-30', 'Invalid end: "2026-02-30".'],
    ['/api/v1/history?from=EUR&to=USD&start=2026-09-02&end=2026-09-01', 'start (2026-09-02) is after end (2026-09-01)'],
    [
      '/api/v1/history?from=EUR&to=USD&start=2020-01-01',
      'No rates for 2020-01-01 (start). Available: 2024-03-02 to 2026-09-29',
    ],
    [
      '/api/v1/history?from=EUR&to=USD&end=2026-10-02',
      'No rates for 2026-10-02 (end), because that day is in the future. The newest rates are of 2026-09-29. Omit end to get them',
    ],
    [
      '/api/v1/history?from=EUR&to=USD&end=9999-12-31',
      'No rates for 9999-12-31 (end), because that day is in the future',
    ],
    [
      '/api/v1/history?from=EUR&to=USD&start=2027-01-01&end=9999-12-31',
      'No rates for 2027-01-01 (start), because that day is in the future. The newest rates are of 2026-09-29. Omit start and end',
    ],
    [
      '/api/v1/history?from=EUR&to=USD&every=hour',
      'Invalid parameter "every": "hour". Supported: day, week, month, quarter, year',
    ],
    [
      '/api/v1/history?from=EUR&to=USD&every=month&value=average',
      'Invalid parameter "value": "average". Supported: last, mean',
    ],
    [
      '/api/v1/history?from=EUR&to=USD&value=mean',
      'No averages by day. With value=mean, use every=month, every=quarter or every=year',
    ],
    [
      '/api/v1/history?from=EUR&to=USD&every=week&value=mean',
      'No averages by week. With value=mean, use every=month, every=quarter or every=year',
    ],
    [
      '/api/v1/history?from=EUR&to=USD&start=2026-09-30',
      'No rates for EUR and USD from 2026-09-30 to 2026-09-30. Available: 2024-03-02 to 2026-09-29',
    ],
    [
      '/api/v1/history?from=ZWG&to=USD&start=2024-03-02&end=2024-03-20',
      'No rates for ZWG and USD from 2024-03-02 to 2024-03-20.',
    ],
    ['/api/v1/history.csv?from=EUR', 'Missing required parameter: to.'],
    ['/api/v1/rates/2026-02-30', 'Invalid date: "2026-02-30".'],
    ['/api/v1/rates/2026-9-3', 'Invalid date: "2026-9-3".'],
    ['/api/v1/rates/1999-01-01', 'No rates for 1999-01-01 (date). Available: 2024-03-02 to 2026-09-29'],
    [
      '/api/v1/rates/2026-10-02?base=EUR&symbols=USD,GBP',
      'No rates for 2026-10-02 (date), because that day is in the future. The newest rates are of 2026-09-29. ' +
        'Use /api/v1/rates/eur?symbols=USD,GBP to get them',
    ],
    ['/api/v1/rates/2025-05-20', 'No rate for USD on 2025-05-20 or in the 7 days before.'],
    ['/api/v1/rates/2026-09-29?symbols=SYP', 'No rate for SYP on 2026-09-29 or in the 7 days before.'],
    ['/api/v1/rates/2026-09-29?base=XYZ', 'Unsupported currency: "XYZ".'],
    ['/api/v1/rates/2026-09-29?symbols=USD,', 'Unsupported currency: "".'],
    ['/api/v1/rates/eur?base=USD', 'The path already sets the base currency'],
    ['/api/v1/rates/syp', 'No rate for SYP today. See /api/v1/status for the reason'],
    ['/api/v1/rates/xyz', 'Unsupported currency: "XYZ".'],
    ['/api/v1/rates/eur?symbols=SYP', 'No rate for SYP today'],
    ...[
      ['convert?from=SYP&to=USD', 'from=SYP&to=USD'],
      ['rates/eur-to-syp', 'from=EUR&to=SYP'],
      ['historical?from=syp', 'from=SYP&to=INR'],
      ['v1/convert?from=GBX&to=SYP', 'from=GBX&to=SYP'],
    ].map(([path, pair]): [string, string] => [
      `/api/${path}`,
      `No rate for SYP today. See /api/v1/status for the reason, and /api/v1/history?${pair} for past rates`,
    ]),
    ['/api/v1/convert', 'Missing required parameters: from, to. Example: /api/v1/convert?from=USD'],
    ['/api/v1/convert?from=EUR&to=XYZ', 'Unsupported currency: "XYZ".'],
    ['/api/v1/convert?from=EUR&to=XYZ&date=2025-06-03', 'Unsupported currency: "XYZ".'],
    ['/api/v1/convert?from=EUR&to=SYP', 'No rate for SYP today'],
    ['/api/v1/convert?from=EUR&to=SYP&date=2026-09-20', 'No rate for SYP on 2026-09-20'],
    ['/api/v1/convert?from=EUR&to=USD&date=3%20June', 'Invalid date: "3 June".'],
    ['/api/v1/convert?from=EUR&to=USD&date=2025-05-20', 'No rate for EUR and USD on 2025-05-20'],
    ['/api/v1/convert?from=EUR&to=USD&amount=ten', 'Invalid amount: "ten".'],
    [
      '/api/v1/convert?from=BTC&to=IRR&amount=1e300&date=2026-09-29',
      'The amount or the result is too large or too small',
    ],
  ])('with the URL “%s” gets status 400 and an error that says “%s”', async (path, message) => {
    const response = await ask(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(await response.json()).toEqual({ success: false, error: expect.stringContaining(message) as string });
  });
});

it('yearly files of a currency > contain all archived rates of the currency except rejected source values', () => {
  for (const { code } of catalogue) {
    const years = ['2024', '2025', '2026'].flatMap((year) => {
      const body = files.find(({ path }) => path === paths.currencyYear(code, year))?.body;
      if (body === undefined) return [];
      const document = currencyYearSchema.parse(JSON.parse(body));
      expect([document.code, document.year]).toEqual([code, year]);
      return document.dates.map((date, index) => ({ date, rate: document.rates[index] }));
    });
    expect(years).toEqual(
      oracle('USD', code, '2024-03-02', last).map(({ date }) => ({ date, rate: table.get(date)?.get(code) })),
    );
  }
});

it('Pages Function > reads no file of past rates if all requested currencies are unsupported', async () => {
  const other = new MemoryAssets(files);
  const codes = Array.from({ length: 450 }, (_, index) => `X${index.toString(36).padStart(2, '0')}`);
  const path = `/api/v1/rates/2026-09-29?symbols=${codes.join(',').toUpperCase()}`;
  const response = await createHandler('three', clock)(new Request(`https://ratesheet.example${path}`), {
    ASSETS: other,
  });
  expect(response.status).toBe(400);
  expect(other.reads).toEqual([
    ...['api/v1/rates.json', 'api/currencies.json', 'series/past-files.json'],
    // Read to say whether the European Central Bank has rates of the currencies.
    'series/ecb/days.json',
  ]);
});

it('Pages Function > accepts /api/v1/rates/eur?base=EUR, because path and query have the same base', async () => {
  const path = '/api/v1/rates/eur?base=EUR&symbols=usd,%20GBP,USD';
  expect(Object.keys((await json<DatedRates>(path)).rates)).toEqual(['GBP', 'USD']);
});

it('Pages Function > never reads a file whose path contains an invalid currency code', async () => {
  const other = new MemoryAssets(files);
  const fresh = createHandler('two', clock);
  for (const path of [
    '/api/v1/history?from=..%2F..%2Fv1&to=rates',
    '/api/v1/rates/..%2Frates',
    '/api/v1/rates/2026-09-29?base=..%2Fx',
  ]) {
    const response = await fresh(new Request(`https://ratesheet.example${path}`), { ASSETS: other });
    expect([path, [400, 404].includes(response.status)]).toEqual([path, true]);
  }
  expect(other.reads.filter((path) => path.includes('..'))).toEqual([]);
});
