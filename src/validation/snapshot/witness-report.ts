export type { Dispute, RequestedWitness, WitnessReport } from './witness-report.schema.ts';

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
