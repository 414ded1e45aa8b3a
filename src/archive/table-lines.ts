import { FileError } from '../text/site-problem.ts';
import { described } from '../text/quote.ts';

/**
 * Maximum characters of a table. Tables have one byte per character, so this is the host's maximum file size in bytes.
 */
export const MAX_TABLE_CHARACTERS = 25 * 1024 * 1024;

/** A published table: CSV without quotes, in UTF-8 with LF. */
export interface TableFile {
  readonly count: number;
  readonly body: string;
}

export function tableFile(header: string, lines: readonly string[]): TableFile {
  return { count: lines.length, body: [header, ...lines, ''].join('\n') };
}

export function tableLines(path: string, body: string, expected: string): string[] {
  if (body.length > MAX_TABLE_CHARACTERS) throw new FileError(path, `has more than ${MAX_TABLE_CHARACTERS} characters`);
  const [header = '', ...lines] = body.split('\n');
  if (header !== expected) throw lineError(path, 'line 1 has unexpected columns', header);
  if (lines.pop() !== '') throw new FileError(path, 'is cut off before the end of its last line');
  return lines;
}

/** @param problem the line's number and what is wrong with it */
export function lineError(path: string, problem: string, line: string): FileError {
  return new FileError(path, `${problem}: ${described(line)}`);
}
