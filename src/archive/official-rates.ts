import type { IsoDate } from '../money/calendar.ts';
import type { ArchivedDay } from './archive.ts';
import { present } from '../text/present.ts';
import { endOfWaiting, isOfWholeDay, isWithholding, type WithholdingDoubt } from './official-doubts.ts';
import type { Correction, TableState, TableWithheld } from './official-rates.schema.ts';

export interface BankResponse {
  /** Ascending by date, each date once. */
  readonly days: readonly ArchivedDay[];
  /** Unreadable values, ascending by date. If `code` is null, the whole day is unreadable, so it isn't in `days`. */
  readonly unreadable: readonly { readonly date: IsoDate; readonly code: string | null }[];
  /** The days that have a rate of a currency whose name is unknown, ascending. Omitted if the bank uses codes. */
  readonly unknownNames?: readonly IsoDate[];
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

/** The rates, and the whole days, that the bank has and that wait because they are in doubt, ascending by date. */
export function withheldOf({ days, doubts }: Pick<OfficialRates, 'days' | 'doubts'>): TableWithheld[] {
  const waiting = Map.groupBy(doubts.filter(isWithholding), ({ date }) => date);
  const entry = (code: string | null, doubt: WithholdingDoubt): TableWithheld => {
    return { date: doubt.date, code, reason: doubt.reason, ends_by: endOfWaiting(doubt) };
  };
  return [...waiting].flatMap(([date, ofDay]) => {
    const place = days.findLastIndex((day) => day.date <= date);
    const [day, before] = [days[place], days[place - 1]];
    const whole = ofDay.find(isOfWholeDay);
    if (day?.date !== date) return [entry(null, whole ?? present(ofDay[0], 'doubt'))];
    // A published day keeps its rates while it's in doubt. Only the currencies that it lacks wait.
    if (whole)
      return [...(before?.rates.keys() ?? [])].filter((code) => !day.rates.has(code)).map((code) => entry(code, whole));
    return ofDay.flatMap((doubt) =>
      doubt.code === null || day.rates.has(doubt.code) ? [] : [entry(doubt.code, doubt)],
    );
  });
}
