import { codeOf } from './code.ts';

/** A hundredth of a currency with its own code, in which a stock exchange quotes prices. */
export interface SubUnit {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** The currency. */
  readonly of: string;
}

const entries: readonly SubUnit[] = [
  { code: 'GBX', name: 'British Penny', symbol: 'p', of: 'GBP' },
  { code: 'ZAC', name: 'South African Cent', symbol: 'c', of: 'ZAR' },
  { code: 'ILA', name: 'Israeli Agora', symbol: 'ag', of: 'ILS' },
];

/** Sub-units by code. They have no rates of their own, and aren't in the list of currencies. */
export const subUnits: ReadonlyMap<string, SubUnit> = new Map(entries.map((entry) => [entry.code, entry]));

/**
 * Converts a code to upper case. `GBp` is GBX, because stock exchanges write pence like this, and as pounds an amount
 * would be a hundred times too large.
 */
export function unitOf(text: string): string {
  return text === 'GBp' ? 'GBX' : codeOf(text);
}

/** The currency of a sub-unit. Returns any other code unchanged. */
export function currencyOf(code: string): string {
  return subUnits.get(code)?.of ?? code;
}

/** A sub-unit's rate in units per 1 USD, from its currency's. Shifts the decimal point, because × 100 isn't exact. */
export function perUsdOfHundredth(perUsd: number): number {
  return Number(`${perUsd}e2`);
}
