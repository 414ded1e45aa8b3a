import type { IsoDate } from '../../money/calendar.ts';
import { type Archive, type ArchivedDay, daysWithout, missingDates } from '../../archive/archive.ts';
import { nothingSought } from '../../archive/day-search.ts';
import type { DaySearch } from '../../archive/day-search.schema.ts';
import { correctionsFile } from '../../archive/corrections.ts';
import { comparisonsFile } from '../../archive/comparisons-file.ts';
import type { TableFile } from '../../archive/table-lines.ts';
import { noRatesYet, type Official, type OfficialRates, withheldOf } from '../../archive/official-rates.ts';
import type { TableWithheld } from '../../archive/official-rates.schema.ts';
import { type Bank, type BankTable, maxPause } from '../../sources/bank.ts';
import { mergedPeriods, type QuotedPeriods, quotedPeriods } from '../../archive/quoted-periods.ts';
import { banks, bankTables } from '../../sources/banks.ts';
import { market } from '../../sources/market.ts';
import type { RateSource, SourceTable } from '../../sources/rate-source.ts';
import { type YearFile, yearFiles } from '../../archive/year-file.ts';
import { publishedOrder } from '../../money/currencies/catalogue.ts';
import { originsOf, type Origins } from '../../validation/composed-day.ts';
import type { RejectedValue } from '../../validation/validate-archive.ts';
import type { PastDay } from '../../money/past-rates.ts';
import { rejectedFile } from './rejected-file.ts';
import {
  composedSince,
  noChanges,
  type ProviderChange,
  type ProviderChanges,
  providersBetween,
} from '../../sources/provider.ts';
import { present } from '../../text/present.ts';

export interface ArchiveFiles extends Pick<Archive, 'gaps'> {
  /** Dates since the source's first day that were never fetched, ascending. */
  readonly missing: readonly IsoDate[];
  /** What is known about the missing days. */
  readonly search: DaySearch;
  /** One file for each archived year, ascending; at least one. */
  readonly years: readonly YearFile[];
  readonly rejected: TableFile;
  readonly evidence: TableFile;
  /** The years for which the publish log has a file, ascending. */
  readonly logYears: readonly string[];
  readonly validDays: readonly PastDay[];
  /** Number of archived days. `first` and `last` are the first and the last date. */
  readonly days: number;
  readonly first: IsoDate;
  readonly last: IsoDate;
  /** The rates of each bank's table, in the order of the tables. */
  readonly official: readonly PublishedTable[];
  /** The rates of every source, in the order of the sources. */
  readonly sources: readonly SourceRates[];
  /** The sources of the archived days, the earliest first; empty if all days are from the default source. */
  readonly providers: ProviderChange[];
  readonly composed: Composed | null;
}

/** How the rates of the newest day were composed, because the dataset had stopped. */
export interface Composed {
  /** The first of the composed days, `YYYY-MM-DD`. */
  readonly since: IsoDate;
  readonly origins: Origins;
}

/** The rates of a bank's table, with the files in which the archive has them. */
export interface PublishedTable extends OfficialRates {
  readonly bank: Bank;
  readonly table: BankTable;
  readonly years: readonly YearFile[];
  /** What waits, because it's in doubt, ascending by date. */
  readonly withheld: readonly TableWithheld[];
  readonly correctionsFile: TableFile;
}

/** What requests can get of a source. */
export interface SourceRates {
  readonly source: RateSource;
  readonly tables: readonly TableRates[];
  /** The periods in which the source quotes each currency, whichever table has it. */
  readonly periods: QuotedPeriods;
  /** What was wrong in the last check for new rates; null if nothing was. */
  readonly problem: string | null;
}

/** What requests can get of a source's table. */
export interface TableRates {
  readonly table: SourceTable;
  /** Ascending. Market rates are those that are valid in retrospect. */
  readonly days: readonly PastDay[];
  /** Days on which the source had rates that aren't published: they were never fetched, or are in doubt. */
  readonly unpublished: readonly IsoDate[];
  /** What waits, because it's in doubt, ascending by date. */
  readonly withheld: readonly TableWithheld[];
  /** The periods in which the table has each currency. The first table has the source's own. */
  readonly periods: QuotedPeriods;
  /** Whether all days since the table's first day have been asked for. */
  readonly isComplete: boolean;
}

