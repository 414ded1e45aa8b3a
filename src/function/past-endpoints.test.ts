import { describe, expect, it } from 'vitest';
import { currencyYearSchema } from '../api/documents/series/currency-year.ts';
import { type DatedConversion, datedConversionSchema } from '../api/endpoints/convert-on-date.schema.ts';
import { type DatedRates, datedRatesSchema } from '../api/endpoints/dated-rates.schema.ts';
import { type History, historySchema } from '../api/endpoints/history.schema.ts';
import { paths } from '../api/paths.ts';
import { archiveFiles } from '../api/documents/archive-files.ts';
import { dateOfDay, datesUpTo, dayNumber } from '../money/calendar.ts';
import { withoutMetals } from '../money/currencies/metals.ts';
import { FIRST_DAY } from '../sources/provider.ts';
import { roundProduct, roundQuotient } from '../money/rounding/exact-rounding.ts';
import { documentsOf, codedErrorWith, served, siteInput } from '../testing/sites/served.ts';
import {
  recordedCatalogue,
  recordedDay,
  recordedDays,
  recordedOfficial,
  recordedRejected,
} from '../testing/sites/small-site.ts';
import { plainLastOfEach, plainMeanOfEach, periodOf } from '../testing/data/plain-periods.ts';
import { validTable } from '../testing/data/valid-table.ts';

const { assets, get, text, json, answer } = served();
const fileOf = (path: string) => assets.files.get(path) ?? expect.fail(path);
const { currencies } = siteInput();
const codes = recordedCatalogue.map(({ code }) => code);
const table = validTable();
const last = '2026-09-29';

/** A pair's rates in a range, computed from the archive's tables. */
function oracle(from: string, to: string, start: string, end: string) {
  return [...table].flatMap(([date, rates]) => {
    const [a, b] = [rates.get(from), rates.get(to)];
    return date >= start && date <= end && a !== undefined && b !== undefined
      ? [{ date, rate: roundQuotient(b, a) }]
      : [];
  });
}

