/**
 * `held`: the dataset's value is not believed or missing, so the last good one is published. `left_out`: likewise, and there
 * is no good one that is recent, so nothing is. `accepted`: a new level that successive datasets have agreed on; published
 * from that dataset on.
 */
export const qualityStates = ['held', 'accepted', 'left_out'] as const;

export type QualityState = (typeof qualityStates)[number];

/** How many days old a last good rate may be and still stand in for one that cannot be believed. */
export const MAX_HELD_DAYS = 30;

/** Why a currency is not plainly ok. */
export const qualityReasons = [
  /** A jump that markets do not make. */
  'implausible_move',
  /** No value at all. */
  'missing',
  /** A new level that has stood. */
  'level_break',
  /** Away from an official parity. */
  'off_parity',
  /** Back at a level that a redenomination or the like has left. */
  'former_level',
  /** Wrong for longer than any rule can tell, as people have found out. */
  'known_fault',
  /** Nothing recent to compare it with: a second dataset has to agree. */
  'nothing_recent',
  /** A witness says the same as the dataset, so that a jump is accepted at once. */
  'confirmed',
  /** A witness says otherwise: it is still where the last good rate was, or steadily somewhere else by far. */
  'contradicted',
] as const;

export type QualityReason = (typeof qualityReasons)[number];

/** What the judgement says of a currency that is not plainly ok. */
export interface Quality {
  readonly state: QualityState;
  readonly reason: QualityReason;
  /** Date of the first dataset in this state. */
  readonly since: string;
  /** The rate that is published, units per 1 USD; null when there is no good one. */
  readonly published: number | null;
  /** Date of the dataset that the last good rate comes from; null when there is no good one. */
  readonly goodAsOf: string | null;
  /** What the newest dataset says; null when it lacks the currency. */
  readonly offered: number | null;
  /** Date of the newest dataset. */
  readonly offeredAsOf: string;
  /** How many successive datasets, the newest included, agree on the offered level. */
  readonly agreeing: number;
}
