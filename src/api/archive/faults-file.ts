import { lineError, type TableFile, tableFile, tableLines } from '../../archive/table-lines.ts';
import { parseRate } from '../../archive/year-file.ts';
import { CODE } from '../../currencies/code.ts';
import type { RejectedValue } from '../../validation/validate-archive.ts';
import { isDate } from '../../rates/calendar.ts';
import { reasonsInWords } from '../../validation/snapshot/quality.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { paths } from '../format/paths.ts';

const HEADER = 'date,code,value,reason';

/** `archive/faults.csv`: every rejected value of the archive. */
export function faultsFile(faults: readonly RejectedValue[]): TableFile {
  const lines = faults.map(({ date, code, value, reason }) => `${date},${code},${value},${reason}`);
  return tableFile(HEADER, lines);
}

/** Parses `archive/faults.csv`. Throws if a line differs from what {@link faultsFile} writes. */
export function parseFaultsFile(body: string): RejectedValue[] {
  return tableLines(paths.archiveFaults, body, HEADER).map((line, index) => {
    const fault = parseLine(line);
    if (!fault) throw lineError(paths.archiveFaults, `line ${index + 2} is invalid`, line);
    return fault;
  });
}

function parseLine(line: string): RejectedValue | undefined {
  const [date = '', code = '', cell = '', reason = '', ...others] = line.split(',');
  const value = parseRate(cell);
  if (!isDate(date) || !CODE.test(code) || value === undefined || !isKeyOf(reasonsInWords, reason)) return undefined;
  return others.length > 0 ? undefined : { date, code, value, reason };
}
