import { isoDate } from '../../../money/calendar.schema.ts';
import { z } from 'zod';
import { dateOfDay, dayNumber, EARLIEST, type IsoDate, LATEST } from '../../../money/calendar.ts';
import { type TableWithheld, tableWithheldSchema } from '../../../archive/official-rates.schema.ts';
import { paths } from '../../paths.ts';
import type { PublishedTable } from '../archive-files.ts';

/*
 * The banks' rates as the Pages Function and the pages read them for a day: one file for a month, with all banks. So a
 * request for the rates of every bank reads as many files as a request for those of one bank, however many banks there
 * are. The API's OpenAPI description omits these files.
 */

/** `/series/official/reach.json`: the days of each table with rates, and what waits, by the table's key. */
export const officialReachSchema = z.record(
  z.string(),
  z.strictObject({
    first: isoDate,
    last: isoDate,
    /** What waits, because it's in doubt, ascending by date. Omitted if nothing does. */
    withheld: z.array(tableWithheldSchema).min(1).optional(),
  }),
);

export type OfficialReach = z.infer<typeof officialReachSchema>;

/** `/series/official/{month}.json`: the rates that count on the days of a month, those of earlier days included. */
export const officialMonthSchema = z.strictObject({
  month: z.string().regex(/^\d{4}-\d\d$/),
  /** By table and year, in the form of `archive/{table}/{year}.csv`. */
  tables: z.record(z.string(), z.record(z.string(), z.string())),
});

export type OfficialMonth = z.infer<typeof officialMonthSchema>;

/** A line of an archive file. */
interface Row {
  readonly date: IsoDate;
  readonly line: string;
  /** The first line of the row's file. */
  readonly header: string;
}

interface TableRows {
  readonly key: string;
  /** The number of days before a date whose rates can count on the date. */
  readonly daysBack: number;
  /** Ascending; at least one. */
  readonly rows: readonly Row[];
  /** The bank's newest day, which is that of its first table. */
  readonly last: IsoDate;
  readonly withheld: readonly TableWithheld[];
}

/** The files of all banks: of their reach, and of each month. */
export function* officialMonthFiles(
  official: readonly PublishedTable[],
): Generator<[path: string, document: OfficialReach | OfficialMonth]> {
  const tables = official.flatMap((table) => rowsOf(table, official));
  const reach = tables.map(({ key, rows, withheld }) => {
    const waiting = withheld.length > 0 && { withheld: [...withheld] };
    return [key, { first: dateOf(rows[0]), last: dateOf(rows.at(-1)), ...waiting }] as const;
  });
  yield [paths.officialReach, Object.fromEntries(reach)];
  const newest = monthOf(reach.map(([, { last }]) => last).reduce(later, EARLIEST));
  const first = monthOf(reach.map(([, { first }]) => first).reduce(earlier, LATEST));
  for (let month = first; month <= newest; month = monthAfter(month)) {
    yield [paths.officialMonth(month), officialMonth(month, month === newest, tables)];
  }
}

/** A table's rows; empty if the table, or its bank's first table, has none. */
function rowsOf({ bank, table, years, withheld }: PublishedTable, official: readonly PublishedTable[]): TableRows[] {
  const last = official.find((other) => other.bank === bank)?.days.at(-1)?.date;
  if (last === undefined || years.length === 0) return [];
  const rows = years.flatMap(({ body }) => {
    const [header = '', ...lines] = body.split('\n');
    return lines.slice(0, -1).map((line) => ({ date: line.slice(0, 'YYYY-MM-DD'.length) as IsoDate, line, header }));
  });
  // A further table's rates count from the day of the first table, which may be before the date.
  const [first] = bank.tables;
  const daysBack = table.daysBack + (table === first ? 0 : first.daysBack);
  return [{ key: table.key, daysBack, rows, last, withheld }];
}

/**
 * @param isNewest whether it's the newest month. A request without a date reads only this month, so the month has each
 * bank's newest rates. A bank that publishes tomorrow's rates has them, and today's
 */
function officialMonth(month: string, isNewest: boolean, tables: readonly TableRows[]): OfficialMonth {
  const begin = `${month}-01` as IsoDate;
  const ofMonth = tables.map(({ key, daysBack, rows, last }) => {
    const earliest = isNewest ? earlier(begin, daysBefore(last, 1)) : begin;
    const counting = rows.slice(placeOf(daysBefore(earliest, daysBack), rows), placeOf(`${month}-99` as IsoDate, rows));
    const byYear = Map.groupBy(counting, ({ date }) => date.slice(0, 'YYYY'.length));
    const years = Array.from(byYear, ([year, [first, ...others]]) => {
      const lines = [first, ...others].map((row) => row?.line ?? '');
      return [year, [first?.header ?? '', ...lines, ''].join('\n')] as const;
    });
    return [key, Object.fromEntries(years)] as const;
  });
  return { month, tables: Object.fromEntries(ofMonth.filter(([, years]) => Object.keys(years).length > 0)) };
}

/** The place of the first row that isn't before a date. */
function placeOf(date: IsoDate, rows: readonly Row[]): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (dateOf(rows[middle]) < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

const dateOf = (row: Row | undefined) => row?.date ?? EARLIEST;
const monthOf = (date: IsoDate) => date.slice(0, 'YYYY-MM'.length);
const monthAfter = (month: string) => monthOf(dateOfDay(dayNumber(`${month}-01` as IsoDate) + 31));
const daysBefore = (date: IsoDate, days: number) => dateOfDay(dayNumber(date) - days);
const earlier = (one: IsoDate, other: IsoDate) => (one < other ? one : other);
const later = (one: IsoDate, other: IsoDate) => (one > other ? one : other);
