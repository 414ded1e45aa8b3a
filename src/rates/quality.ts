/**
 * `held`: the dataset's value is implausible or missing, so the last good one is published, or nothing where there is
 * none that is recent. `accepted`: a new level that successive datasets have agreed on; published from that dataset on.
 */
export const qualityStates = ['held', 'accepted'] as const;

export type QualityState = (typeof qualityStates)[number];

/** Days for which a last good rate stands in for one that cannot be believed. */
export const MAX_HELD_DAYS = 30;

/** Why a currency is not plainly ok. */
export const qualityReasons = ['implausible_move', 'missing', 'level_break'] as const;

export type QualityReason = (typeof qualityReasons)[number];

/** What the quality gate remembers of a currency that is not plainly ok. */
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
