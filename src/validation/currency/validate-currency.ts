import { isComposed } from '../../archive/source.ts';
import type { Comparison } from '../../archive/comparison.ts';
import { dateOfDay, dayNumber, isWeekend } from '../../rates/calendar.ts';
import { round } from '../../rates/round.ts';
import { MAX_HELD_DAYS, type HeldBasis, type Quality } from '../snapshot/quality.ts';
import type { Dispute } from '../snapshot/witness-report.ts';
import {
  EARLY_UNIT_DAYS,
  FORMER_UNIT_FACTOR,
  FROZEN_BUSINESS_DAYS,
  FROZEN_DIGITS,
  isWithin,
  NEAR_FACTOR,
  plausibleFactor,
} from './bounds.ts';
import { type Doubt, doubtAboutMove, type DoubtKind, doubts } from './doubts.ts';
import { canFollow, isAtParity, isPlausible } from './moves.ts';
import type { CurrencyFacts, RateOnDay, Decision, SourceValue } from './source-value.ts';
import { contradictingWitnesses, isFloating, type Opinion, Witnesses, witnessesAt } from './witness-opinions.ts';

export interface ValidatedCurrency {
  readonly decisions: readonly Decision[];
  /** The comparisons that the archive must keep to repeat the decisions. */
  readonly comparisons: readonly Comparison[];
  /** The disputes of witnesses about the newest source value. */
  readonly disputed: readonly Dispute[];
}

/**
 * Decides about every source value of a currency with what was known on its day: the source values up to that day,
 * comparisons with witnesses, and facts. The rules apply in this order. {@link doubts} lists what ends each doubt.
 *
 * 1. Facts: a known fault, a replaced unit, a dataset whose base isn't USD.
 * 2. A value at its official parity is valid.
 * 3. A move that markets make is valid, unless two witnesses agree on another level.
 * 4. A value in doubt is held until witnesses, or enough datasets in a row, confirm it.
 *
 * @param sourceValues in the order of their dates
 */
export function validateCurrency(facts: CurrencyFacts, sourceValues: readonly SourceValue[]): ValidatedCurrency {
  const currency = new CurrencyInTime(facts);
  const comparisons: Comparison[] = [];
  const decisions = sourceValues.map((sourceValue) => {
    const decision = currency.decide(sourceValue);
    for (const comparison of currency.kept) comparisons.push(comparison);
    return decision;
  });
  return { decisions, comparisons, disputed: currency.disputes };
}

/** A level in doubt: the last dataset's value, and the number of datasets in a row that agree on the level. */
interface Pending extends RateOnDay {
  readonly agreeing: number;
  /** The day of the first dataset that counts in `agreeing`. */
  readonly first: number;
  readonly contradictedBy: readonly string[];
}

/** A doubt about a value, and the witnesses that caused the doubt. */
interface Doubted {
  readonly doubt: Doubt;
  readonly witnesses: readonly string[];
}

/** The state of one currency's validation after the source values so far. */
class CurrencyInTime {
  readonly #facts: CurrencyFacts;
  readonly #witnesses: Witnesses;
  #isFirst = true;
  #source: string | undefined;
  /** Valid rates since the last move by more than {@link NEAR_FACTOR}, in the order of their dates. */
  #valid: RateOnDay[] = [];
  #pending: Pending | null = null;
  /** The dataset since which every value has been in doubt or missing; null if the last value is valid. */
  #doubtedSince: Pick<SourceValue, 'date' | 'day'> | null = null;
  /** Whether a level off the official parity has been accepted. */
  #isParityGivenUp = false;
  /** Whether the valid rates are in the redenomination's new unit. */
  #isInNewUnit = false;
  /** Whether the last valid rate was converted to the new unit, because of a redenomination after its date. */
  #isConverted = false;
  /**
   * The last value that the source quoted in the old unit after a redenomination; null if there was none. A source may
   * do so for years.
   */
  #oldUnit: RateOnDay | null = null;
  /** Whether a level was accepted because enough datasets agreed on it, although witnesses still contradict it. */
  #isContradictionOver = false;
  /** The digits of the last valid rates in a row. */
  #repeated = notRepeated;
  /** The witnesses' opinions about the last source value. */
  #opinions: readonly Opinion[] = none;
  kept: readonly Comparison[] = none;

  constructor(facts: CurrencyFacts) {
    this.#facts = facts;
    this.#witnesses = new Witnesses(facts);
  }

