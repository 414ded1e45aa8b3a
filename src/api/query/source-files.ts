import type { z } from 'zod';
import { mergedPeriods, type QuotedPeriods } from '../../archive/quoted-periods.ts';
import type { TableWithheld } from '../../archive/official-rates.schema.ts';
import { noChanges, type ProviderChanges } from '../../sources/provider.ts';
import { dateOfDay, dayNumber, EARLIEST, isDate, LATEST } from '../../money/calendar.ts';
import type { Coverage } from '../../money/coverage.ts';
import type { DailyRates } from '../../money/past-rates.ts';
import { maxPause } from '../../sources/bank.ts';
import { market } from '../../sources/market.ts';
import type { RateSource } from '../../sources/rate-source.ts';
import type { seriesSchema, SourceDaysDocument } from '../documents/series/series-files.ts';
import { paths } from '../paths.ts';
import { check, isRate } from './check.ts';
import type { PublishedDay } from './market-files.ts';
import { type OfficialYear, parseOfficialYear } from './banks/official-year.ts';
import { jsonFile, type PublishedFile } from './published-file.ts';

/** The days of a source's first table, and the currencies of all of its tables. Both are empty until it has rates. */
export interface SourceDays extends Coverage {
  /** The currencies that ever had a rate. */
  readonly codes: ReadonlySet<string>;
  /** The tables with rates, by key. */
  readonly tables: ReadonlyMap<string, TableDays>;
  /** The periods in which any table has each currency, ascending. */
  readonly periods: QuotedPeriods;
  /** The dataset's changes of provider. */
  readonly providers: ProviderChanges;
}

/** The days of a table. */
export interface TableDays extends Coverage {
  /** Whether the table has rates on a day, published or not. */
  has(day: number): boolean;
  /** Whether a day's rates are published. */
  isPublished(day: number): boolean;
  /** The periods in which the table has each currency, ascending. */
  readonly periods: QuotedPeriods;
  /** What waits, because it's in doubt, ascending by date. */
  readonly withheld: readonly TableWithheld[];
}

/** @param today today's market rates. The market's last day is today, and it has today's currencies */
export function sourceDaysFile(source: RateSource, { today }: Pick<PublishedDay, 'today'>): PublishedFile<SourceDays> {
  const { key, tables } = source;
  return jsonFile(paths.sourceDays(key), (document: SourceDaysDocument) => {
    const known = tables.flatMap((table) => {
      const ofTable = document.tables[table.key];
      return ofTable ? [[table, daysOf(ofTable)] as const] : [];
    });
    const { first = LATEST, last = EARLIEST } = known[0]?.[1] ?? {};
    const isMarket = source === market;
    check(known.length === Object.keys(document.tables).length);
    check(isMarket ? last === today.date : known.length === 0 || known[0]?.[0] === tables[0]);
    const ofTables = known.map(([, { periods }]) => periods);
    const periods = mergedPeriods(ofTables, Math.max(...tables.map(maxPause)));
    return {
      ...{ first, last, periods },
      codes: new Set([...periods.keys(), ...(isMarket ? today.rates.keys() : [])]),
      tables: new Map(known.map(([{ key }, days]) => [key, days])),
      providers: document.providers ?? noChanges,
    };
  });
}

function daysOf({ first, days, periods, withheld = [] }: SourceDaysDocument['tables'][string]): TableDays {
  check(isDate(first) && /^[01?]*1[01?]*$/.test(days));
  const firstDay = dayNumber(first);
  const stateOn = (day: number) => days[day - firstDay] ?? '0';
  return {
    first: dateOfDay(firstDay + days.indexOf('1')),
    last: dateOfDay(firstDay + days.lastIndexOf('1')),
    has: (day) => stateOn(day) !== '0',
    isPublished: (day) => stateOn(day) === '1',
    periods: new Map(Object.entries(periods)),
    withheld,
  };
}

/** A currency's rates: the source's numbers for 1 unit. */
export function seriesFile({ key }: RateSource, wanted: string): PublishedFile<DailyRates> {
  return jsonFile(paths.series(key, wanted), ({ code, first, rates }: z.infer<typeof seriesSchema>) => {
    check(code === wanted && isDate(first));
    return { firstDay: dayNumber(first), rates: rates.map(rateOrNaN) };
  });
}

function rateOrNaN(rate: number | null): number {
  if (rate === null) return NaN;
  check(isRate(rate));
  return rate;
}

/** A year of the rates of a bank's table. */
export function officialYearFile(table: string, year: string): PublishedFile<OfficialYear> {
  return { path: paths.officialYear(table, year), parse: (text) => parseOfficialYear(year, text) };
}
