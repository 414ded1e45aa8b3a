import {
  frankfurterDaySchema,
  frankfurterRangeSchema,
  namesSchema,
} from '../api/compat/frankfurter/frankfurter-v1.schema.ts';
import { describe, expect, it } from 'vitest';
import { dateOfDay, datesFrom, dayNumber, type IsoDate } from '../money/calendar.ts';
import { type ComparedRequest, withTitles } from '../testing/data/compared-requests.ts';
import { randomChoices } from '../testing/data/random.ts';
import { archiveSince1999, documentsOf, served } from '../testing/sites/served.ts';
import { bankRows } from '../testing/data/bank-rows.ts';

const documents = documentsOf({ archive: archiveSince1999() });
const { get, text, answer } = served(documents);

/** The rates of the bank's CSV, by date, in units per 1 EUR. */
const bank = bankRows();
const dates = [...bank.keys()];
const codes = [...new Set([...bank.values()].flatMap((rates) => [...rates.keys()])), 'EUR'].sort();
const [first, last] = ['1999-01-04', '2026-04-13'] as const;

/** A request for the rates of a day or a range. */
interface Question {
  readonly amount: number;
  readonly base: string;
  readonly symbols: readonly string[] | undefined;
  readonly start: IsoDate;
  /** The last day of a range; undefined for a single day. */
  readonly end: IsoDate | undefined;
}

/**
 * The response, with the steps of Frankfurter's lib/versions/v1/quote at commit 60541ad, except where a comment says
 * otherwise. Undefined means 404.
 */
