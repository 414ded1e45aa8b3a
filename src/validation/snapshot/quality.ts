export type { Quality } from './quality.schema.ts';

/** Maximum age in days of a last good rate that is published instead of a doubtful rate. */
export const MAX_HELD_DAYS = 30;

export const statesInWords = {
  held: 'the source’s value is in doubt or missing, and the last good rate or the official parity is published, with its own date',
  omitted: `the source’s value is in doubt or missing, and there is no good rate of the last ${MAX_HELD_DAYS} days`,
  accepted: 'the source’s new level is published from this day on',
  frozen: 'the source has repeated the same digits on five business days or more; they are published as they are',
} as const;

export type QualityState = keyof typeof statesInWords;

export const reasonsInWords = {
  implausible_move: 'a larger move than markets make in so few days',
  missing: 'the source has no value',
  datasets_agreed: 'enough datasets in a row agreed on a new level',
  off_parity: 'too far from the currency’s official parity',
  old_unit: 'quoted in the unit that a redenomination has replaced',
  known_fault: 'listed as wrong, with a source, among the known faults',
  base_slip: 'all rates of the dataset are off by one and the same factor, because its base isn’t USD',
  no_recent_rate: `there is no good rate of the last ${MAX_HELD_DAYS} days to compare it with, so a second dataset has to agree`,
  confirmed: 'an independent witness has the same new level',
  contradicted: 'two independent witnesses agree with each other on another level',
  unchanged: 'the same digits for days, which is unusual for a floating currency',
} as const;

export type QualityReason = keyof typeof reasonsInWords;

export const basesInWords = {
  last_good_rate: 'the last good rate',
  official_parity: 'the official parity times the anchor’s published rate',
  new_unit: 'the last good rate, converted to the new unit',
} as const;

export type HeldBasis = keyof typeof basesInWords;
