import { codeOf } from './code.ts';

/** A hundredth of a currency, in which stock exchanges quote prices. It has a separate code, such as GBX for pence. */
export interface SubUnit {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** The code of the currency that this is a hundredth of. */
  readonly of: string;
}

const entries: readonly SubUnit[] = [
  { code: 'GBX', name: 'British Penny', symbol: 'p', of: 'GBP' },
  { code: 'ZAC', name: 'South African Cent', symbol: 'c', of: 'ZAR' },
  { code: 'ILA', name: 'Israeli Agora', symbol: 'ag', of: 'ILS' },
];

/** Sub-units by code. Their rates follow from the currency's rate, and they aren't in the list of currencies. */
export const subUnits: ReadonlyMap<string, SubUnit> = new Map(entries.map((entry) => [entry.code, entry]));

/**
 * Converts a code to upper case. `GBp` becomes GBX, because stock exchanges write `GBp` for pence. As GBP, an amount
 * would be a hundred times too large.
 */
export function unitOf(text: string): string {
  return text === 'GBp' ? 'GBX' : codeOf(text);
}

/** The currency of a sub-unit. Returns any other code unchanged. */
export function currencyOf(code: string): string {
  return subUnits.get(code)?.of ?? code;
}

/** Converts a currency's units per 1 USD to its hundredths. Shifts the decimal point, because × 100 isn't exact. */
export function perUsdOfHundredth(perUsd: number): number {
  return Number(`${perUsd}e2`);
}
