import { EARLIEST, type IsoDate, LATEST } from '../../../money/calendar.ts';
import { type HeldDates, noneHeld } from '../../../archive/day-rates.ts';
import { unitChanges } from '../../../money/currencies/unit-changes.ts';
import { elementAt } from '../../../money/element-at.ts';
import { ApiError, notFound, unprocessable } from '../../error.ts';
import type { ErrorCode } from '../../error.schema.ts';
import { lackError } from '../../lack-error.ts';
import type { Lack } from '../../query/lack.ts';

/**
 * Rates on a base, for one or more days. They are columns of numbers, because building an object for each of thousands
 * of rates takes several times as long.
 */
export interface RateTable {
  /** `YYYY-MM-DD`, ascending. */
  readonly dates: readonly IsoDate[];
  /** Currency codes in alphabetical order. */
  readonly codes: readonly string[];
  /** For each code, the rate on each date in units per 1 unit of the base; `NaN` if the date has no rate. */
  readonly columns: readonly (readonly number[])[];
  /** Why a table has no rates; undefined if it has some, or if the request has a currency that the market never had. */
  readonly lack?: Lack | TooLarge | undefined;
}

/** The range has more rates than one response can have. */
interface TooLarge {
  readonly lack: 'range_too_large';
  /** The longest possible range of these currencies, in days. */
  readonly most: number;
}

/**
 * The error for a request without rates.
 *
 * @param newest how to request the newest rates instead
 */
export function noRatesError(
  { lack }: RateTable,
  { base, codes = [], newest }: { readonly base: string; readonly codes?: readonly string[]; readonly newest: string },
): ApiError<ErrorCode | 'unprocessable'> {
  if (!lack) return notFound();
  if (lack.lack === 'range_too_large')
    return unprocessable(`range too large. Request at most ${lack.most} days, or fewer currencies`);
  const { code, message } = lackError(lack, { base, others: codes, newest, dates: {} });
  return new ApiError<ErrorCode>(404, code, message);
}

/** Rates on a base, including the base itself. Responses in other APIs' formats are built from them. */
export interface RatesOnBase extends RateTable {
  /** The dates of held rates. Of market rates, only today's can be held. */
  readonly held: HeldDates;
}

/** A file with all years of one currency takes as long to read as this many files with one year of all currencies. */
export const FILES_PER_SERIES = 2;

export const noDays: RatesOnBase = { dates: [], codes: [], columns: [], held: noneHeld };

/**
 * Removes rates in a unit of money that doesn't count on any day of a range. So after a redenomination, a range doesn't
 * begin with an earlier rate in the old unit.
 *
 * @param end undefined for a range without an end
 */
export function inUnitsOf<T extends RateTable>(table: T, base: string, start: IsoDate, end: IsoDate = LATEST): T {
  const { dates, codes, columns } = table;
  const inUnits = columns.map((rates, column) => {
    const pair = [base, codes[column] ?? base];
    const first = unitChanges(pair, EARLIEST, start).at(-1)?.date ?? EARLIEST;
    const next = unitChanges(pair, end, LATEST)[0]?.date ?? LATEST;
    if (first === EARLIEST && next === LATEST) return rates;
    return rates.map((rate, day) => {
      const date = elementAt(dates, day);
      return first <= date && date < next ? rate : NaN;
    });
  });
  return { ...table, columns: inUnits };
}

/** Calls the function for each rate, by day, then by code. */
export function forEachRate(
  { dates, codes, columns }: RateTable,
  call: (date: IsoDate, code: string, rate: number) => void,
): void {
  dates.forEach((date, day) => {
    codes.forEach((code, column) => {
      const rate = columns[column]?.[day] ?? NaN;
      if (!Number.isNaN(rate)) call(date, code, rate);
    });
  });
}
