import entries from './data/several-rates.json' with { type: 'json' };

/** A currency with several rates at the same time, such as an official rate and a market rate. */
export interface SeveralRates {
  readonly code: string;
  readonly rates: readonly NamedRate[];
  /** When these rates were quoted: `YYYY-MM-DD`, or a month. */
  readonly date: string;
  /** The rates that the dataset has used, with their start dates, ascending by date. */
  readonly given: readonly GivenRate[];
  /** One or more URLs. */
  readonly source: string;
}

export interface NamedRate {
  readonly name: string;
  /** Units per 1 USD. If a source has a buying and a selling rate, their mean. */
  readonly perUsd: number;
}

export interface GivenRate {
  /** The first known date on which the dataset has this rate, `YYYY-MM-DD`. */
  readonly from: string;
  /**
   * Name of the dataset's rate in `rates`; `null` if the dataset has a rate that isn't in `rates`, or an unknown rate.
   */
  readonly rate: string | null;
}

/**
 * The currencies whose official rate and market rate are far apart, by code. The figures are examples of one day and
 * aren't used for conversions. To find out which rate the dataset has, its days since March 2024 were compared with the
 * figures.
 */
export const severalRates: ReadonlyMap<string, SeveralRates> = new Map(entries.map((entry) => [entry.code, entry]));
