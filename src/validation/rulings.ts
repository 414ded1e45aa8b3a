/** What a quote is, beside what was believed before it and what is official. */
export type Claim =
  /** As an official parity has it. */
  | 'at_parity'
  /** A move that markets make. */
  | 'plausible'
  /** A jump, or nothing to compare it with. */
  | 'doubtful'
  /** Away from an official parity, and not so far that it must have been given up. */
  | 'off_parity';

/** What the witnesses say of a quote, all together. */
export type Word =
  /** Nothing, or nothing recent. */
  | 'silent'
  /** What they say is older than the level that is in doubt, so that it knows nothing of it. */
  | 'late'
  /** The same as the dataset. */
  | 'agrees'
  /** The same as the last good rate, or nearer to it by far. */
  | 'sides_with_past'
  /** So far away that one of the two must be wrong, and steadily so. */
  | 'contradicts'
  /** Something else, or one this and the other that. */
  | 'alone';

/** What becomes of a quote that is not in doubt. `refuse`: it is not believed, however many datasets repeat it. */
type Settled = 'believe' | 'refuse';
/** What becomes of one that is. `confirm`: it is accepted at once. `count`: it is believed as soon as without a witness. */
type Doubted = 'confirm' | 'refuse' | 'count';

interface Rulings {
  readonly at_parity: Readonly<Record<Word, Settled>>;
  readonly plausible: Readonly<Record<Word, Settled>>;
  readonly doubtful: Readonly<Record<Word, Doubted>>;
  readonly off_parity: Readonly<Record<Word, Doubted>>;
}

/** A witness votes, it never rules: what it can do, and what it cannot. */
export const rulings: Rulings = {
  // Who fixes a rate knows it better than any witness.
  at_parity: {
    silent: 'believe',
    late: 'believe',
    agrees: 'believe',
    sides_with_past: 'believe',
    contradicts: 'believe',
    alone: 'believe',
  },
  // A witness that is somewhat away may be the one that errs: it is said, and nothing is held for it.
  plausible: {
    silent: 'believe',
    late: 'believe',
    agrees: 'believe',
    sides_with_past: 'believe',
    contradicts: 'refuse',
    alone: 'believe',
  },
  doubtful: {
    silent: 'count',
    late: 'count',
    agrees: 'confirm',
    sides_with_past: 'refuse',
    contradicts: 'refuse',
    alone: 'count',
  },
  // That a parity has changed is a fact, and for people to find out: two sources may quote the same other one of several rates.
  off_parity: {
    silent: 'count',
    late: 'count',
    agrees: 'count',
    sides_with_past: 'refuse',
    contradicts: 'refuse',
    alone: 'count',
  },
};
