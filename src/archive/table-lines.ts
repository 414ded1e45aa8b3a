import { FileError } from '../text/site-problem.ts';
import { quote } from '../text/quote.ts';

/** Characters of a table, which has one byte for each. Written and read alike: it's what a host takes. */
export const MAX_TABLE_CHARACTERS = 25 * 1024 * 1024;

/** Characters of a line that a message repeats. */
const SHOWN = 60;

/** A table as it is published: CSV without quotes, in UTF-8 with LF. */
export interface TableFile {
  /** How many lines it has below its header. */
  readonly count: number;
  readonly body: string;
}

export function tableFile(header: string, lines: readonly string[]): TableFile {
  return { count: lines.length, body: [header, ...lines, ''].join('\n') };
}

/** The lines below a table's header. */
export function tableLines(path: string, body: string, expected: string): string[] {
  if (body.length > MAX_TABLE_CHARACTERS) throw new FileError(path, `has more than ${MAX_TABLE_CHARACTERS} characters`);
  const [header = '', ...lines] = body.split('\n');
  if (header !== expected) throw lineError(path, 'line 1 is no header', header);
  if (lines.pop() !== '') throw new FileError(path, 'is cut off: its last line has no end');
  return lines;
}

/** @param problem which line is wrong, and how, before the line itself */
export function lineError(path: string, problem: string, line: string): FileError {
  return new FileError(path, `${problem}: ${quote(line, SHOWN)}`);
}
