import type { z } from 'zod';
import type { seriesSchema } from '../api/documents/series/series-files.ts';
import type { DatedRates } from '../api/endpoints/dated-rates.schema.ts';
import type { ReferenceRates } from '../api/documents/reference-rates.ts';
import type { Metals } from '../api/documents/currencies/metals.ts';
import type { Sources } from '../api/documents/sources.ts';
import type { ErrorCode } from '../api/error.schema.ts';
import { check, checkedRates, isRate, parseRates, type RatesOfDay } from '../api/query/check.ts';
import { type OfficialYear, parseOfficialYear } from '../api/query/banks/official-year.ts';
import { dayNumber, isDate, type IsoDate } from '../money/calendar.ts';
import type { Coverage } from '../money/coverage.ts';
import type { Quotation } from '../money/quotation.ts';
import { invalid, type Pair } from './arguments.ts';
import { isMetal } from '../money/currencies/minor-units.ts';
import type { Average } from './ratesheet.d.ts';
import type { Read } from './site-reader.ts';

/*
 * The site's documents as the client reads them. The parsers check everything that affects a result. They may
 * throw any error, because the reader turns each error into a `RequestFailed`.
 */

/** Today's rates, and whether they are stale. */
export interface Today extends RatesOfDay {
  readonly stale: boolean;
}

/**
 * Reads today's rates, or a date's rates; undefined if the site lacks the date. Only the newest day has held rates.
 *
 * @param codes the requested currencies. Their metals are read from files of their own
 */
export async function readDay(read: Read, codes: readonly string[], date?: IsoDate): Promise<Today | undefined> {
  const parse = (text: string) => {
    const day = JSON.parse(text) as DatedRates & Partial<ReferenceRates>;
    return { ...parseRates(day, date), stale: day.stale ?? false };
  };
  const day = await (date ? read(`api/v1/rates/${date}.json`, parse, ['not_found']) : read('api/v1/rates.json', parse));
  const metals = codes.filter(isMetal);
  if (!day || metals.length === 0) return day;
  const ofMetals = await (date ? pastMetals(read, metals, date) : todaysMetals(read));
  if (ofMetals.date !== day.date) return day;
  const ratesOf = ({ rates }: RatesOfDay) => [...rates].filter(([code]) => metals.includes(code));
  return {
    ...day,
    rates: new Map([...day.rates, ...ratesOf(ofMetals)]),
    held: new Map([...day.held, ...ofMetals.held]),
  };
}

function todaysMetals(read: Read): Promise<RatesOfDay> {
  return read('api/v1/metals.json', (text) => {
    const { rate_as_of, held, metals } = JSON.parse(text) as Metals;
    const rates = metals.flatMap(({ code, rate }) => (rate === null ? [] : [[code, rate] as const]));
    return checkedRates(rate_as_of, held, Object.fromEntries(rates));
  });
}

async function pastMetals(read: Read, metals: readonly string[], date: IsoDate): Promise<RatesOfDay> {
  const rates = new Map<string, number>();
  const known = (await readSources(read)).get(market)?.currencies;
  for (const code of metals) {
    const rate = known?.[code] && (await readSeries(read, market, code))(dayNumber(date));
    if (rate) rates.set(code, rate);
  }
  return { date, held: new Map(), rates };
}

/** A source's rates of a currency by day; undefined on a day without a rate. */
export function readSeries(read: Read, source: string, code: string): Promise<(day: number) => number | undefined> {
  return read(`series/${source}/${code.toLowerCase()}.json`, (text) => {
    const { code: of, first, rates } = JSON.parse(text) as z.infer<typeof seriesSchema>;
    check(of === code && isDate(first) && rates.every((rate) => rate === null || isRate(rate)));
    const firstDay = dayNumber(first);
    return (day) => rates[day - firstDay] ?? undefined;
  });
}

/** Key of the dataset. The site's list of sources has the keys of banks. */
export const market = 'market';

/** Where rates come from: the dataset, or a bank. It has rates. */
export type RateSource = WithRates<Sources['sources'][number]>;

type WithRates<T> = T & Coverage;

/** Reads the site's sources by key, in the site's order of preference. Sources without rates are omitted. */
export function readSources(read: Read): Promise<ReadonlyMap<string, RateSource>> {
  return read('api/v1/sources.json', (text) => {
    const { sources } = JSON.parse(text) as Sources;
    sources.forEach(quotationOf);
    return new Map(sources.filter(hasRates).map((source) => [source.key, source]));
  });
}

/** A bank's tables with rates. If a currency is in several tables, the first table counts. */
export function tablesOf({ tables }: RateSource): WithRates<RateSource['tables'][number]>[] {
  return tables.filter(hasRates);
}

function hasRates<T extends Record<keyof Coverage, string | null>>(of: T): of is WithRates<T> {
  return of.first !== null;
}

/** @throws {TypeError} */
export function quotationOf(source: Pick<RateSource, 'quotation' | 'quoted_inversely'>): Quotation {
  return checkedQuotation(source.quotation, source.quoted_inversely);
}

/** @throws {TypeError} */
export function checkedQuotation(usual: string, inverse: readonly string[]): Quotation {
  check((usual === 'indirect' || usual === 'direct') && Array.isArray(inverse));
  return { usual, inverse };
}

/** @throws {RangeError} if the site has no rates of the source */
export async function findSource(read: Read, key: string): Promise<RateSource> {
  const sources = await readSources(read);
  const source = sources.get(key);
  if (source) return source;
  throw invalid('source', key, `This site has rates of ${[...sources.keys()].join(', ')}`);
}

/** A year of the rates of a bank's table. */
export function readOfficialYear(read: Read, table: string, year: string): Promise<OfficialYear> {
  return read(`archive/${table}/${year}.csv`, (text) => parseOfficialYear(year, text));
}

/** The codes of the API's errors for a pair without rates. */
const noRateCodes = [
  'unsupported_currency',
  'currency_not_in_source',
  'date_out_of_range',
  'no_rate_in_range',
] as const satisfies readonly ErrorCode[];

/** A pair's averages from the Pages Function; undefined if the range has none. The caller may change the result. */
export async function readAverages(read: Read, [from, to]: Pair, range: Readonly<Record<string, string>>) {
  const path = `api/v1/history?${String(new URLSearchParams({ from, to, ...range, value: 'mean' }))}`;
  const parse = (text: string) => {
    const answer = JSON.parse(text) as Record<'value' | 'from' | 'to', string> & { readonly data: Average[] };
    check(answer.value === 'mean' && answer.from === from && answer.to === to);
    check(answer.data.every(({ date, rate }) => isDate(date) && isRate(rate)));
    return answer.data;
  };
  return structuredClone(await read(path, parse, noRateCodes));
}
