import type { IsoDate } from '../../money/calendar.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedOfficialFolder } from '../../publish/recorded-archive.ts';

/**
 * The European Central Bank's rates in units per 1 EUR, by business day since 1999. Parses the recorded CSV files
 * without the project's code, so that tests can compare the results of that code with these rates.
 */
export function bankRows(): Map<IsoDate, Map<string, number>> {
  const folder = recordedOfficialFolder({ key: 'ecb' });
  const rows = new Map<IsoDate, Map<string, number>>();
  for (const name of readdirSync(folder).sort()) {
    const [header = '', ...lines] = readFileSync(join(folder, name), 'utf8').trim().split('\n');
    const codes = header.split(',').slice(1);
    for (const line of lines) {
      const [date, ...cells] = line.split(',') as [IsoDate, ...string[]];
      rows.set(date, new Map(codes.flatMap((code, at) => (cells[at] ? [[code, Number(cells[at])]] : []))));
    }
  }
  return rows;
}
