import { parseRate } from '../archive/year-file.ts';
import { CODE } from '../currencies/code.ts';
import type { Fault } from '../quality/judge-archive.ts';
import { isDate } from '../rates/calendar.ts';
import { isQualityReason } from '../rates/quality.ts';
import { quote } from '../text/quote.ts';

/** `archive/faults.csv`: every archived value that is not believed. */
export interface FaultsFile {
  readonly count: number;
  readonly body: string;
}

/** The file of the faults is not what we write. The message is one line. */
export class FaultsFileError extends Error {
  override readonly name = 'FaultsFileError';
}

/** Characters of the file, a lot more than years of them have. A host takes 25 MiB. */
export const MOST_FAULTS_CHARACTERS = 20 * 1024 * 1024;

const HEADER = 'date,code,value,reason';
/** Characters of a line that a message repeats. */
const SHOWN = 60;

/** The faults as CSV without quotes: dates, codes, numbers and reasons need none. In UTF-8 with LF, as the archive's years. */
export function faultsFile(faults: readonly Fault[]): FaultsFile {
  const lines = faults.map(({ date, code, value, reason }) => `${date},${code},${value},${reason}`);
  return { count: faults.length, body: [HEADER, ...lines, ''].join('\n') };
}

/**
 * Reads the file. What we did not write is not used.
 *
 * @throws {FaultsFileError} naming the first line that is not as we write them
 */
export function parseFaultsFile(body: string): Fault[] {
  if (body.length > MOST_FAULTS_CHARACTERS) {
    throw new FaultsFileError(`has more than ${MOST_FAULTS_CHARACTERS} characters`);
  }
  const [header = '', ...lines] = body.split('\n');
  if (header !== HEADER) throw new FaultsFileError(`line 1 is no header: ${quote(header, SHOWN)}`);
  if (lines.pop() !== '') throw new FaultsFileError('is cut off: its last line has no end');
  return lines.map((line, index) => {
    const fault = parseLine(line);
    if (!fault) throw new FaultsFileError(`line ${index + 2} is no fault: ${quote(line, SHOWN)}`);
    return fault;
  });
}

function parseLine(line: string): Fault | undefined {
  const [date = '', code = '', cell = '', reason = '', ...others] = line.split(',');
  const value = parseRate(cell);
  if (!isDate(date) || !CODE.test(code) || value === undefined || !isQualityReason(reason)) return undefined;
  return others.length > 0 ? undefined : { date, code, value, reason };
}
