import type { QualityReason } from '../snapshot/quality.ts';
import { GREAT_FACTOR, isWithin, NEAR_FACTOR } from './bounds.ts';

export interface Doubt {
  readonly reason: QualityReason;
  /** Number of datasets in a row that must agree on the value's level to accept it; null if no number is enough. */
  readonly datasets: number | null;
  /**
   * Number of independent witnesses at the value's level that end the doubt immediately; null if no number is enough.
   * A witness that is still at the previous level prevents this.
   */
  readonly witnesses: number | null;
  /** Whether a fact, such as a redenomination, shows that the value is wrong. */
  readonly isFact: boolean;
}

/** A doubt ends after at most this many agreeing datasets in a row. Doubts because of a fact have no maximum. */
export const MAX_DATASETS = 30;

/**
 * The decision table: every kind of doubt, what ends it, and when it ends at the latest. A value that returns to a
 * plausible level ends every doubt immediately.
 */
export const doubts = {
  // Doubts because of a fact. They end when the source's value matches the fact, or on the date in known-faults.json.
  known_fault: { reason: 'known_fault', datasets: null, witnesses: null, isFact: true },
  old_unit: { reason: 'old_unit', datasets: null, witnesses: null, isFact: true },
  base_slip: { reason: 'base_slip', datasets: null, witnesses: null, isFact: true },
  // The next value ends this doubt, but may be in doubt for another reason.
  missing: { reason: 'missing', datasets: 1, witnesses: null, isFact: false },
  // No rate was ever valid, or the last valid rate is more than 30 days old. If the value differs from that old rate by
  // more than a factor of 5, the doubt is `great_move` instead.
  no_recent_rate: { reason: 'no_recent_rate', datasets: 2, witnesses: 1, isFact: false },
  // Moves by more than the largest plausible factor, from small to large.
  near_move: { reason: 'implausible_move', datasets: 2, witnesses: 1, isFact: false },
  far_move: { reason: 'implausible_move', datasets: 3, witnesses: 1, isFact: false },
  great_move: { reason: 'implausible_move', datasets: 10, witnesses: 1, isFact: false },
  // A witness is still at the previous level, and no witness is at the new level.
  opposed_move: { reason: 'implausible_move', datasets: 10, witnesses: null, isFact: false },
  // Needs two witnesses, because an official parity outweighs a single witness.
  off_parity: { reason: 'off_parity', datasets: MAX_DATASETS, witnesses: 2, isFact: false },
  // Two witnesses agree with each other on another level.
  contradicted: { reason: 'contradicted', datasets: MAX_DATASETS, witnesses: null, isFact: false },
} as const satisfies Record<string, Doubt>;

export type DoubtKind = keyof typeof doubts;

/** The kind of doubt about a move by more than the largest plausible factor. */
export function doubtAboutMove(from: number, to: number): DoubtKind {
  if (isWithin(NEAR_FACTOR, to, from)) return 'near_move';
  return isWithin(GREAT_FACTOR, to, from) ? 'far_move' : 'great_move';
}
