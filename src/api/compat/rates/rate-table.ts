import { type HeldDates, noneHeld } from '../../../archive/day-rates.ts';
import type { OutsideCoverage } from '../../../money/coverage.ts';
import { ApiError, notFound } from '../../error.ts';
import { explainOutOfReach } from '../../lack-error.ts';
import type { Lack } from '../../query/lack.ts';

/**
 * Rates on a base, for one or more days. They are columns of numbers, because building an object for each of thousands
 * of rates takes several times as long.
 */
export interface RateTable {
  /** `YYYY-MM-DD`, ascending. */
  readonly dates: readonly string[];
  /** Currency codes in alphabetical order. */
  readonly codes: readonly string[];
  /** For each code, the rate on each date in units per 1 unit of the base; `NaN` if the date has no rate. */
  readonly columns: readonly (readonly number[])[];
  /** Why a table has no rates, if its date is the reason. */
  readonly outside?: OutsideCoverage | undefined;
}

/**
 * The error for a request without rates. If its date is the reason, the error says so.
 *
 * @param newest how to request the newest rates instead
 */
export function noRatesError({ outside }: RateTable, newest: string): ApiError {
  return outside ? new ApiError(404, 'date_out_of_range', explainOutOfReach(outside, newest)) : notFound();
}

/** Rates on a base, including the base itself. Responses in other APIs' formats are built from them. */
export interface RatesOnBase extends RateTable {
  /** The dates of held rates. Of market rates, only today's can be held. */
  readonly held: HeldDates;
  /** Why a bank has no rates, if the date isn't the reason. */
  readonly lack?: Lack | undefined;
}

/** A file with all years of one currency takes as long to read as this many files with one year of all currencies. */
export const FILES_PER_SERIES = 2;

export const noDays: RatesOnBase = { dates: [], codes: [], columns: [], held: noneHeld };

/** Calls the function for each rate, by day, then by code. */
export function forEachRate(
  { dates, codes, columns }: RateTable,
  call: (date: string, code: string, rate: number) => void,
): void {
  dates.forEach((date, day) => {
    codes.forEach((code, column) => {
      const rate = columns[column]?.[day] ?? NaN;
      if (!Number.isNaN(rate)) call(date, code, rate);
    });
  });
}
