/** The outcomes of a request to a mirror, in words. */
export const mirrorOutcomesInWords = {
  current: 'the mirror’s dataset has the same date as the published dataset',
  older: 'the mirror’s dataset is older than the published dataset',
  refused: 'the mirror’s dataset is implausible, so it isn’t published',
  failed: 'the mirror returned no usable dataset',
} as const;

/** A mirror of the dataset and the outcome of its request. */
export interface AskedMirror {
  /** URL by which the mirror is published: without anything that may be a key. */
  readonly mirror: string;
  readonly outcome: keyof typeof mirrorOutcomesInWords;
  /** Date of the mirror's dataset, `YYYY-MM-DD`; null if the mirror returned no usable date. */
  readonly date: string | null;
}
