import type { ArchivedDay } from './archive.ts';
import type { Correction, TableState } from './official-rates.schema.ts';

export interface BankResponse {
  /** Ascending by date, each date once. */
  readonly days: readonly ArchivedDay[];
  /** Other days of the file. If only one value of a day is unreadable, `code` is its currency. */
  readonly unreadable: readonly { readonly date: string; readonly code: string | null }[];
}

/** The archived rates of a bank's table. */
export interface OfficialRates extends TableState {
  /** Ascending. */
  readonly days: readonly ArchivedDay[];
  /** Every change of a published day since the archive began, in the order in which they were made. */
  readonly corrections: readonly Correction[];
}

/** The archived rates of each table of each bank, by the table's key. */
export type Official = ReadonlyMap<string, OfficialRates>;

/** The fields of a table whose last check had no problem. */
export const noProblem = { problem: null, problem_since: null } as const;

/** The rates of a table that was never asked for. */
export const noRatesYet: OfficialRates = { days: [], asked_from: null, corrections: [], doubts: [], ...noProblem };

/** Days since the first of them, without any doubt. */
export function undoubted(days: readonly ArchivedDay[]): OfficialRates {
  return { ...noRatesYet, days, asked_from: days[0]?.date ?? null };
}

/** Days on which the bank had rates that aren't published, because they are in doubt. Ascending. */
export function daysInDoubt({ days, doubts }: Pick<OfficialRates, 'days' | 'doubts'>): string[] {
  const inDoubt = doubts.filter(({ reason }) => reason === 'implausible' || reason === 'unreadable');
  const published = new Set(inDoubt.length > 0 ? days.map(({ date }) => date) : []);
  return inDoubt.map(({ date }) => date).filter((date) => !published.has(date));
}
