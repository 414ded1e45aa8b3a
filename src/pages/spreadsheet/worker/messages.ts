import type { Instant, IsoDate } from '../../../money/calendar.ts';
import type { Summary } from '../../../spreadsheet/convert-rows.ts';
import type { Encoding } from '../../../spreadsheet/encoding.ts';
import type { Problem } from '../../../spreadsheet/problem.ts';
import type { FoundRate } from '../../../spreadsheet/row-rates.ts';
import type { GivenTerms } from '../../../spreadsheet/terms.ts';
import type { Choices, Understanding } from '../../../spreadsheet/understand.ts';
import type { SpreadsheetKey } from '../texts.ts';

/*
 * What the page and its worker say to each other. The worker reads and converts the file, so that the page responds
 * meanwhile. It keeps the rows, and the page gets only those that it shows.
 */

/** The worker's functions. */
export interface FileCalls {
  /** The codes of the site's currencies. */
  codes(): readonly string[];
  /** Reads a file. Before it answers, it reports the file's first rows. */
  open(file: Blob, choices: Choices): Understood | Problem;
  /** Understands the file with other choices about its columns. */
  choose(choices: Choices): Understood | Problem;
  /** Converts the file, and reports its progress. Undefined if the terms don't name a currency of the site. */
  convert(terms: GivenTerms): Answered | undefined;
  /** The first rows in an order. */
  sort(order: RowOrder): readonly ShownRow[];
}

/** A call. `now` is the page's time. */
export interface Call<Name extends keyof FileCalls = keyof FileCalls> {
  readonly id: number;
  readonly now: Instant;
  readonly name: Name;
  readonly input: Parameters<FileCalls[Name]>;
}

/** What the worker sends: reports during a call, and the end of a call. */
export type Message =
  | { readonly report: Report }
  | { readonly id: number; readonly output: unknown }
  /** The file of the site that couldn't be read; undefined for another error. */
  | { readonly id: number; readonly failed: string | undefined };

/** The first rows of a file, as soon as they are read, or how much of a file is converted. */
export type Report = FirstRows | { readonly done: number; readonly rows: number };

export interface FirstRows {
  readonly names: readonly string[];
  readonly first: readonly (readonly string[])[];
}

/** How a file was understood, without its rows. */
export interface Understood extends Omit<Understanding, 'table'> {
  readonly names: readonly string[];
  readonly encoding: Encoding;
}

/** The columns of the table of converted rows. */
export const shownColumns = [
  ...(['row', 'date', 'amount', 'currency'] as const),
  ...(['converted', 'rate', 'rateDate', 'source', 'note'] as const),
];
export type ShownColumn = (typeof shownColumns)[number];

export interface RowOrder {
  readonly by: ShownColumn;
  readonly isAscending: boolean;
}

/** A row by its columns. A text that couldn't be read is as it is in the file. */
export interface ShownRow extends Record<'date' | 'currency', string> {
  /** The place among the rows with data, from 1 on. */
  readonly row: number;
  /** The amounts that the row has, and the converted ones. */
  readonly amounts: readonly string[];
  readonly converted: readonly string[];
  readonly found: FoundRate | undefined;
  readonly note: SpreadsheetKey | undefined;
  /** Whether date and amount could be read. */
  readonly isRead: boolean;
}

export interface Answered {
  readonly to: string;
  /** The day of the newest rates, if the site can't be reached and the browser has saved them; otherwise undefined. */
  readonly savedOn: IsoDate | undefined;
  readonly summary: Summary;
  /** The number of rows by the kind of their note. */
  readonly notes: ReadonlyMap<SpreadsheetKey, number>;
  /** The file with the added columns. */
  readonly file: Blob;
  /** The first rows, those with a note before the others. */
  readonly rows: readonly ShownRow[];
}
