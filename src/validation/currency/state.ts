import { EARLIEST, type IsoDate } from '../../money/calendar.ts';
import { round } from '../../money/rounding/round.ts';
import { RECENT_DAYS } from './bounds.ts';
import type { CurrencyFacts, RateOnDay, SourceValue } from './source-value.ts';
import { noMemories, type WitnessMemories } from './witness-memory.ts';

/** A level in doubt: the last dataset's value, and the number of datasets in a row that agree on the level. */
export interface Pending extends RateOnDay {
  readonly agreeing: number;
  /** The day of the first dataset that counts in `agreeing`. */
  readonly first: number;
  readonly contradictedBy: readonly string[];
}

/** What is known about a currency after its source values so far. */
export interface CurrencyState {
  /** Whether the currency has had no source value yet, not even a missing one. */
  readonly isNew: boolean;
  readonly source: string | undefined;
  /**
   * The last valid rate and the valid rates of the {@link RECENT_DAYS} days before it, since the last move by more than
   * `NEAR_FACTOR`, in the order of their dates. Empty if no rate was ever valid.
   */
  readonly recent: readonly RateOnDay[];
  readonly pending: Pending | null;
  /** Date of the dataset since which every value has been in doubt or missing; null if the last value is valid. */
  readonly doubtedSince: IsoDate | null;
  /** Whether a level off the official parity has been accepted. */
  readonly isParityGivenUp: boolean;
  /** Whether the valid rates are in the redenomination's new unit. */
  readonly isInNewUnit: boolean;
  /** Whether the last valid rate was converted to the new unit, because of a redenomination after its date. */
  readonly isConverted: boolean;
  /**
   * The last value that the source quoted in the old unit after a redenomination; null if there was none. A source may
   * do so for years.
   */
  readonly oldUnit: RateOnDay | null;
  /** Whether a level was accepted because enough datasets agreed on it, although witnesses still contradict it. */
  readonly isContradictionOver: boolean;
  /** The digits of the last valid rates in a row, the date of the first of them, and on how many business days. */
  readonly repeated: { readonly digits: number; readonly since: IsoDate; readonly businessDays: number };
  readonly witnesses: WitnessMemories;
}

export const notRepeated: CurrencyState['repeated'] = { digits: NaN, since: EARLIEST, businessDays: 0 };

export const initialState: CurrencyState = {
  isNew: true,
  source: undefined,
  recent: [],
  pending: null,
  doubtedSince: null,
  isParityGivenUp: false,
  isInNewUnit: false,
  isConverted: false,
  oldUnit: null,
  isContradictionOver: false,
  repeated: notRepeated,
  witnesses: noMemories,
};

/** The state in which a source value is validated: with its source, and from a redenomination on in the new unit. */
export function stateFor(facts: CurrencyFacts, state: CurrencyState, { source, date }: SourceValue): CurrencyState {
  // The counts of agreeing values and of repeated digits must not mix values of different sources.
  const ofSource =
    source === state.source
      ? state
      : { ...state, source, pending: null, isContradictionOver: false, repeated: notRepeated };
  const { redenomination } = facts;
  if (!redenomination || ofSource.isInNewUnit || date < redenomination.date) return ofSource;
  const recent = ofSource.recent.map((valid) => ({ ...valid, rate: round(valid.rate / redenomination.ratio) }));
  return { ...ofSource, isInNewUnit: true, isConverted: true, recent, pending: null };
}

/** The valid rates with another one. Omits rates that are too old to matter. */
export function withRate(recent: readonly RateOnDay[], rate: RateOnDay): RateOnDay[] {
  const first = recent.findIndex(({ day }) => day >= rate.day - RECENT_DAYS);
  const rates = first < 0 ? [] : recent.slice(first);
  rates.push(rate);
  return rates;
}
