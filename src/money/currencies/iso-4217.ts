import iso4217 from 'currency-codes';
import { isMetal } from './metals.ts';

export interface IsoCurrency {
  /** Three digits, as in `978` and `036`. */
  readonly numeric: string;
  /** Digits after the decimal point: 2 for EUR, 0 for JPY, 3 for BHD. Null if ISO 4217 has none, as for metals. */
  readonly minor_units: number | null;
}

/**
 * Changes to ISO 4217 since 2024-06-25, the date of the list in `currency-codes`. Amendment 176 replaced ANG with XCG,
 * which has the same number.
 */
const amendments: ReadonlyMap<string, IsoCurrency> = new Map([['XCG', { numeric: '532', minor_units: 2 }]]);

/**
 * The ISO 4217 entry of a code; `null` for crypto assets, offshore CNH, and the pounds GGP, IMP and JEP. Don't import
 * this function in a page or in the Function, because the list in the package `currency-codes` has 29 KB.
 */
export function isoCurrencyOf(code: string): IsoCurrency | null {
  const entry = iso4217.code(code);
  if (!entry) return amendments.get(code) ?? null;
  // The package has 0 for metals, which have no number of minor units in ISO 4217.
  return { numeric: entry.number, minor_units: isMetal(code) ? null : entry.digits };
}
