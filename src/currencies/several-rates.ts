import entries from './several-rates.json' with { type: 'json' };

/** A currency that costs more or less according to who asks. */
export interface SeveralRates {
  readonly code: string;
  readonly rates: readonly NamedRate[];
  /** When they stood so: `YYYY-MM-DD`, or a month. */
  readonly date: string;
  /** Which of them the dataset gives, in the order of time. */
  readonly given: readonly GivenRate[];
  /** Where one can read of them: addresses. */
  readonly source: string;
}

export interface NamedRate {
  readonly name: string;
  /** Units per 1 USD, the mean where a source has two sides. */
  readonly perUsd: number;
}

export interface GivenRate {
  /** The first of the dataset's dates that are known to give it, `YYYY-MM-DD`. */
  readonly from: string;
  /** Its name. `null`: none of them, or it cannot be told which. */
  readonly rate: string | null;
}

/**
 * The currencies whose official rate and whose market's are far apart, by code. The figures are of one day and tell how
 * far; they are nothing to convert with. Which one the dataset gives was judged from its days since March 2024.
 */
export const severalRates: ReadonlyMap<string, SeveralRates> = new Map(entries.map((entry) => [entry.code, entry]));
