import fc from 'fast-check';
import { frankfurterErrorSchema, namesSchema } from '../api/compat/frankfurter-v1.schema.ts';
import { frankfurterCurrenciesSchema } from '../api/documents/frankfurter-currencies.schema.ts';
import {
  frankfurterRateSchema,
  frankfurterRatesSchema,
  frankfurterV2ErrorSchema,
} from '../api/compat/frankfurter-v2.schema.ts';
import { fixerErrorSchema, fixerSchema } from '../api/compat/fixer.schema.ts';
import { openExchangeRatesErrorSchema, openExchangeRatesSchema } from '../api/compat/open-exchange-rates.schema.ts';
import { errorSchema } from '../api/error.schema.ts';
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { byPublishedOrder } from '../currencies/catalogue.ts';
import { printRate } from '../api/compat/frankfurter-v1.ts';
import { fixer } from '../api/compat/fixer.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { publishedCurrencies } from '../rates/published-currency.ts';
import { round } from '../rates/round.ts';
import { commonDocuments } from '../site/write/common-documents.ts';
import { MemoryAssets } from '../testing/sites/memory-assets.ts';
import { recordedCatalogue as catalogue, clock, recordedDay, recordedFiles } from '../testing/sites/small-site.ts';
import { type ComparedRequest, withTitles } from '../testing/data/compared-requests.ts';
import { apiOfError } from '../testing/data/layout-requests.ts';
import { validTable } from '../testing/data/valid-table.ts';
import { createHandler } from './handler.ts';

const snapshot = { ...recordedDay, checkedAt: '2026-09-30T06:00:00.000Z' };
const currencies = publishedCurrencies(catalogue, snapshot).toSorted(byPublishedOrder);
const files = [...commonDocuments({ archive: recordedFiles, version: '1.2.3', snapshot, currencies })];
const assets = new MemoryAssets(files);
const handle = createHandler('one', clock);
const ask = (path: string, init?: RequestInit) =>
  handle(new Request(`https://ratesheet.example${path}`, init), { ASSETS: assets });

/** The body of a response with status 200, which must match the schema. */
async function json<T extends z.ZodType>(schema: T, path: string): Promise<z.infer<T>> {
  const response = await ask(path);
  const body: unknown = await response.json();
  expect([path, response.status, body]).toEqual([path, 200, body]);
  return schema.parse(body);
}

const table = validTable();
const days = [...table.keys()];
const last = '2026-09-29';
const codes = catalogue.map(({ code }) => code);

/** A day's rates per 1 unit of the base, computed from the archive's tables, in alphabetical order. */
function oracle(date: string, base: string, wanted: readonly string[] = codes): Record<string, number> {
  const day = table.get(date) ?? new Map<string, number>();
  return Object.fromEntries(
    [...wanted].sort().flatMap((code) => {
      const [a, b] = [day.get(base), day.get(code)];
      return a === undefined || b === undefined ? [] : [[code, round(b / a)]];
    }),
  );
}

/** Today's rates per 1 unit of the base, computed from the published rates. */
const today = (base: string, wanted: readonly string[] = codes) => {
  const perUsd = new Map(currencies.map(({ code, perUsd }) => [code, perUsd]));
  return Object.fromEntries(
    [...wanted].sort().flatMap((code) => {
      const rate = perUsd.get(code);
      return rate === undefined ? [] : [[code, round(rate / (perUsd.get(base) ?? NaN))]];
    }),
  );
};

const code = fc.constantFrom(...codes);
const sampleOf = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: 100, seed: 19 });
const requests = sampleOf(
  fc.record({
    base: code,
    wanted: fc.uniqueArray(code, { minLength: 1, maxLength: 5 }),
    one: fc.nat(days.length - 1),
    other: fc.nat(days.length - 1),
    amount: fc.constantFrom(1, 2, 12.5, 1000),
  }),
);
const dayAt = (place: number) => days[place] ?? '';

