import { dateOfDay, dayNumber, isWeekend } from '../../money/calendar.ts';
import { round } from '../../money/rounding/round.ts';
import { MAX_HELD_DAYS, type HeldBasis, type Quality } from '../snapshot/quality.ts';
import { FROZEN_BUSINESS_DAYS, FROZEN_DIGITS, isFloating, isWithin, NEAR_FACTOR, plausibleFactor } from './bounds.ts';
import { type Doubt, doubts } from './doubts.ts';
import { isEarlyNewUnit } from './find-doubt.ts';
import { isAtParity } from './moves.ts';
import type { CurrencyFacts, Decision, RateOnDay, SourceValue } from './source-value.ts';
import { type CurrencyState, notRepeated, type Pending, withRate } from './state.ts';

/** Significant digits of a bound for moves, in every document and text. */
const BOUND_DIGITS = 4;

/** What a currency's state is after a source value, and the decision about the value. */
export type Outcome = readonly [state: CurrencyState, decision: Decision];

/** Why a value begins a new level. */
export type Change = Pick<Quality, 'reason' | 'needed_datasets' | 'bound' | 'witnesses'>;

/** Accepts and publishes a value. With a `change`, the value begins a new level. */
export function accept(
  facts: CurrencyFacts,
  state: CurrencyState,
  { parity }: SourceValue,
  value: Pending,
  change?: Change,
): Outcome {
  const { rate, date, day } = value;
  const good = state.recent.at(-1);
  const atParity = isAtParity(facts, rate, parity);
  const repeated = isFloating(facts) ? withDigits(state.repeated, value) : notRepeated;
  const after: CurrencyState = {
    ...state,
    isNew: false,
    recent: withRate(good && isWithin(NEAR_FACTOR, rate, good.rate) ? state.recent : [], value),
    pending: null,
    doubtedSince: null,
    isParityGivenUp: atParity === null ? state.isParityGivenUp : !atParity,
    isInNewUnit: state.isInNewUnit || isEarlyNewUnit(facts, state, value),
    isConverted: false,
    repeated,
  };
  const quoted = { published: rate, published_as_of: date, basis: null, source_value: rate };
  if (change) {
    const { reason, needed_datasets, bound, witnesses } = change;
    return [
      after,
      {
        ...{ state: 'accepted', reason, since: date, ...quoted, agreeing_datasets: value.agreeing, needed_datasets },
        ...{ bound, witnesses, ends_by: dateOfDay(day + 1) },
      },
    ];
  }
  if (repeated.businessDays < FROZEN_BUSINESS_DAYS) return [after, 'ok'];
  return [
    after,
    {
      ...{ state: 'frozen', reason: 'unchanged', since: repeated.since, ...quoted },
      ...{ agreeing_datasets: repeated.businessDays, needed_datasets: null, bound: null, witnesses: [], ends_by: null },
    },
  ];
}

function withDigits(before: CurrencyState['repeated'], { rate, date, day }: RateOnDay): CurrencyState['repeated'] {
  const digits = round(rate, FROZEN_DIGITS);
  const { since, businessDays } = digits === before.digits ? before : { since: date, businessDays: 0 };
  return { digits, since, businessDays: businessDays + (isWeekend(day) ? 0 : 1) };
}

/** A doubt about a value, and what caused it. */
export interface Doubted {
  readonly doubt: Doubt;
  readonly witnesses: readonly string[];
  /** Number of datasets in a row that agree on the value's level; 0 if the value is missing or a fact is against it. */
  readonly agreeing: number;
}

/** Holds or omits a currency, because its source value is in doubt or missing. */
export function hold(
  facts: CurrencyFacts,
  state: CurrencyState,
  sourceValue: SourceValue,
  { doubt, witnesses, agreeing }: Doubted,
): Outcome {
  const { date, day, value, parity } = sourceValue;
  const since = state.doubtedSince ?? date;
  const omittedOn = (state.recent.at(-1)?.day ?? -Infinity) + MAX_HELD_DAYS + 1;
  const held = day < omittedOn ? heldRate(facts, state, parity) : null;
  const ends = [
    ...(agreeing > 0 && doubt.datasets !== null ? [day + doubt.datasets - agreeing] : []),
    ...(doubt === doubts.known_fault
      ? facts.knownFaults.flatMap(({ to }) => (to >= date ? [dayNumber(to) + 1] : []))
      : []),
    ...(held ? [omittedOn] : []),
  ];
  return [
    { ...state, isNew: false, doubtedSince: since, repeated: notRepeated },
    {
      state: held ? 'held' : 'omitted',
      reason: doubt.reason,
      since,
      published: held?.rate ?? null,
      published_as_of: held?.date ?? null,
      basis: held?.basis ?? null,
      source_value: value,
      agreeing_datasets: agreeing,
      needed_datasets: doubt.datasets,
      bound: boundOf(facts, state, doubt, day),
      witnesses,
      ends_by: ends.length > 0 ? dateOfDay(Math.min(...ends)) : null,
    },
  ];
}

/**
 * The rate to publish while a value is in doubt: the official parity, or else the last good rate. The parity isn't
 * used once a level off the parity has been accepted. A parity that only the press states isn't used either, because
 * a rate that was valid some days ago is more certain than a figure from a newspaper. Null if the currency has neither.
 */
function heldRate(
  { isParityPublishable }: CurrencyFacts,
  { recent, isParityGivenUp, isConverted }: CurrencyState,
  parity: RateOnDay | null,
): (Pick<RateOnDay, 'date' | 'rate'> & { readonly basis: HeldBasis }) | null {
  if (parity && isParityPublishable && !isParityGivenUp) return { ...parity, basis: 'official_parity' };
  const good = recent.at(-1);
  return good ? { ...good, basis: isConverted ? 'new_unit' : 'last_good_rate' } : null;
}

/** The factor beyond which a value is in doubt; null for a doubt without a factor. */
export function boundOf(
  { parityFactor, volatility }: CurrencyFacts,
  { recent }: CurrencyState,
  { reason }: Doubt,
  day: number,
): number | null {
  const good = recent.at(-1);
  if (reason === 'off_parity') return parityFactor;
  if (reason !== 'implausible_move' || !good) return null;
  return round(plausibleFactor(volatility, day - good.day), BOUND_DIGITS);
}
