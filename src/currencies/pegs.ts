import entries from './data/pegs.json' with { type: 'json' };

/** A currency that is tied to another currency. */
export interface Peg {
  readonly code: string;
  /** Code of the currency that `code` is tied to. */
  readonly anchor: string;
  /** Units of the currency per 1 unit of its anchor; `null` if the peg has no official parity. */
  readonly parity: number | null;
  /**
   * When the present parity or practice began, `YYYY-MM-DD`. The day or month is omitted if the sources disagree on it.
   * `null` if unknown.
   */
  readonly since: string | null;
  /** How far the currency may move from its parity, as a share of the parity. Given only if it's more than 2%. */
  readonly band?: number;
  /** The institution that maintains the peg: a central bank, a government, or the issuer of a stablecoin. */
  readonly authority: string;
  /** A URL or the legal act. */
  readonly source: string;
}

/**
 * The catalogue's currencies that are tied to a single other currency, officially or in practice, by code. Currencies
 * that follow a basket (KWD, LYD, MAD, …) or crawl (HNL, VND) aren't included. Parities come from the authority, not
 * from a market or the dataset.
 */
export const pegs: ReadonlyMap<string, Peg> = new Map<string, Peg>(entries.map((entry) => [entry.code, entry]));
