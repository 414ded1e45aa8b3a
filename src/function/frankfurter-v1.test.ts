import {
  frankfurterDaySchema,
  frankfurterErrorSchema,
  frankfurterRangeSchema,
  namesSchema,
} from '../api/compat/frankfurter-v1.schema.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordedOfficialFolder } from '../publish/recorded-archive.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { assetsSince1999 } from '../testing/sites/official-site.ts';
import { clock } from '../testing/sites/small-site.ts';
import { createHandler } from './handler.ts';
import { type ComparedRequest, withTitles } from '../testing/data/compared-requests.ts';

const assets = assetsSince1999();
const handle = createHandler('one', clock);
const ask = (path: string) => handle(new Request(`https://ratesheet.example${path}`), { ASSETS: assets });

/** The rows of the bank's CSV, parsed in the simplest way. Each rate is in units per 1 EUR. */
const rows = readdirSync(recordedOfficialFolder).flatMap((name) => {
  const [header = '', ...lines] = readFileSync(join(recordedOfficialFolder, name), 'utf8').trim().split('\n');
  const codes = header.split(',').slice(1);
  return lines.flatMap((line) => {
    const [date = '', ...cells] = line.split(',');
    return codes.flatMap((code, column) => (cells[column] ? [{ date, code, rate: Number(cells[column]) }] : []));
  });
});
const dates = [...new Set(rows.map(({ date }) => date))];
const rowsOf = Map.groupBy(rows, ({ date }) => date);
const codes = [...new Set(rows.map(({ code }) => code)), 'EUR'].sort();
const [first, last] = ['1999-01-04', '2026-04-13'];

/** A request for the rates of a day or a range. */
interface Question {
  readonly amount: number;
  readonly base: string;
  readonly symbols: readonly string[] | undefined;
  readonly start: string;
  /** The last day of a range; undefined for a single day. */
  readonly end: string | undefined;
}

/**
 * The response, with the steps of Frankfurter's lib/versions/v1/quote at commit 60541ad, except where a comment says
 * otherwise. Undefined means 404.
 */
function original({ amount, base, symbols, start, end }: Question): object | undefined {
  const isWanted = (code: string) => symbols === undefined || symbols.includes(code) || code === base;
  const among = (from: string, to: string) =>
    Array.from({ length: Math.max(0, dayNumber(to) - dayNumber(from) + 1) }, (_, day) =>
      dateOfDay(dayNumber(from) + day),
    )
      .flatMap((date) => rowsOf.get(date) ?? [])
      .filter(({ code }) => isWanted(code));
  // fetch_data
  let data: typeof rows;
  if (end === undefined) {
    const near = among(dateOfDay(dayNumber(start) - 14), start);
    const needed = new Set(near.map(({ code }) => code).filter((code) => code === base || symbols?.includes(code)));
    // Frankfurter takes the newest rate of each currency, then returns only those of one day. Ratesheet takes a day that
    // has them all.
    const days = [...Map.groupBy(near, ({ date }) => date).values()];
    data = days.findLast((ofDay) => [...needed].every((code) => ofDay.some((row) => row.code === code))) ?? [];
  } else {
    data = among(dates.findLast((date) => date <= start) ?? start, end);
  }
  // prepare_rates
  const result = new Map<string, Map<string, number>>();
  for (const { date, code, rate } of data) {
    const ofDay = result.get(date) ?? new Map<string, number>();
    result.set(date, ofDay.set(code, amount !== 1 || base !== 'EUR' ? rounded(amount * rate) : rate));
  }
  // rebase_rates
  if (base !== 'EUR') {
    for (const [date, rates] of result) {
      if (symbols?.includes('EUR') ?? true) rates.set('EUR', amount);
      const divisor = rates.get(base);
      rates.delete(base);
      if (divisor === undefined || rates.size === 0) {
        result.delete(date);
        continue;
      }
      const rebased = [...rates].map(([code, rate]) => [code, rounded((amount * rate) / divisor)] as const);
      result.set(date, new Map(rebased));
    }
  }
  const days = [...result].map(([date, rates]) => [date, Object.fromEntries([...rates].sort())] as const);
  const [newest, oldest] = [days[0], days.at(-1)];
  if (!newest || !oldest) return undefined;
  if (end === undefined) return { amount, base, date: newest[0], rates: newest[1] };
  return { amount, base, start_date: newest[0], end_date: oldest[0], rates: Object.fromEntries(days) };
}

