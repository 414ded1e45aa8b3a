import { z } from 'zod';
import { daysInDoubt } from '../../archive/official-rates.ts';
import { mergedPeriods, type QuotedPeriods, quotedPeriods } from '../../archive/quoted-periods.ts';
import { codeSchema } from '../../currencies/currency.schema.ts';
import { byDate, dayNumber } from '../../rates/calendar.ts';
import { type Bank, maxPause } from '../../sources/banks/bank.ts';
import { present } from '../../text/present.ts';
import { paths } from '../paths.ts';
import type { PublishedTable } from './archive-files.ts';

/*
 * A bank's rates, in files for the Pages Function: a file for each currency, and a file with the days of all
 * currencies. The API's OpenAPI description omits these files.
 */

/** `/series/{bank}/{code}.json`: a currency's official rates. */
export const officialSeriesSchema = z.strictObject({
  code: codeSchema,
  /** The first day with a rate. */
  first: z.iso.date(),
  /** The bank's rate for 1 unit, one entry for each calendar day from `first` on; null if the day has no rate. */
  rates: z.array(z.number().positive().nullable()).min(1),
});

/** For each currency, the periods in which the bank quoted it: the first and the last day of each, ascending. */
const periodsSchema = z.record(codeSchema, z.array(z.tuple([z.iso.date(), z.iso.date()])).min(1));

/** Days on which the bank had rates that aren't published, because they are in doubt. */
const inDoubtSchema = z.array(z.iso.date());

/** `/series/{bank}/days.json`: the days of the bank's first table, and the periods of each currency. */
export const officialDaysSchema = z.strictObject({
  /** Null until the table has rates. */
  first: z.iso.date().nullable(),
  last: z.iso.date().nullable(),
  /** Of all tables together. */
  periods: periodsSchema,
  in_doubt: inDoubtSchema,
  /** The further tables, by key. Omitted if the bank has one table. `days` are the days with rates. */
  further: z
    .record(
      z.string(),
      z.strictObject({ days: z.array(z.iso.date()), periods: periodsSchema, in_doubt: inDoubtSchema }),
    )
    .optional(),
});

/** The files of a bank: only the list of days until its first table has rates. */
export function* officialSeries(
  bank: Bank,
  tables: readonly PublishedTable[],
): Generator<[path: string, document: z.infer<typeof officialSeriesSchema | typeof officialDaysSchema>]> {
  const [table, ...others] = tables;
  const [first, last] = [table?.days[0]?.date, table?.days.at(-1)?.date];
  if (!table || first === undefined || last === undefined) {
    yield [paths.officialDays(bank.key), { first: null, last: null, periods: {}, in_doubt: [] }];
    return;
  }
  for (const [code, series] of seriesOf(bank, tables))
    yield [paths.officialSeries(bank.key, code), { code, ...series }];
  yield [
    paths.officialDays(bank.key),
    {
      ...{ first, last, periods: periodsOf(periodsOfBank(bank, tables)), in_doubt: daysInDoubt(table) },
      ...(others.length > 0 && {
        further: Object.fromEntries(others.map((other) => [other.table.key, further(other)])),
      }),
    },
  ];
}

/** The periods in which a bank quoted each currency, including its own on the days of its first table. */
export function periodsOfBank({ base }: Bank, tables: readonly PublishedTable[]): QuotedPeriods {
  const [table] = tables;
  if (!table) return new Map();
  const pause = Math.max(...tables.map(({ table }) => maxPause(table)));
  const ofBase = quotedPeriods(
    table.days.map(({ date }) => ({ date, rates: new Map([[base, 1]]) })),
    maxPause(table.table),
  );
  return mergedPeriods([...tables.map(({ periods }) => periods), ofBase], pause);
}

function further({ days, periods, ...rates }: PublishedTable) {
  return {
    days: days.map(({ date }) => date),
    periods: periodsOf(periods),
    in_doubt: daysInDoubt({ days, ...rates }),
  };
}

function periodsOf(periods: QuotedPeriods): z.infer<typeof periodsSchema> {
  return Object.fromEntries(
    Array.from(periods, ([code, ofCode]) => [code, ofCode.map(([first, last]) => [first, last])]),
  );
}

/** A currency's rates while its file is made. */
interface Series {
  readonly first: string;
  readonly firstDay: number;
  lastDay: number;
  /** One rate for each calendar day from `first` on; `NaN` if the day has none. */
  readonly rates: Float64Array;
}

/** The series of each currency, in alphabetical order. */
function* seriesOf(
  { base }: Bank,
  tables: readonly PublishedTable[],
): Generator<[code: string, series: { first: string; rates: (number | null)[] }]> {
  const rows = tables.flatMap(({ days }, index) => days.map((day) => ({ ...day, isFirst: index === 0 })));
  // If two tables have a currency on the same day, the first table's rate stays.
  if (tables.length > 1) rows.sort(byDate);
  const end = dayNumber(present(rows.at(-1), 'official day').date);
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
