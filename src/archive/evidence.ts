/**
 * The comparison of a dataset's value with a witness, an independent source used only to cross-check. Comparisons that
 * affected a decision are stored, so that validation can repeat the decision without a request.
 */
export interface Evidence {
  /** The dataset's date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly code: string;
  /** The witness's host, such as `api.frankfurter.dev`. */
  readonly witness: string;
  /** The witness's rate divided by the dataset's value. */
  readonly ratio: number;
  /** The date of the witness's rate. */
  readonly asOf: string;
}