function original({ amount, base, symbols, start, end }: Question): object | undefined {
  const isWanted = (code: string) => symbols === undefined || symbols.includes(code) || code === base;
  const among = (from: IsoDate, to: IsoDate) =>
    datesFrom(dayNumber(from), Math.max(0, dayNumber(to) - dayNumber(from) + 1)).flatMap((date) =>
      Array.from(bank.get(date) ?? [], ([code, rate]) => ({ date, code, rate })).filter(({ code }) => isWanted(code)),
    );
  // fetch_data
  let data: ReturnType<typeof among>;
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

const { below, pick } = randomChoices();
/** Days near which a currency had its last rate. */
const ends = ['2005-01-01', '2005-07-01', '2007-12-31', '2008-12-20', '2022-03-07', '2026-01-05'] as const;
/** A random day, often near the last rate of a currency. */
const randomDay = () => {
  const near = below(3) === 0;
  const start = dayNumber(near ? pick(ends) : first);
  return dateOfDay(start + (near ? below(20) - 5 : below(dayNumber(last) - start + 20)));
};
const randomQuestion = (start: IsoDate, end: IsoDate | undefined, most: number): Question => ({
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
  const expected = original(question);
  const refused = (message: string) => ['refused', 422, { message }] as const;
  const [result, status, body] =
    symbols?.join() === base
      ? refused('bad currency pair')
      : amount !== 1 && /:0[,}]/.test(JSON.stringify(expected ?? ''))
        ? refused('invalid amount. Use a larger amount')
        : expected
          ? (['found', 200, expected] as const)
          : (['not found', 404, { message: expect.any(String) as string }] as const);
  expect([path, ...(await answer(path))]).toEqual([path, status, body]);
  return result;
}

type Answer = readonly [status: number, body: string];

const day = (date: IsoDate, rates: string, amount = '1.0', base = 'EUR'): Answer => [
  200,
  `{"amount":${amount},"base":"${base}","date":"${date}","rates":{${rates}}}`,
];
const range = (dates: string, rates: string, base = 'EUR'): Answer => {
  const [start, end] = dates.split('..');
  return [200, `{"amount":1.0,"base":"${base}","start_date":"${start}","end_date":"${end}","rates":{${rates}}}`];
};
const error = (status: number, message: string): Answer => [status, JSON.stringify({ message })];
const notFound = error(404, 'not found');
const invalidAmount = error(422, 'invalid amount');
const tooSmall = error(422, 'invalid amount. Use a larger amount');
const invalidDate = error(422, 'invalid date');
const badPair = error(422, 'bad currency pair');
const inFuture = (date: IsoDate) =>
  error(
    404,
    `No rates for ${date}, because that day is in the future. The newest rates are of ${last}. Use /v1/latest to get them`,
  );

/**
 * Requests, with the responses of Frankfurter's source code at commit 60541ad: lib/versions/v1.rb,
 * lib/versions/v1/query.rb (amount, base, symbols, dates), lib/versions/v1/quote/ (days and rates), lib/roundable.rb
 * and lib/rate_scopes.rb (the start of a range).
 */
const requests: ComparedRequest<Answer>[] = [
  ['/v1/latest?symbols=USD', day(last, '"USD":1.1684')],
  ['/v1/current?to=usd,jpy', day(last, '"JPY":186.75,"USD":1.1684')],
  // The parameters `from` and `to` override `base` and `symbols`.
  ['/v1/latest?from=CHF&base=USD&to=GBP&symbols=JPY', day(last, '"GBP":0.94198', '1.0', 'CHF')],
  // The last value of a repeated parameter counts. Unknown parameters and currencies are ignored.
  ['/v1/latest?symbols=USD&base=CHF&base=EUR', day(last, '"USD":1.1684')],
  ['/v1/latest?symbols=GBP&symbols=USD', day(last, '"USD":1.1684')],
  ['/v1/latest?symbols=USD&date=2020-01-01&_=1', day(last, '"USD":1.1684')],
  ['/v1/latest?symbol=USD&to=GBP', day(last, '"GBP":0.87058')],
  ['/v1/latest?base=GBP&symbols=JPY%2CUSD', day(last, '"JPY":214.51,"USD":1.3421', '1.0', 'GBP')],
  ['/v1/latest?symbols=USD,XXX,EUR', day(last, '"USD":1.1684')],
  // The bank's own rates aren't rounded. Computed rates are rounded, and those above 5,000 are integers.
  ['/v1/latest?symbols=IDR', day(last, '"IDR":20082.05')],
  ['/v1/latest?symbols=IDR&amount=1', day(last, '"IDR":20082.05')],
  ['/v1/latest?symbols=IDR&amount=2', day(last, '"IDR":40164', '2.0')],
  ['/v1/latest?symbols=CZK,HUF&amount=1000', day(last, '"CZK":24378,"HUF":366900', '1000.0')],
  ['/v1/latest?symbols=ISK&amount=20000', day(last, '"ISK":2864000', '20000.0')],
  ['/v1/latest?base=USD&symbols=IDR,EUR', day(last, '"EUR":0.85587,"IDR":17188', '1.0', 'USD')],
  ['/v1/latest?base=IDR&symbols=USD', day(last, '"USD":0.000058', '1.0', 'IDR')],
  ['/v1/latest?base=USD&symbols=EUR&amount=0.01', day(last, '"EUR":0.00856', '0.01', 'USD')],
  ['/v1/2010-06-03?base=USD&symbols=JPY&amount=100', day('2010-06-03', '"JPY":9271', '100.0', 'USD')],
  ['/v1/1999-01-04?symbols=TRL,USD', day('1999-01-04', '"TRL":372274.0,"USD":1.1789')],
  ['/v1/2000-11-10?symbols=NOK&amount=625', day('2000-11-10', '"NOK":5000.0', '625.0')],
  ['/v1/1999-01-04?symbols=TRL&amount=1e1', day('1999-01-04', '"TRL":3722740', '10.0')],
  // The response for a day has the rates of the last business day, up to 14 days earlier.
  ['/v1/2026-04-12?symbols=USD', day('2026-04-10', '"USD":1.1711')],
  ['/v1/2026-04-27?symbols=USD', day(last, '"USD":1.1684')],
  [
    '/v1/2026-04-28?symbols=USD',
    error(404, `No rates for 2026-04-28. The newest rates are of ${last}. Use /v1/latest to get them`),
    'not found',
  ],
  ['/v1/1999-01-03', error(404, `No rates for 1999-01-03. Available: ${first} to ${last}`), 'not found'],
  ['/v1/2030-01-01', inFuture('2030-01-01'), 'not found'],
  // A response has the rates of only one day. Frankfurter omits currencies whose newest rate is of another day.
  ['/v1/2022-03-15?symbols=RUB', day('2022-03-01', '"RUB":117.201')],
  ['/v1/2022-03-16?symbols=RUB', notFound],
  ['/v1/2026-01-05?symbols=BGN,USD', day('2025-12-31', '"BGN":1.9558,"USD":1.175'), 'only BGN'],
  ['/v1/2026-01-05?base=BGN&symbols=EUR', day('2025-12-31', '"EUR":0.5113', '1.0', 'BGN')],
  ['/v1/2026-01-05?base=BGN&symbols=USD', day('2025-12-31', '"USD":0.60078', '1.0', 'BGN'), 'not found'],
  [
    '/v1/2005-01-05?symbols=TRL,TRY',
    error(404, 'No day from 2004-12-22 to 2005-01-05 has rates of TRL and TRY. Use another date'),
    'only TRL',
  ],
  // A range begins with the last business day on or before its start, and at the latest with the newest rates.
  [
    '/v1/2026-04-11..2026-04-13?symbols=USD',
    range(`2026-04-10..${last}`, `"2026-04-10":{"USD":1.1711},"${last}":{"USD":1.1684}`),
  ],
  ['/v1/2026-04-11..2026-04-12?symbols=USD', range('2026-04-10..2026-04-10', '"2026-04-10":{"USD":1.1711}')],
  ['/v1/1998-01-01..1999-01-04?symbols=USD', range('1999-01-04..1999-01-04', '"1999-01-04":{"USD":1.1789}')],
  ['/v1/2026-04-13..?base=USD&symbols=JPY', range(`${last}..${last}`, `"${last}":{"JPY":159.83}`, 'USD')],
  ['/v1/2026-09-01..?symbols=USD', range(`${last}..${last}`, `"${last}":{"USD":1.1684}`)],
  ['/v1/2026-10-02..', inFuture('2026-10-02'), 'not found'],
  ['/v1/2026-04-09..2026-04-07?symbols=USD', notFound],
  ['/v1/2000-01-01..2000-01-31?base=XXX', notFound],
  ['/v1/1990-01-01..1998-12-31', notFound],
  ['/v1/2015-06-01..2015-07-01?symbols=ISK', notFound],
  // Invalid values.
  ['/v1/latest?base=EUR&symbols=EUR', badPair],
  ['/v1/latest?from=usd&to=usd', badPair],
  ['/v1/latest?symbols=EUR', notFound],
  ['/v1/latest?base=USD&symbols=USD,USD', notFound],
  ['/v1/latest?symbols=', notFound],
  ['/v1/latest?base=', notFound],
  ['/v1/latest?base=XXX', notFound],
  ['/v1/latest?base=../x', notFound],
  ['/v1/history?start_at=2026-03-02&end_at=2026-03-06&symbols=USD', notFound],
  ['/v1/latest?amount=ten', invalidAmount],
  ['/v1/latest?amount=', invalidAmount],
  ['/v1/latest?amount=0', invalidAmount],
  ['/v1/latest?amount=-1', invalidAmount],
  ['/v1/2026-02-30', invalidDate],
  ['/v1/2026-01-01..2026-13-01', invalidDate],
  // Frankfurter returns Ruby's error messages for Infinity and NaN.
  ['/v1/latest?amount=1e400', invalidAmount, 'Infinity'],
  ['/v1/latest?amount=1e308', invalidAmount, 'Infinity'],
  ['/v1/latest?base=USD&symbols=GBP&amount=0.0000001', tooSmall, 'invalid value for Float(): "NaN"'],
  ['/v1/latest?symbols=USD&amount=0.0000001', tooSmall, 'the rate 0.0'],
  ['/v1/latest?symbols=USD&amount=1e-400', tooSmall, 'invalid amount'],
  // Frankfurter parses only the digits before the comma, so it reads 1,000 as 1.
  ['/v1/latest?symbols=USD&amount=1,000', invalidAmount, 'the rate of USD'],
  // Frankfurter doesn't remove the space, so it doesn't find the currency.
  ['/v1/latest?symbols=USD,%20GBP', day(last, '"GBP":0.87058,"USD":1.1684'), 'only USD'],
  // Paths without rates. Frankfurter describes itself at the root path, and adds the status to other bodies.
  ['/v1', notFound, 'a description of itself'],
  ['/v1/', notFound, 'a description of itself'],
  ['/v1/latest/', notFound, 'not found, with the status'],
  ['/v1/latest..', notFound, 'not found, with the status'],
  ['/v1/%E0%A4%A', notFound, 'not found, with the status'],
  ['/v1/1999-01-04..?from=XXX', notFound],
  // Frankfurter doesn't limit the range.
  [
    '/v1/1999-01-04..?symbols=USD,GBP',
    error(422, 'range too large. Request at most 3150 days, or fewer currencies'),
    '27 years of rates',
  ],
];

describe('Ratesheet’s endpoints in Frankfurter v1’s format', () => {
  it.each(withTitles('Frankfurter', requests))('respond to %s', async (_, path, [status, body]) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([status, `${body}\n`]);
    // Frankfurter sends `Cache-Control: public, max-age=86400`, and `no-store` for errors (lib/no_store_on_error.rb).
    const cached = { 'cache-control': 'public, max-age=600, stale-if-error=86400', etag: 'W/"one-2026-09-30"' };
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ 'access-control-allow-origin': '*', 'content-type': 'application/json; charset=utf-8' },
      ...(status === 200 ? cached : { 'cache-control': 'no-store' }),
    });
  });

  it('sort the rates of a day by currency code', async () => {
    const latest = frankfurterDaySchema.parse(JSON.parse(await text('/v1/latest')));
    expect(latest.date).toBe(last);
    expect(Object.keys(latest.rates)).toEqual([...(bank.get(last)?.keys() ?? [])].sort());
    const weeks = frankfurterRangeSchema.parse(JSON.parse(await text('/v1/2026-04-01..')));
    expect(Object.keys(weeks.rates)).toEqual(dates.filter((date) => date >= '2026-04-01'));
  });

  it('list the names of the currencies that the European Central Bank quotes', async () => {
    const names = namesSchema.parse(JSON.parse(await text('/v1/currencies')));
    expect(Object.keys(names)).toEqual([...(bank.get(last)?.keys() ?? []), 'EUR'].sort());
    expect(names).toMatchObject({ EUR: 'Euro', JPY: 'Japanese Yen' });
  });

  it.each([
    ['/v1/1999-01-04..?symbols=USD', 3],
    ['/v1/1999-01-04..?base=USD&symbols=EUR', 3],
    ['/v1/2013-01-01', 3],
    ['/v1/2018-01-01..2026-01-01?symbols=USD,GBP', 5],
    ['/v1/2024-01-01..2026-04-10?base=JPY&symbols=EUR,USD,CHF,SEK,NOK,DKK,PLN', 5],
  ])('read at most $1 files of official rates for %s', async (path, most) => {
    const { assets, get } = served(documents);
    expect((await get(path)).status).toBe(200);
    const reads = assets.reads.filter((path) => path.includes('ecb/'));
    expect(reads.length).toBeLessThanOrEqual(most);
    // The other reads are the three files of the current day. Files of past market rates aren't read.
    const ofToday = ['api/v1/rates.json', 'api/currencies.json', 'api/v1/metals.json'];
    expect(assets.reads.filter((path) => !reads.includes(path))).toEqual(ofToday);
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
