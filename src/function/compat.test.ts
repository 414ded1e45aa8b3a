import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { namesSchema } from '../api/compat/frankfurter/frankfurter-v1.schema.ts';
import { frankfurterCurrenciesSchema } from '../api/documents/currencies/frankfurter-currencies.schema.ts';
import {
  frankfurterRateSchema,
  frankfurterRatesSchema,
  frankfurterV2ErrorSchema,
} from '../api/compat/frankfurter/frankfurter-v2.schema.ts';
import { fixerConversionSchema, fixerErrorSchema, fixerSchema } from '../api/compat/fixer.schema.ts';
import { openExchangeRatesErrorSchema, openExchangeRatesSchema } from '../api/compat/open-exchange-rates.schema.ts';
import { formatOf } from '../api/compat/formats.ts';
import { conversionSchema } from '../api/endpoints/convert.schema.ts';
import { frankfurterV1 } from '../api/compat/frankfurter/frankfurter-v1.ts';
import { frankfurterV2 } from '../api/compat/frankfurter/frankfurter-v2.ts';
import { openExchangeRates } from '../api/compat/open-exchange-rates.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../money/calendar.ts';
import { roundProduct, roundQuotient } from '../money/rounding/exact-rounding.ts';
import { banks } from '../sources/banks.ts';
import { recordedCatalogue as catalogue, recordedDay } from '../testing/sites/small-site.ts';
import { type ComparedRequest, withTitles } from '../testing/data/compared-requests.ts';
import { plainMean } from '../testing/data/plain-fractions.ts';
import { periodOf } from '../testing/data/plain-periods.ts';
import { validTable } from '../testing/data/valid-table.ts';
import { served } from '../testing/sites/served.ts';

const { get, text, answer } = served();

/** The body of a response with status 200, which must match the schema. */
async function json<T extends z.ZodType>(schema: T, path: string): Promise<z.infer<T>> {
  const [status, body] = await answer(path);
  expect([path, status, body]).toEqual([path, 200, body]);
  return schema.parse(body);
}

/**
 * Checks a response's status, headers and content, such as `200 rates`.
 *
 * @param nameOf checks a body, and says what it is
 */
async function expectResponse(path: string, expected: string, nameOf: (body: unknown, status: number) => string) {
  const response = await get(path);
  expect(`${response.status} ${nameOf(await response.json(), response.status)}`).toBe(expected);
  const isSuccess = /^200 (?!error)/.test(expected);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': expect.stringMatching(isSuccess ? /^public, max-age=/ : /^no-store$/) as string,
    ...(isSuccess && { etag: 'W/"one-2026-09-30"' }),
  });
}

const noonOf = (date: IsoDate) => Date.parse(`${date}T12:00:00Z`) / 1000;

const table = validTable();
const days = [...table.keys()];
const last = '2026-09-29';
const codes = catalogue.map(({ code }) => code);

/** Rates per 1 unit of the base, computed from rates per 1 USD, in alphabetical order. */
function onBase(perUsd: ReadonlyMap<string, number> | undefined, base: string, wanted: readonly string[] = codes) {
  const rates = [...wanted].sort().flatMap((code): [string, number][] => {
    const [a, b] = [perUsd?.get(base), perUsd?.get(code)];
    return a === undefined || b === undefined ? [] : [[code, roundQuotient(b, a)]];
  });
  return Object.fromEntries(rates);
}
/** A day's rates, computed from the archive's tables. */
const oracle = (date: IsoDate, base: string, wanted?: readonly string[]) => onBase(table.get(date), base, wanted);
/** Today's rates, computed from the published rates. */
const today = (base: string, wanted?: readonly string[]) => onBase(recordedDay.rates, base, wanted);

const [anyCode, anyDay] = [fc.constantFrom(...codes), fc.constantFrom(...days)];
const wanted = fc.uniqueArray(anyCode, { minLength: 1, maxLength: 5 });
const requests = fc.sample(fc.record({ base: anyCode, wanted, one: anyDay, other: anyDay }), {
  numRuns: 100,
  seed: 19,
});

