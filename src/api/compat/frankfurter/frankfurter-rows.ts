import { dateOfRates } from '../../../archive/day-rates.ts';
import { market } from '../../../sources/market.ts';
import type { RateSource } from '../../../sources/rate-source.ts';
import { unprocessable } from '../../error.ts';
import { marketDays } from '../../query/market-days.ts';
import type { Site } from '../../query/site.ts';
import { sourceDaysFile } from '../../query/source-files.ts';
import type { Table } from '../../tables.ts';
import { providerKeyOf } from './frankfurter-providers.ts';
import { printRate } from './frankfurter-v1.ts';
import type { FrankfurterRate } from './frankfurter-v2.schema.ts';
import type { CompatQuery } from '../rates/compat-query.ts';
import { forEachRate, noRatesError } from '../rates/rate-table.ts';
import { readRates } from '../rates/rates-on-base.ts';

/*
 * The rows of Frankfurter v2: one for each rate.
 */

/**
 * One row for each rate. If a rate of the pair is held, the row has the older date of its two currencies. In a range,
 * rows are sorted by day, then by currency. For a single day, rows are sorted only by currency, although their dates
 * may differ.
 *
 * @returns the rows, and a function that returns the error for a response that needs a row
 * @throws {ApiError} if the source never had a rate of the base or of any other requested currency, or if the date is in
 * the future or too long after the newest rates
 */
export async function readRows(source: RateSource, query: CompatQuery, site: Site) {
  const { base, codes = [], range } = query;
  const table = await readRates(source, query, site);
  await assertKnown([base, ...codes], source, site);
  const { held, lack } = table;
  const nothing = () => noRatesError(table, { base, codes, newest: range ? 'Omit from and to' : 'Omit date' });
  const isEmpty =
    lack?.lack === 'no_rate_near_date' ||
    lack?.lack === 'not_quoted' ||
    (lack?.lack === 'date_out_of_range' && lack.is === 'early');
  if (lack && !isEmpty) throw nothing();
  const last = table.dates.at(-1);
  const rows: FrankfurterRate[] = [];
  forEachRate(table, (date, quote, rate) => {
    const ofPair = held.size > 0 && date === last ? dateOfRates({ date, held }, base, [quote]) : date;
    rows.push({ date: ofPair, base, quote, rate });
  });
  if (!range) rows.sort((one, other) => (one.quote < other.quote ? -1 : 1));
  return { rows, nothing };
}

/** @throws {ApiError} if neither the market nor the source ever had a rate of a currency */
async function assertKnown(codes: readonly string[], source: RateSource, site: Site): Promise<void> {
  const { codes: known } = await marketDays(site);
  let unknown = codes.filter((code) => !known.has(code));
  if (unknown.length > 0 && source !== market) {
    const { codes: quoted } = await site.read(sourceDaysFile(source, site.day));
    unknown = unknown.filter((code) => !quoted.has(code));
  }
  if (unknown.length > 0) throw unprocessable(`invalid currency: ${unknown.join(',')}`);
}

/** Adds the field of `expand=providers`. */
export function withProvider(source: RateSource, row: FrankfurterRate): FrankfurterRate {
  return { ...row, providers: [{ key: providerKeyOf(source), date: row.date, rate: row.rate }] };
}

/** A row as the original prints it. */
export function printRow({ date, base, quote, rate, providers }: FrankfurterRate): string {
  const printed = printRate(rate);
  const more = providers?.map((of) => `,"providers":[{"key":"${of.key}","date":"${of.date}","rate":${printed}}]`);
  return `{"date":"${date}","base":"${base}","quote":"${quote}","rate":${printed}${more?.join('') ?? ''}}`;
}

/** Rows as CSV, with the original's columns and ends of lines. */
export function printCsv(rows: readonly FrankfurterRate[], isExpanded: boolean): Table {
  const lines = rows.map(({ date, base, quote, rate, providers = [] }) => {
    const printed = printRate(rate);
    return [date, base, quote, printed, ...providers.map(({ key }) => `${key}:${printed}`)].join();
  });
  const header = `date,base,quote,rate${isExpanded ? ',providers' : ''}`;
  return { body: [header, ...lines, ''].join('\n'), headers: { 'Content-Type': 'text/csv; charset=utf-8' } };
}