describe('Ratesheet’s endpoints in Frankfurter v2’s format', () => {
  it('use EUR as the default base', async () => {
    const rates = await json(frankfurterRatesSchema, '/v2/rates');
    expect(rates).toEqual(
      Object.entries(today('EUR')).map(([quote, rate]) => ({ date: last, base: 'EUR', quote, rate })),
    );
    expect(rates).toContainEqual({ date: last, base: 'EUR', quote: 'EUR', rate: 1 });
    expect(await json(frankfurterRateSchema, '/v2/rate/usd/eur')).toEqual({
      ...{ date: last, base: 'USD', quote: 'EUR', rate: 0.88022588 },
    });
    expect(await json(frankfurterRateSchema, '/v2/rate/USD/USD?date=2025-06-03')).toMatchObject({ rate: 1 });
  });

  // Frankfurter rounds rates above 5,000 to integers (lib/roundable.rb), and Ruby prints other whole numbers with `.0`.
  it('print whole rates as Frankfurter does: 1.0', async () => {
    expect(await (await ask('/v2/rate/USD/USD')).text()).toBe(
      `{"date":"${last}","base":"USD","quote":"USD","rate":1.0}\n`,
    );
    const rows = await (await ask('/v2/rates?base=USD&quotes=BSD,EUR,USD')).text();
    expect(rows).toMatch(
      /^\[\{.*"quote":"BSD","rate":1\.0\},.*"quote":"EUR","rate":0\.88022588\},.*"rate":1\.0\}\]\n$/,
    );
    expect([1, 2.5, 80, 5000, 5001, 5001.5].map(printRate)).toEqual(['1.0', '2.5', '80.0', '5000.0', '5001', '5001.5']);
  });

  it('return the archive’s valid rates for random days and ranges of days', async () => {
    let answered = 0;
    for (const { base, wanted, one, other } of requests) {
      const [start, end] = [dayAt(Math.min(one, other)), dayAt(Math.max(one, other))];
      const rowsOf = (date: string) =>
        Object.entries(oracle(date, base, wanted)).map(([quote, rate]) => ({ date, base, quote, rate }));
      const range = `/v2/rates?base=${base}&quotes=${wanted.join()}&from=${start}&to=${end}`;
      const expected = days.filter((date) => date >= start && date <= end).flatMap(rowsOf);
      expect([range, await json(frankfurterRatesSchema, range)]).toEqual([range, expected]);
      const rows = rowsOf(start);
      if (rows.length < wanted.length) continue;
      expect(
        await json(frankfurterRatesSchema, `/v2/rates?base=${base}&quotes=${wanted.join()}&date=${start}`),
      ).toEqual(rows);
      const [{ quote } = expect.fail()] = rows;
      expect(await json(frankfurterRateSchema, `/v2/rate/${base}/${quote}?date=${start}`)).toEqual(rows[0]);
      answered++;
    }
    expect(answered).toBeGreaterThan(60);
  });

  it('return the average rate of each week or month if the request has group=week or group=month', async () => {
    const all = await json(frankfurterRatesSchema, '/v2/rates?base=USD&quotes=JPY&from=2024-03-02');
    const meansOf = (startOf: (date: string) => string, from: string, to: string) =>
      [...Map.groupBy(all, ({ date }) => startOf(date))]
        .filter(([start]) => start >= startOf(from) && start <= to)
        .map(([date, rows]) => ({
          ...{ date, base: 'USD', quote: 'JPY' },
          rate: round(rows.reduce((sum, { rate }) => sum + rate, 0) / rows.length),
        }));
    const month = (date: string) => `${date.slice(0, 7)}-01`;
    const monday = (date: string) => dateOfDay(dayNumber(date) - ((new Date(date).getUTCDay() + 6) % 7));
    for (const [from, to] of [
      ['2024-03-02', '2030-01-01'],
      ['2025-01-15', '2025-06-10'],
      ['2025-12-31', '2025-12-31'],
    ] as const) {
      const get = (group: string) =>
        json(frankfurterRatesSchema, `/v2/rates?base=USD&quotes=JPY&from=${from}&to=${to}&group=${group}`);
      expect(await get('month')).toEqual(meansOf(month, from, to));
      expect(await get('Week')).toEqual(meansOf(monday, from, to));
    }
  });

  it('return the same rate for a pair even if the request also asks for other currencies', async () => {
    // In the dataset of 2024-04-01, MNT is a crypto token, so the last valid rate of MNT is four days older.
    const rowsOf = async (quotes: string, date: string) => {
      const rows = await json(frankfurterRatesSchema, `/v2/rates?date=${date}${quotes}`);
      return new Map(rows.map((row) => [row.quote, row]));
    };
    let older = 0;
    for (const date of ['2024-04-01', '2025-10-18', '2025-12-10', '2026-07-23']) {
      const all = await rowsOf('', date);
      for (const quotes of ['USD', 'USD,MNT', 'MNT,SYP,JPY', 'EUR,XCG']) {
        for (const [quote, row] of await rowsOf(`&quotes=${quotes}`, date)) {
          expect([date, quote, row]).toEqual([date, quote, all.get(quote)]);
          expect(row.rate).toBe(oracle(row.date, 'EUR', [quote])[quote]);
          expect(await json(frankfurterRateSchema, `/v2/rate/EUR/${quote}?date=${date}`)).toEqual(row);
          if (row.date < (all.get('USD')?.date ?? '')) older++;
        }
      }
      expect([...all.keys()]).toEqual([...all.keys()].sort());
    }
    expect(older).toBeGreaterThan(0);
  });

  it('list SYP, which is omitted today, at /v2/currencies?scope=all but not at /v2/currencies', async () => {
    const active = await json(frankfurterCurrenciesSchema, '/v2/currencies');
    expect(active.map(({ iso_code }) => iso_code)).toEqual(currencies.map(({ code }) => code).sort());
    expect(active).toContainEqual({
      ...{ iso_code: 'EUR', iso_numeric: '978', name: 'Euro', symbol: '€' },
      ...{ start_date: '2024-03-02', end_date: last },
    });
    const all = await json(frankfurterCurrenciesSchema, '/v2/currencies?scope=all');
    expect(all.filter(({ iso_code }) => !active.some((row) => row.iso_code === iso_code))).toEqual([
      // SYP's `end_date` is its last valid day, although SYP isn't published today.
      expect.objectContaining({ iso_code: 'SYP', end_date: '2026-07-20' }),
    ]);
    expect(await (await ask('/v2/currency/jpy')).json()).toMatchObject({ iso_code: 'JPY', providers: [] });
  });

  /*
   * Frankfurter's statuses and messages, according to lib/versions/v2.rb and lib/versions/v2/rate_query.rb at commit
   * 60541ad. A successful response has data or is an empty list. If Ratesheet differs on purpose, its response follows.
   */
  const rows = [200, 'data'] as const;
  const empty = [200, '[]'] as const;
  const notFound = [404, 'not found'] as const;
  const inFuture = (advice: string) =>
    [
      404,
      `No rates for 2030-01-01, because that day is in the future. The newest rates are of ${last}. ${advice} to get them`,
    ] as const;
  const table: ComparedRequest<readonly [number, string]>[] = [
    ['/v2/rates', rows],
    ['/v2/rates?base=usd&quotes=eur,GBP', rows],
    [['/v2/rates?base=CHF&base=EUR&quotes=XXX&quotes=USD', 'repeated parameters, of which only the last counts'], rows],
    ['/v2/rates?date=2025-06-03', rows],
    [['/v2/rates?date=2025-06-03T00:00:00.000Z', 'a date with a time'], rows],
    [['/v2/rates?date=2025-06-03T10:00:00+02:00', 'a date with a time zone'], rows],
    [['/v2/rates?date=20250603', 'a date without hyphens'], rows],
    [['/v2/rates?from=2026-09-01T00:00:00Z&to=2026-09-02', 'a time in the parameter “from”'], rows],
    ['/v2/rates?from=2026-09-01&group=week', rows],
    [['/v2/rates?from=2026-09-01&to=2026-09-02&group=MONTH', 'a value of “group” in upper case'], rows],
    [['/v2/rates?group=week', 'the parameter “group” without “from” and “to”'], rows],
    ['/v2/rate/eur/usd', rows],
    [['/v2/rate/EUR/EUR', 'the same currency twice'], rows],
    [['/v2/rate/EUR/USD?date=2025-06-03T12:00', 'a date with a time'], rows],
    ['/v2/currencies', rows],
    ['/v2/currencies?scope=all', rows],
    ['/v2/currency/jpy', rows],
    [['/v2/rates?date=1970-01-01', 'a day before any rates exist'], empty],
    [['/v2/rates?date=2030-01-01', 'a future day'], empty, inFuture('Omit date')],
    [['/v2/rates?from=2030-01-01', 'a range in the future'], empty, inFuture('Omit from and to')],
    [['/v2/rates?from=2026-09-30', 'a range that starts after the newest day, whose rates count for it'], rows],
    [['/v2/rates?from=2026-09-30&to=2026-09-29', 'a range that ends before its start'], empty],
    [['/v2/rates?from=2026-09-02&to=2026-09-01', 'a range that ends before its start'], empty],
    ['/v2/rates?symbols=USD', [422, 'unknown parameter: symbols']],
    ['/v2/rates?date=2026-02-30', [422, 'invalid date']],
    ['/v2/rates?date=', [422, 'invalid date']],
    ['/v2/rates?from=yesterday', [422, 'invalid date']],
    [
      ['/v2/rates?date=2026-09-01&from=2026-09-01', 'both “date” and “from”'],
      [422, 'conflicting params'],
    ],
    [
      ['/v2/rates?date=2026-09-01&to=2026-09-01', 'both “date” and “to”'],
      [422, 'conflicting params'],
    ],
    ['/v2/rates?from=2026-09-01&group=year', [422, 'invalid group']],
    ['/v2/rates?from=2026-09-01&group=day', [422, 'invalid group']],
    ['/v2/rates?base=XXQ', [422, 'invalid currency: XXQ']],
    ['/v2/rates?quotes=USD,xxq,zzq', [422, 'invalid currency: XXQ,ZZQ']],
    ['/v2/rate/EUR/XXQ', [422, 'invalid currency: XXQ']],
    [['/v2/currency/XXQ', 'an unknown currency'], notFound],
    [['/v2/rate/EUR', 'only one currency'], notFound],
    [['/v2/nowhere', 'an unknown path'], notFound],
    [
      ['/v2/rate/EUR/USD?date=1970-01-01', 'a day before any rates exist'],
      notFound,
      [404, `No rates for 1970-01-01. Available: 2024-03-02 to ${last}`],
    ],
    [['/v2/rate/EUR/USD?date=2030-01-01', 'a future day'], notFound, inFuture('Omit date')],
    // Ratesheet has only one source in this format, so callers can't choose a source.
    [['/v2/rates?providers=ECB', 'a choice of sources (unsupported)'], rows, [422, 'unknown parameter: providers']],
    [['/v2/rates?expand=providers', 'a list of sources (unsupported)'], rows, [422, 'unknown parameter: expand']],
    [
      ['/v2/rate/EUR/USD?providers=ECB', 'a choice of sources (unsupported)'],
      rows,
      [422, 'unknown parameter: providers'],
    ],
    [
      ['/v2/currencies?providers=ECB', 'a choice of sources (unsupported)'],
      rows,
      [422, 'unknown parameter: providers'],
    ],
    [['/v2/providers', 'a list of sources (unsupported)'], rows, notFound],
    // Ratesheet returns only JSON, and has no list of links.
    [['/v2/rates.csv', 'rates as CSV (unsupported)'], rows, notFound],
    [['/v2', 'the root path of the endpoints'], [200, 'a list of links'], notFound],
    // Frankfurter accepts names of months, and ignores `to` without `from` and empty lists.
    [['/v2/rates?date=3%20Sep%202026', 'a date with the name of a month (unsupported)'], rows, [422, 'invalid date']],
    [['/v2/rates?to=2026-09-01', 'the parameter “to” without “from”'], rows, [422, 'missing from']],
    [['/v2/rates?quotes=', 'an empty list of currencies'], rows, [422, 'invalid currency: ']],
    // Frankfurter still has rates of SYP, and doesn't limit the range.
    [['/v2/rates?quotes=SYP', 'a currency that Ratesheet omits today'], rows, empty],
    [['/v2/rate/EUR/SYP', 'a currency that Ratesheet omits today'], rows, notFound],
    [
      ['/v2/rates?from=2024-03-02', 'all currencies for more than two years'],
      rows,
      [422, 'range too large. Request at most 31 days, or fewer currencies'],
    ],
  ];
  it.each(withTitles('Frankfurter', table))('%s', async (_, path, ours) => {
    const [status, text] = ours;
    const response = await ask(path);
    const body = (await response.json()) as { message?: string };
    expect([path, response.status]).toEqual([path, status]);
    if (status === 200) expect(JSON.stringify(body) === '[]').toBe(text === '[]');
    else expect(frankfurterV2ErrorSchema.parse(body)).toEqual({ status, message: text });
    expect(response.headers.get('Cache-Control')).toMatch(status === 200 ? /^public, max-age=/ : /^no-store$/);
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });
});

