import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Archive, archiveUpTo } from '../../archive/archive.ts';
import { parseYearFile } from '../../archive/year-file.ts';

/** Folder of the recorded years, one file each. `npm run record` writes them. */
export const recordedFolder = join(import.meta.dirname, '../../archive/recorded');

/** Days that none of the dataset's mirrors ever had. */
const gaps = ['2025-12-10', '2026-01-24'];

/**
 * Real days of the dataset that are kept in the repository. There are few, and some have wrong rates. They validate a
 * first publish, and let everything run without a network.
 *
 * @param last the last day to include, `YYYY-MM-DD`
 */
export function recordedArchive(last = '9999-12-31'): Archive {
  const years = readdirSync(recordedFolder).flatMap((name) => /^(\d{4})\.csv$/.exec(name)?.[1] ?? []);
  const days = years.sort().flatMap((year) => {
    const file = join(recordedFolder, `${year}.csv`);
    return parseYearFile(file, year, readFileSync(file, 'utf8'));
  });
  return archiveUpTo({ days, gaps, evidence: [] }, last);
}
