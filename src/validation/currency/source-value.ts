import type { IsoDate } from '../../money/calendar.ts';
import type { Comparison } from '../../archive/comparison.ts';
import type { VolatilityClass } from '../../money/currencies/catalogue.ts';
import type { KnownFault, Redenomination } from '../../money/currencies/facts.ts';
import type { Quality } from '../snapshot/quality.ts';

/** Facts about a currency that its values are validated with. */
export interface CurrencyFacts {
  readonly code: string;
  readonly volatility: VolatilityClass;
  /** Whether the currency's official and market rates are far apart, so that good sources may quote different rates. */
  readonly hasSeveralRates: boolean;
  /** The currency that the official parity refers to; null without a parity. */
  readonly anchor: string | null;
  /** The largest plausible factor between a value and the official parity; null without a parity. */
  readonly parityFactor: number | null;
  /** Whether the official parity may be published while a value is in doubt. */
  readonly isParityPublishable: boolean;
  readonly knownFaults: readonly KnownFault[];
  readonly redenomination: Redenomination | null;
}

export interface RateOnDay {
  readonly date: IsoDate;
  readonly day: number;
  readonly rate: number;
}

/** The source's value of a currency in one dataset. */
export interface SourceValue {
  readonly date: IsoDate;
  readonly day: number;
  readonly value: number | null;
  /** Official parity × the anchor's rate, with the anchor's date; null without a parity or a rate of the anchor. */
  readonly parity: RateOnDay | null;
  /** The name of the dataset's source; undefined for the default source. Only the default source has known faults. */
  readonly source?: string | undefined;
  /** Whether the base of the whole dataset isn't USD. */
  readonly isSlipped: boolean;
  readonly comparisons: readonly Comparison[];
}

/** The result of validating a source value. `ok` means that its value is published, without a mark. */
export type Decision = Quality | 'ok';

/** Whether a decision publishes the source value's value, and not an earlier rate or the parity. */
export function isPublished(decision: Decision): boolean {
  return decision === 'ok' || decision.state === 'accepted' || decision.state === 'frozen';
}