/** Rounds the exact decimal digits as Frankfurter's lib/roundable.rb does at commit 60541ad. */
function rounded(value: number): number {
  if (value > 5000) return Math.round(value);
  const places = value > 80 ? 2 : value > 20 ? 3 : value > 1 ? 4 : value > 0.0001 ? 5 : 6;
  const [whole = '', fraction = ''] = value.toFixed(100).split('.');
  const kept = BigInt(whole + fraction.slice(0, places));
  const [rest, half] = [fraction.slice(places), `5${'0'.repeat(99 - places)}`];
  const up = rest > half || (rest === half && kept % 2n === 1n);
  return Number(`${up ? kept + 1n : kept}e-${places}`);
}

/** A linear congruential generator, which returns the same numbers in each run. */
function* randomNumbers(): Generator<number, never> {
  for (let state = 1; ; state = (state * 48_271) % 2_147_483_647) yield state / 2_147_483_647;
}
const random = randomNumbers();
const below = (limit: number) => Math.floor(random.next().value * limit);
const pick = <T>(values: readonly T[]) => values[below(values.length)] ?? expect.fail('nothing to pick from');
/** A random day, often near the last rate of a currency. */
const randomDay = () => {
  const near =
    below(3) === 0
      ? pick(['2005-01-01', '2005-07-01', '2007-12-31', '2008-12-20', '2022-03-07', '2026-01-05'])
      : undefined;
  const day =
    near === undefined
      ? dayNumber(first) + below(dayNumber(last) - dayNumber(first) + 20)
      : dayNumber(near) + below(20) - 5;
  return dateOfDay(day);
};
const randomQuestion = (start: string, end: string | undefined, most: number): Question => ({
  amount: pick([1, 1, 2, 12.5, 100, 1000, 0.01]),
  base: pick(['EUR', 'EUR', pick(codes)]),
  symbols: most > 3 && below(3) === 0 ? undefined : Array.from({ length: 1 + below(most) }, () => pick(codes)),
  start,
  end,
});

async function compare(question: Question): Promise<'found' | 'not found' | 'refused'> {
  const { amount, base, symbols, start, end } = question;
  const query = new URLSearchParams({ base, amount: String(amount), ...(symbols && { symbols: symbols.join() }) });
  const path = `/v1/${start}${end === undefined ? '' : `..${end}`}?${query.toString()}`;
  const response = await ask(path);
  const body: unknown = await response.json();
  if (symbols?.join() === base) {
    expect([path, response.status, body]).toEqual([path, 422, { message: 'bad currency pair' }]);
    return 'refused';
  }
  const expected = original(question);
  const [status, shown] = expected ? [200, expected] : [404, { message: expect.any(String) as string }];
  if (amount !== 1 && /:0[,}]/.exec(JSON.stringify(expected ?? ''))) {
    expect([path, response.status, body]).toEqual([path, 422, JSON.parse(TOO_SMALL)]);
    return 'refused';
  }
  expect([path, response.status, body]).toEqual([path, status, shown]);
  return expected ? 'found' : 'not found';
}

const day = (date: string, rates: string, amount = '1.0', base = 'EUR') =>
  `{"amount":${amount},"base":"${base}","date":"${date}","rates":{${rates}}}`;
const range = (dates: string, rates: string, base = 'EUR') => {
  const [start, end] = dates.split('..');
  return `{"amount":1.0,"base":"${base}","start_date":"${start}","end_date":"${end}","rates":{${rates}}}`;
};
const NOT_FOUND = '{"message":"not found"}';
const INVALID_AMOUNT = '{"message":"invalid amount"}';
const TOO_SMALL = '{"message":"invalid amount. Use a larger amount"}';
const INVALID_DATE = '{"message":"invalid date"}';
const BAD_PAIR = '{"message":"bad currency pair"}';

const inFuture = (date: string) =>
  `{"message":"No rates for ${date}, because that day is in the future. The newest rates are of ${last}. Use /v1/latest to get them"}`;