/** Compares responses for random days with the archive. Days without some of the requested rates are left out. */
async function compareDays(
  compare: (request: (typeof requests)[number], rates: object) => Promise<void>,
  lacking: readonly string[] = [],
) {
  let compared = 0;
  for (const request of requests) {
    if ([request.base, ...request.wanted].some((code) => lacking.includes(code))) continue;
    const rates = oracle(request.one, request.base, request.wanted);
    if (Object.keys(rates).length < request.wanted.length) continue;
    await compare(request, rates);
    compared++;
  }
  expect(compared).toBeGreaterThan(60);
}

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

  it('reject a base in the query if the path has one', async () => {
    const error = { status: 422, message: 'unknown parameter: base' };
    expect(await answer('/v2/rate/USD/EUR?base=GBP')).toEqual([422, error]);
  });

  // Frankfurter rounds rates above 5,000 to integers (lib/roundable.rb), and Ruby prints other whole numbers with `.0`.
  it('print whole rates as Frankfurter does: 1.0', async () => {
    const row = (quote: string, rate: string) => `{"date":"${last}","base":"USD","quote":"${quote}","rate":${rate}}`;
    expect(await text('/v2/rate/USD/USD')).toBe(`${row('USD', '1.0')}\n`);
    const rows = [row('BSD', '1.0'), row('EUR', '0.88022588'), row('USD', '1.0')];
    expect(await text('/v2/rates?base=USD&quotes=BSD,EUR,USD')).toBe(`[${rows.join()}]\n`);
  });

  it('return the archive’s valid rates for random days and ranges of days', async () => {
    const rowsOn = (date: IsoDate, base: string, wanted: readonly string[]) =>
      Object.entries(oracle(date, base, wanted)).map(([quote, rate]) => ({ date, base, quote, rate }));
    for (const { base, wanted, one, other } of requests) {
      const [start = '', end = ''] = [one, other].sort();
      const range = `/v2/rates?base=${base}&quotes=${wanted.join()}&from=${start}&to=${end}`;
      const expected = days
        .filter((date) => date >= start && date <= end)
        .flatMap((date) => rowsOn(date, base, wanted));
      expect([range, await json(frankfurterRatesSchema, range)]).toEqual([range, expected]);
    }
    await compareDays(async ({ base, wanted, one }) => {
      const rows = rowsOn(one, base, wanted);
      const path = `/v2/rates?base=${base}&quotes=${wanted.join()}&date=${one}`;
      expect([path, await json(frankfurterRatesSchema, path)]).toEqual([path, rows]);
      const [{ quote } = expect.fail()] = rows;
      expect(await json(frankfurterRateSchema, `/v2/rate/${base}/${quote}?date=${one}`)).toEqual(rows[0]);
    });
  });

  it('return the average rate of each week or month if the request has group=week or group=month', async () => {
    const all = await json(frankfurterRatesSchema, '/v2/rates?base=USD&quotes=JPY&from=2024-03-02');
    const meansOf = (startOf: (date: IsoDate) => string, from: IsoDate, to: string) =>
      [...Map.groupBy(all, ({ date }) => startOf(date))]
        .filter(([start]) => start >= startOf(from) && start <= to)
        .map(([date, rows]) => ({
          ...{ date, base: 'USD', quote: 'JPY' },
          rate: plainMean(rows.map(({ rate }) => rate)),
        }));
    const month = (date: IsoDate) => `${periodOf.month(date)}-01`;
    for (const [from, to] of [
      ['2024-03-02', '2030-01-01'],
      ['2025-01-15', '2025-06-10'],
      ['2025-12-31', '2025-12-31'],
    ] as const) {
      const path = `/v2/rates?base=USD&quotes=JPY&from=${from}&to=${to}`;
      expect(await json(frankfurterRatesSchema, `${path}&group=month`)).toEqual(meansOf(month, from, to));
      expect(await json(frankfurterRatesSchema, `${path}&group=Week`)).toEqual(meansOf(periodOf.week, from, to));
    }
  });

  it('return the same rate for a pair even if the request also asks for other currencies', async () => {
    // In the dataset of 2024-04-01, MNT is a crypto token, so the last valid rate of MNT is four days older.
    const rowsOf = async (quotes: string, date: IsoDate) => {
      const rows = await json(frankfurterRatesSchema, `/v2/rates?date=${date}${quotes}`);
      return new Map(rows.map((row) => [row.quote, row]));
    };
    let older = 0;
    for (const date of ['2024-04-01', '2025-10-18', '2025-12-10', '2026-07-23'] as const) {
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
    expect(active.map(({ iso_code }) => iso_code)).toEqual([...recordedDay.rates.keys()].sort());
    expect(active).toContainEqual({
      ...{ iso_code: 'EUR', iso_numeric: '978', name: 'Euro', symbol: '€' },
      ...{ start_date: '2024-03-02', end_date: last },
    });
    const all = await json(frankfurterCurrenciesSchema, '/v2/currencies?scope=all');
    expect(all.filter(({ iso_code }) => !active.some((row) => row.iso_code === iso_code))).toEqual([
      // SYP's `end_date` is its last valid day, although SYP isn't published today.
      expect.objectContaining({ iso_code: 'SYP', end_date: '2026-07-20' }),
    ]);
    expect(JSON.parse(await text('/v2/currency/jpy'))).toMatchObject({
      iso_code: 'JPY',
      providers: ['ECB', 'MARKET'],
    });
  });

  /*
   * Frankfurter's statuses and messages, according to lib/versions/v2.rb and lib/versions/v2/rate_query.rb at commit
   * 60541ad. A successful response has data or is an empty list. If Ratesheet differs on purpose, Frankfurter's response
   * follows.
   */
  const inFuture = `404 No rates for 2030-01-01, because that day is in the future. The newest rates are of ${last}.`;
  const providers = ['MARKET', ...banks.map(({ frankfurterKeys: [key] }) => key)].sort().join(', ');
  const table: ComparedRequest<string>[] = [
    ['/v2/rates', '200 rates'],
    ['/v2/rates?base=usd&quotes=eur,GBP', '200 rates'],
    // The last value of a repeated parameter counts.
    ['/v2/rates?base=CHF&base=EUR&quotes=XXX&quotes=USD', '200 rates'],
    ['/v2/rates?date=2025-06-03', '200 rates'],
    ['/v2/rates?date=2025-06-03T00:00:00.000Z', '200 rates'],
    ['/v2/rates?date=2025-06-03T10:00:00+02:00', '200 rates'],
    ['/v2/rates?date=20250603', '200 rates'],
    ['/v2/rates?from=2026-09-01T00:00:00Z&to=2026-09-02', '200 rates'],
    ['/v2/rates?from=2026-09-01&group=week', '200 rates'],
    ['/v2/rates?from=2026-09-01&to=2026-09-02&group=MONTH', '200 rates'],
    ['/v2/rates?group=week', '200 rates'],
    ['/v2/rate/eur/usd', '200 rates'],
    ['/v2/rate/EUR/EUR', '200 rates'],
    ['/v2/rate/EUR/USD?date=2025-06-03T12:00', '200 rates'],
    ['/v2/currencies', '200 rates'],
    ['/v2/currencies?scope=all', '200 rates'],
    ['/v2/currency/jpy', '200 rates'],
    ['/v2/rates?date=1970-01-01', '200 []'],
    ['/v2/rates?date=2030-01-01', `${inFuture} Omit date to get them`, '200 []'],
    ['/v2/rates?from=2030-01-01', `${inFuture} Omit from and to to get them`, '200 []'],
    // This range starts after the newest day, whose rates count for it.
    ['/v2/rates?from=2026-09-30', '200 rates'],
    ['/v2/rates?from=2026-09-30&to=2026-09-29', '200 []'],
    ['/v2/rates?from=2026-09-02&to=2026-09-01', '200 []'],
    ['/v2/rates?symbols=USD', '422 unknown parameter: symbols'],
    ['/v2/rates?date=2026-02-30', '422 invalid date'],
    ['/v2/rates?date=', '422 invalid date'],
    ['/v2/rates?from=yesterday', '422 invalid date'],
    ['/v2/rates?date=2026-09-01&from=2026-09-01', '422 conflicting params'],
    ['/v2/rates?date=2026-09-01&to=2026-09-01', '422 conflicting params'],
    ['/v2/rates?from=2026-09-01&group=year', '422 invalid group'],
    ['/v2/rates?from=2026-09-01&group=day', '422 invalid group'],
    ['/v2/rates?base=XXQ', '422 invalid currency: XXQ'],
    ['/v2/rates?quotes=USD,xxq,zzq', '422 invalid currency: XXQ,ZZQ'],
    ['/v2/rate/EUR/XXQ', '422 invalid currency: XXQ'],
    ['/v2/currency/XXQ', '404 not found'],
    ['/v2/rate/EUR', '404 not found'],
    ['/v2/nowhere', '404 not found'],
    [
      '/v2/rate/EUR/USD?date=1970-01-01',
      `404 No rates for 1970-01-01. Available: 2024-03-02 to ${last}`,
      '404 not found',
    ],
    ['/v2/rate/EUR/USD?date=2030-01-01', `${inFuture} Omit date to get them`, '404 not found'],
    ['/v2/rates?providers=ECB', '200 rates'],
    ['/v2/rates?providers=ecb&date=2025-06-03&quotes=USD', '200 rates'],
    ['/v2/rates?providers=ECB,ecb&quotes=USD', '200 rates'],
    ['/v2/rates?expand=providers', '200 rates'],
    ['/v2/rates?expand=', '200 rates'],
    ['/v2/rates?expand=rates', '422 invalid expand: rates'],
    ['/v2/rate/EUR/USD?providers=ECB', '200 rates'],
    ['/v2/currencies?providers=ECB', '200 rates'],
    ['/v2/providers', '200 rates'],
    ['/v2/providers/ecb/rates', '200 rates'],
    ['/v2/providers/ECB/rate/eur/usd?date=2025-06-03', '200 rates'],
    ['/v2/providers/ecb/rates?providers=ECB', '422 unknown parameter: providers'],
    ['/v2/providers/ecb', '404 not found'],
    ['/v2/providers/ecb/rates?date=1970-01-01', '200 []'],
    ['/v2/providers/ecb/rates?quotes=USD,XXQ', '422 invalid currency: XXQ'],
    ['/v2/providers/ecb/rates?quotes=USD,MNT', '200 rates'],
    // Ratesheet says why it has no rates, and doesn't blend the rates of several providers.
    [
      '/v2/providers/ecb/rates?quotes=MNT',
      '404 This site has no rates of the European Central Bank for "MNT"',
      '200 []',
    ],
    ['/v2/rates?base=MNT&providers=ECB', '404 This site has no rates of the European Central Bank for "MNT"', '200 []'],
    ['/v2/providers/tcmb/rates', `404 unknown provider: "tcmb". Providers: ${providers}`, '200 rates'],
    ['/v2/rates?providers=TCMB', `422 unknown provider: "TCMB". Providers: ${providers}`, '200 rates'],
    ['/v2/rates?providers=', `422 unknown provider: "". Providers: ${providers}`, '200 []'],
    [
      '/v2/rates?providers=ECB,NBP',
      `422 several providers. Rates of providers aren’t blended here. Request one of ${providers}`,
      '200 rates',
    ],
    // Ratesheet has no list of links.
    ['/v2', '404 not found', 'a list of links'],
    // Frankfurter accepts names of months, and ignores `to` without `from` and empty lists.
    ['/v2/rates?date=3%20Sep%202026', '422 invalid date', '200 rates'],
    ['/v2/rates?to=2026-09-01', '422 missing from', '200 rates'],
    ['/v2/rates?quotes=', '422 invalid currency: ', '200 rates'],
    // Frankfurter still has rates of SYP, and doesn't limit the range.
    ['/v2/rates?quotes=SYP', '200 []', '200 rates'],
    ['/v2/rate/EUR/SYP', '404 not found', '200 rates'],
    [
      '/v2/rates?from=2024-03-02',
      `422 range too large. Request at most ${Math.floor(5400 / codes.length)} days, or fewer currencies`,
      '200 rates',
    ],
  ];
  it.each(withTitles('Frankfurter', table))('respond to %s', async (_, path, expected) => {
    await expectResponse(path, expected, (body, status) => {
      if (status === 200) return JSON.stringify(body) === '[]' ? '[]' : 'rates';
      const error = frankfurterV2ErrorSchema.parse(body);
      return error.status === status ? error.message : 'an error with another status';
    });
  });
});

