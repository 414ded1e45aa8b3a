import { type Archive, type ArchivedDay, daysWithout, missingDates } from '../../archive/archive.ts';
import { nothingSought } from '../../archive/day-search.ts';
import type { DaySearch } from '../../archive/day-search.schema.ts';
import { correctionsFile } from '../../archive/corrections.ts';
import { comparisonsFile } from '../../archive/comparisons-file.ts';
import type { TableFile } from '../../archive/table-lines.ts';
import { noRatesYet, type Official, type OfficialRates, withheldOf } from '../../archive/official-rates.ts';
import type { TableWithheld } from '../../archive/official-rates.schema.ts';
import { type Bank, type BankTable, maxPause } from '../../sources/bank.ts';
import { type QuotedPeriods, quotedPeriods } from '../../archive/quoted-periods.ts';
import { bankTables } from '../../sources/banks.ts';
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
  readonly missing: readonly string[];
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
  readonly first: string;
  readonly last: string;
  /** The rates of each bank's table, in the order of the tables. */
  readonly official: readonly PublishedTable[];
  /** The sources of the archived days, the earliest first; empty if all days are from the default source. */
  readonly providers: ProviderChange[];
  readonly composed: Composed | null;
}

/** How the rates of the newest day were composed, because the dataset had stopped. */
export interface Composed {
  /** The first of the composed days, `YYYY-MM-DD`. */
  readonly since: string;
  readonly origins: Origins;
}

/** The rates of a bank's table, with the files in which the site publishes them. */
export interface PublishedTable extends OfficialRates {
  readonly bank: Bank;
  readonly table: BankTable;
  readonly years: readonly YearFile[];
  readonly periods: QuotedPeriods;
  /** What waits, because it's in doubt, ascending by date. */
  readonly withheld: readonly TableWithheld[];
  readonly correctionsFile: TableFile;
}

export function archiveFiles(
  { days, gaps, comparisons, providers = noChanges, search = nothingSought }: Archive,
  rejected: readonly RejectedValue[],
  official: Official,
  logYears: readonly string[] = [],
): ArchiveFiles {
  const dates = days.map(({ date }) => date);
  const [first, last] = [present(dates[0], 'day'), present(dates.at(-1), 'day')];
  return {
    years: yearFiles(days, publishedOrder),
    rejected: rejectedFile(rejected),
    evidence: comparisonsFile(comparisons),
    logYears,
    validDays: daysWithout(days, rejected, publishedOrder),
    gaps,
    missing: missingDates({ days, gaps }, last),
    search,
    days: days.length,
    first,
    last,
    providers: providers.length > 0 ? providersBetween(providers, first, last) : [],
    composed: composedOf(present(days.at(-1), 'day'), providers, official),
    official: bankTables.map(({ bank, table }) => {
      const rates = official.get(table.key) ?? noRatesYet;
      const years = yearFiles(rates.days);
      const periods = quotedPeriods(rates.days, maxPause(table));
      return {
        ...{ ...rates, bank, table, years, periods, withheld: withheldOf(rates) },
        correctionsFile: correctionsFile(rates.corrections),
      };
    }),
  };
}

function composedOf(newest: ArchivedDay, providers: ProviderChanges, official: Official): Composed | null {
  const since = composedSince(providers, newest.date);
  return since === undefined ? null : { since, origins: originsOf(newest, official) };
}
