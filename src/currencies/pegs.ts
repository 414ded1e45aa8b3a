import entries from './pegs.json' with { type: 'json' };

/** A currency that is tied to another one. */
export interface Peg {
  readonly code: string;
  /** The currency that it follows. */
  readonly anchor: string;
  /** Units of the currency per 1 unit of its anchor. `null`: it is held near its anchor, and nobody states a parity. */
  readonly parity: number | null;
  /**
   * When the present parity began, or the present practice: `YYYY-MM-DD`, without day or month where the sources do not
   * agree on them. `null`: unknown.
   */
  readonly since: string | null;
  /** How far from its parity the currency may move, as a share of it, where that is more than 2%. */
  readonly band?: number;
  /** Who holds the peg: a central bank, a government, or the issuer of a stablecoin. */
  readonly authority: string;
  /** Where one can read of it: an address, or the legal act. */
  readonly source: string;
}

/**
 * Every currency of the catalogue that is tied to one other, officially or in practice, by code. Those that follow a
 * basket (KWD, LYD, MAD, …) or crawl (HNL, VND) are none. A parity is what the authority says, not what a market or the
 * dataset pays.
 */
export const pegs: ReadonlyMap<string, Peg> = new Map<string, Peg>(entries.map((entry) => [entry.code, entry]));
