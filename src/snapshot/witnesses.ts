/** What may become of a witness's answer, in words. */
export const outcomesInWords = {
  heard: 'compared with the dataset',
  unreachable: 'no response within 10 seconds',
  unusable: 'its response is malformed, or has too few currencies to compare',
  too_old: 'its rates are of other days',
  copy: 'its rates are the dataset’s own, digit by digit, so it isn’t independent',
  other_base: 'all its rates are off by one and the same factor, the official parities’ included',
  scattered: 'its rates have too little to do with the dataset’s, and no other witness agrees with them',
} as const;

export type WitnessOutcome = keyof typeof outcomesInWords;

/** How near two rates must be to agree, in percent, each for itself. */
export const agreementLevels = [0.5, 1, 2, 5] as const;

/** What became of asking one witness. */
export interface AskedWitness {
  /** Its host, such as `api.frankfurter.dev`. */
  readonly witness: string;
  readonly outcome: WitnessOutcome;
  /** How many currencies it was compared in. */
  readonly compared: number;
  /** In how many of these it agrees with the dataset, for each of {@link agreementLevels}. */
  readonly agreeing: readonly number[];
}

/** Who was asked about a dataset, when it was first fetched. */
export interface Hearing {
  /** ISO 8601 UTC with milliseconds; null where nobody was asked. */
  readonly askedAt: string | null;
  readonly asked: readonly AskedWitness[];
  /** Currencies of the dataset that no witness was compared in, in the published order. */
  readonly unwitnessed: readonly string[];
}

/** A witness that is far from the dataset. */
export interface Dispute {
  readonly code: string;
  readonly witness: string;
  /** The witness's rate, divided by the dataset's. */
  readonly ratio: number;
  /** Date of the first dataset that it was far from, without having agreed since. */
  readonly since: string;
  /** Whether the witness's rate has not moved for days, so that it has no say. */
  readonly frozen: boolean;
}
