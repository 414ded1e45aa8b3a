import type { ArchiveIndex } from '../api/documents/archive-index.ts';
import type { CurrencyYearDocument } from '../api/documents/currency-year.ts';
import type { DatedRates } from '../api/documents/dated-rates.ts';
import type { ReferenceRates } from '../api/documents/reference-rates.ts';
import { isDate } from '../rates/calendar.ts';
import type { Pair } from './arguments.ts';
import type { DayRates } from '../validation/snapshot/held-dates.ts';
import type { Average } from './ratesheet.d.ts';
import type { Read } from './site-reader.ts';

/*
 * The site's documents as the client reads them. The parsers check everything that affects a result. They may
 * throw any error, because the reader turns each error into a `RequestFailed`.
 */

/** A day's rates, without `sources`, because the client doesn't return the names of sources. */
export type RatesOfDay = Omit<DayRates, 'sources'>;

/** Today's rates, and whether they are stale. */
export interface Today extends RatesOfDay {
  readonly stale: boolean;
}

/** Reads today's rates, or a date's rates; undefined if the site lacks the date. Only the newest day has held rates. */
export function readDay(read: Read, date?: string): Promise<Today | undefined> {
  const parse = (text: string) => {
    const { rate_as_of, held, rates, stale = false } = JSON.parse(text) as DatedRates & Partial<ReferenceRates>;
    check(!date || rate_as_of === date);
    return { ...dayOf(rate_as_of, held, rates), stale };
  };
  return date ? read(`api/v1/rates/${date}.json`, parse, 404) : read('api/v1/rates.json', parse);
}

/** A day's rates per 1 USD or 1 EUR. @throws {TypeError} if a date or a rate is invalid */
export function dayOf(
  date: string,
  held: Readonly<Record<string, string>>,
  rates: Readonly<Record<string, number>>,
): RatesOfDay {
  const isDay = isDate(date) && Object.values(held).every((of) => isDate(of) && of <= date);
  check(isDay && Object.values(rates).every(isRate));
  return { date, held: new Map(Object.entries(held)), rates: new Map(Object.entries(rates)) };
}

/** The currencies and the days of the site's past rates. */
export interface Index {
  readonly codes: readonly string[];
  readonly market: { readonly first: string; readonly last: string };
  readonly ecb: { readonly first: string; readonly last: string };
}

export function readIndex(read: Read): Promise<Index> {
  return read('api/v1/archive.json', (text) => {
    const { codes, first, last, official: ecb } = JSON.parse(text) as ArchiveIndex;
    check(Array.isArray(codes) && [first, last, ecb.first, ecb.last].every(isDate));
    return { codes, market: { first, last }, ecb };
  });
}

/** A currency's rates by date. */
export type Series = ReadonlyMap<string, number>;

/** A currency's rates of a year; undefined if the currency has no rates in the year. */
export function readYear(read: Read, code: string, year: string): Promise<Series | undefined> {
  const parse = (text: string) => {
    const { code: of, dates, rates } = JSON.parse(text) as CurrencyYearDocument;
    check(of === code && dates.length === rates.length && dates.every(isDate) && rates.every(isRate));
    return new Map(dates.map((date, index) => [date, rates[index] ?? NaN]));
  };
  return read(`api/v1/history/${code.toLowerCase()}/${year}.json`, parse, 404);
}

/** The European Central Bank's rates per 1 EUR on each business day of a year. */
export function readOfficialYear(read: Read, year: string): Promise<RatesOfDay[]> {
  return read(`archive/ecb/${year}.csv`, (text) => {
    const [header = '', ...lines] = text.split('\n');
    const [first, ...codes] = header.split(',');
    check(first === 'date' && lines.pop() === '');
    return lines.map((line) => {
      const [date = '', ...cells] = line.split(',');
      const rates = new Map([['EUR', 1]]);
      cells.forEach((cell, column) => {
        if (cell) rates.set(codes[column] ?? '', Number(cell));
      });
      check(isDate(date) && cells.length === codes.length && [...rates.values()].every(isRate));
      return { date, rates, held: new Map() };
    });
  });
}

/** A pair's averages from the Pages Function; undefined if the range has none. The caller may change the result. */
export async function readAverages(read: Read, [from, to]: Pair, range: Readonly<Record<string, string>>) {
  const path = `api/v1/history?${String(new URLSearchParams({ from, to, ...range, value: 'mean' }))}`;
  const parse = (text: string) => {
    const answer = JSON.parse(text) as Record<string, unknown> & { readonly data: readonly Average[] };
    // A site that an earlier version of Ratesheet built ignores the parameter `value`, and doesn't return averages.
    const isAsked = answer['value'] === 'mean' && answer['from'] === from && answer['to'] === to;
    check(isAsked && answer.data.every(({ date, rate }) => isDate(date) && isRate(rate)));
    return answer.data;
  };
  return (await read(path, parse, 400))?.map((average) => ({ ...average }));
}

/** Whether a value is a positive, finite number. `JSON.parse` returns infinity for `1e999`. */
function isRate(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) > 0;
}

/** @throws {TypeError} if a check of a document failed */
export function check(isValid: boolean): void {
  if (!isValid) throw new TypeError('The data isn’t from Ratesheet.');
}
