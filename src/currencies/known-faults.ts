import entries from './data/known-faults.json' with { type: 'json' };

/** Days on which the dataset was wrong about a currency. */
export interface KnownFault {
  readonly code: string;
  /** The first and the last wrong date of the dataset, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Why the dataset's values were wrong. */
  readonly reason: string;
  readonly source: string;
}

/** Wrong values that lasted so long that validation would accept them as a new level. */
export const knownFaults: readonly KnownFault[] = entries;
