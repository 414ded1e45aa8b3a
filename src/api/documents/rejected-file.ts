import type { IsoDate } from '../../money/calendar.ts';
import { type TableFile, tableFile, tableLines } from '../../archive/table-lines.ts';
import type { RejectedValue } from '../../validation/validate-archive.ts';
import { paths } from '../paths.ts';

const HEADER = 'date,code,value,reason';

/** `archive/faults.csv`: every rejected value of the archive. */
export function rejectedFile(rejected: readonly RejectedValue[]): TableFile {
  const lines = rejected.map(({ date, code, value, reason }) => `${date},${code},${value},${reason}`);
  return tableFile(HEADER, lines);
}

/** Parses `archive/faults.csv`. Throws if the file is cut off, or is another file. */
export function parseRejectedFile(body: string): RejectedValue[] {
  return tableLines(paths.archiveRejected, body, HEADER).map((line) => {
    const [date, code = '', value, reason] = line.split(',');
    return { date: date as IsoDate, code, value: Number(value), reason: reason as RejectedValue['reason'] };
  });
}
