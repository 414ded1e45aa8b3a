/** The outcomes of a request to a mirror, in words. */
export const mirrorOutcomesInWords = {
  current: 'its dataset has the same date as the published dataset',
  older: 'its dataset is older than the published dataset',
  refused: 'its dataset is implausible, so it isn’t published',
  failed: 'it returned no usable dataset',
  not_asked: 'it wasn’t requested, because another mirror had the dataset of the day',
} as const;

/** A mirror of the dataset and the outcome of its request. */
export interface AskedMirror {
  /** Its URL, without credentials or query. */
  readonly mirror: string;
  readonly outcome: keyof typeof mirrorOutcomesInWords;
  /** The date of its dataset, `YYYY-MM-DD`; null if it returned no usable date. */
  readonly date: string | null;
}
