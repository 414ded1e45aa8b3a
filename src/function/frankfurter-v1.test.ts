import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  frankfurterDaySchema,
  frankfurterErrorSchema,
  frankfurterRangeSchema,
  namesSchema,
} from '../api/compat/frankfurter-v1.ts';
import { archiveFiles } from '../api/archive/archive-files.ts';
import { recordedOfficialFolder, recordedOfficialRates } from '../commands/published/recorded-archive.ts';
import { byPublishedOrder } from '../currencies/catalogue.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { publishedCurrencies } from '../snapshot/published-currency.ts';
import { commonDocuments } from '../site/write/common-documents.ts';
import { MemoryAssets } from '../testing/sites/memory-assets.ts';
import { recordedCatalogue, recordedDay, recordedDays, recordedRejected } from '../testing/sites/small-site.ts';
import { createHandler } from './handler.ts';

const official = { days: recordedOfficialRates(), problem: null };
const assets = new MemoryAssets([
  ...commonDocuments({
    archive: archiveFiles(recordedDays, recordedRejected, official),
    version: '1.2.3',
    snapshot: recordedDay,
    currencies: publishedCurrencies(recordedCatalogue, recordedDay).toSorted(byPublishedOrder),
  }),
]);
const handle = createHandler('one');
const ask = (path: string) => handle(new Request(`https://ratesheet.example${path}`), { ASSETS: assets });

/** The bank's CSV, read in the simplest way: date, code and rate per 1 EUR. */
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

/** Asks the original for a day or a range. */
interface Question {
  readonly amount: number;
  readonly base: string;
  readonly symbols: readonly string[] | undefined;
  readonly start: string;
  /** Undefined for a day. */
  readonly end: string | undefined;
}

/** The original's answer, step by step as in lib/versions/v1/quote at 60541ad. Undefined stands for 404. */
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
    const newest = new Map<string, (typeof rows)[number]>();
    for (const row of among(dateOfDay(dayNumber(start) - 14), start)) newest.set(row.code, row);
    data = [...newest.values()];
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

/** lib/roundable.rb at 60541ad, on the exact decimal digits. */
function rounded(value: number): number {
  if (value > 5000) return Math.round(value);
  const places = value > 80 ? 2 : value > 20 ? 3 : value > 1 ? 4 : value > 0.0001 ? 5 : 6;
  const [whole = '', fraction = ''] = value.toFixed(100).split('.');
  const kept = BigInt(whole + fraction.slice(0, places));
  const [rest, half] = [fraction.slice(places), `5${'0'.repeat(99 - places)}`];
  const up = rest > half || (rest === half && kept % 2n === 1n);
  return Number(`${up ? kept + 1n : kept}e-${places}`);
}

/** The same numbers in each run: a linear congruential generator. */
function* randomNumbers(): Generator<number, never> {
  for (let state = 1; ; state = (state * 48_271) % 2_147_483_647) yield state / 2_147_483_647;
}
const random = randomNumbers();
const below = (limit: number) => Math.floor(random.next().value * limit);
const pick = <T>(values: readonly T[]) => values[below(values.length)] ?? expect.fail('nothing to pick from');
/** Any day, and often one near the end of a currency. */
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
  expect([path, response.status, body]).toEqual([path, expected ? 200 : 404, expected ?? { message: 'not found' }]);
  return expected ? 'found' : 'not found';
}

describe('Frankfurter v1', () => {
  it('has the original’s numbers on 500 random days', async () => {
    const found = { found: 0, 'not found': 0, refused: 0 };
    for (let count = 0; count < 500; count++) found[await compare(randomQuestion(randomDay(), undefined, 6))]++;
    expect(found.found).toBeGreaterThan(300);
    expect(found['not found']).toBeGreaterThan(30);
  });

  it('has the original’s numbers in 200 random ranges', async () => {
    let found = 0;
    for (let count = 0; count < 200; count++) {
      const start = randomDay();
      const end = dateOfDay(dayNumber(start) + pick([0, 1, 3, 30, 100, 500, 3000]) - 1);
      const [days, length] = [dayNumber(end) - dayNumber(start), 1 + below(6)];
      const most = days > 200 ? 2 : days > 50 ? 10 : length;
      if (
        (await compare(randomQuestion(start, end, most > 2 && days <= 100 ? most + 3 : Math.min(most, 2)))) === 'found'
      )
        found++;
    }
    expect(found).toBeGreaterThan(100);
  });
});