describe('/api/v1/history', () => {
  const range = (query: string) => json<History>(`/api/v1/history?${query}`);

  it('returns all archived rates since 2024-03-02 for every currency', async () => {
    for (const [place, from] of codes.entries()) {
      const others = codes.filter((_, index) => (index + place) % 160 === 0);
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
    expect(historySchema.parse(document)).toMatchObject({
      ...{ success: true, from: 'EUR', to: 'INR', start: '2025-09-29', end: last, every: 'day' },
      ...{ rate_type: 'daily_reference', source: { license: 'CC0-1.0' } },
      data: oracle('EUR', 'INR', '2025-09-29', last),
    });
  });

  it.each([
    ['start=2026-09-01&end=2026-09-10', '2026-09-01', '2026-09-10'],
    ['start=2026-09-01', '2026-09-01', last],
    ['end=2025-03-20', '2024-03-20', '2025-03-20'],
    ['end=2024-06-10', FIRST_DAY, '2024-06-10'],
    // This day has no rates yet.
    ['start=2026-09-29&end=2026-09-30', '2026-09-29', '2026-09-30'],
    ['start=2024-12-01&end=2025-01-20', '2024-12-01', '2025-01-20'],
  ])('covers the days from $1 to $2 for the query “$0”', async (query, start, end) => {
    const data = oracle('GBP', 'JPY', start, end);
    expect(data).not.toEqual([]);
    expect(await range(`from=GBP&to=JPY&${query}`)).toMatchObject({ start, end, data });
  });

  it('returns each week’s last rate for every=week, and each month’s last rate for every=month', async () => {
    const all = oracle('EUR', 'USD', '2024-03-02', last);
    for (const every of ['day', 'week', 'month'] as const) {
      const { data } = await range(`from=EUR&to=USD&start=2024-03-02&every=${every}`);
      expect([every, data]).toEqual([every, plainLastOfEach(every, all)]);
    }
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
      const { json } = served(documentsOf({ archive }));
      /** Every day on which the source has rates, archived or not. */
      const days = all.filter((date) => !gaps.includes(date));
      for (const every of ['month', 'quarter', 'year'] as const) {
        const periods = days.map(periodOf[every]);
        const partial = (['2024-03-01', '2026-09-30'] as const).map(periodOf[every]);
        for (const pair of ['from=EUR&to=USD', 'from=USD&to=EUR', 'from=GBP&to=SYP']) {
          const [from = '', to = ''] = pair.match(/[A-Z]{3}/g) ?? [];
          const data = plainMeanOfEach(every, oracle(from, to, '2024-03-20', last), (period, count) => {
            return !partial.includes(period) && count === periods.filter((other) => other === period).length;
          });
          const query = `${pair}&start=2024-03-20&every=${every}&value=mean`;
          expect(historySchema.parse(await json(`/api/v1/history?${query}`))).toMatchObject({
            ...{ from, to, value: 'mean', rate_type: 'daily_reference', every, data },
            computation: expect.stringMatching(/computed by this service.*fawazahmed0\/exchange-api$/) as string,
          });
          if (to === 'USD' && every === 'month')
            expect(data.filter(({ complete }) => complete)).toHaveLength(completeMonths);
        }
      }
    },
  );

  it('returns the last rate of each month for value=last', async () => {
    const query = '/api/v1/history?from=EUR&to=USD&every=month';
    expect(await text(`${query}&value=last`)).toBe(await text(query));
    const fields = 'success from to start end every rate_type source data_points data';
    expect(Object.keys(await json<History>(query))).toEqual(fields.split(' '));
  });

  it('returns past rates of a currency that isn’t published today', async () => {
    expect(recordedDay.rates.has('SYP')).toBe(false);
    const { data } = await range('from=USD&to=SYP&start=2026-01-01&end=2026-09-01');
    expect(data).toEqual(oracle('USD', 'SYP', '2026-01-01', '2026-09-01'));
    expect(data.length).toBeGreaterThan(20);
  });

  it('returns a range of rates as CSV if the path ends with .csv', async () => {
    const response = await get('/api/v1/history.csv?from=EUR&to=USD&start=2026-09-01&end=2026-09-05');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'content-disposition': 'attachment; filename="EUR-USD-2026-09-01-2026-09-05.csv"',
      'content-type': 'text/csv; charset=utf-8',
      etag: 'W/"one-2026-09-30"',
    });
    const rows = oracle('EUR', 'USD', '2026-09-01', '2026-09-05').map(({ date, rate }) => `${date},${rate}\r\n`);
    expect(rows.length).toBeGreaterThan(0);
    expect(await response.text()).toBe(`date,rate\r\n${rows.join('')}`);
  });
});

describe('/api/v1/rates/{date} and /api/v1/rates/{base}', () => {
  const days = (json: string) => datedRatesSchema.parse(JSON.parse(json));

  it('has a static file for each archived day, with the same content as the Pages Function’s response', async () => {
    for (const [date, rates] of table) {
      const file = fileOf(paths.ratesOnDate(date));
      expect(await text(`/api/v1/rates/${date}`)).toBe(file);
      expect(days(file).rates).toEqual(Object.fromEntries(withoutMetals(rates)));
    }
  });

  it('has a static file for each base, with the same content as the Pages Function’s response', async () => {
    for (const { code, perUsd } of currencies) {
      const file = fileOf(paths.ratesByBase(code));
      expect(await text(`/api/v1/rates/${code}`)).toBe(file);
      const { base, rate_as_of, rates } = days(file);
      expect([base, rate_as_of, rates[code]]).toEqual([code, last, 1]);
      const rateOf = (other: number) => (code === 'USD' ? other : roundQuotient(other, perUsd));
      const listed = currencies.filter((other) => other.type !== 'metal' || other.code === code);
      expect(rates).toEqual(Object.fromEntries(listed.map((other) => [other.code, rateOf(other.perUsd)])));
    }
  });

  it('returns only the requested currencies, with the requested base', async () => {
    const { base, rates } = await json<DatedRates>('/api/v1/rates/2025-06-03?base=eur&symbols=usd,GBP');
    const day = table.get('2025-06-03');
    const on = (code: string) => roundQuotient(day?.get(code) ?? NaN, day?.get('EUR') ?? NaN);
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
    expect((await get(`/api/v1/rates/${dateOfDay(dayNumber(syrian) + 8)}?symbols=SYP`)).status).toBe(400);
  });
});