type Answer = readonly [status: number, body: string];

/**
 * Frankfurter's responses, according to its source code at commit 60541ad: lib/versions/v1.rb,
 * lib/versions/v1/query.rb (amount, base, symbols, dates), lib/versions/v1/quote/ (days and rates), lib/roundable.rb
 * and lib/rate_scopes.rb (the start of a range). If Ratesheet differs on purpose, its response follows.
 */
const requests: ComparedRequest<Answer>[] = [
  ['/v1/latest?symbols=USD', [200, day(last, '"USD":1.1684')]],
  [
    ['/v1/current?to=usd,jpy', '“current” instead of “latest”, and “to” instead of “symbols”'],
    [200, day(last, '"JPY":186.75,"USD":1.1684')],
  ],
  [
    ['/v1/latest?from=CHF&base=USD&to=GBP&symbols=JPY', '“from” and “to”, which override “base” and “symbols”'],
    [200, day(last, '"GBP":0.94198', '1.0', 'CHF')],
  ],
  // The last value of a repeated parameter counts. Unknown parameters are ignored.
  [
    ['/v1/latest?symbols=USD&base=CHF&base=EUR', 'two bases, of which the last counts'],
    [200, day(last, '"USD":1.1684')],
  ],
  [
    ['/v1/latest?symbols=GBP&symbols=USD', 'two parameters “symbols”, of which the last counts'],
    [200, day(last, '"USD":1.1684')],
  ],
  [
    ['/v1/latest?symbols=USD&date=2020-01-01&_=1', 'the unknown parameters “date” and “_”, which are ignored'],
    [200, day(last, '"USD":1.1684')],
  ],
  [
    ['/v1/latest?symbol=USD&to=GBP', 'the misspelled parameter “symbol”, which is ignored'],
    [200, day(last, '"GBP":0.87058')],
  ],
  [
    ['/v1/latest?symbols=USD,XXX,EUR', 'the unknown currency XXX and the base EUR as symbols, which are ignored'],
    [200, day(last, '"USD":1.1684')],
  ],
  // The bank's own rates aren't rounded. Computed rates are rounded, and those above 5,000 are integers.
  [
    ['/v1/latest?symbols=IDR', 'the European Central Bank’s own rate, unrounded'],
    [200, day(last, '"IDR":20082.05')],
  ],
  [
    ['/v1/latest?symbols=IDR&amount=1', 'an amount of 1, which leaves the rate unrounded'],
    [200, day(last, '"IDR":20082.05')],
  ],
  [
    ['/v1/latest?symbols=IDR&amount=2', 'a result above 5,000, which is rounded to an integer'],
    [200, day(last, '"IDR":40164', '2.0')],
  ],
  [
    ['/v1/latest?symbols=CZK,HUF&amount=1000', 'results above 5,000, which are rounded to integers'],
    [200, day(last, '"CZK":24378,"HUF":366900', '1000.0')],
  ],
  [
    ['/v1/latest?symbols=ISK&amount=20000', 'a result above 5,000, which is rounded to an integer'],
    [200, day(last, '"ISK":2864000', '20000.0')],
  ],
  [
    ['/v1/latest?base=USD&symbols=IDR,EUR', 'a rate above 5,000, which is rounded to an integer'],
    [200, day(last, '"EUR":0.85587,"IDR":17188', '1.0', 'USD')],
  ],
  [
    ['/v1/latest?base=IDR&symbols=USD', 'a rate below 0.0001, which is rounded to six decimals'],
    [200, day(last, '"USD":0.000058', '1.0', 'IDR')],
  ],
  [
    ['/v1/latest?base=USD&symbols=EUR&amount=0.01', 'an amount below 1'],
    [200, day(last, '"EUR":0.00856', '0.01', 'USD')],
  ],
  [
    ['/v1/2010-06-03?base=USD&symbols=JPY&amount=100', 'a past day'],
    [200, day('2010-06-03', '"JPY":9271', '100.0', 'USD')],
  ],
  [
    ['/v1/1999-01-04?symbols=TRL,USD', 'the first day with rates'],
    [200, day('1999-01-04', '"TRL":372274.0,"USD":1.1789')],
  ],
  [
    ['/v1/1999-01-04?symbols=TRL&amount=1e1', 'an amount in exponent form'],
    [200, day('1999-01-04', '"TRL":3722740', '10.0')],
  ],
  // The response for a day has the rates of the last business day, up to 14 days earlier.
  [
    ['/v1/2026-04-12?symbols=USD', 'a Sunday, for which the rate of Friday counts'],
    [200, day('2026-04-10', '"USD":1.1711')],
  ],
  [
    ['/v1/2026-04-27?symbols=USD', 'a day that is 14 days after the newest rates (at most 14 are allowed)'],
    [200, day(last, '"USD":1.1684')],
  ],
  [
    ['/v1/2026-04-28?symbols=USD', 'a day that is 15 days after the newest rates (at most 14 are allowed)'],
    [404, NOT_FOUND],
    [404, `{"message":"No rates for 2026-04-28. The newest rates are of ${last}. Use /v1/latest to get them"}`],
  ],
  [
    ['/v1/1999-01-03', 'the day before the first rates'],
    [404, NOT_FOUND],
    [404, `{"message":"No rates for 1999-01-03. Available: ${first} to ${last}"}`],
  ],
  [
    ['/v1/2030-01-01', 'a future day'],
    [404, NOT_FOUND],
    [404, inFuture('2030-01-01')],
  ],
  // A response has the rates of only one day. Frankfurter omits currencies whose newest rate is of another day.
  [
    ['/v1/2022-03-15?symbols=RUB', 'a day that is 14 days after the last rate of RUB (at most 14 are allowed)'],
    [200, day('2022-03-01', '"RUB":117.201')],
  ],
  [
    ['/v1/2022-03-16?symbols=RUB', 'a day that is 15 days after the last rate of RUB (at most 14 are allowed)'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/2026-01-05?symbols=BGN,USD', 'BGN and USD, whose newest rates are of different days'],
    [200, day('2025-12-31', '"BGN":1.9558')],
    [200, day('2025-12-31', '"BGN":1.9558,"USD":1.175')],
  ],
  [
    ['/v1/2026-01-05?base=BGN&symbols=EUR', 'the base BGN, whose last rate is five days old'],
    [200, day('2025-12-31', '"EUR":0.5113', '1.0', 'BGN')],
  ],
  [
    ['/v1/2026-01-05?base=BGN&symbols=USD', 'the base BGN and the symbol USD, whose last rates are of different days'],
    [404, NOT_FOUND],
    [200, day('2025-12-31', '"USD":0.60078', '1.0', 'BGN')],
  ],
  [
    ['/v1/2005-01-05?symbols=TRL,TRY', 'the old and the new lira, which have no rates on the same day'],
    [200, day('2004-12-31', '"TRL":1836200.0')],
    [404, '{"message":"No day from 2004-12-22 to 2005-01-05 has rates of TRL and TRY. Use another date"}'],
  ],
  // A range begins with the last business day on or before its start.
  [
    ['/v1/2026-04-11..2026-04-13?symbols=USD', 'a range that starts on a Saturday, and so includes Friday’s rate'],
    [200, range(`2026-04-10..${last}`, `"2026-04-10":{"USD":1.1711},"${last}":{"USD":1.1684}`)],
  ],
  [
    ['/v1/2026-04-11..2026-04-12?symbols=USD', 'a range of only a weekend, for which Friday’s rate counts'],
    [200, range('2026-04-10..2026-04-10', '"2026-04-10":{"USD":1.1711}')],
  ],
  [
    ['/v1/1998-01-01..1999-01-04?symbols=USD', 'a range that starts before the first rates'],
    [200, range('1999-01-04..1999-01-04', '"1999-01-04":{"USD":1.1789}')],
  ],
  [
    ['/v1/2026-04-13..?base=USD&symbols=JPY', 'a range that starts on the day of the newest rates'],
    [200, range(`${last}..${last}`, `"${last}":{"JPY":159.83}`, 'USD')],
  ],
  [
    ['/v1/2026-09-01..?symbols=USD', 'a range that starts after the newest rates, which count for it'],
    [200, range(`${last}..${last}`, `"${last}":{"USD":1.1684}`)],
  ],
  [
    ['/v1/2026-10-02..', 'a range that starts two days after today'],
    [404, NOT_FOUND],
    [404, inFuture('2026-10-02')],
  ],
  [
    ['/v1/2026-04-09..2026-04-07?symbols=USD', 'a range that ends before its start'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/2000-01-01..2000-01-31?base=XXX', 'an unknown base'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/1990-01-01..1998-12-31', 'a range before the first rates'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/2015-06-01..2015-07-01?symbols=ISK', 'a range without rates of ISK'],
    [404, NOT_FOUND],
  ],
  // Invalid values.
  [
    ['/v1/latest?base=EUR&symbols=EUR', 'the base as the only symbol'],
    [422, BAD_PAIR],
  ],
  [
    ['/v1/latest?from=usd&to=usd', 'the base as the only symbol'],
    [422, BAD_PAIR],
  ],
  [
    ['/v1/latest?symbols=EUR', 'the default base EUR as the only symbol'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/latest?base=USD&symbols=USD,USD', 'the base USD as both symbols'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/latest?symbols=', 'an empty list of symbols'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/latest?base=', 'an empty base'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/latest?base=XXX', 'an unknown base'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/latest?base=../x', 'an invalid base'],
    [404, NOT_FOUND],
  ],
  ['/v1/latest?amount=ten', [422, INVALID_AMOUNT]],
  ['/v1/latest?amount=', [422, INVALID_AMOUNT]],
  ['/v1/latest?amount=0', [422, INVALID_AMOUNT]],
  ['/v1/latest?amount=-1', [422, INVALID_AMOUNT]],
  ['/v1/2026-02-30', [422, INVALID_DATE]],
  ['/v1/2026-01-01..2026-13-01', [422, INVALID_DATE]],
  // Frankfurter returns Ruby's error messages for Infinity and NaN.
  [
    ['/v1/latest?amount=1e400', 'an amount too large for a floating-point number'],
    [422, '{"message":"Infinity"}'],
    [422, INVALID_AMOUNT],
  ],
  [
    ['/v1/latest?amount=1e308', 'an amount whose result is too large for a floating-point number'],
    [422, '{"message":"Infinity"}'],
    [422, INVALID_AMOUNT],
  ],
  [
    ['/v1/latest?base=USD&symbols=GBP&amount=0.0000001', 'an amount that rounds to zero'],
    [422, '{"message":"invalid value for Float(): \\"NaN\\""}'],
    [422, TOO_SMALL],
  ],
  [
    ['/v1/latest?symbols=USD&amount=0.0000001', 'an amount whose result rounds to zero'],
    [200, day(last, '"USD":0.0', '1.0e-07')],
    [422, TOO_SMALL],
  ],
  [
    ['/v1/latest?symbols=USD&amount=1e-400', 'an amount too small for a floating-point number'],
    [422, INVALID_AMOUNT],
    [422, TOO_SMALL],
  ],
  // Frankfurter parses only the digits before the comma, so it reads 1,000 as 1.
  [
    ['/v1/latest?symbols=USD&amount=1,000', 'an amount with a comma'],
    [200, day(last, '"USD":1.1684')],
    [422, INVALID_AMOUNT],
  ],
  // Frankfurter doesn't remove the space, so it doesn't find the currency.
  [
    ['/v1/latest?symbols=USD,%20GBP', 'a space before GBP (Ratesheet ignores the space)'],
    [200, day(last, '"USD":1.1684')],
    [200, day(last, '"GBP":0.87058,"USD":1.1684')],
  ],
  // Paths without rates. Frankfurter describes itself at the root path, and adds the status to other bodies.
  [
    ['/v1', 'the root path of the endpoints'],
    [200, 'a description of itself'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/', 'the root path of the endpoints with a slash'],
    [200, 'a description of itself'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/latest/', 'a slash at the end'],
    [404, '{"status":404,"message":"not found"}'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/latest..', 'an invalid range'],
    [404, '{"status":404,"message":"not found"}'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/%E0%A4%A', 'invalid percent-encoding'],
    [404, '{"status":404,"message":"not found"}'],
    [404, NOT_FOUND],
  ],
  [
    ['/v1/1999-01-04..?from=XXX', 'an unknown base'],
    [404, NOT_FOUND],
  ],
  // Frankfurter doesn't limit the range.
  [
    ['/v1/1999-01-04..?symbols=USD,GBP', 'two currencies for 27 years, more than Ratesheet allows in a response'],
    [200, '27 years of rates'],
    [422, '{"message":"range too large. Request at most 3150 days, or fewer currencies"}'],
  ],
];

/** Frankfurter sends `Cache-Control: public, max-age=86400`, and `no-store` for errors (lib/no_store_on_error.rb). */
const headers = {
  200: { 'cache-control': 'public, max-age=600, stale-if-error=86400', etag: 'W/"one"' },
  404: { 'cache-control': 'no-store' },
  422: { 'cache-control': 'no-store' },
};

describe('Ratesheet’s endpoints in Frankfurter v1’s format', () => {
  it.each(withTitles('Frankfurter', requests))('%s', async (_, path, ours) => {
    const response = await ask(path);
    const [status, body] = ours;
    expect([response.status, await response.text()]).toEqual([status, `${body}\n`]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...headers[status as keyof typeof headers],
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('sort the rates of a day by currency code', async () => {
    const latest = frankfurterDaySchema.parse(await (await ask('/v1/latest')).json());
    expect(latest.date).toBe(last);
    expect(Object.keys(latest.rates)).toEqual((rowsOf.get(last) ?? []).map(({ code }) => code).sort());
    const weeks = frankfurterRangeSchema.parse(await (await ask('/v1/2026-04-01..')).json());
    expect(Object.keys(weeks.rates)).toEqual(dates.filter((date) => date >= '2026-04-01'));
    frankfurterErrorSchema.parse(JSON.parse(NOT_FOUND));
  });

  it('list the names of the currencies that the European Central Bank quotes', async () => {
    const names = namesSchema.parse(await (await ask('/v1/currencies')).json());
    const quoted = [...(rowsOf.get(last) ?? []).map(({ code }) => code), 'EUR'].sort();
    expect(Object.keys(names)).toEqual(quoted);
    expect(names).toMatchObject({ EUR: 'Euro', JPY: 'Japanese Yen' });
  });

  it.each([
    ['/v1/1999-01-04..?symbols=USD', 3],
    ['/v1/1999-01-04..?base=USD&symbols=EUR', 3],
    ['/v1/2013-01-01', 3],
    ['/v1/2018-01-01..2026-01-01?symbols=USD,GBP', 5],
    ['/v1/2024-01-01..2026-04-10?base=JPY&symbols=EUR,USD,CHF,SEK,NOK,DKK,PLN', 5],
  ])('read at most $1 files of official rates for %s', async (path, most) => {
    assets.reads.length = 0;
    const { status } = await createHandler('one', clock)(new Request(`https://ratesheet.example${path}`), {
      ASSETS: assets,
    });
    expect(status).toBe(200);
    const reads = assets.reads.filter((path) => path.includes('ecb/'));
    expect(reads.length).toBeLessThanOrEqual(most);
    // The other reads are the two files of the current day. Files of past market rates aren't read.
    expect(assets.reads.filter((path) => !reads.includes(path))).toEqual(['api/v1/rates.json', 'api/currencies.json']);
  });

  it('return the same rates as Frankfurter’s algorithm on 200 random days', async () => {
    const found = { found: 0, 'not found': 0, refused: 0 };
    for (let count = 0; count < 200; count++) found[await compare(randomQuestion(randomDay(), undefined, 6))]++;
    expect(found.found).toBeGreaterThan(120);
    expect(found['not found']).toBeGreaterThan(12);
  });

  it('return the same rates as Frankfurter’s algorithm for 70 random ranges', async () => {
    let found = 0;
    for (let count = 0; count < 70; count++) {
      const start = randomDay();
      const end = dateOfDay(dayNumber(start) + pick([0, 1, 3, 30, 100, 500, 3000]) - 1);
      const [days, length] = [dayNumber(end) - dayNumber(start), 1 + below(6)];
      const most = days > 200 ? 2 : days > 50 ? 10 : length;
      if (
        (await compare(randomQuestion(start, end, most > 2 && days <= 100 ? most + 3 : Math.min(most, 2)))) === 'found'
      )
        found++;
    }
    expect(found).toBeGreaterThan(35);
  });
});
