import { quote } from '../text/quote.ts';

/** A table is not what we write. The message is one line. */
export class TableError extends Error {
  override readonly name = 'TableError';

  /** @param problem what line of it is wrong, and how, before the line itself */
  static ofLine(problem: string, line: string): TableError {
    return new TableError(`${problem}: ${quote(line, SHOWN)}`);
  }
}

/** Characters of a table, which has one byte for each. Written and read alike: it's what a host takes. */
export const MAX_TABLE_CHARACTERS = 25 * 1024 * 1024;

/** Characters of a line that a message repeats. */
const SHOWN = 60;

/**
 * The lines below a table's header.
 *
 * @throws {TableError}
 */
export function tableLines(body: string, expected: string): string[] {
  if (body.length > MAX_TABLE_CHARACTERS) throw new TableError(`has more than ${MAX_TABLE_CHARACTERS} characters`);
  const [header = '', ...lines] = body.split('\n');
  if (header !== expected) throw TableError.ofLine('line 1 is no header', header);
  if (lines.pop() !== '') throw new TableError('is cut off: its last line has no end');
  return lines;
}
