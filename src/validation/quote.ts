import type { Evidence } from '../archive/evidence.ts';
import type { VolatilityClass } from '../currencies/catalogue.ts';
import type { KnownFault } from '../currencies/known-faults.ts';
import type { Redenomination } from '../currencies/redenominations.ts';
import type { Quality } from '../snapshot/quality.ts';

/** The facts that a currency's values are validated by. */
export interface CurrencyFacts {
  readonly code: string;
  readonly volatility: VolatilityClass;
  /** Whether its official rate and market rate are far apart, so that two good sources may quote different rates. */
  readonly hasSeveralRates: boolean;
  /** The currency that it has an official parity to; null if it has none. */
  readonly anchor: string | null;
  /** The largest plausible factor from its official parity; null if it has none. */
  readonly parityFactor: number | null;
  readonly knownFaults: readonly KnownFault[];
  readonly redenomination: Redenomination | null;
}

export interface RateOnDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** The date as days since 1970-01-01. */
  readonly day: number;
  readonly rate: number;
}

/** The source's value of a currency in one dataset. */
export interface Quote {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** The date as days since 1970-01-01. */
  readonly day: number;
  /** Units per 1 USD; null if the dataset has no value. */
  readonly value: number | null;
  /** Official parity × the anchor's rate, with the anchor's date; null without a parity, or without a rate of the anchor. */
  readonly parity: RateOnDay | null;
  /** The name of its source; undefined for the default source, which the known faults are about. */
  readonly source?: string | undefined;
  /** Whether the base of the whole dataset isn't USD. */
  readonly isSlipped: boolean;
  /** The value's comparisons with witnesses. */
  readonly comparisons: readonly Evidence[];
}

/** The published state of a quote. `ok` means that the quote itself is published. */
export type Decision = Quality | 'ok';

/** Whether a decision publishes the quote itself. */
export function isPublished(decision: Decision): boolean {
  return decision === 'ok' || decision.state === 'accepted' || decision.state === 'frozen';
}
