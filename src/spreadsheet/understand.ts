import { amountsIn, type Mark } from './cells/amounts.ts';
import { codeIn, codeInHeader } from './cells/currencies.ts';
import { datesIn, type Order } from './cells/dates.ts';
import { decoded, type Encoding } from './encoding.ts';
import { isOfAmount, isOfCurrency, isOfOther, isOfSide } from './cells/header-words.ts';
import { isProblem, type Problem } from './problem.ts';
import type { Delimiter, Row } from './rows.ts';
import { decimalMarkIn, orderIn } from './readings.ts';
import { dataRows, isTooWide, SAMPLE_ROWS, type Table, tableOf } from './table.ts';

/** What a person says about a file. Everything else is found in the file. */
export interface Choices {
  readonly encoding?: Encoding | undefined;
  /** The encoding of a file that isn't Unicode, such as windows-1250 for Polish programs. */
  readonly legacy?: Encoding | undefined;
  readonly delimiter?: Delimiter | undefined;
  /** A column's header or number. */
  readonly date?: string | undefined;
  readonly amounts?: readonly string[] | undefined;
  /** A column's header or number, or the code of all amounts. */
  readonly currency?: string | undefined;
  readonly order?: Order | undefined;
  readonly decimal?: Mark | undefined;
}

/** What a file leaves open. */
export type Question =
  | { readonly about: 'date' | 'amount' | 'currency'; readonly columns: readonly number[] }
  | { readonly about: 'order'; readonly example: string; readonly choices: readonly Order[] }
  | { readonly about: 'decimal'; readonly example: string };

/** Where the currency of a row's amount is. */
export type CurrencyPlace = { readonly column: number } | { readonly code: string } | 'amount';

/** A file, as far as it's understood. Something is undefined or empty only if there is a question about it. */
export interface Understanding {
  readonly table: Table;
  readonly date: number | undefined;
  /** The columns of amounts, such as debits and credits. */
  readonly amounts: readonly number[];
  readonly currency: CurrencyPlace | undefined;
  /** The order of the dates of numbers. If the dates have no order, such as 4 March 2026, any. */
  readonly order: Order | undefined;
  /** The decimal separator. If no amount has one, any. */
  readonly mark: Mark | undefined;
  readonly questions: readonly Question[];
}

/** What is known without the file. */
export interface Known {
  /** The codes of currencies. */
  readonly codes: ReadonlySet<string>;
  readonly thisYear: number;
}

/** Reads a file, and finds out what its columns mean. */
export function understand(bytes: Uint8Array, choices: Choices, known: Known): Understanding | Problem {
  const file = decoded(bytes, choices.encoding, choices.legacy);
  if (isProblem(file)) return file;
  const table = tableOf(file, choices.delimiter, known.thisYear);
  return isProblem(table) ? table : understandTable(table, choices, known);
}

/** As {@link understand}, for a file that has been read. */
export function understandTable(table: Table, choices: Choices, { codes, thisYear }: Known): Understanding | Problem {
  const { names } = table;
  for (const name of [choices.date, ...(choices.amounts ?? [])])
    if (name !== undefined && columnOf(name, names) === undefined)
      return { problem: 'no_column', name, columns: names };
  const rows = dataRows(table);
  const sample = rows.filter((row) => !isTooWide(row, table)).slice(0, SAMPLE_ROWS);
  const isDate = (cell: string) => datesIn(cell, thisYear) !== undefined;
  const isAmount = (cell: string) => amountsIn(cell) !== undefined;
  const columns = names.map((_, column) => column);
  const questions: Question[] = [];

  const dates = columns.filter((column) => isMostly(sample, column, isDate));
  const date = choices.date === undefined ? onlyOf(dates, rows) : columnOf(choices.date, names);
  if (date === undefined) questions.push({ about: 'date', columns: dates.length > 0 ? dates : columns });

  const numeric = columns.filter((column) => {
    if (dates.includes(column)) return false;
    // A column of debits or credits can have few cells with a content.
    return isMostly(sample, column, isAmount, isOfSide(names[column] ?? '') ? 0 : undefined);
  });
  const amounts =
    choices.amounts === undefined
      ? amountColumns(numeric, table, sample)
      : choices.amounts.flatMap((name) => columnOf(name, names) ?? []);
  const offered = numeric.filter((column) => !isOfOther(names[column] ?? ''));
  if (amounts.length === 0)
    questions.push({ about: 'amount', columns: [offered, numeric, columns].find((list) => list.length > 0) ?? [] });

  const inColumns = columns.filter((column) => isMostly(sample, column, (cell) => codes.has(codeIn(cell) ?? '')));
  const currency =
    choices.currency === undefined
      ? currencyPlace(inColumns, amounts, table, rows, codes)
      : chosen(choices.currency, table, codes);
  if (typeof currency === 'object' && 'problem' in currency) return currency;
  if (currency === undefined) questions.push({ about: 'currency', columns: inColumns });

  const order = choices.order ?? (date === undefined ? undefined : orderIn(rows, date, thisYear));
  if (typeof order === 'object') questions.push(order);
  const others = numeric.filter((column) => !amounts.includes(column));
  const mark = choices.decimal ?? (amounts.length === 0 ? undefined : decimalMarkIn(rows, amounts, sample, others));
  if (typeof mark === 'object') questions.push(mark);
  return {
    ...{ table, date, amounts, currency, questions },
    order: typeof order === 'object' ? undefined : order,
    mark: typeof mark === 'object' ? undefined : mark,
  };
}

