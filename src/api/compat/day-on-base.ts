import { codeOf } from '../../currencies/code.ts';
import type { HeldDates } from '../../snapshot/held-dates.ts';
import type { Step } from '../../rates/past-rates.ts';

/*
 * The addresses of other APIs: for each of them a module with its fields, its parameters and its errors, over the same
 * rates. A client changes its base address and nothing else. Facts about those APIs are looked up in their documents
 * and source, which each module names; texts are our own.
 */

/**
 * Rates on a base, of one day or several, from which the responses in other APIs' formats are built. They are columns
 * of numbers, because thousands of rates as objects take several times as long.
 */
export interface RatesOnBase {
  /** `YYYY-MM-DD`, ascending. A day without rates isn't listed. */
  readonly dates: readonly string[];
  /** In alphabetical order, the base's included. */
  readonly codes: readonly string[];
  /** For each code, its rate on each date: units per 1 of the base, or `NaN` if it has no rate. */
  readonly columns: readonly (readonly number[])[];
  /** The dates of held rates. Only today's rates can be held. */
  readonly held: HeldDates;
}

/** Calls for each rate that there is, day by day, then by code. */
export function forEachRate(
  { dates, codes, columns }: RatesOnBase,
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
  /** The requested codes, which may not exist; undefined for all currencies. */
  readonly codes: readonly string[] | undefined;
  /** `YYYY-MM-DD`; left out for today. */
  readonly date?: string | undefined;
  /** Of several days, in place of one. */
  readonly range?: { readonly start: string; readonly end: string | undefined; readonly step: Step } | undefined;
}

/** Reads `usd,EUR` as `USD`, `EUR`; nothing as nothing. */
export function codesOf(list: string | null): string[] | undefined {
  return list?.split(',').map((text) => codeOf(text.trim()));
}

export function namesOf(currencies: Iterable<{ readonly code: string; readonly name: string }>) {
  return Object.fromEntries(Array.from(currencies, ({ code, name }) => [code, name]));
}
