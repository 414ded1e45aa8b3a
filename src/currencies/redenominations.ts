import entries from './data/redenominations.json' with { type: 'json' };

/** A change of a currency's unit that kept the code, such as from 1,000,000 old to 1 new bolívar (VES). */
export interface Redenomination {
  readonly code: string;
  /** The first day of the new unit, `YYYY-MM-DD`. The old unit often circulates for a while longer. */
  readonly date: string;
  /** Number of old units that became one new unit. */
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