export function archiveFiles(
  { days, gaps, comparisons, providers = noChanges, search = nothingSought }: Archive,
  rejected: readonly RejectedValue[],
  official: Official,
  logYears: readonly string[] = [],
): ArchiveFiles {
  const dates = days.map(({ date }) => date);
  const [first, last] = [present(dates[0], 'day'), present(dates.at(-1), 'day')];
  const validDays = daysWithout(days, rejected, publishedOrder);
  const missing = missingDates({ days, gaps }, last);
  const tables = bankTables.map(({ bank, table }) => {
    const rates = official.get(table.key) ?? noRatesYet;
    const files = { years: yearFiles(rates.days), correctionsFile: correctionsFile(rates.corrections) };
    return { ...rates, bank, table, withheld: withheldOf(rates), ...files };
  });
  return {
    years: yearFiles(days, publishedOrder),
    rejected: rejectedFile(rejected),
    evidence: comparisonsFile(comparisons),
    logYears,
    validDays,
    gaps,
    missing,
    search,
    days: days.length,
    first,
    last,
    providers: providers.length > 0 ? providersBetween(providers, first, last) : [],
    composed: composedOf(present(days.at(-1), 'day'), providers, official),
    official: tables,
    sources: [
      ratesOfMarket(validDays, missing),
      ...banks.map((bank) =>
        ratesOfBank(
          bank,
          tables.filter((table) => table.bank === bank),
        ),
      ),
    ],
  };
}

/** Whether a site has a source: the market, or a bank that it has ever asked. */
export function isAvailable({ source, tables, problem }: SourceRates): boolean {
  return source === market || problem !== null || tables.some(({ days }) => days.length > 0);
}

/** The banks that a site has. */
export function banksOfSite({ sources }: Pick<ArchiveFiles, 'sources'>): Bank[] {
  const available = new Set(sources.filter(isAvailable).map(({ source }) => source));
  return banks.filter((bank) => available.has(bank));
}

/** A day without a market rate may be a day that isn't archived yet, so each currency has one period. */
function ratesOfMarket(days: readonly PastDay[], missing: readonly IsoDate[]): SourceRates {
  const first = present(days[0], 'day').date;
  const periods = quotedPeriods(days, Infinity);
  const unpublished = missing.filter((date) => date > first);
  const table = { table: market.tables[0], days, unpublished, withheld: [], periods, isComplete: missing.length === 0 };
  return { source: market, tables: [table], periods, problem: null };
}

function ratesOfBank(bank: Bank, all: readonly PublishedTable[]): SourceRates {
  const tables = all.map(({ table, days, withheld, asked_from }) => ({
    ...{ table, days, withheld },
    unpublished: withheld.flatMap(({ date, code }) => (code === null ? [date] : [])),
    periods: periodsOf(days, maxPause(table), table === bank.tables[0] ? bank.base : undefined),
    isComplete: asked_from !== null && asked_from <= table.firstDay,
  }));
  return {
    source: bank,
    tables,
    periods: mergedPeriods(
      tables.map(({ periods }) => periods),
      Math.max(...bank.tables.map(maxPause)),
    ),
    problem: all.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}

/** @param base the quoted currency, if each of the days has its rate */
function periodsOf(days: readonly PastDay[], pause: number, base: string | undefined): QuotedPeriods {
  const periods = quotedPeriods(days, pause);
  if (base === undefined) return periods;
  const ofBase = days.map(({ date }) => ({ date, rates: new Map([[base, 1]]) }));
  return new Map([...periods, ...quotedPeriods(ofBase, pause)].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function composedOf(newest: ArchivedDay, providers: ProviderChanges, official: Official): Composed | null {
  const since = composedSince(providers, newest.date);
  return since === undefined ? null : { since, origins: originsOf(newest, official) };
}
