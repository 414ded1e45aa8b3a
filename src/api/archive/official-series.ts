import { z } from 'zod';
import { daysInDoubt, noRatesYet, type Official } from '../../archive/official-rates.ts';
import { codeSchema } from '../../currencies/currency.schema.ts';
import { dayNumber } from '../../rates/calendar.ts';
import { type Bank, type BankTable, maxPause } from '../../sources/banks/bank.ts';
import { paths } from '../paths.ts';

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
  /** Null if the table has no rates yet. Then there are no periods. */
  first: z.iso.date().nullable(),
  last: z.iso.date().nullable(),
  /** Of all tables together. */
  periods: periodsSchema,
  in_doubt: inDoubtSchema,
  /** The further tables, by key. Omitted if there are none. `days` are the days with rates. */
  further: z
    .record(
      z.string(),
      z.strictObject({ days: z.array(z.iso.date()), periods: periodsSchema, in_doubt: inDoubtSchema }),
    )
    .optional(),
});

/** The files of a bank. There are no currencies until its first table has rates. */
export function* officialSeries(
  bank: Bank,
  official: Official,
): Generator<[path: string, document: z.infer<typeof officialSeriesSchema | typeof officialDaysSchema>]> {
  const tables = bank.tables.map((table) => ({ ...table, ...(official.get(table.key) ?? noRatesYet) }));
  const [table, ...others] = tables;
  const [first, last] = [table?.days[0]?.date, table?.days.at(-1)?.date];
  if (!table || first === undefined || last === undefined) {
    yield [paths.officialDays(bank.key), { first: null, last: null, periods: {}, in_doubt: [] }];
    return;
  }
  const ofAll = new SeriesByCode(dayNumber(last));
  const ofOthers = new Map(others.map(({ key }) => [key, new Periods()]));
  const rows = tables.flatMap((each) => each.days.map((day) => ({ table: each, day })));
  rows.sort((one, other) => (one.day.date < other.day.date ? -1 : one.day.date > other.day.date ? 1 : 0));
  // Loops over the rates of each day, because looking up every currency on every day would take several times as long.
  for (const { table: ofRow, day } of rows) {
    const [pause, periods, number] = [maxPause(ofRow), ofOthers.get(ofRow.key), dayNumber(day.date)];
    if (!periods) ofAll.add(bank.base, day.date, number, 1, pause);
    day.rates.forEach((rate, code) => {
      ofAll.add(code, day.date, number, rate, pause);
      periods?.add(code, day.date, number, pause);
    });
  }
  for (const [code, series] of ofAll.sorted()) yield [paths.officialSeries(bank.key, code), { code, ...series }];
  const further = others.map((other) => {
    const periods = ofOthers.get(other.key)?.sorted() ?? {};
    return [other.key, { days: other.days.map(({ date }) => date), periods, in_doubt: daysInDoubt(other) }] as const;
  });
  yield [
    paths.officialDays(bank.key),
    {
      ...{ first, last, periods: ofAll.periods.sorted(), in_doubt: daysInDoubt(table) },
      ...(further.length > 0 && { further: Object.fromEntries(further) }),
    },
  ];
}

/** The periods in which a bank quoted each currency. */
class Periods {
  readonly #byCode = new Map<string, { readonly periods: [first: string, last: string][]; lastDay: number }>();

  /** @param pause the most days without a rate within a period */
  add(code: string, date: string, day: number, pause: number): void {
    const known = this.#byCode.get(code);
    const period = known?.periods.at(-1);
    if (!known || !period) {
      this.#byCode.set(code, { periods: [[date, date]], lastDay: day });
      return;
    }
    if (day - known.lastDay <= pause) period[1] = date;
    else known.periods.push([date, date]);
    known.lastDay = day;
  }

  sorted(): Record<string, [first: string, last: string][]> {
    return Object.fromEntries([...this.#byCode].sort(byCode).map(([code, { periods }]) => [code, periods]));
  }
}

/** Each currency's rates, with its periods. */
class SeriesByCode {
  readonly periods = new Periods();
  readonly #end: number;
  readonly #series = new Map<string, Series>();

  constructor(end: number) {
    this.#end = end;
  }

  /** If a day has several rates of a currency, the first of them counts. */
  add(code: string, date: string, day: number, rate: number, pause: number): void {
    let series = this.#series.get(code);
    if (!series) {
      const rates = new Array<number | null>(Math.max(1, this.#end - day + 1)).fill(null);
      this.#series.set(code, (series = { first: date, firstDay: day, lastDay: day, rates }));
    }
    series.rates[day - series.firstDay] ??= rate;
    series.lastDay = day;
    this.periods.add(code, date, day, pause);
  }

  *sorted(): Generator<[code: string, series: { first: string; rates: (number | null)[] }]> {
    for (const [code, { first, firstDay, lastDay, rates }] of [...this.#series].sort(byCode)) {
      yield [code, { first, rates: rates.slice(0, lastDay - firstDay + 1) }];
    }
  }
}

interface Series {
  readonly first: string;
  readonly firstDay: number;
  lastDay: number;
  /** One rate or null for each calendar day from `first` on. */
  readonly rates: (number | null)[];
}

function byCode([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]): number {
  return one < other ? -1 : 1;
}
