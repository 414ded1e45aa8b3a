import { quoted } from '../text/quote.ts';

/** Why a file can't be read as a table. Words are made where the problem is shown. */
export type Problem =
  | { readonly problem: 'empty' | 'binary' | 'workbook' | 'cut' | 'no_rows' }
  | { readonly problem: 'too_large'; readonly bytes: number; readonly most: number }
  | { readonly problem: 'long_row'; readonly line: number; readonly most: number }
  | { readonly problem: 'many_columns'; readonly line: number; readonly most: number }
  | { readonly problem: 'open_quote'; readonly line: number }
  | { readonly problem: 'other_encoding'; readonly encoding: string }
  | { readonly problem: 'no_column'; readonly name: string; readonly columns: readonly string[] };

export function isProblem(found: object): found is Problem {
  return 'problem' in found;
}

/** A problem in English, for the command and for errors. */
export function problemInWords(problem: Problem): string {
  switch (problem.problem) {
    case 'empty':
      return 'The file is empty.';
    case 'binary':
      return 'This isn’t a text file. Save the table as CSV or TSV.';
    case 'workbook':
      return 'This is a workbook or another document, and not a CSV or TSV file. Open it and save the table as CSV.';
    case 'cut':
      return 'The file ends in the middle of a character. Download or save it again.';
    case 'no_rows':
      return 'The file has no rows with several columns. Use a CSV or TSV file with dates and amounts.';
    case 'too_large':
      return `The file has ${problem.bytes} bytes. Split it: files may have up to ${problem.most} bytes.`;
    case 'long_row':
      return `Line ${problem.line} has more than ${problem.most} characters. Check that the file is a table.`;
    case 'many_columns':
      return `Line ${problem.line} has more than ${problem.most} columns. Check that the file is a table.`;
    case 'open_quote':
      return `A quotation mark in line ${problem.line} doesn’t end a cell as it should. Correct the quotation marks.`;
    case 'other_encoding':
      return `The file isn’t in the encoding ${problem.encoding}. Omit the encoding, or choose another.`;
    case 'no_column':
      return `The file has no column ${quoted(problem.name, 40)}. Its columns: ${list(problem.columns)}.`;
  }
}

const MAX_LISTED = 30;

function list(columns: readonly string[]): string {
  const more = columns.length > MAX_LISTED ? ', …' : '';
  return (
    columns
      .slice(0, MAX_LISTED)
      .map((name) => quoted(name, 40))
      .join(', ') + more
  );
}
