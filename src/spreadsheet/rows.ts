import Papa from 'papaparse';
import type { FileText } from './encoding.ts';
import type { Problem } from './problem.ts';

/** A row of a file. */
export interface Row {
  /** The cells without their quotes, in the characters that their writer saw. */
  readonly cells: readonly string[];
  /** Where the row's text begins, and where it ends before its line end, in the file's text. */
  readonly start: number;
  readonly end: number;
}

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

const MAX_ROW_CHARACTERS = 100_000;
const MAX_COLUMNS = 500;

/** The line ends of a text: a lone carriage return only if there is no other, as in files of old Macs. */
export function lineEndOf(text: string): '\r\n' | '\n' | '\r' {
  const at = text.indexOf('\n');
  if (at < 0) return text.includes('\r') ? '\r' : '\n';
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** Splits a file into rows. @param most the number of rows to read */
export function rowsOf(
  { text, shown }: Pick<FileText, 'text' | 'shown'>,
  delimiter: Delimiter,
  most = Infinity,
): Row[] | Problem {
  const newline = lineEndOf(text) === '\r' ? '\r' : '\n';
  // The parser takes a time that is a square of the length of a line, so it gets no line that is far too long.
  const long = longLine(text, newline);
  if (long !== undefined) return { problem: 'long_row', line: long, most: MAX_ROW_CHARACTERS };
  const rows: Row[] = [];
  let start = 0;
  let problem: Problem | undefined;
  Papa.parse<string[]>(text, {
    delimiter,
    newline,
    step({ data: cells, errors, meta: { cursor } }, parser) {
      let end = cursor;
      if (text[end - 1] === newline) end--;
      if (newline === '\n' && text[end - 1] === '\r') end--;
      const last = cells.length - 1;
      const cell = cells[last];
      if (newline === '\n' && cell?.endsWith('\r')) cells[last] = cell.slice(0, -1);
      if (errors.length > 0) problem = { problem: 'open_quote', line: lineAt(text, start, newline) };
      else if (cells.length > MAX_COLUMNS)
        problem = { problem: 'many_columns', line: lineAt(text, start, newline), most: MAX_COLUMNS };
      else if (start < text.length) rows.push({ cells: cells.map(shown), start, end });
      start = cursor;
      if (problem || rows.length >= most) parser.abort();
    },
  });
  return problem ?? rows;
}

function lineAt(text: string, at: number, newline: string): number {
  let line = 1;
  for (let found = text.indexOf(newline); found >= 0 && found < at; found = text.indexOf(newline, found + 1)) line++;
  return line;
}

/** The number of the first line that is too long. */
function longLine(text: string, newline: string): number | undefined {
  let [start, line] = [0, 1];
  for (;;) {
    const found = text.indexOf(newline, start);
    const end = found < 0 ? text.length : found;
    if (end - start > MAX_ROW_CHARACTERS) return line;
    if (found < 0) return undefined;
    start = found + 1;
    line++;
  }
}