describe('Ratesheet’s endpoints in Open Exchange Rates’ format', () => {
  const crypto = new Set(catalogue.filter(({ type }) => type === 'crypto').map(({ code }) => code));
  const usual = codes.filter((code) => code === 'BTC' || !crypto.has(code));

  it('never include the request’s API key in the response', async () => {
    const body = await text('/oxr/latest.json?app_id=5ecret');
    expect(body).not.toContain('5ecret');
    const document = openExchangeRatesSchema.parse(JSON.parse(body));
    // Open Exchange Rates also indents JSON by default.
    expect(body).toBe(`${JSON.stringify(document, null, 2)}\n`);
    const rates = today('USD', usual);
    expect(document).toMatchObject({ timestamp: noonOf(last), base: 'USD', rates });
    expect(Object.keys(document.rates)).toEqual(Object.keys(rates));
    for (const no of ['0', 'false']) {
      expect(await text(`/oxr/latest.json?prettyprint=${no}`)).toBe(`${JSON.stringify(document)}\n`);
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
    await compareDays(async ({ base, wanted, one }, rates) => {
      const path = `/oxr/historical/${one}.json?app_id=x&base=${base}&symbols=${wanted.join()}&show_alternative=true`;
      const { timestamp, base: ofResponse, rates: found } = await json(openExchangeRatesSchema, path);
      expect([path, timestamp, ofResponse, found]).toEqual([path, noonOf(one), base, rates]);
    });
  });

  /*
   * Open Exchange Rates' statuses and error names for a paid app_id, from https://docs.openexchangerates.org (errors,
   * and each endpoint). If Ratesheet differs on purpose, the original's response follows.
   */
  const table: ComparedRequest<string>[] = [
    ['latest.json?app_id=x', '200 rates'],
    ['latest.json?app_id=x&base=EUR', '200 rates'],
    ['latest.json?app_id=x&base=eur&symbols=gbp,usd', '200 rates'],
    ['latest.json?app_id=x&symbols=GBP', '200 rates'],
    ['latest.json?app_id=x&symbols=GBP,%20EUR', '200 rates'],
    ['latest.json?app_id=x&symbols=GBP,XXX', '200 rates'],
    ['latest.json?base=GBP&symbols=JPY%2CUSD&app_id=x', '200 rates'],
    ['latest.json?app_id=x&prettyprint=0', '200 rates'],
    ['latest.json?app_id=x&prettyprint=1', '200 rates'],
    ['latest.json?app_id=x&show_alternative=1', '200 rates'],
    ['latest.json?app_id=x&show_alternative=false', '200 rates'],
    ['latest.json?app_id=x&show_bid_ask=0', '200 rates'],
    ['latest.json?app_id=x&unknown=1', '200 rates'],
    ['historical/2025-06-03.json?app_id=x', '200 rates'],
    ['historical/2025-06-03.json?app_id=x&base=GBP&symbols=JPY', '200 rates'],
    ['historical/2025-06-08.json?app_id=x&show_alternative=true', '200 rates'],
    ['historical/2026-09-29.json?app_id=x', '200 rates'],
    ['currencies.json', '200 names'],
    ['currencies.json?app_id=x', '200 names'],
    ['currencies.json?show_alternative=1', '200 names'],
    ['currencies.json?show_inactive=0', '200 names'],
    ['latest.json?app_id=x&base=XXX', '400 invalid_base'],
    ['latest.json?app_id=x&base=', '400 invalid_base'],
    ['latest.json?app_id=x&base=EUR,USD', '400 invalid_base'],
    ['historical/2025-06-03.json?app_id=x&base=XXX', '400 invalid_base'],
    ['historical/2030-01-01.json?app_id=x', '400 not_available'],
    ['historical/2026-02-30.json?app_id=x', '400 not_available'],
    ['historical/yesterday.json?app_id=x', '400 not_available'],
    ['historical/..%2Flatest.json?app_id=x', '404 not_found'],
    ['historical/2025-06-03', '404 not_found'],
    ['latest', '404 not_found'],
    ['latest.json/', '404 not_found'],
    ['nowhere.json', '404 not_found'],
    ['', '404 not_found'],
    // Ratesheet needs no API key.
    ['latest.json', '200 rates', '401 missing_app_id'],
    ['historical/2025-06-03.json', '200 rates', '401 missing_app_id'],
    // Ratesheet's archive begins later, and Ratesheet omits SYP today.
    ['historical/2024-03-01.json?app_id=x', '400 not_available', '200 rates'],
    ['latest.json?app_id=x&base=SYP', '400 not_available', '200 rates'],
    // Ratesheet rejects an empty list, because a response without rates would be misleading.
    ['latest.json?app_id=x&symbols=', '400 empty_symbols', '200 rates'],
    ['historical/2025-06-03.json?symbols=', '400 empty_symbols', '200 rates'],
    // Ratesheet has one price per day and only currencies in use, and returns only JSON.
    ['latest.json?app_id=x&callback=alert', '403 not_allowed', '200 a script'],
    ['latest.json?app_id=x&show_bid_ask=1', '403 not_allowed', '200 rates'],
    ['latest.json?app_id=x&only_alternative=1', '403 not_allowed', '200 rates'],
    ['currencies.json?show_inactive=1', '403 not_allowed', '200 names'],
    ['usage.json?app_id=x', '404 not_found', '200 the number of requests'],
    ['time-series.json?app_id=x&start=2025-06-03&end=2025-06-04', '404 not_found', '200 rates'],
    ['convert/10/EUR/USD?app_id=x', '404 not_found', '200 an amount'],
  ];
  it.each(withTitles('Open Exchange Rates', table))('respond to /oxr/%s', async (_, path, expected) => {
    await expectResponse(`/oxr/${path}`, expected, (body, status) => {
      if (openExchangeRatesSchema.safeParse(body).success) return 'rates';
      if (namesSchema.safeParse(body).success) return 'names';
      const error = openExchangeRatesErrorSchema.parse(body);
      return error.status === status ? error.message : 'an error with another status';
    });
  });
});

describe('Ratesheet’s endpoints in fixer.io’s format', () => {
  const lacking = ['XPD', 'XPT'];
  const ofFixer = codes.filter((code) => !lacking.includes(code));

  it('return the fields that fixer.io documents', async () => {
    const document = await json(fixerSchema, '/api/latest?access_key=5ecret');
    const day = { base: 'EUR', date: last, timestamp: noonOf(last) };
    expect(document).toEqual({ success: true, ...day, rates: today('EUR', ofFixer) });
    expect(Object.keys(document)).toEqual(['success', 'timestamp', 'base', 'date', 'rates']);
    const past = await json(fixerSchema, '/api/2025-06-03?base=usd&symbols=EUR,jpy&callback=f');
    expect(past).toMatchObject({ historical: true, base: 'USD', date: '2025-06-03' });
    expect(past.rates).toEqual(oracle('2025-06-03', 'USD', ['EUR', 'JPY']));
  });

  // fixer-api (an npm package) throws the text `undefined: undefined` if the error is a string, as in our own format.
  it('convert amounts at /api/convert if the request has a key', async () => {
    const path = '/api/convert?access_key=5ecret&from=gbp&to=JPY&amount=25';
    const [query, rate] = [{ from: 'GBP', to: 'JPY', amount: 25 }, today('GBP', ['JPY'])['JPY'] ?? NaN];
    const own = await json(conversionSchema, path.replace('access_key=5ecret&', ''));
    expect(own).toMatchObject({ ...query, rate, result: roundProduct(25, rate) });
    const day = { date: last, info: { timestamp: noonOf(last), rate } };
    // The interface specification prescribes the fields of our own conversions for this path.
    expect(await json(fixerConversionSchema, path)).toEqual({ ...own, query, ...day });
    await compareDays(async ({ base, wanted: [to = ''], one }) => {
      const rate = oracle(one, base, [to])[to] ?? NaN;
      const past = `/api/convert?access_key=x&from=${base}&to=${to}&amount=12.5&date=${one}`;
      expect([past, await json(fixerConversionSchema, past)]).toEqual([
        past,
        {
          ...{ success: true, from: base, to, amount: 12.5, rate, result: roundProduct(12.5, rate) },
          ...{
            timestamp: recordedDay.retrieved_at,
            query: { from: base, to, amount: 12.5 },
            historical: true,
            date: one,
          },
          info: { timestamp: noonOf(one), rate },
        },
      ]);
    }, lacking);
  });

  it('return the archive’s valid rates for random days', async () => {
    await compareDays(async ({ base, wanted, one }, expected) => {
      const path = `/api/${one}?base=${base}&symbols=${wanted.join()}`;
      const { rates } = await json(fixerSchema, path);
      expect([path, rates]).toEqual([path, expected]);
    }, lacking);
  });

  /*
   * fixer.io's statuses and codes, from https://fixer.io/documentation and two public test suites for fixer.io. A
   * documented error has status 200, and any unknown path is an invalid date. If Ratesheet differs on purpose,
   * fixer.io's response follows.
   */
  const table: ComparedRequest<string>[] = [
    ['latest?access_key=any', '200 rates'],
    ['latest?access_key=any&base=USD', '200 rates'],
    ['latest?access_key=any&base=usd&symbols=eur,gbp', '200 rates'],
    ['latest?access_key=any&symbols=EUR', '200 rates'],
    ['latest?access_key=any&symbols=USD,%20JPY', '200 rates'],
    ['latest?access_key=any&base=USD&symbols=JPY%2CGBP', '200 rates'],
    ['latest?access_key=any&symbols=', '200 rates'],
    ['latest?access_key=any&base=', '200 rates'],
    ['latest?access_key=any&symbols=USD&format=1', '200 rates'],
    ['latest?access_key=any&symbols=USD&prettyprint=1', '200 rates'],
    ['latest?access_key=any&unknown=1', '200 rates'],
    // The last value of a repeated parameter counts.
    ['latest?access_key=any&base=XXX&base=USD', '200 rates'],
    ['latest?access_key=any&symbols=XXX&symbols=USD', '200 rates'],
    ['2025-06-03?access_key=any', '200 rates'],
    ['2025-06-03?access_key=any&base=GBP&symbols=USD,CAD,EUR', '200 rates'],
    ['2025-06-08?access_key=any&symbols=BTC', '200 rates'],
    ['2024-03-02?access_key=any&symbols=JPY', '200 rates'],
    ['2026-09-29?access_key=any', '200 rates'],
    ['1901-12-13?access_key=any', '200 error 106'],
    ['2030-01-01?access_key=any', '200 error 106'],
    ['2030-01-01?access_key=any&base=USD&symbols=EUR', '200 error 106'],
    ['latest?access_key=any&base=XXX', '200 error 201'],
    ['latest?access_key=any&base=ABC&symbols=XXX', '200 error 201'],
    ['latest?access_key=any&base=EURO', '200 error 201'],
    ['latest?access_key=any&base=USD,EUR', '200 error 201'],
    ['2025-06-03?access_key=any&base=XXX&symbols=USD', '200 error 201'],
    ['latest?access_key=any&symbols=XXX', '200 error 202'],
    ['latest?access_key=any&base=XAU&symbols=XAG,USD', '200 rates'],
    ['latest?access_key=any&symbols=XPT', '200 error 202'],
    ['latest?access_key=any&base=XPD', '200 error 201'],
    ['2025-06-03?access_key=any&symbols=XPT', '200 error 202'],
    ['convert?access_key=any&from=XAU&to=XPT&amount=1', '200 error 402'],
    ['latest?access_key=any&symbols=USD,XXX', '200 error 202'],
    ['latest?access_key=any&symbols=USD;EUR', '200 error 202'],
    ['2025-06-03?access_key=any&symbols=XXX', '200 error 202'],
    ['2026-02-30?access_key=any', '200 error 302'],
    ['2026-9-3?access_key=any', '200 error 302'],
    ['20260903?access_key=any', '200 error 302'],
    ['2026-09-03T00:00?access_key=any', '200 error 302'],
    ['2026-09-031?access_key=any&base=XXX', '200 error 302'],
    ['latest/x?access_key=any', '404 error 404', '200 error 302'],
    // Ratesheet needs no API key.
    ['latest', '200 rates', '401 error 101'],
    ['latest?base=USD', '200 rates', '401 error 101'],
    ['2025-06-03', '200 rates', '401 error 101'],
    // Ratesheet's archive begins later, and Ratesheet omits SYP today.
    ['1999-01-04?access_key=any', '200 error 106', '200 rates'],
    ['2024-03-01?access_key=any', '200 error 106', '200 rates'],
    ['latest?access_key=any&base=SYP', '200 error 106', '200 rates'],
    ['latest?access_key=any&symbols=SYP', '200 error 106', '200 rates'],
    ['convert?access_key=any&from=EUR&to=JPY&amount=25', '200 a conversion'],
    ['convert?access_key=any&from=eur&to=EUR&amount=0', '200 a conversion'],
    ['convert?access_key=any&from=EUR&to=JPY&amount=25&date=2026-09-03', '200 a conversion'],
    ['convert?access_key=any&from=EUR&to=JPY&amount=25&date=', '200 a conversion'],
    ['convert?access_key=any&from=XXX&to=JPY&amount=25', '200 error 402'],
    ['convert?access_key=any&from=EUR&to=XXX&amount=25', '200 error 402'],
    ['convert?access_key=any&from=EUR&to=JPY&amount=-5', '200 error 403'],
    ['convert?access_key=any&from=EUR&to=JPY&amount=1e400', '200 error 403'],
    ['convert?access_key=any&from=EUR&to=JPY&amount=25&date=2026-02-30', '200 error 302'],
    // fixer-api writes a JavaScript date in this form.
    ['convert?access_key=any&from=EUR&to=JPY&amount=25&date=Thu%20Sep%2003%202026', '200 error 302'],
    ['convert?access_key=any&from=EUR&to=JPY&amount=25&date=2030-01-01', '200 error 106'],
    ['convert?access_key=any&from=EUR&to=JPY&amount=25&date=1999-01-04', '200 error 106', '200 a conversion'],
    ['convert?access_key=any&from=EUR&to=SYP&amount=25', '200 error 106', '200 a conversion'],
    // fixer-api omits an amount of 0.
    ['convert?access_key=any&from=EUR&to=JPY', '200 error 403'],
    ['convert?access_key=any&from=EUR&amount=5', '200 error 402'],
  ];
  it.each(withTitles('fixer.io', table))('respond to /api/%s', async (_, path, expected) => {
    await expectResponse(`/api/${path}`, expected, (body) => {
      if (fixerSchema.safeParse(body).success) return 'rates';
      if (fixerConversionSchema.safeParse(body).success) return 'a conversion';
      return `error ${fixerErrorSchema.parse(body).error.code}`;
    });
  });

  const history = '/api/v1/history?from=EUR&to=USD with start and end for past rates';
  it.each([
    ['symbols', '/api/currencies for the list of currencies'],
    ['list', '/api/currencies for the list of currencies'],
    ['live', '/api/latest for the newest rates'],
    ['timeseries', history],
    ['timeframe', history],
    ['fluctuation', history],
    ['change', history],
  ])('return an error in fixer.io’s format for /api/%s that says to use %s', async (name, instead) => {
    const info = `This API has no /api/${name}. Use ${instead}`;
    const error = { code: 103, type: 'invalid_api_function', info };
    const query = 'access_key=5ecret&start_date=2026-09-01&end_date=2026-09-05&base=GBP&symbols=JPY,USD';
    expect(await answer(`/api/${name}?${query}`)).toEqual([404, { success: false, error }]);
    const [path = ''] = instead.split(' ');
    // The list of currencies is a static file, so the Function doesn't handle its path.
    if (path !== '/api/currencies') expect((await get(path)).status).toBe(200);
  });

  it('don’t handle the misspelled path /api/latests, which returns a 404 error in Ratesheet’s own format', async () => {
    for (const path of ['/api/latests', '/api/404', '/api/v1/2025-06-03']) {
      const [status, body] = await answer(path);
      expect([path, status, formatOf(path).errorSchema.safeParse(body).error]).toEqual([path, 404, undefined]);
    }
    const posted = await answer('/api/latest', { method: 'POST' });
    expect(posted).toMatchObject([405, { success: false, error: { code: 405 } }]);
  });
});

describe('range of days in one request to /v2/rates', () => {
  it.each([
    ['2024-03-02', codes.length],
    ['2024-03-02', 60],
    ['2025-12-01', 39],
    ['2025-06-01', 20],
    ['2024-03-02', 12],
  ] as const)(
    'from %s has at most 5,400 rates, from about 40 files, if the request asks for %i currencies',
    async (start, count) => {
      // Each day of 40 or more currencies is a file.
      const most = Math.min(Math.floor(5400 / count), count < 40 ? Infinity : 40);
      const wanted = codes.filter((code) => code !== 'SYP').slice(0, count);
      const { assets, answer } = served();
      const ask = (days: number) => {
        const end = dateOfDay(dayNumber(start) + days - 1);
        return answer(`/v2/rates?from=${start}&to=${end}&quotes=${wanted.join()}`);
      };
      expect(await ask(most + 1)).toMatchObject([422, { status: 422 }]);
      expect((await ask(most))[0]).toBe(200);
      expect(assets.reads.length).toBeLessThanOrEqual(43);
    },
  );
});

describe('endpoints in the formats of other APIs', () => {
  const requests = [
    { format: frankfurterV1, path: '/v1/latest' },
    { format: frankfurterV2, path: '/v2/rates' },
    { format: openExchangeRates, path: '/oxr/latest.json' },
  ];

  it.each(requests.map(({ format, path }) => [format.name, path, format.errorSchema] as const))(
    'return errors in the format of %s at %s',
    async (_, path, errorSchema) => {
      expect((await get(path, { method: 'POST' })).headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
      const log = vi.spyOn(console, 'error').mockReturnValue();
      for (const [expected, request] of [
        [405, answer(path, { method: 'POST' })],
        [400, answer(`${path}?${'x'.repeat(2000)}`)],
        [500, served([]).answer(path)],
      ] as const) {
        const [status, body] = await request;
        expect([status, errorSchema.safeParse(body).error]).toEqual([expected, undefined]);
      }
      expect(log).toHaveBeenCalledOnce();
      log.mockRestore();
    },
  );

  it.each([
    [
      '/oxr/latest.json?symbols=',
      'Empty symbols. Use codes such as symbols=EUR,GBP, or omit symbols for all currencies',
    ],
    ['/oxr/latest.json?base=XXX', 'Unsupported base. See /oxr/currencies.json for the currencies'],
    ['/oxr/latest.json?callback=f', 'Remove callback, only_alternative, show_bid_ask and show_inactive'],
    ['/oxr/latest.json?base=SYP', 'No rates on that date or base. Use another date or base'],
    ['/oxr/nowhere.json', 'Use /oxr/latest.json, /oxr/historical/YYYY-MM-DD.json or /oxr/currencies.json'],
    ['/api/latest?symbols=SYP', 'No rates of these currencies on that date. Use other currencies or another date'],
    ['/api/latest?base=XXX', 'Unsupported base. See /api/currencies for the currencies with a rate today'],
    ['/api/latest?symbols=XXX', 'Unsupported symbols. See /api/currencies for the currencies with a rate today'],
    ['/api/2026-02-30', 'Invalid date. Use YYYY-MM-DD'],
  ])('return an error for %s that says: %s', async (path, message) => {
    const [, body] = await answer(path);
    expect(JSON.stringify(body)).toContain(message);
  });

  it('log the path of a failed request, but not its API key', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    expect((await served([]).get('/oxr/latest.json?app_id=5ecret')).status).toBe(500);
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^GET \/oxr\/latest\.json: FileError: /)]]);
    expect(log.mock.calls.join()).not.toContain('5ecret');
    log.mockRestore();
  });

  it.each(requests)('support conditional requests and CORS preflights at $path', async ({ path }) => {
    const { status, body } = await get(path, { headers: { 'If-None-Match': 'W/"one-2026-09-30"' } });
    expect([status, body, (await get(path, { method: 'OPTIONS' })).status]).toEqual([304, null, 204]);
  });
});
