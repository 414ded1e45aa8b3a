/**
 * What a witness, an independent second source, said of a value of the dataset: never its rate, only how far away that is.
 * It is kept where it mattered, so that the same can be decided again without a request.
 */
export interface Evidence {
  /** The dataset's date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly code: string;
  /** The witness's host, such as `api.frankfurter.dev`. */
  readonly witness: string;
  /** The witness's rate, divided by the dataset's. */
  readonly ratio: number;
  /** The date of the witness's rate. */
  readonly asOf: string;
}
