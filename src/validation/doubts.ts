import type { QualityReason } from '../snapshot/quality.ts';
import { GREAT_FACTOR, isWithin, NEAR_FACTOR } from './bounds.ts';

/** A kind of doubt about a dataset's value, and what ends it. */
export interface Doubt {
  readonly reason: QualityReason;
  /** How many datasets in a row must agree on the value's level to accept it; null if no number can. */
  readonly datasets: number | null;
  /** How many independent witnesses, none of them against, accept it at once; null if no number can. */
  readonly witnesses: number | null;
  /** Whether a cited fact says that the value is wrong. */
  readonly isFact: boolean;
}

/** No doubt, facts excepted, outlasts so many datasets in a row that agree. */
export const MAX_DATASETS = 30;

/**
 * The decision table: every kind of doubt, with what ends it and when at the latest. A value that returns to a plausible level
 * ends each of them at once.
 */
export const doubts = {
  // Facts. They end when the list says so, or when the source gives what the fact says.
  known_fault: { reason: 'known_fault', datasets: null, witnesses: null, isFact: true },
  former_unit: { reason: 'former_level', datasets: null, witnesses: null, isFact: true },
  base_slip: { reason: 'base_slip', datasets: null, witnesses: null, isFact: true },
  // The next value ends it; that value may be in doubt for another reason.
  missing: { reason: 'missing', datasets: 1, witnesses: null, isFact: false },
  // The last valid rate is more than 30 days old, and the value is within a factor of 5 of it; or no rate was ever valid.
  nothing_recent: { reason: 'nothing_recent', datasets: 2, witnesses: 1, isFact: false },
  // A move beyond the bound, by its size.
  near_move: { reason: 'implausible_move', datasets: 2, witnesses: 1, isFact: false },
  far_move: { reason: 'implausible_move', datasets: 3, witnesses: 1, isFact: false },
  great_move: { reason: 'implausible_move', datasets: 10, witnesses: 1, isFact: false },
  // One witness is still at the previous level.
  opposed_move: { reason: 'implausible_move', datasets: 10, witnesses: null, isFact: false },
  // An official parity outranks one witness.
  off_parity: { reason: 'off_parity', datasets: MAX_DATASETS, witnesses: 2, isFact: false },
  // Two witnesses agree with each other on another level.
  contradicted: { reason: 'contradicted', datasets: MAX_DATASETS, witnesses: null, isFact: false },
} as const satisfies Record<string, Doubt>;

export type DoubtKind = keyof typeof doubts;

/** The doubt about a move beyond the bound. */
export function doubtAboutMove(from: number, to: number): DoubtKind {
  if (isWithin(NEAR_FACTOR, to, from)) return 'near_move';
  return isWithin(GREAT_FACTOR, to, from) ? 'far_move' : 'great_move';
}
