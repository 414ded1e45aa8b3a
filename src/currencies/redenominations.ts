import entries from './redenominations.json' with { type: 'json' };

/** A new unit of a currency that kept its code. */
export interface Redenomination {
  readonly code: string;
  /** The first day of the new unit, `YYYY-MM-DD`. The old unit often circulates for a while longer. */
  readonly date: string;
  /** Old units per new unit. */
  readonly ratio: number;
  /** The legal act or a URL. */
  readonly source: string;
}

/**
 * The redenominations since 2000 among the catalogue's currencies, by code. If a redenomination changed the code (SLL →
 * SLE, MRO → MRU, …), it's in retired.json instead.
 */
export const redenominations: ReadonlyMap<string, Redenomination> = new Map(
  entries.map((entry) => [entry.code, entry]),
);
