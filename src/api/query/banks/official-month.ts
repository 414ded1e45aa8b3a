import { isDate } from '../../../money/calendar.ts';
import type { OfficialMonth, OfficialReach } from '../../documents/series/official-months.ts';
import { paths } from '../../paths.ts';
import { check } from '../check.ts';
import { type OfficialYear, parseOfficialYear } from './official-year.ts';
import { jsonFile, type PublishedFile } from '../published-file.ts';

/** Which days the banks' tables have. */
export interface BanksReach {
  /** The days of each table with rates, and what waits, by the table's key. */
  readonly tables: ReadonlyMap<string, OfficialReach[string]>;
  /** The last month with a file, `YYYY-MM`. It also has the newest rates of banks that have none in this month. */
  readonly newestMonth: string;
}

export function banksReachFile(): PublishedFile<BanksReach> {
  return jsonFile(paths.officialReach, (document: OfficialReach) => {
    const tables = Object.entries(document);
    check(tables.every(([, { first, last }]) => isDate(first) && isDate(last)));
    const [newest = ''] = tables
      .map(([, { last }]) => last.slice(0, 'YYYY-MM'.length))
      .sort()
      .reverse();
    return { tables: new Map(tables), newestMonth: newest };
  });
}

/** The rates that count on the days of a month. */
export interface BanksMonth {
  /** The rates of a table that are from a year. */
  readYear(table: string, year: string): OfficialYear | Promise<OfficialYear>;
}

export function banksMonthFile(wanted: string): PublishedFile<BanksMonth> {
  return jsonFile(paths.officialMonth(wanted), ({ month, tables }: OfficialMonth) => {
    check(month === wanted);
    const parsed = Object.entries(tables).map(([table, years]) => {
      const ofTable = Object.entries(years).map(([year, text]) => [year, parseOfficialYear(year, text)] as const);
      return [table, new Map(ofTable)] as const;
    });
    const byTable = new Map(parsed);
    return { readYear: (table, year) => byTable.get(table)?.get(year) ?? noRates };
  });
}

const noRates: OfficialYear = { columns: [], hasReferences: false, lines: [] };
