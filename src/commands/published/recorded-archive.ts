import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Archive, type ArchivedDay, archiveUpTo } from '../../archive/archive.ts';
import { OFFICIAL_BASE } from '../../archive/official-rates.ts';
import { parseYearFile } from '../../archive/year-file.ts';

/** Where the recorded years stand, a file each. `npm run record` writes them. */
export const recordedFolder = join(import.meta.dirname, '../../archive/recorded');

/** Days that none of the dataset's mirrors ever had. */
const gaps = ['2025-12-10', '2026-01-24'];

/**
 * Real days of the dataset that are kept in the repo: sparse, and broken ones among them, so that there is something to
 * validate by where nothing was published before, and everything can be tried without a network.
 *
 * @param last the last day that may be known, `YYYY-MM-DD`
 */
export function recordedArchive(last = '9999-12-31'): Archive {
  return archiveUpTo({ days: recordedYears(recordedFolder, 'USD'), gaps, evidence: [] }, last);
}

/** Where the recorded years of official rates stand. */
export const recordedOfficialFolder = join(recordedFolder, 'ecb');

let officialDays: readonly ArchivedDay[] | undefined;

/** The official rates that are kept in the repository, read once in a process. Source: European Central Bank. */
export function recordedOfficialRates(last = '9999-12-31'): ArchivedDay[] {
  officialDays ??= recordedYears(recordedOfficialFolder, OFFICIAL_BASE);
  return officialDays.filter(({ date }) => date <= last);
}

function recordedYears(folder: string, base: string): ArchivedDay[] {
  const years = readdirSync(folder).flatMap((name) => /^(\d{4})\.csv$/.exec(name)?.[1] ?? []);
  return years.sort().flatMap((year) => {
    const file = join(folder, `${year}.csv`);
    return parseYearFile(file, year, readFileSync(file, 'utf8'), base);
  });
}
