import entries from './redenominations.json' with { type: 'json' };

/** A new unit of a currency that kept its code. */
export interface Redenomination {
  readonly code: string;
  /** The first day of the new unit, `YYYY-MM-DD`. The old one often goes on circulating beside it for a while. */
  readonly date: string;
  /** So many old units became one new unit. */
  readonly ratio: number;
  /** Who says so: the legal act, or an address. */
  readonly source: string;
}

/**
 * The redenominations since 2000 among the catalogue's currencies, by code. One that came with a code of its own stands
 * in retired.json (SLL → SLE, MRO → MRU, …).
 */
export const redenominations: ReadonlyMap<string, Redenomination> = new Map(
  entries.map((entry) => [entry.code, entry]),
);