function columnOf(text: string, names: readonly string[]): number | undefined {
  const wanted = text.trim().toLowerCase();
  const named = names.findIndex((name) => name.toLowerCase() === wanted);
  if (named >= 0) return named;
  const number = /^\d{1,3}$/.test(wanted) ? Number(wanted) : 0;
  return number >= 1 && number <= names.length ? number - 1 : undefined;
}

function chosen(text: string, { names }: Table, codes: ReadonlySet<string>): CurrencyPlace | Problem {
  const column = columnOf(text, names);
  if (column !== undefined) return { column };
  const code = codeIn(text);
  return code !== undefined && codes.has(code) ? { code } : { problem: 'no_column', name: text, columns: names };
}

/** Whether most of a column's cells that have a content are of a kind, and more than a few rows have one. */
function isMostly(
  rows: readonly Row[],
  column: number,
  is: (cell: string) => boolean,
  least = rows.length / 4,
): boolean {
  const filled = rows.map(({ cells }) => cells[column]?.trim() ?? '').filter((cell) => cell !== '');
  return filled.length >= least && filled.filter(is).length > filled.length / 2;
}

/** The only column of several, or the first if all have the same cells. */
function onlyOf(columns: readonly number[], rows: readonly Row[]): number | undefined {
  const [first, ...others] = columns;
  if (first === undefined) return undefined;
  const areSame = others.every((column) => rows.every(({ cells }) => cells[column] === cells[first]));
  return areSame ? first : undefined;
}

/**
 * The columns of amounts: one of debits and one of credits, or the only one with a header of amounts, or else the only one
 * that isn't of something else.
 */
function amountColumns(numeric: readonly number[], { names }: Table, sample: readonly Row[]): readonly number[] {
  const nameOf = (column: number) => names[column] ?? '';
  const sides = numeric.filter((column) => isOfSide(nameOf(column)));
  const named = numeric.filter((column) => isOfAmount(nameOf(column)) && !sides.includes(column));
  if (named.length > 0) return named.length === 1 && sides.length === 0 ? named : [];
  if (sides.length === 2 && new Set(sides.map((column) => isOfSide(nameOf(column)))).size === 2) return sides;
  const others = numeric.filter((column) => !isOfOther(nameOf(column)));
  if (others.length === 1) return others;
  // Amounts have decimal places or currencies, and the numbers of orders and customers have none.
  const decimal = others.filter((column) => sample.some(({ cells }) => /\d[.,]\d|\p{Sc}/u.test(cells[column] ?? '')));
  return decimal.length === 1 ? decimal : [];
}

function currencyPlace(
  columns: readonly number[],
  amounts: readonly number[],
  { names }: Table,
  rows: readonly Row[],
  codes: ReadonlySet<string>,
): CurrencyPlace | undefined {
  const nameOf = (column: number) => names[column] ?? '';
  const [code, ...otherCodes] = new Set(amounts.map((column) => codeInHeader(nameOf(column), codes)));
  if (code !== undefined && otherCodes.length === 0) return { code };
  const named = columns.filter((column) => isOfCurrency(nameOf(column)));
  const column = onlyOf(columns, rows) ?? (named.length === 1 ? named[0] : undefined);
  if (column !== undefined) return { column };
  if (columns.length > 0 || otherCodes.length > 0) return undefined;
  const currencies = rows.flatMap(({ cells }) =>
    amounts.flatMap((amount) => {
      const found = amountsIn(cells[amount] ?? '');
      return found ? [codeIn(found.currency ?? '')] : [];
    }),
  );
  return currencies.length > 0 && currencies.every((each) => each !== undefined && codes.has(each))
    ? 'amount'
    : undefined;
}
