import { upperCaseCode } from './code.ts';

/** A hundredth of a currency, in which stock exchanges quote prices. It has a separate code, such as GBX for pence. */
export interface SubUnit {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** Code of the whole currency, such as GBP for GBX. */
  readonly of: string;
}

const entries: readonly SubUnit[] = [
  { code: 'GBX', name: 'British Penny', symbol: 'p', of: 'GBP' },
  { code: 'ZAC', name: 'South African Cent', symbol: 'c', of: 'ZAR' },
  { code: 'ILA', name: 'Israeli Agora', symbol: 'ag', of: 'ILS' },
];

/**
 * Sub-units by code. A sub-unit's rate is computed from the rate of its currency. The catalogue doesn't list sub-units.
 */
export const subUnits: ReadonlyMap<string, SubUnit> = new Map(entries.map((entry) => [entry.code, entry]));

/**
 * Converts a code to upper case. `GBp` becomes GBX, because stock exchanges write `GBp` for pence. If it became GBP, an
 * amount would be a hundred times too large.
 */
export function unitOf(text: string): string {
  return text === 'GBp' ? 'GBX' : upperCaseCode(text);
}

/** The currency of a sub-unit, whose code may have any case. Returns any other code unchanged. */
export function currencyOf(code: string): string {
  return subUnits.get(unitOf(code))?.of ?? code;
}
