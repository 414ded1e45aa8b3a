import { codeOf } from '../../currencies/code.ts';
import type { DayRates } from '../../rates/held-dates.ts';
import type { Step } from '../../rates/past-rates.ts';

/*
 * The addresses of other APIs: for each of them a module with its fields, its parameters and its errors, over the same
 * rates. A client changes its base address and nothing else. Facts about those APIs are looked up in their documents and
 * source, which each module names; texts are our own.
 */

/** The rates of a day on a base: what an answer of another API's layout is made of. */
export interface DayOnBase extends Pick<DayRates, 'date' | 'held'> {
  /** Units of each currency per 1 of the base, the base itself included, by code in alphabetical order. */
  readonly rates: readonly (readonly [code: string, rate: number])[];
}

/** Which rates are asked for. */
export interface Wanted {
  readonly base: string;
  /** Left out for all. Perhaps there are no such. */
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

/** The names of currencies, by code. */
export function namesOf(currencies: Iterable<{ readonly code: string; readonly name: string }>) {
  return Object.fromEntries(Array.from(currencies, ({ code, name }) => [code, name]));
}
