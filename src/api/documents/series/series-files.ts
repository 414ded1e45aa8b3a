import { isoDate } from '../../../money/calendar.schema.ts';
import { z } from 'zod';
import { tableWithheldSchema } from '../../../archive/official-rates.schema.ts';
import { codeSchema } from '../../../money/currencies/currency.schema.ts';
import { byDate, datesFrom, dayNumber, EARLIEST, type IsoDate } from '../../../money/calendar.ts';
import { market } from '../../../sources/market.ts';
import type { RateSource } from '../../../sources/rate-source.ts';
import { present } from '../../../text/present.ts';
import { archiveIndexSchema } from '../archive-index.ts';
import { paths } from '../../paths.ts';
import type { ArchiveFiles, TableRates } from '../archive-files.ts';

/*
 * A source's rates, in files for the Pages Function, the pages and the client: a file for each currency, and a file with
 * the days of each table. The API's OpenAPI description omits these files.
 */

/** `/series/{source}/{code}.json`: a currency's rates. Market rates are those that are valid in retrospect. */
export const seriesSchema = z.strictObject({
  code: codeSchema,
  /** The first day with a rate. */
  first: isoDate,
  /** The source's rate for 1 unit, one entry for each calendar day from `first` on; null if the day has no rate. */
  rates: z.array(z.number().positive().nullable()).min(1),
});

/** `/series/{source}/days.json`: the days of each of the source's tables, by key. A table without rates is omitted. */
export const sourceDaysSchema = z.strictObject({
  tables: z.record(
    z.string(),
    z.strictObject({
      first: isoDate,
      /**
       * One character for each calendar day from `first` on: `1` if the day's rates are published, `0` if the source has
       * none, `?` if the source has rates that aren't published, because they were never fetched or are in doubt.
       */
      days: z.string().regex(/^[01?]*1[01?]*$/),
      /** The periods in which the source quotes each currency: the first and the last day of each, ascending. */
      periods: z.record(codeSchema, z.array(z.tuple([isoDate, isoDate])).min(1)),
      /** What waits, because it's in doubt, ascending by date. Omitted if nothing does. */
      withheld: z.array(tableWithheldSchema).min(1).optional(),
    }),
  ),
  /** The dataset's changes from one provider to another. Omitted if there are none. */
  providers: archiveIndexSchema.shape.sources,
});

export type SourceDaysDocument = z.infer<typeof sourceDaysSchema>;

type SeriesFile = [path: string, document: z.infer<typeof seriesSchema> | SourceDaysDocument];

/** The files of every source. Of a source without rates, only the list of days. */
export function* seriesFiles({ sources, providers }: ArchiveFiles): Generator<SeriesFile> {
  for (const { source, tables } of sources) {
    const known = tables[0] && tables[0].days.length > 0 ? tables.filter(({ days }) => days.length > 0) : [];
    for (const [code, series] of seriesOf(source, known)) yield [paths.series(source.key, code), { code, ...series }];
    const changes = source === market ? providers : [];
    yield [
      paths.sourceDays(source.key),
      {
        tables: Object.fromEntries(known.map((rates) => [rates.table.key, daysOf(rates)])),
        ...(changes.length > 0 && { providers: [...changes] }),
      },
    ];
  }
}

function daysOf({ days, unpublished, withheld, periods }: TableRates): SourceDaysDocument['tables'][string] {
  const published = new Set(days.map(({ date }) => date));
  const waiting = new Set(unpublished);
  const all = [...published, ...waiting].sort();
  const [first, last] = [present(all[0], 'day'), present(all.at(-1), 'day')];
  const dates = datesFrom(dayNumber(first), dayNumber(last) - dayNumber(first) + 1);
  return {
    first,
    days: dates.map((date) => (published.has(date) ? '1' : waiting.has(date) ? '?' : '0')).join(''),
    periods: Object.fromEntries(
      Array.from(periods, ([code, ofCode]) => [code, ofCode.map(([first, last]) => [first, last])]),
    ),
    ...(withheld.length > 0 && { withheld: [...withheld] }),
  };
}

/** A currency's rates while its file is made. */
interface Series {
  readonly first: IsoDate;
  readonly firstDay: number;
  lastDay: number;
  /** One rate for each calendar day from `first` on; `NaN` if the day has none. */
  readonly rates: Float64Array;
}

/** The series of each currency, in alphabetical order. */
function* seriesOf(
  { base }: RateSource,
  tables: readonly TableRates[],
): Generator<[code: string, series: { first: IsoDate; rates: (number | null)[] }]> {
  const rows = tables.flatMap(({ days }, index) => days.map((day) => ({ ...day, isFirst: index === 0 })));
  // If two tables have a currency on the same day, the first table's rate stays.
  if (tables.length > 1) rows.sort(byDate);
  const end = dayNumber(rows.at(-1)?.date ?? EARLIEST);
  const found = new Map<string, Series>();
  // Loops over the rates of each day, because looking up every currency on every day would take several times as long.
  for (const { date, rates, isFirst } of rows) {
    const day = dayNumber(date);
    const add = (rate: number, code: string) => {
      let series = found.get(code);
      if (!series) {
        series = { first: date, firstDay: day, lastDay: day, rates: new Float64Array(end - day + 1).fill(NaN) };
        found.set(code, series);
      }
      const place = day - series.firstDay;
      if (Number.isNaN(series.rates[place])) series.rates[place] = rate;
      series.lastDay = day;
    };
    if (isFirst) add(1, base);
    rates.forEach(add);
  }
  for (const [code, { first, firstDay, lastDay, rates }] of [...found].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const known = rates.subarray(0, lastDay - firstDay + 1);
    yield [code, { first, rates: Array.from(known, (rate) => (Number.isNaN(rate) ? null : rate)) }];
  }
}
