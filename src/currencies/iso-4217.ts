import iso4217 from 'currency-codes';

/** What ISO 4217 says of a currency. */
export interface IsoCurrency {
  /** Three digits, as in `978` and `036`. */
  readonly number: string;
  /** Digits after the decimal point: 2 for EUR, 0 for JPY, 3 for BHD. */
  readonly minorUnits: number;
}

/** Later than the package's list of 2024-06-25. Amendment 176 gave XCG the number of ANG, which it replaced. */
const amendments: ReadonlyMap<string, IsoCurrency> = new Map([['XCG', { number: '532', minorUnits: 2 }]]);

/**
 * ISO 4217's entry for a code; `null` where it has none: crypto assets, offshore CNH, and the islands' own pounds.
 * The data are those of the package `currency-codes`. Not for the page or the Function: the list has 29 KB.
 */
export function isoCurrencyOf(code: string): IsoCurrency | null {
  const entry = iso4217.code(code);
  return entry ? { number: entry.number, minorUnits: entry.digits } : (amendments.get(code) ?? null);
}