  get disputes(): Dispute[] {
    return this.#witnesses.disputes(this.#opinions).map((dispute) => ({ code: this.#facts.code, ...dispute }));
  }

  decide(sourceValue: SourceValue): Decision {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (sourceValue.source !== this.#source) this.#adoptSource(sourceValue.source);
    this.#opinions = none;
    this.kept = none;
    this.#adoptNewUnit(sourceValue.date);
    if (sourceValue.value === null) {
      // A composed day lacks the currencies of weekly tables. The count of their agreeing values goes on.
      const isPartial = sourceValue.source !== undefined && isComposed({ name: sourceValue.source });
      return isPartial
        ? this.#hold(sourceValue, { doubt: doubts.missing, witnesses: [] })
        : this.#refuse(sourceValue, 'missing');
    }
    const value = this.#count(sourceValue, sourceValue.value);
    const fact = this.#factAgainst(sourceValue, value);
    if (fact !== null) return this.#refuse(sourceValue, fact);
    const kind = this.#doubtAbout(sourceValue, value, isFirst);
    if (sourceValue.comparisons.length > 0) {
      const [good, inDoubtSince] = [this.#valid.at(-1), kind === null ? null : value.first];
      const compared = { value, good, inDoubtSince, isInOldUnit: (rate: number) => this.#isInOldUnit(rate) };
      this.#opinions = this.#witnesses.opinions(compared, sourceValue.comparisons);
    }
    const decision = this.#weigh(sourceValue, value, kind);
    if (this.#opinions.length > 0) {
      this.kept = this.#witnesses.keep(this.#opinions, decision !== 'ok' && decision.state !== 'frozen');
    }
    return decision;
  }

  /** Restarts the counts of agreeing values and of repeated digits. They must not mix values of different sources. */
  #adoptSource(source: string | undefined): void {
    this.#source = source;
    this.#pending = null;
    this.#isContradictionOver = false;
    this.#repeated = notRepeated;
  }

  /** Counts a value towards the level in doubt, if it agrees with that level. */
  #count({ date, day }: SourceValue, rate: number): Pending {
    const alone = { date, day, rate, agreeing: 1, first: day, contradictedBy: none };
    if (!this.#pending || !canFollow(this.#facts, this.#pending, alone)) return alone;
    const { agreeing, first, contradictedBy } = this.#pending;
    return { ...alone, agreeing: agreeing + 1, first, contradictedBy };
  }

  /** Decides about a value that no fact rules out. */
  #weigh(sourceValue: SourceValue, value: Pending, kind: DoubtKind | null): Decision {
    const contradicting = this.#contradicting(sourceValue, value);
    if (contradicting.length === 0) this.#isContradictionOver = false;
    const isContradicted = contradicting.length > 0 && !this.#isContradictionOver;
    if (kind === null && !isContradicted) return this.#accept(sourceValue, value);
    const supporting = witnessesAt('value', this.#opinions);
    const opposing = witnessesAt('past', this.#opinions);
    let cause: DoubtKind = kind === null || isContradicted ? 'contradicted' : kind;
    if (isOpposed(doubts[cause]) && opposing.length > 0 && supporting.length === 0) cause = 'opposed_move';
    const doubted = {
      doubt: doubts[cause],
      witnesses: isContradicted ? contradicting : cause === 'opposed_move' ? opposing : none,
    };
    const { datasets, witnesses } = doubted.doubt;
    const bound = this.#boundOf(doubted.doubt, sourceValue);
    if (witnesses !== null && supporting.length >= witnesses && opposing.length === 0) {
      return this.#accept(sourceValue, value, {
        reason: 'confirmed',
        needed_datasets: datasets,
        bound,
        witnesses: supporting,
      });
    }
    this.#pending = { ...value, contradictedBy: contradicting };
    if (datasets === null || value.agreeing < datasets) return this.#hold(sourceValue, doubted);
    this.#isContradictionOver = contradicting.length > 0;
    return this.#accept(sourceValue, value, {
      reason: 'datasets_agreed',
      needed_datasets: datasets,
      bound,
      witnesses: [],
    });
  }

  /**
   * The witnesses that contradict a value. The witnesses that contradicted its level on earlier days still count, as
   * long as none of them has an opinion now.
   */
  #contradicting({ parity }: SourceValue, { rate, contradictedBy }: Pending): readonly string[] {
    if (isAtParity(this.#facts, rate, parity)) return none;
    if (this.#opinions.length === 0) return contradictedBy;
    const isThere = this.#opinions.some(({ comparison }) => contradictedBy.includes(comparison.witness));
    return isThere || contradictedBy.length === 0
      ? contradictingWitnesses(this.#facts, this.#opinions)
      : contradictedBy;
  }

  /** The kind of doubt about a value, by its parity and the earlier rates alone; null if the value is plausible. */
  #doubtAbout(sourceValue: SourceValue, value: Pending, isFirst: boolean): DoubtKind | null {
    const atParity = isAtParity(this.#facts, value.rate, sourceValue.parity);
    if (atParity === true) return null;
    if (atParity === false && !this.#isParityGivenUp) return 'off_parity';
    const good = this.#valid.at(-1);
    if (!good) return isFirst ? null : 'no_recent_rate';
    if (isPlausible(this.#facts, this.#valid, value, value.first) || this.#isEarlyNewUnit(good, value)) return null;
    const kind = doubtAboutMove(good.rate, value.rate);
    return kind !== 'great_move' && value.day - good.day > MAX_HELD_DAYS ? 'no_recent_rate' : kind;
  }

  /** The fact that shows that a value is wrong; null if there is none. */
  #factAgainst({ isSlipped, source }: SourceValue, value: RateOnDay): DoubtKind | null {
    const { knownFaults, volatility } = this.#facts;
    if (isSlipped && volatility !== 'numeraire') return 'base_slip';
    const isKnownFault = knownFaults.some(({ from, to }) => from <= value.date && value.date <= to);
    if (isKnownFault && source === undefined) return 'known_fault';
    const isOld = this.#oldUnit !== null && canFollow(this.#facts, this.#oldUnit, value);
    if (!isOld && !this.#isInOldUnit(value.rate)) return null;
    this.#oldUnit = value;
    return 'old_unit';
  }

  /** From a redenomination's date on, converts the earlier rates to the new unit. */
  #adoptNewUnit(date: string): void {
    const { redenomination } = this.#facts;
    if (!redenomination || this.#isInNewUnit || date < redenomination.date) return;
    this.#isInNewUnit = true;
    this.#isConverted = true;
    this.#valid = this.#valid.map((valid) => ({ ...valid, rate: round(valid.rate / redenomination.ratio) }));
    this.#pending = null;
  }

  /** Whether a value is already in the new unit, some days before the redenomination's date. */
  #isEarlyNewUnit(good: RateOnDay, value: RateOnDay): boolean {
    const { redenomination } = this.#facts;
    if (!redenomination || this.#isInNewUnit) return false;
    const isNear = dayNumber(redenomination.date) - value.day <= EARLY_UNIT_DAYS;
    return isNear && isWithin(NEAR_FACTOR, value.rate * redenomination.ratio, good.rate);
  }

  #isInOldUnit(rate: number): boolean {
    const { redenomination } = this.#facts;
    const good = this.#valid.at(-1);
    if (!redenomination || !this.#isInNewUnit || !good) return false;
    return isWithin(FORMER_UNIT_FACTOR, rate, good.rate * redenomination.ratio);
  }

  /** The factor beyond which a value is in doubt; null for a doubt without a factor. */
  #boundOf({ reason }: Doubt, { day }: SourceValue): number | null {
    const good = this.#valid.at(-1);
    const { parityFactor, volatility } = this.#facts;
    if (reason === 'off_parity') return parityFactor && round(parityFactor, BOUND_DIGITS);
    if (reason !== 'implausible_move' || !good) return null;
    return round(plausibleFactor(volatility, day - good.day), BOUND_DIGITS);
  }

  /** Accepts and publishes a value. With a `change`, the value begins a new level. */
  #accept(sourceValue: SourceValue, value: Pending, change?: Change): Decision {
    const { rate, date, day, agreeing } = value;
    const good = this.#valid.at(-1);
    if (good && this.#isEarlyNewUnit(good, value)) this.#isInNewUnit = true;
    if (!good || !isWithin(NEAR_FACTOR, rate, good.rate)) this.#valid = [];
    this.#valid.push(value);
    const atParity = isAtParity(this.#facts, rate, sourceValue.parity);
    if (atParity !== null) this.#isParityGivenUp = !atParity;
    this.#isConverted = false;
    this.#pending = null;
    this.#doubtedSince = null;
    this.#countRepeated(value);
    if (!change) return isFloating(this.#facts) ? this.#markIfFrozen(value) : 'ok';
    return {
      state: 'accepted',
      since: date,
      ...asQuoted(value),
      agreeing_datasets: agreeing,
      ...change,
      ends_by: dateOfDay(day + 1),
    };
  }

  #countRepeated({ rate, date, day }: RateOnDay): void {
    const digits = round(rate, FROZEN_DIGITS);
    const { since, businessDays } =
      digits === this.#repeated.digits ? this.#repeated : { since: date, businessDays: 0 };
    this.#repeated = { digits, since, businessDays: businessDays + (isWeekend(day) ? 0 : 1) };
  }

  #markIfFrozen(value: RateOnDay): Decision {
    const { since, businessDays } = this.#repeated;
    if (businessDays < FROZEN_BUSINESS_DAYS) return 'ok';
    const repeated = {
      agreeing_datasets: businessDays,
      needed_datasets: null,
      bound: null,
      witnesses: [],
      ends_by: null,
    };
    return { state: 'frozen', reason: 'unchanged', since, ...asQuoted(value), ...repeated };
  }

  /** Rejects a source value that is missing or that a fact shows to be wrong. The level in doubt is forgotten. */
  #refuse(sourceValue: SourceValue, kind: DoubtKind): Quality {
    this.#pending = null;
    return this.#hold(sourceValue, { doubt: doubts[kind], witnesses: [] });
  }

  #hold(sourceValue: SourceValue, { doubt, witnesses }: Doubted): Quality {
    const { date, day, value } = sourceValue;
    this.#doubtedSince ??= { date, day };
    this.#repeated = notRepeated;
    const omittedOn = (this.#valid.at(-1)?.day ?? -Infinity) + MAX_HELD_DAYS + 1;
    const held = day < omittedOn ? this.#heldRate(sourceValue) : null;
    const agreeing = this.#pending?.agreeing ?? 0;
    const ends = [
      ...(this.#pending && doubt.datasets !== null ? [day + doubt.datasets - agreeing] : []),
      ...(doubt === doubts.known_fault
        ? this.#facts.knownFaults.flatMap(({ to }) => (to >= date ? [dayNumber(to) + 1] : []))
        : []),
      ...(held ? [omittedOn] : []),
    ];
    return {
      state: held ? 'held' : 'omitted',
      reason: doubt.reason,
      since: this.#doubtedSince.date,
      published: held?.rate ?? null,
      published_as_of: held?.date ?? null,
      basis: held?.basis ?? null,
      source_value: value,
      agreeing_datasets: agreeing,
      needed_datasets: doubt.datasets,
      bound: this.#boundOf(doubt, sourceValue),
      witnesses,
      ends_by: ends.length > 0 ? dateOfDay(Math.min(...ends)) : null,
    };
  }

  /**
   * The rate to publish while a value is in doubt: the official parity, or else the last good rate. The parity isn't
   * used once a level off the parity has been accepted. A parity that only the press states isn't used either, because
   * a rate that was valid some days ago is more certain than a figure from a newspaper. Null if the currency has neither.
   */
  #heldRate({ parity }: SourceValue): (Pick<RateOnDay, 'date' | 'rate'> & { readonly basis: HeldBasis }) | null {
    const isPublishable = this.#facts.isParityPublishable && !this.#isParityGivenUp;
    if (parity && isPublishable) return { ...parity, basis: 'official_parity' };
    const good = this.#valid.at(-1);
    return good ? { ...good, basis: this.#isConverted ? 'new_unit' : 'last_good_rate' } : null;
  }
}

const notRepeated = { digits: NaN, since: '', businessDays: 0 };

/** One empty list that all source values share, because most of them need an empty list. */
const none: readonly never[] = [];

type Change = Pick<Quality, 'reason' | 'needed_datasets' | 'bound' | 'witnesses'>;

/** The fields of a state in which the source's value is published unchanged. */
function asQuoted({
  rate,
  date,
}: RateOnDay): Pick<Quality, 'published' | 'published_as_of' | 'basis' | 'source_value'> {
  return { published: rate, published_as_of: date, basis: null, source_value: rate };
}

/** Significant digits of a bound, in every document and text. */
const BOUND_DIGITS = 4;

/** Whether a doubt must last longer if a witness is still at the previous level. */
function isOpposed({ datasets }: Doubt): boolean {
  return datasets !== null && datasets < doubts.opposed_move.datasets;
}
