import type { IsoDate } from '../../money/calendar.ts';
import { recordedFiles } from '../sites/small-site.ts';

/**
 * The archive's rates without the rejected values, by date, then by currency code. Parses the CSV tables without the
 * project's code, so that tests can compare the results of that code with these rates.
 */
export function validTable(): Map<IsoDate, Map<string, number>> {
  const table = new Map<IsoDate, Map<string, number>>();
  for (const { body } of recordedFiles.years) {
    const [header = '', ...lines] = body.trimEnd().split('\n');
    const codes = header.split(',').slice(1);
    for (const line of lines) {
      const [date, ...cells] = line.split(',') as [IsoDate, ...string[]];
      table.set(date, new Map(codes.flatMap((code, at) => (cells[at] ? [[code, Number(cells[at])]] : []))));
    }
  }
  for (const line of recordedFiles.rejected.body.trimEnd().split('\n').slice(1)) {
    const [date, code] = line.split(',') as [IsoDate, string];
    if (!table.get(date)?.delete(code))
      throw new Error(`The archive’s tables lack the rejected value of ${code} on ${date}.`);
  }
  return table;
}
