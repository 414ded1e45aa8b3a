import type { z } from 'zod';
import type { Bank } from '../../sources/banks/bank.ts';
import { dayNumber, isDate } from '../../rates/calendar.ts';
import type { DailyRates } from '../../rates/past-rates.ts';
import { noChanges } from '../../archive/source.ts';
import type { officialDaysSchema, officialSeriesSchema } from '../archive/official-series.ts';
import { paths } from '../paths.ts';
import { check, isRate } from './check.ts';
import type { PublishedCoverage } from './market-files.ts';
import { type OfficialYear, parseOfficialYear } from './official-year.ts';
import { jsonFile, type PublishedFile } from './published-file.ts';

/** The first and the last day of a span in which the bank quoted a currency, `YYYY-MM-DD`. */
export type QuotedSpan = readonly [first: string, last: string];

/** The days of a bank's first table, and the currencies of all of its tables. Both are empty until it has rates. */
export interface OfficialCoverage extends PublishedCoverage {
  /** The spans in which the bank quoted each currency, ascending. */
  readonly periods: ReadonlyMap<string, readonly QuotedSpan[]>;
  /** Days on which the first table had rates that aren't published, because they are in doubt. */
  readonly inDoubt: ReadonlySet<string>;
  /** The further tables, by key. */
  readonly further: ReadonlyMap<string, FurtherTable>;
}

export interface FurtherTable {
  /** Days with rates, ascending. */
  readonly days: ReadonlySet<string>;
  readonly inDoubt: ReadonlySet<string>;
  readonly periods: ReadonlyMap<string, readonly QuotedSpan[]>;
}

export function officialDaysFile({ key }: Bank): PublishedFile<OfficialCoverage> {
  return jsonFile(paths.officialDays(key), (document: z.infer<typeof officialDaysSchema>) => {
    const { first, last, further = {} } = document;
    check(first === null || last === null || (isDate(first) && isDate(last)));
    const periods = new Map(Object.entries(document.periods));
    return {
      ...{ first: first ?? '', last: last ?? '', periods, codes: new Set(periods.keys()), sources: noChanges },
      inDoubt: new Set(document.in_doubt),
      further: new Map(
        Object.entries(further).map(([table, { days, in_doubt, periods }]) => [
          table,
          { days: new Set(days), inDoubt: new Set(in_doubt), periods: new Map(Object.entries(periods)) },
        ]),
      ),
    };
  });
}

/** A currency's official rates: the bank's numbers for 1 unit. */
export function officialSeriesFile({ key }: Bank, wanted: string): PublishedFile<DailyRates> {
  return jsonFile(paths.officialSeries(key, wanted), (document: z.infer<typeof officialSeriesSchema>) => {
    const { code, first, rates } = document;
    check(code === wanted && isDate(first) && rates.every((rate) => rate === null || isRate(rate)));
    return { firstDay: dayNumber(first), rates: rates.map((rate) => rate ?? NaN) };
  });
}

/** A year of a table's rates. */
export function officialYearFile(table: string, year: string): PublishedFile<OfficialYear> {
  return { path: paths.officialYear(table, year), parse: (text) => parseOfficialYear(year, text) };
}
