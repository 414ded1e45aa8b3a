export const outcomesInWords = {
  compared: 'the witness has usable rates of the dataset’s day',
  unreachable: 'no response within 10 seconds',
  unusable: 'the witness’s response is malformed, or has too few currencies to compare',
  other_days: 'the witness’s rates are from other days',
  copy: 'the witness’s rates are the dataset’s own, digit by digit, so the witness isn’t independent',
  other_base: 'all rates of the witness are off by the same factor, even those of pegged currencies',
  scattered: 'the witness’s rates differ too much from the dataset’s, and no other witness agrees with them',
} as const;

export type WitnessOutcome = keyof typeof outcomesInWords;

/** Limits in percent. For each limit, a currency agrees if the witness's and the dataset's rate differ by no more. */
export const agreementLevels = [0.5, 1, 2, 5] as const;

export interface RequestedWitness {
  readonly witness: string;
  readonly outcome: WitnessOutcome;
  readonly compared: number;
  /** For each of {@link agreementLevels}, the number of currencies for which the witness agrees with the dataset. */
  readonly agreeing: readonly number[];
}

export interface WitnessReport {
  /** When the witnesses were queried, ISO 8601 UTC with milliseconds; null if no witness was queried. */
  readonly requestedAt: string | null;
  readonly requested: readonly RequestedWitness[];
  /** Currencies of the dataset that weren't compared with any witness, in the published order. */
  readonly unwitnessed: readonly string[];
}

/** A large difference between a witness's rate and the dataset's. */
export interface Dispute {
  readonly code: string;
  readonly witness: string;
  /** The witness's rate, divided by the dataset's, in four digits. */
  readonly ratio: number;
  /** Date of the first dataset with the difference. The two rates haven't agreed since. */
  readonly since: string;
  /** Whether the witness's rate hasn't changed for days. Such a rate doesn't affect decisions. */
  readonly frozen: boolean;
}
