import { z } from 'zod';
import { ecb } from '../../archive/official-bank.ts';
import { type OfficialRates, daysInDoubt } from '../../archive/official-rates.ts';
import { codeSchema } from '../../currencies/currency.schema.ts';
import { dayNumber } from '../../rates/calendar.ts';
import { present } from '../../text/present.ts';
import { paths } from '../paths.ts';

/*
 * The European Central Bank's rates, in files for the Pages Function: a file for each currency, and a file with the
 * days of all currencies. The API's OpenAPI description omits these files.
 */

/** `/series/ecb/{code}.json`: a currency's official rates. */
export const officialSeriesSchema = z.strictObject({
  code: codeSchema,
  /** The first day with a rate. */
  first: z.iso.date(),
  /** Units per 1 EUR, one entry for each calendar day from `first` on; null if the day has no rate. */
  rates: z.array(z.number().positive().nullable()).min(1),
});

/** `/series/ecb/days.json`: the days that have official rates, and the periods of each currency. */
export const officialDaysSchema = z.strictObject({
  first: z.iso.date(),
  last: z.iso.date(),
  /** For each currency, the periods in which the bank quoted it: the first and the last day of each, ascending. */
  periods: z.record(codeSchema, z.array(z.tuple([z.iso.date(), z.iso.date()])).min(1)),
  /** Days on which the bank had rates that aren't published, because they are in doubt. */
  in_doubt: z.array(z.iso.date()),
});

export function* officialSeries(
  official: Pick<OfficialRates, 'days' | 'doubts'>,
): Generator<[path: string, document: z.infer<typeof officialSeriesSchema | typeof officialDaysSchema>]> {
  const { days } = official;
  const [first, last] = [present(days[0], 'official day').date, present(days.at(-1), 'official day').date];
  const end = dayNumber(last);
  const series = new Map<string, Series>();
  // Loops over the rates of each day, because looking up every currency on every day would take several times as long.
  for (const { date, rates } of days) {
    const day = dayNumber(date);
    const add = (rate: number, code: string) => {
      let ofCode = series.get(code);
      if (!ofCode) series.set(code, (ofCode = newSeries(date, day, end)));
      addRate(ofCode, date, day, rate);
    };
    add(1, ecb.base);
    rates.forEach(add);
  }
  const sorted = [...series].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [code, { first, firstDay, rates, lastDay }] of sorted) {
    yield [paths.officialSeries(code), { code, first, rates: rates.slice(0, lastDay - firstDay + 1) }];
  }
  const periods = Object.fromEntries(sorted.map(([code, ofCode]) => [code, ofCode.periods]));
  yield [paths.officialDays, { first, last, periods, in_doubt: daysInDoubt(official) }];
}

interface Series {
  readonly first: string;
  readonly firstDay: number;
  /** One rate or null for each calendar day from `first` on, up to the last day with a rate of any currency. */
  readonly rates: (number | null)[];
  readonly periods: [first: string, last: string][];
  lastDay: number;
}

function newSeries(first: string, firstDay: number, end: number): Series {
  const rates = new Array<number | null>(end - firstDay + 1).fill(null);
  return { first, firstDay, rates, periods: [], lastDay: firstDay };
}

function addRate(series: Series, date: string, day: number, rate: number): void {
  series.rates[day - series.firstDay] = rate;
  const period = series.periods.at(-1);
  if (period && day - series.lastDay <= ecb.maxPause) period[1] = date;
  else series.periods.push([date, date]);
  series.lastDay = day;
}
