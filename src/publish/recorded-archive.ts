import { type IsoDate, LATEST } from '../money/calendar.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Archive, type ArchivedDay, archiveUpTo } from '../archive/archive.ts';
import { type Official, undoubted } from '../archive/official-rates.ts';
import type { Bank, BankTable } from '../sources/bank.ts';
import { bankTables } from '../sources/banks.ts';
import { parseYearFile } from '../archive/year-file.ts';

/** Folder of the recorded years, one file each. `npm run record` writes them. */
export const recordedFolder = join(import.meta.dirname, '../archive/recorded');

/** Days that none of the dataset's mirrors ever had. */
const gaps: readonly IsoDate[] = ['2025-12-10', '2026-01-24'];

let days: readonly ArchivedDay[] | undefined;

/**
 * Returns the recorded days, which are real days of the dataset. There are few of them, and some have wrong rates. A
 * first publish is validated with these days, and previews and tests use them without a network. Their files are read
 * once per process.
 *
 * @param last the last day to include, `YYYY-MM-DD`
 */
export function recordedArchive(last: IsoDate = LATEST): Archive {
  days ??= recordedYears(recordedFolder);
  return archiveUpTo({ days, gaps, comparisons: [] }, last);
}

/** Folder of a bank's recorded years of official rates, one file each. It doesn't exist for every bank. */
export function recordedOfficialFolder({ key }: Pick<BankTable, 'key'>): string {
  return join(recordedFolder, key);
}

let official: Official | undefined;

/** The official rates that are kept in the repository, read once in a process. */
export function recordedOfficialRates(last: IsoDate = LATEST): Official {
  official ??= new Map(
    bankTables
      .map(({ bank, table }) => [table.key, undoubted(recordedOfficialDays(bank, table))] as const)
      .filter(([, { days }]) => days.length > 0),
  );
  return new Map(
    Array.from(official, ([key, rates]) => [key, { ...rates, days: rates.days.filter(({ date }) => date <= last) }]),
  );
}

/** A bank's recorded days; none if its rates aren't recorded. */
export function recordedOfficialDays({ base }: Bank, table: BankTable): ArchivedDay[] {
  const folder = recordedOfficialFolder(table);
  if (!existsSync(folder)) return [];
  return yearsIn(folder).flatMap((year) => {
    const file = join(folder, `${year}.csv`);
    return parseYearFile({ path: file, year, body: readFileSync(file, 'utf8'), base });
  });
}

function recordedYears(folder: string): ArchivedDay[] {
  return yearsIn(folder).flatMap((year) => {
    const file = join(folder, `${year}.csv`);
    return parseYearFile({ path: file, year, body: readFileSync(file, 'utf8'), base: 'USD' });
  });
}

function yearsIn(folder: string): string[] {
  return readdirSync(folder)
    .flatMap((name) => /^(\d{4})\.csv$/.exec(name)?.[1] ?? [])
    .sort();
}