describe('/api/v1/convert', () => {
  it('uses the rate of the requested date, or today’s rate if no date is requested', async () => {
    const rate = roundQuotient(table.get('2025-06-03')?.get('JPY') ?? NaN, table.get('2025-06-03')?.get('EUR') ?? NaN);
    const dated = await json<DatedConversion>('/api/v1/convert?from=eur&to=JPY&amount=100&date=2025-06-03');
    expect(datedConversionSchema.parse(dated)).toMatchObject({
      ...{ from: 'EUR', to: 'JPY', amount: 100, rate, result: roundProduct(100, rate), rate_as_of: '2025-06-03' },
      timestamp: recordedDay.retrieved_at,
    });
    const { source, ...today } = await json<DatedConversion>('/api/v1/convert?from=EUR&to=JPY&amount=100');
    expect(source.name).toBe('fawazahmed0/exchange-api');
    const conversion = await json<object>('/api/convert?from=EUR&to=JPY&amount=100');
    expect(today).toEqual({ ...conversion, rate_as_of: last, rate_type: 'daily_reference', held: {} });
  });

  it('uses rates from up to 7 days earlier if a currency has no rate on the requested date', async () => {
    let same = 0;
    for (const [index, date] of [...table.keys()].entries()) {
      const [from = '', to = ''] = [codes[(7 * index) % codes.length], codes[(11 * index + 3) % codes.length]];
      const expected = oracle(from, to, dateOfDay(dayNumber(date) - 7), date).at(-1);
      const path = `/api/v1/convert?from=${from}&to=${to}&date=${date}`;
      const { rate, rate_as_of } = await json<Partial<DatedConversion>>(path);
      expect([path, rate, rate_as_of]).toEqual([path, expected?.rate, expected?.date]);
      if (expected?.date === date) same++;
    }
    expect(same).toBeGreaterThan(100);
  });
});

describe('invalid request for rates', () => {
  it.each([
    ['start=2026-2-3', '"2026-2-3"'],
    ['end=2026-02-30', '"2026-02-30"'],
    ['start=2026-09-02&end=2026-09-01', 'start (2026-09-02) is after end (2026-09-01)'],
    ['start=2020-01-01', '2024-03-02 to 2026-09-29'],
    ['end=2026-10-02', 'Omit end'],
    ['end=9999-12-31', 'Omit end'],
    ['start=2027-01-01&end=9999-12-31', 'Omit start and end'],
    ['every=hour', '"hour"'],
    ['every=month&value=average', '"average"'],
    ['value=mean', 'every=month'],
    ['every=week&value=mean', 'every=month'],
    ['start=2026-09-30', '2024-03-02 to 2026-09-29'],
  ])(
    'with the URL “/api/v1/history?from=EUR&to=USD&%s” gets status 400 and an error that says “%s”',
    async (query, message) => {
      expect(await answer(`/api/v1/history?from=EUR&to=USD&${query}`)).toEqual([400, codedErrorWith(message)]);
    },
  );

  it.each([
    ['history', 'from, to'],
    ['history?from=EUR&to=XYZ', '"XYZ"'],
    ['history?from=EUR&to=HRK', 'HRK was replaced by EUR on 2023-01-01'],
    ['history?from=EUR&to=../../rates', '"../../rates"'],
    [
      'history?from=ZWG&to=USD&start=2024-03-02&end=2024-03-20',
      'No rates for ZWG and USD from 2024-03-02 to 2024-03-20.',
    ],
    ['history.csv?from=EUR', 'to'],
    ['rates/2026-02-30', '"2026-02-30"'],
    ['rates/2026-9-3', '"2026-9-3"'],
    ['rates/1999-01-01', '2024-03-02 to 2026-09-29'],
    ['rates/2026-10-02?base=EUR&symbols=USD,GBP', '/api/v1/rates/eur?symbols=USD,GBP'],
    ['rates/2025-05-20', 'USD on 2025-05-20'],
    ['rates/2026-09-29?symbols=SYP', 'SYP on 2026-09-29'],
    ['rates/2026-09-29?base=XYZ', '"XYZ"'],
    ['rates/2026-09-29?symbols=USD,', '""'],
    ['rates/eur?base=USD', 'Omit it, as in /api/v1/rates/eur'],
    ['rates/syp', '/api/v1/history?from=SYP&to=EUR'],
    ['rates/xyz', '"XYZ"'],
    ['convert', 'from, to'],
    ['convert?from=EUR&to=XYZ', '"XYZ"'],
    ['convert?from=EUR&to=XYZ&date=2025-06-03', '"XYZ"'],
    ['convert?from=GBX&to=SYP', '/api/v1/history?from=GBX&to=SYP'],
    ['convert?from=EUR&to=SYP&date=2026-09-20', 'SYP on 2026-09-20'],
    // The rates up to the end of 2025 are in the old unit, 100 of which are 1 new unit.
    ['convert?from=SYP&to=USD&date=2026-01-02', 'new unit since 2026-01-01'],
    ['rates/2026-01-07?base=USD&symbols=SYP', 'new unit since 2026-01-01'],
    ['convert?from=EUR&to=USD&date=3%20June', '"3 June"'],
    ['convert?from=EUR&to=USD&date=2025-05-20', 'EUR and USD on 2025-05-20'],
    ['convert?from=EUR&to=USD&amount=ten', '"ten"'],
    ['convert?from=BTC&to=IRR&amount=1e300&date=2026-09-29', 'too large'],
    ['convert?from=EUR&to=USD&source=boe', '"boe"'],
  ])('with the URL “/api/v1/%s” gets status 400 and an error that says “%s”', async (path, message) => {
    expect(await answer(`/api/v1/${path}`)).toEqual([400, codedErrorWith(message)]);
  });
});