describe('Ratesheet’s endpoints in Open Exchange Rates’ format', () => {
  const crypto = new Set(catalogue.filter(({ type }) => type === 'crypto').map(({ code }) => code));
  const usual = codes.filter((code) => code === 'BTC' || !crypto.has(code));

  it('never include the request’s API key in the response', async () => {
    const response = await ask('/oxr/latest.json?app_id=5ecret');
    const text = await response.text();
    expect(text).not.toContain('5ecret');
    // Open Exchange Rates also indents JSON by default.
    expect(text).toMatch(/^\{\n {2}"disclaimer"/);
    const document = openExchangeRatesSchema.parse(JSON.parse(text));
    expect(document).toMatchObject({
      timestamp: Date.parse(`${last}T12:00:00Z`) / 1000,
      base: 'USD',
      rates: today('USD', usual),
    });
    expect(Object.keys(document.rates)).toEqual(Object.keys(today('USD', usual)));
    for (const no of ['0', 'false']) {
      expect(await (await ask(`/oxr/latest.json?prettyprint=${no}`)).text()).toBe(`${JSON.stringify(document)}\n`);
    }
  });

  it('return crypto assets other than Bitcoin only if the request has show_alternative=1', async () => {
    const { rates } = await json(openExchangeRatesSchema, '/oxr/latest.json?show_alternative=1&base=eur');
    expect(rates).toEqual(today('EUR'));
    const two = await json(openExchangeRatesSchema, '/oxr/latest.json?symbols=ETH,BTC');
    expect(Object.keys(two.rates)).toEqual(['BTC']);
    for (const query of ['', '?show_alternative=1']) {
      const names = await json(namesSchema, `/oxr/currencies.json${query}`);
      const { rates: listed } = await json(openExchangeRatesSchema, `/oxr/latest.json${query}`);
      expect(Object.keys(names).sort()).toEqual(Object.keys(listed).sort());
      expect(names).toMatchObject({ BTC: 'Bitcoin', ZMW: 'Zambian Kwacha' });
    }
  });

  it('return the archive’s valid rates for random days', async () => {
    let answered = 0;
    for (const { base, wanted, one } of requests) {
      const expected = oracle(dayAt(one), base, wanted);
      if (Object.keys(expected).length < wanted.length) continue;
      const path = `/oxr/historical/${dayAt(one)}.json?app_id=x&base=${base}&symbols=${wanted.join()}&show_alternative=true`;
      const { timestamp, ...document } = await json(openExchangeRatesSchema, path);
      expect(document).toMatchObject({ base, rates: expected });
      expect(timestamp).toBe(Date.parse(`${dayAt(one)}T12:00:00Z`) / 1000);
      answered++;
    }
    expect(answered).toBeGreaterThan(60);
  });

  /*
   * Open Exchange Rates' statuses and error names for a paid app_id, from https://docs.openexchangerates.org (errors,
   * and each endpoint). If Ratesheet differs on purpose, its response follows.
   */
  const rates = [200, 'rates'] as const;
  const names = [200, 'names'] as const;
  const notFound = [404, 'not_found'] as const;
  const notAvailable = [400, 'not_available'] as const;
  const invalidBase = [400, 'invalid_base'] as const;
  const notAllowed = [403, 'not_allowed'] as const;
  const table: ComparedRequest<readonly [number, string]>[] = [
    ['/oxr/latest.json?app_id=x', rates],
    ['/oxr/latest.json?app_id=x&base=EUR', rates],
    ['/oxr/latest.json?app_id=x&base=eur&symbols=gbp,usd', rates],
    ['/oxr/latest.json?app_id=x&symbols=GBP', rates],
    [['/oxr/latest.json?app_id=x&symbols=GBP,%20EUR', 'a space after the comma'], rates],
    [['/oxr/latest.json?app_id=x&symbols=GBP,XXX', 'an unknown symbol'], rates],
    ['/oxr/latest.json?app_id=x&prettyprint=0', rates],
    ['/oxr/latest.json?app_id=x&prettyprint=1', rates],
    [['/oxr/latest.json?app_id=x&show_alternative=1', 'rates including all crypto assets'], rates],
    ['/oxr/latest.json?app_id=x&show_alternative=false', rates],
    ['/oxr/latest.json?app_id=x&show_bid_ask=0', rates],
    [['/oxr/latest.json?app_id=x&unknown=1', 'an unknown parameter'], rates],
    ['/oxr/historical/2025-06-03.json?app_id=x', rates],
    ['/oxr/historical/2025-06-03.json?app_id=x&base=GBP&symbols=JPY', rates],
    [['/oxr/historical/2025-06-08.json?app_id=x&show_alternative=true', 'rates including all crypto assets'], rates],
    [['/oxr/historical/2026-09-29.json?app_id=x', 'the newest day'], rates],
    ['/oxr/currencies.json', names],
    ['/oxr/currencies.json?app_id=x', names],
    [['/oxr/currencies.json?show_alternative=1', 'names including all crypto assets'], names],
    ['/oxr/currencies.json?show_inactive=0', names],
    [['/oxr/latest.json?app_id=x&base=XXX', 'an unknown base'], invalidBase],
    [['/oxr/latest.json?app_id=x&base=', 'an empty base'], invalidBase],
    [['/oxr/latest.json?app_id=x&base=EUR,USD', 'two bases'], invalidBase],
    [['/oxr/historical/2025-06-03.json?app_id=x&base=XXX', 'an unknown base'], invalidBase],
    [['/oxr/historical/2030-01-01.json?app_id=x', 'a future day'], notAvailable],
    [['/oxr/historical/2026-02-30.json?app_id=x', 'an invalid date'], notAvailable],
    [['/oxr/historical/yesterday.json?app_id=x', 'an invalid date'], notAvailable],
    [['/oxr/historical/..%2Flatest.json?app_id=x', 'a path that leaves the folder historical'], notFound],
    [['/oxr/historical/2025-06-03', 'a path without .json'], notFound],
    [['/oxr/latest', 'a path without .json'], notFound],
    [['/oxr/latest.json/', 'a slash at the end'], notFound],
    [['/oxr/nowhere.json', 'an unknown path'], notFound],
    [['/oxr', 'the root path of the endpoints'], notFound],
    [['/oxr/latest.json', 'no API key, which Ratesheet doesn’t need'], [401, 'missing_app_id'], rates],
    [['/oxr/historical/2025-06-03.json', 'no API key, which Ratesheet doesn’t need'], [401, 'missing_app_id'], rates],
    [
      ['/oxr/historical/2024-03-01.json?app_id=x', 'a day that is too early for Ratesheet’s archive'],
      rates,
      notAvailable,
    ],
    [['/oxr/latest.json?app_id=x&base=SYP', 'a base that Ratesheet omits today'], rates, notAvailable],
    // Ratesheet rejects an empty list, because a response without rates would be misleading.
    [['/oxr/latest.json?app_id=x&symbols=', 'an empty list of symbols'], rates, [400, 'empty_symbols']],
    [['/oxr/historical/2025-06-03.json?symbols=', 'an empty list of symbols'], rates, [400, 'empty_symbols']],
    // Ratesheet has one price per day and only currencies in use, and returns only JSON.
    [['/oxr/latest.json?app_id=x&callback=alert', 'a request for JSONP (unsupported)'], [200, 'a script'], notAllowed],
    [['/oxr/latest.json?app_id=x&show_bid_ask=1', 'buying and selling prices (unsupported)'], rates, notAllowed],
    [
      ['/oxr/latest.json?app_id=x&only_alternative=1', 'only crypto assets and similar (unsupported)'],
      rates,
      notAllowed,
    ],
    [['/oxr/currencies.json?show_inactive=1', 'currencies that are no longer used (unsupported)'], names, notAllowed],
    [['/oxr/usage.json?app_id=x', 'the number of requests made (unsupported)'], [200, 'usage data'], notFound],
    [
      ['/oxr/time-series.json?app_id=x&start=2025-06-03&end=2025-06-04', 'a range of days (unsupported)'],
      rates,
      notFound,
    ],
    [['/oxr/convert/10/EUR/USD?app_id=x', 'a conversion (unsupported)'], [200, 'an amount'], notFound],
  ];
  it.each(withTitles('Open Exchange Rates', table))('%s', async (_, path, ours) => {
    const [status, text] = ours;
    const response = await ask(path);
    const body: unknown = await response.json();
    expect([path, response.status]).toEqual([path, status]);
    if (status === 200) (text === 'names' ? namesSchema : openExchangeRatesSchema).parse(body);
    else expect(openExchangeRatesErrorSchema.parse(body)).toMatchObject({ status, message: text });
    expect(response.headers.get('Cache-Control')).toMatch(status === 200 ? /^public, max-age=/ : /^no-store$/);
  });
});

describe('Ratesheet’s endpoints in fixer.io’s format', () => {
  it('return the fields that fixer.io documents', async () => {
    const document = await json(fixerSchema, '/api/latest?access_key=5ecret');
    const day = { base: 'EUR', date: last, timestamp: Date.parse(`${last}T12:00:00Z`) / 1000 };
    expect(document).toEqual({ success: true, ...day, rates: today('EUR') });
    expect(Object.keys(document)).toEqual(['success', 'timestamp', 'base', 'date', 'rates']);
    const past = await json(fixerSchema, '/api/2025-06-03?base=usd&symbols=EUR,jpy&callback=f');
    expect(past).toMatchObject({ historical: true, base: 'USD', date: '2025-06-03' });
    expect(past.rates).toEqual(oracle('2025-06-03', 'USD', ['EUR', 'JPY']));
  });

  it('return the archive’s valid rates for random days', async () => {
    let answered = 0;
    for (const { base, wanted, one } of requests) {
      const expected = oracle(dayAt(one), base, wanted);
      if (Object.keys(expected).length < wanted.length) continue;
      const { rates } = await json(fixerSchema, `/api/${dayAt(one)}?base=${base}&symbols=${wanted.join()}`);
      expect(rates).toEqual(expected);
      answered++;
    }
    expect(answered).toBeGreaterThan(60);
  });

  /*
   * fixer.io's statuses and codes, from https://fixer.io/documentation and two public test suites for fixer.io. A
   * documented error has status 200, and any unknown path is an invalid date. If Ratesheet differs on purpose, its
   * response follows.
   */
  const rates = [200, 'rates'] as const;
  const [none, base, symbols, date] = [
    [200, 'error 106'] as const,
    [200, 'error 201'] as const,
    [200, 'error 202'] as const,
    [200, 'error 302'] as const,
  ];
  const table: ComparedRequest<readonly [number, string]>[] = [
    ['/api/latest?access_key=any', rates],
    ['/api/latest?access_key=any&base=USD', rates],
    [['/api/latest?access_key=any&base=usd&symbols=eur,gbp', 'currencies in lower case'], rates],
    [['/api/latest?access_key=any&symbols=EUR', 'the default base (EUR) as a symbol'], rates],
    [['/api/latest?access_key=any&symbols=USD,%20JPY', 'a space after the comma'], rates],
    [['/api/latest?access_key=any&symbols=', 'an empty list of symbols'], rates],
    [['/api/latest?access_key=any&base=', 'an empty base'], rates],
    ['/api/latest?access_key=any&symbols=USD&format=1', rates],
    ['/api/latest?access_key=any&symbols=USD&prettyprint=1', rates],
    [['/api/latest?access_key=any&unknown=1', 'an unknown parameter'], rates],
    [['/api/latest?access_key=any&base=XXX&base=USD', 'a repeated base, of which only the last counts'], rates],
    [
      [
        '/api/latest?access_key=any&symbols=XXX&symbols=USD',
        'a repeated list of symbols, of which only the last counts',
      ],
      rates,
    ],
    ['/api/2025-06-03?access_key=any', rates],
    ['/api/2025-06-03?access_key=any&base=GBP&symbols=USD,CAD,EUR', rates],
    [['/api/2025-06-08?access_key=any&symbols=BTC', 'a crypto asset'], rates],
    [['/api/2024-03-02?access_key=any&symbols=JPY', 'the first day of Ratesheet’s archive'], rates],
    [['/api/2026-09-29?access_key=any', 'the newest day'], rates],
    [['/api/1901-12-13?access_key=any', 'a day before any rates exist'], none],
    [['/api/2030-01-01?access_key=any', 'a future day'], none],
    [['/api/2030-01-01?access_key=any&base=USD&symbols=EUR', 'a future day'], none],
    [['/api/latest?access_key=any&base=XXX', 'an unknown base'], base],
    [['/api/latest?access_key=any&base=ABC&symbols=XXX', 'an unknown base and an unknown symbol'], base],
    [['/api/latest?access_key=any&base=EURO', 'a base with four letters'], base],
    [['/api/latest?access_key=any&base=USD,EUR', 'two bases'], base],
    [['/api/2025-06-03?access_key=any&base=XXX&symbols=USD', 'an unknown base'], base],
    [['/api/latest?access_key=any&symbols=XXX', 'an unknown symbol'], symbols],
    [['/api/latest?access_key=any&symbols=USD,XXX', 'an unknown symbol'], symbols],
    [['/api/latest?access_key=any&symbols=USD;EUR', 'a semicolon between symbols'], symbols],
    [['/api/2025-06-03?access_key=any&symbols=XXX', 'an unknown symbol'], symbols],
    [['/api/2026-02-30?access_key=any', 'a date that doesn’t exist'], date],
    [['/api/2026-9-3?access_key=any', 'a date without leading zeros'], date],
    [['/api/20260903?access_key=any', 'a date without hyphens'], date],
    [['/api/2026-09-03T00:00?access_key=any', 'a date with a time'], date],
    [['/api/2026-09-031?access_key=any&base=XXX', 'a day with three digits'], date],
    [['/api/latest', 'no API key, which Ratesheet doesn’t need'], [401, 'error 101'], rates],
    [['/api/latest?base=USD', 'no API key, which Ratesheet doesn’t need'], [401, 'error 101'], rates],
    [['/api/2025-06-03', 'no API key, which Ratesheet doesn’t need'], [401, 'error 101'], rates],
    [['/api/1999-01-04?access_key=any', 'a day that is too early for Ratesheet’s archive'], rates, none],
    [['/api/2024-03-01?access_key=any', 'a day that is too early for Ratesheet’s archive'], rates, none],
    [['/api/latest?access_key=any&base=SYP', 'a base that Ratesheet omits today'], rates, none],
    [['/api/latest?access_key=any&symbols=SYP', 'a currency that Ratesheet omits today'], rates, none],
  ];
  it.each(withTitles('fixer.io', table))('%s', async (_, path, ours) => {
    const response = await ask(path);
    const body: unknown = await response.json();
    const answer = fixerSchema.safeParse(body).success ? 'rates' : `error ${fixerErrorSchema.parse(body).error.code}`;
    expect([path, response.status, answer]).toEqual([path, ...ours]);
    expect(response.headers.get('Cache-Control')).toMatch(answer === 'rates' ? /^public, max-age=/ : /^no-store$/);
  });

  const history = '/api/v1/history?from=EUR&to=USD for past rates';
  it.each([
    ['symbols', '', '/api/currencies for the list of currencies'],
    ['list', '', '/api/currencies for the list of currencies'],
    ['live', '?source=USD', '/api/latest for the newest rates'],
    [
      'timeseries',
      '?access_key=5ecret&start_date=2026-09-01&end_date=2026-09-05&base=gbp&symbols=JPY,USD',
      '/api/v1/history?from=GBP&to=JPY&start=2026-09-01&end=2026-09-05 for past rates',
    ],
    ['timeframe', '?source=USD&currencies=USD,CHF&start_date=<b>', '/api/v1/history?from=USD&to=CHF for past rates'],
    ['fluctuation', '?base=EUR&symbols=EUR', history],
    ['fluctuation', '?base=USD', '/api/v1/history?from=USD&to=EUR for past rates'],
    ['change', `?base=${'x'.repeat(500)}&symbols=../y`, history],
  ])('return an error in fixer.io’s format for /api/%s%s that says to use %s', async (name, query, instead) => {
    const response = await ask(`/api/${name}${query}`);
    expect([response.status, fixerErrorSchema.parse(await response.json())]).toEqual([
      404,
      {
        success: false,
        error: { code: 103, type: 'invalid_api_function', info: `This API has no /api/${name}. Use ${instead}` },
      },
    ]);
    expect(fixer.routes).toContain(`/api/${name}`);
    const [path = ''] = instead.split(' ');
    // The list of currencies is a static file, so the Function doesn't handle its path.
    if (path !== '/api/currencies') expect((await ask(path)).status).toBe(200);
  });

  it('don’t handle the misspelled path /api/latests, which returns a 404 error in Ratesheet’s own format', async () => {
    for (const path of ['/api/latest/x', '/api/latests', '/api/v1/2025-06-03']) {
      expect((await ask(path)).status).toBe(404);
    }
    for (const path of ['/api/latests', '/api/404', '/api/convert?from=USD&to=XXX']) {
      expect(errorSchema.safeParse(await (await ask(path)).json()).error).toBe(undefined);
    }
    const post = await ask('/api/latest', { method: 'POST' });
    expect([post.status, await post.json()]).toMatchObject([405, { success: false, error: { code: 405 } }]);
  });
});

describe('range of days in one request to /v2/rates (at most 5,300 rates from about 40 files)', () => {
  it.each([
    ['the request asks for all currencies', '2024-03-02', codes.length, 31],
    ['the request asks for 60 currencies', '2024-03-02', 60, 40],
    ['the range is within one year and the request asks for 39 currencies', '2025-06-01', 39, 135],
    ['the range crosses a year’s end and the request asks for 39 currencies', '2025-12-01', 39, 40],
    ['the year has 214 days left and the request asks for 20 currencies', '2025-06-01', 20, 214],
    ['the request asks for 12 currencies', '2024-03-02', 12, 441],
  ])('can have at most $3 days if $0', async (_, start, count, most) => {
    const wanted = codes.filter((code) => code !== 'SYP').slice(0, count);
    const ask = (days: number) => {
      const end = dateOfDay(dayNumber(start) + days - 1);
      const fresh = new MemoryAssets(files);
      const path = `https://ratesheet.example/v2/rates?from=${start}&to=${end}&quotes=${wanted.join()}`;
      return createHandler('one', clock)(new Request(path), { ASSETS: fresh }).then(async (response) => {
        return { status: response.status, body: await response.json(), reads: fresh.reads.length };
      });
    };
    expect(await ask(most + 1)).toMatchObject({
      status: 422,
      body: { message: `range too large. Request at most ${most} days, or fewer currencies` },
    });
    const { status, reads } = await ask(most);
    expect(status).toBe(200);
    expect(reads).toBeLessThanOrEqual(43);
  });
});

describe('endpoints in the formats of other APIs', () => {
  const schemas = {
    '/v1/latest': frankfurterErrorSchema,
    '/v2/rates': frankfurterV2ErrorSchema,
    '/oxr/latest.json': openExchangeRatesErrorSchema,
  };

  it.each(Object.entries(schemas).map(([path, schema]) => [apiOfError(schema), path, schema] as const))(
    'return errors in the format of %s at %s',
    async (_, path, schema) => {
      const posted = await ask(path, { method: 'POST' });
      expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      schema.parse(await posted.json());
      const long = await ask(`${path}?${'x'.repeat(2000)}`);
      expect(long.status).toBe(400);
      schema.parse(await long.json());
      const log = vi.spyOn(console, 'error').mockReturnValue();
      const broken = await createHandler('two', clock)(new Request(`https://ratesheet.example${path}`), {
        ASSETS: new MemoryAssets([]),
      });
      expect(broken.status).toBe(500);
      schema.parse(await broken.json());
      expect(log).toHaveBeenCalledOnce();
      log.mockRestore();
    },
  );

  it('log the path of a failed request, but not its API key', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const request = new Request('https://ratesheet.example/oxr/latest.json?app_id=5ecret');
    expect((await createHandler('two', clock)(request, { ASSETS: new MemoryAssets([]) })).status).toBe(500);
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^GET \/oxr\/latest\.json: FileError: /)]]);
    expect(log.mock.calls.join()).not.toContain('5ecret');
    log.mockRestore();
  });

  it.each(Object.keys(schemas))('have CORS headers and an ETag at %s, like Ratesheet’s own endpoints', async (path) => {
    const response = await ask(path);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
      etag: 'W/"one"',
    });
    const again = await ask(path, { headers: { 'If-None-Match': 'W/"one"' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask(path, { method: 'OPTIONS' })).status).toBe(204);
  });

  it('read no file outside the site if the parameters of a request contain ../', async () => {
    const fresh = new MemoryAssets(files);
    const other = createHandler('three', clock);
    for (const path of [
      '/v1/2025-06-03?base=..%2F..%2Fx&symbols=..%2Fy',
      '/v1/2025-06-03..?symbols=..%2Fy',
      '/v2/rates?from=2025-01-01&base=..%2Fx',
    ]) {
      await other(new Request(`https://ratesheet.example${path}`), { ASSETS: fresh });
    }
    expect(fresh.reads.filter((path) => path.includes('..'))).toEqual([]);
  });
});
