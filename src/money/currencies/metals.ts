import type { Currency } from './currency.schema.ts';
import { flagOf } from './names/names.ts';

/**
 * The metals of ISO 4217, by code. A unit is one troy ounce, about 31.1 grams. The specification's list of currencies
 * lacks them, so `/api/v1` has a metal wherever a request names its code, and lists metals only in `/api/v1/metals`. The
 * API without a version has none. The pages and some compatibility formats list them.
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

export const TROY_OUNCE_EXACT_GRAMS = 31.1034768;

/** Rounded, for texts. */
export const TROY_OUNCE_GRAMS = 31.1;

const codes: ReadonlySet<string> = new Set(metals.map(({ code }) => code));

export function isMetal(code: string): boolean {
  return codes.has(code);
}

/**
 * Number of decimal places of amounts of 1 or more on the page. 0.0001 troy ounces are about 3 mg. The client rounds to
 * as many places. Currencies without cents, such as the yen, have none.
 */
export function amountDecimals(code: string): number {
  if (isMetal(code)) return 4;
  // `Intl` accepts only codes of three letters. Longer codes are crypto assets.
  if (!/^[A-Z]{3}$/.test(code)) return 2;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits === 0 ? 0 : 2;
}

/** Copies values by code, such as rates, of metals only. */
export function withOnlyMetals<T>(byCode: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...byCode].filter(([code]) => isMetal(code)));
}

/** Copies values by code, such as rates, without those of metals. @param named codes of metals that stay */
export function withoutMetals<T>(
  byCode: ReadonlyMap<string, T>,
  named: readonly string[] = [],
): ReadonlyMap<string, T> {
  return new Map([...byCode].filter(([code]) => !isMetal(code) || named.includes(code)));
}
