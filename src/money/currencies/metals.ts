import type { Currency } from './currency.schema.ts';
import { flagOf } from './names.ts';

/**
 * The metals of ISO 4217, by code. A unit is one troy ounce, about 31.1 grams. `/api/v1`, the pages and some
 * compatibility formats have metals. The API without a version doesn't, because its specification knows only fiat
 * currencies and crypto assets.
 *
 * They aren't in catalogue.json, because the Pages Function needs their names, and catalogue.json is too large for it.
 */
export const metals: readonly Currency[] = (
  [
    ['XAG', 'Silver', 'Ag'],
    ['XAU', 'Gold', 'Au'],
    ['XPD', 'Palladium', 'Pd'],
    ['XPT', 'Platinum', 'Pt'],
  ] as const
).map(([code, name, symbol]) => ({ code, name, symbol, flag: flagOf(code, 'metal'), type: 'metal' }));

/** Rounded: a troy ounce is exactly 31.1034768 grams. */
export const TROY_OUNCE_GRAMS = 31.1;

const codes: ReadonlySet<string> = new Set(metals.map(({ code }) => code));

export function isMetal(code: string): boolean {
  return codes.has(code);
}

/**
 * Number of decimal places of amounts of 1 or more on the page. 0.0001 troy ounces are about 3 mg. The client rounds to
 * as many places.
 */
export function amountDecimals(code: string): number {
  return isMetal(code) ? 4 : 2;
}

/** Copies values by code, such as rates, without those of metals. */
export function withoutMetals<T>(byCode: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...byCode].filter(([code]) => !isMetal(code)));
}
