import { decimalOf, printShortest } from '../money/rounding/decimal.ts';
import type { Mark } from './cells/amounts.ts';
import type { ConvertedRow } from './convert-rows.ts';
import { encoded } from './encoding.ts';
import { noteInWords } from './note.ts';
import { sourceOf } from './row-rates.ts';
import type { Delimiter } from './rows.ts';
import { isBlank } from './table.ts';
import type { Terms } from './terms.ts';
import type { Understanding } from './understand.ts';

/** The added columns of a row. */
function addedCells({ converted, found, note }: ConvertedRow, mark: Mark, amounts: number): string[] {
  const localized = (number: string) => (mark === ',' ? number.replace('.', ',') : number);
  return [
    ...Array.from({ length: amounts }, (_, column) => localized(converted[column] ?? '')),
    found ? localized(printShortest(decimalOf(found.rate))) : '',
    found?.date ?? '',
    found ? sourceOf(found) : '',
    note ? noteInWords(note) : '',
  ];
}

/**
 * The headers of the added columns. If there are several columns of amounts, the header of a column of converted amounts
 * ends with the name of its column. If the file already has one of the headers, it was converted before.
 */
function addedNames({ to }: Pick<Terms, 'to'>, { table, amounts }: Understanding): string[] {
  const { names, file } = table;
  const nameOf = (column: number) => {
    const name = names[column] ?? '';
    const written = file.encoding.startsWith('utf') ? name : ascii(name);
    return written.includes('?') ? String(column + 1) : written;
  };
  const converted = amounts.map((column) => `converted_${to}${amounts.length > 1 ? `_${nameOf(column)}` : ''}`);
  const added = [...converted, 'rate', 'rate_date', 'rate_source', 'note'];
  let suffix = '';
  for (let number = 2; added.some((name) => names.includes(name + suffix)); number++) suffix = `_${number}`;
  return added.map((name) => name + suffix);
}

/** The decimal separator of the added columns. If the amounts have none, the delimiter decides. */
export function markOf({ mark, table }: Understanding): Mark {
  return mark ?? (table.delimiter === ';' ? ',' : '.');
}

/**
 * The file with the added columns. All other bytes are the file's: rows before the header and blank rows stay as they
 * are, and other rows have cells added before their line end.
 *
 * @param rows the answers to the file's rows with data, in their order
 */
export function writtenFile(
  understanding: Understanding,
  rows: readonly ConvertedRow[],
  terms: Terms,
): Uint8Array<ArrayBuffer> {
  const { table } = understanding;
  const { file, delimiter, header, first, names } = table;
  const [mark, isUnicode] = [markOf(understanding), file.encoding.startsWith('utf')];
  const parts: string[] = [];
  let written = 0;
  const append = (at: number, cells: readonly string[]) => {
    const row = table.rows[at];
    if (!row) return;
    let text = file.text.slice(written, row.end) + delimiter.repeat(Math.max(0, names.length - row.cells.length));
    for (const cell of cells) text += delimiter + cellOf(isUnicode ? cell : ascii(cell), delimiter);
    parts.push(text);
    written = row.end;
  };
  if (header !== undefined) append(header, addedNames(terms, understanding));
  let answer = 0;
  for (let at = first; at < table.rows.length; at++) {
    const row = table.rows[at];
    if (!row || isBlank(row)) continue;
    const converted = rows[answer++];
    if (converted) append(at, addedCells(converted, mark, understanding.amounts.length));
  }
  parts.push(file.text.slice(written));
  return encoded(file, parts.join(''));
}

/**
 * A cell that no spreadsheet program runs as a formula. Negative numbers begin with a minus sign and are safe.
 */
function cellOf(text: string, delimiter: Delimiter): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-\d[\d.,]*$/.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(delimiter) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A text without accents, for encodings that may lack them. */
function ascii(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]/g, '?');
}
