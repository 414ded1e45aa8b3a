import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Archive, type ArchivedDay, archiveUpTo } from '../archive/archive.ts';
import { ecb } from '../archive/official-bank.ts';
import { parseYearFile } from '../archive/year-file.ts';

/** Folder of the recorded years, one file each. `npm run record` writes them. */
export const recordedFolder = join(import.meta.dirname, '../archive/recorded');

/** Days that none of the dataset's mirrors ever had. */
const gaps = ['2025-12-10', '2026-01-24'];

let days: readonly ArchivedDay[] | undefined;

/**
 * Returns the recorded days, which are real days of the dataset. There are few of them, and some have wrong rates. A
 * first publish is validated with these days, and previews and tests use them without a network. Their files are read
 * once per process.
 *
 * @param last the last day to include, `YYYY-MM-DD`
 */
export function recordedArchive(last = '9999-12-31'): Archive {
  days ??= recordedYears(recordedFolder, 'USD');
  return archiveUpTo({ days, gaps, evidence: [] }, last);
}

/** Folder of the recorded years of official rates, one file each. */
export const recordedOfficialFolder = join(recordedFolder, 'ecb');

let officialDays: readonly ArchivedDay[] | undefined;

/** The official rates that are kept in the repository, read once in a process. Source: European Central Bank. */
export function recordedOfficialRates(last = '9999-12-31'): ArchivedDay[] {
  officialDays ??= recordedYears(recordedOfficialFolder, ecb.base);
  return officialDays.filter(({ date }) => date <= last);
}

function recordedYears(folder: string, base: string): ArchivedDay[] {
  const years = readdirSync(folder).flatMap((name) => /^(\d{4})\.csv$/.exec(name)?.[1] ?? []);
  return years.sort().flatMap((year) => {
    const file = join(folder, `${year}.csv`);
    return parseYearFile(file, year, readFileSync(file, 'utf8'), base);
  });
}
