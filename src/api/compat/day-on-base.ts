import { upperCaseCode } from '../../currencies/code.ts';
import type { HeldDates } from '../../validation/snapshot/held-dates.ts';
import { dayNumber } from '../../rates/calendar.ts';
import type { Step } from '../../rates/interval.ts';
import type { OutsideCoverage } from '../../rates/coverage.ts';
import { ApiError, explainOutOfReach, notFound } from '../format/error.ts';

/*
 * Endpoints in the formats of other APIs. Each module has the fields, parameters and errors of one API, with our rates.
 * So a client of that API only has to change its base URL. Each module names the documents and source code that it
 * follows. The texts of errors and descriptions are our own.
 */

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
export function noRates({ outside }: RateTable, newest: string): ApiError {
  return outside ? new ApiError(404, explainOutOfReach(outside, newest)) : notFound();
}

/** Market rates on a base, including the base itself. Responses in other APIs' formats are built from them. */
export interface RatesOnBase extends RateTable {
  /** The dates of held rates. Only today's rates can be held. */
  readonly held: HeldDates;
}

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

export interface Wanted {
  readonly base: string;
  /** The requested codes, which may be unknown; undefined for all currencies. */
  readonly codes: readonly string[] | undefined;
  /** `YYYY-MM-DD`; omitted for today. */
  readonly date?: string | undefined;
  /** A range of days instead of a single day. If `group` is set, the result has the mean of each group of days. */
  readonly range?:
    { readonly start: string; readonly end: string | undefined; readonly group: Step | undefined } | undefined;
}

/** Parses `usd,EUR` as `USD`, `EUR`. Returns undefined if there is no list. */
export function codesOf(list: string | null | undefined): string[] | undefined {
  return list?.split(',').map((text) => upperCaseCode(text.trim()));
}

/**
 * A rate as Ruby programs write it: whole numbers as `1.0`, and above 5,000 as `5001`, because Frankfurter rounds those
 * to integers. Some languages read `1` and `1.0` as different types.
 */
export function printRate(rate: number): string {
  return rate > 5000 ? String(rate) : printDecimal(rate);
}

export function printDecimal(value: number): string {
  return Number.isInteger(value) && value < 1e16 ? `${value}.0` : String(value);
}

/** Noon of a day in UTC, in Unix seconds. Noon UTC has the same date in every time zone from -12 to +11 hours. */
export function noonOf(date: string): number {
  return (dayNumber(date) + 0.5) * 86_400;
}

export function namesOf(currencies: Iterable<{ readonly code: string; readonly name: string }>) {
  return Object.fromEntries(Array.from(currencies, ({ code, name }) => [code, name]));
}