it('yearly files of a currency > contain all archived rates of the currency except rejected source values', () => {
  for (const code of codes) {
    const years = ['2024', '2025', '2026'].flatMap((year) => {
      const body = assets.files.get(paths.currencyYear(code, year));
      if (body === undefined) return [];
      const document = currencyYearSchema.parse(JSON.parse(body));
      expect([document.code, document.year]).toEqual([code, year]);
      return document.dates.map((date, index) => ({ date, rate: document.rates[index] }));
    });
    const dates = oracle('USD', code, FIRST_DAY, last).map(({ date }) => date);
    expect(years).toEqual(dates.map((date) => ({ date, rate: table.get(date)?.get(code) })));
  }
});

it('Pages Function > reads no file of past rates if all requested currencies are unsupported', async () => {
  const { assets, get } = served();
  const codes = Array.from({ length: 450 }, (_, index) => `X${index.toString(36).padStart(2, '0')}`);
  const { status } = await get(`/api/v1/rates/2026-09-29?symbols=${codes.join().toUpperCase()}`);
  const read = ['api/v1/rates.json', 'api/currencies.json', 'api/v1/metals.json', 'series/market/days.json'];
  expect([status, assets.reads]).toEqual([400, read]);
});

it('Pages Function > accepts codes in any case and with spaces in symbols, and repeated codes', async () => {
  const path = '/api/v1/rates/eur?symbols=usd,%20GBP,USD';
  expect(Object.keys((await json<DatedRates>(path)).rates)).toEqual(['GBP', 'USD']);
});

it.each([
  ['/api/v1/history?from=..%2F..%2Fv1&to=rates', 400],
  ['/api/v1/rates/..%2Frates', 404],
  ['/api/v1/rates/2026-09-29?base=..%2Fx', 400],
  ['/v1/2025-06-03?base=..%2F..%2Fx&symbols=..%2Fy', 404],
  ['/v1/2025-06-03..?symbols=..%2Fy', 404],
  ['/v2/rates?from=2025-01-01&base=..%2Fx', 422],
])('Pages Function > reads no file outside the site for %s', async (path, status) => {
  const { assets, get } = served();
  expect((await get(path)).status).toBe(status);
  expect(assets.reads.filter((read) => read.includes('..'))).toEqual([]);
});
