/** How many days old a last good rate may be and still stand in for one that cannot be believed. */
export const MAX_HELD_DAYS = 30;

/** What becomes of a currency that is not plainly ok, in words. */
export const statesInWords = {
  held:
    'the dataset’s value is not believed, and the last good one is published until it returns or successive datasets ' +
    'agree on the new level: two, or three for a move of more than 25%',
  left_out: `there is no good one, or it is more than ${MAX_HELD_DAYS} days old`,
  accepted: 'datasets have agreed, and the new level is published',
} as const;

export type QualityState = keyof typeof statesInWords;

export const qualityStates = /* @__PURE__ */ Object.keys(statesInWords) as QualityState[];

/** Why a currency is not plainly ok, in words. */
export const reasonsInWords = {
  implausible_move: 'a jump that markets do not make',
  missing: 'no value at all',
  level_break: 'a new level that has stood',
  off_parity: 'away from an official parity',
  former_level: 'back at a level that was left for good, as before a redenomination',
  known_fault: 'people have found it wrong',
  nothing_recent: 'nothing recent to compare it with, so that a second dataset has to agree',
  confirmed: 'a witness says the same, so that a jump is accepted at once',
  contradicted:
    'a witness is still where the last good rate was, or has been five times away or more for a while; it is not ' +
    'believed as long as that lasts',
} as const;

export type QualityReason = keyof typeof reasonsInWords;

export const qualityReasons = /* @__PURE__ */ Object.keys(reasonsInWords) as QualityReason[];

export function isQualityReason(text: string): text is QualityReason {
  return Object.hasOwn(reasonsInWords, text);
}

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
