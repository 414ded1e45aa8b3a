import entries from './known-faults.json' with { type: 'json' };

/** Days on which the dataset was wrong about a currency. */
export interface KnownFault {
  readonly code: string;
  /** The dataset's dates, `YYYY-MM-DD`: the first and the last wrong one. */
  readonly from: string;
  readonly to: string;
  /** What the dataset gave instead. */
  readonly reason: string;
  readonly source: string;
}

/** Faults that lasted too long for any rule to tell them from a new level. */
export const knownFaults: readonly KnownFault[] = entries;
