import type { Evidence } from '../archive/evidence.ts';
import type { VolatilityClass } from '../currencies/catalogue.ts';
import type { KnownFault } from '../currencies/known-faults.ts';
import type { Redenomination } from '../currencies/redenominations.ts';
import { dayNumber } from '../rates/calendar.ts';
import { elementAt } from '../rates/element-at.ts';
import { MAX_HELD_DAYS, type Quality, type QualityReason } from '../rates/quality.ts';
import type { Dispute } from '../rates/witnesses.ts';
import {
  datasetsToAgree,
  EXCURSION_DAYS,
  FORMER_LEVEL_FACTOR,
  GREAT_BREAK_FACTOR,
  isWithin,
  NEARBY_FACTOR,
  plausibleFactor,
  RECENT_DAYS,
  RECENT_FACTOR,
  REDENOMINATION_DAYS,
} from './bounds.ts';
import { rulings, type Word } from './rulings.ts';
import { type Heard, nothingHeard, type Question, WitnessTrail } from './witness-trail.ts';

/** What a currency is judged by, beside its quotes. */
export interface JudgedCurrency {
  readonly code: string;
  readonly volatility: VolatilityClass;
  /** How far from its official parity it is believed, as a factor; null where it has none. */
  readonly parityFactor: number | null;
  readonly knownFaults: readonly KnownFault[];
  readonly redenominations: readonly Redenomination[];
}

/** What the source said of a currency on a day that is archived. */
export interface Quote {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** The same as days since 1970-01-01. */
  readonly day: number;
  /** Units per 1 USD; null where it said nothing. */
  readonly offered: number | null;
  /** What an official parity and the anchor's rate make; null where there is no parity, or no such rate. */
  readonly atParity: number | null;
  /** What witnesses say of it. */
  readonly testimony: readonly Evidence[];
}

/** What is published of a quote on its own day: `ok` is the quote itself. */
export type Verdict = Quality | 'ok';

/** What is made of a currency's quotes. */
export interface CurrencyJudgement {
  /** One for each. */
  readonly verdicts: readonly Verdict[];
  /** What witnesses said of them, as far as it has to be kept. */
  readonly evidence: readonly Evidence[];
  /** What is said against the last one. */
  readonly disputes: readonly Dispute[];
}

/**
 * Judges every quote of a currency by what was known on its own day: the quotes up to it, what witnesses said of them, and
 * the facts.
 *
 * @param quotes in the order of their dates
 */
export function judgeCurrency(currency: JudgedCurrency, quotes: readonly Quote[]): CurrencyJudgement {
  const { code } = currency;
  const state = new CurrencyState(currency);
  const evidence: Evidence[] = [];
  const verdicts = quotes.map((quote) => {
    const verdict = state.judge(quote);
    evidence.push(...state.heard.kept);
    return verdict;
  });
  return { verdicts, evidence, disputes: state.heard.disputes.map((dispute) => ({ code, ...dispute })) };
}

/** A rate, and the day that it is of. */
export interface DatedRate extends Pick<Quote, 'date' | 'day'> {
  readonly rate: number;
}

/** Whether a fact says of a quote that it is wrong, however often it is repeated. */
export function isKnownFault({ knownFaults }: JudgedCurrency, date: string): boolean {
  return knownFaults.some(({ from, to }) => from <= date && date <= to);
}

/** Whether a quote is as an official parity has it; null where there is none to measure by. */
export function isAtParity({ parityFactor }: JudgedCurrency, rate: number, atParity: number | null): boolean | null {
  return parityFactor === null || atParity === null ? null : isWithin(parityFactor, rate, atParity);
}

/** Whether a quote can follow another one, so many days later. */
export function canFollow({ volatility }: JudgedCurrency, before: DatedRate, after: DatedRate): boolean {
  return isWithin(plausibleFactor(volatility, after.day - before.day), after.rate, before.rate);
}

/**
 * Whether a quote is believed by what was believed before it: it can follow the last one, or lies where the currency has
 * been of late, so that it claims nothing new.
 *
 * @param believed since the last break of its level, the last one at the end; at least one
 */
export function isPlausible(currency: JudgedCurrency, believed: readonly DatedRate[], quote: DatedRate): boolean {
  const good = elementAt(believed, believed.length - 1);
  return canFollow(currency, good, quote) || hasJustBeen(believed, quote);
}

/** Whether a quote lies where the currency has been of late. */
export function hasJustBeen(believed: readonly DatedRate[], quote: DatedRate): boolean {
  const { least, most } = rangeOf(believed, quote.day - RECENT_DAYS);
  return quote.rate <= most * RECENT_FACTOR && quote.rate >= least / RECENT_FACTOR;
}

/** The lowest and the highest of the rates from a day on. */
function rangeOf(believed: readonly DatedRate[], from: number): { readonly least: number; readonly most: number } {
  let [least, most] = [Infinity, 0];
  for (let index = believed.length - 1; index >= 0; index--) {
    const { rate, day } = elementAt(believed, index);
    if (day < from) break;
    least = Math.min(least, rate);
    most = Math.max(most, rate);
  }
  return { least, most };
}

/** Whether a change of level is what a redenomination of about that day makes of it. */
export function isRedenomination({ redenominations }: JudgedCurrency, before: DatedRate, after: DatedRate): boolean {
  return redenominations.some(
    ({ date, ratio }) =>
      Math.abs(after.day - dayNumber(date)) <= REDENOMINATION_DAYS &&
      isWithin(NEARBY_FACTOR, after.rate * ratio, before.rate),
  );
}

/**
 * Whether a quote goes back to a level that a great break has left, and left for longer than an error lasts. No number of
 * datasets confirms that: Syria took two zeros off its pound in January 2026, and from August on the source quoted the old
 * one again, day after day.
 *
 * @param left the levels, with the days on which they were left
 */
export function isFormerLevel(left: readonly DatedRate[], good: DatedRate, { rate, day }: DatedRate): boolean {
  return left.some(
    (level) =>
      day - level.day > EXCURSION_DAYS &&
      isWithin(FORMER_LEVEL_FACTOR, rate, level.rate) &&
      !isWithin(GREAT_BREAK_FACTOR, rate, good.rate),
  );
}

/** A quote that is not believed yet. */
interface CountedRate extends DatedRate {
  /** How many successive ones agree with it, itself included, */
  readonly agreeing: number;
  /** and the first one's day. */
  readonly first: number;
}

/** What is known of one currency at the end of a day. */
class CurrencyState {
  readonly #currency: JudgedCurrency;
  /** What was believed since the last break of its level, the last one at the end. */
  #believed: DatedRate[] = [];
  /** Levels that great breaks have left. */
  readonly #left: DatedRate[] = [];
  /** The date of the first dataset since then that was not believed. */
  #heldSince: string | null = null;
  /** The last dataset's quote, if it was not believed. */
  #offered: CountedRate | null = null;
  /** Whether a level off the parity has been accepted. */
  #isOffParity = false;
  #isFirst = true;
  readonly #witnesses: WitnessTrail;
  #heard: Heard = nothingHeard;

  constructor(currency: JudgedCurrency) {
    this.#currency = currency;
    this.#witnesses = new WitnessTrail(currency);
  }

  /** What the witnesses said of the last quote. */
  get heard(): Heard {
    return this.#heard;
  }

  judge(given: Quote): Verdict {
    const { date, day, offered, atParity } = given;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#heard = nothingHeard;
    if (offered === null || isKnownFault(this.#currency, date)) {
      this.#offered = null;
      return this.#hold(given, offered === null ? 'missing' : 'known_fault');
    }
    const quote = { rate: offered, date, day };
    const isPegged = isAtParity(this.#currency, offered, atParity);
    const doubt = this.#doubtOf(quote, atParity, isPegged, isFirst);
    if (doubt === null) return this.#judgeSettled(given, quote, isPegged === true);
    return this.#judgeDoubted(given, quote, doubt);
  }

  /** Judges a quote that would be believed at once. */
  #judgeSettled(given: Quote, quote: DatedRate, isPegged: boolean): Verdict {
    const claim = isPegged ? 'at_parity' : 'plausible';
    const word = this.#hear({ claim, quote, since: quote.day }, given);
    if (rulings[claim][word] === 'refuse') return this.#refuse(given, this.#count(quote), 'contradicted');
    if (isPegged) this.#isOffParity = false;
    this.#believe(quote);
    return 'ok';
  }

  /** Judges a quote that would not. */
  #judgeDoubted(given: Quote, quote: DatedRate, doubt: QualityReason): Verdict {
    const claim = doubt === 'off_parity' ? 'off_parity' : 'doubtful';
    const canBeAgreedOn = doubt !== 'off_parity' && doubt !== 'former_level';
    const counted = this.#count(quote);
    const word = this.#hear({ claim, quote, since: counted.first }, given);
    switch (rulings[claim][word]) {
      case 'refuse':
        return this.#refuse(given, counted, canBeAgreedOn ? 'contradicted' : doubt);
      case 'confirm':
        return this.#accept(given, counted, 'confirmed');
      case 'count': {
        this.#offered = counted;
        const needed = datasetsToAgree(this.#standIn(quote.day)?.rate, quote.rate);
        const isAgreedOn = canBeAgreedOn && counted.agreeing >= needed;
        return isAgreedOn ? this.#accept(given, counted, 'level_break') : this.#hold(given, doubt);
      }
    }
  }

  /** What the witnesses say of a quote. */
  #hear(question: Omit<Question, 'good'>, { testimony }: Quote): Word {
    if (testimony.length > 0) {
      this.#heard = this.#witnesses.hear({ ...question, good: this.#believed.at(-1) }, testimony);
    }
    return this.#heard.word;
  }

  /** Why a quote is not believed at once; null where it is. */
  #doubtOf(
    quote: DatedRate,
    atParity: number | null,
    isPegged: boolean | null,
    isFirst: boolean,
  ): QualityReason | null {
    if (isPegged === true) return null;
    if (isPegged === false && !this.#isOffParity) {
      // Near its parity a peg has not been given up: it is quoted wrongly, or at another of several rates.
      return isWithin(NEARBY_FACTOR, quote.rate, atParity ?? NaN) ? 'off_parity' : 'implausible_move';
    }
    const good = this.#believed.at(-1);
    if (!good) return isFirst ? null : 'nothing_recent';
    if (isPlausible(this.#currency, this.#believed, quote)) return null;
    if (isRedenomination(this.#currency, good, quote)) return null;
    if (isFormerLevel(this.#left, good, quote)) return 'former_level';
    // A rate that is too old to be published is none to measure by.
    return this.#standIn(quote.day) ? 'implausible_move' : 'nothing_recent';
  }

  /** A quote as one of successive ones that agree. */
  #count(quote: DatedRate): CountedRate {
    const before = this.#offered;
    const isSame = before && canFollow(this.#currency, before, quote);
    return { ...quote, agreeing: isSame ? before.agreeing + 1 : 1, first: isSame ? before.first : quote.day };
  }

  #believe({ rate, date, day }: DatedRate): void {
    const quote = { rate, date, day };
    const good = this.#believed.at(-1);
    if (good && !isWithin(GREAT_BREAK_FACTOR, quote.rate, good.rate)) {
      this.#left.push({ ...quote, rate: good.rate });
    }
    if (good && !isWithin(NEARBY_FACTOR, quote.rate, good.rate)) this.#believed = [];
    this.#believed.push(quote);
    this.#heldSince = null;
    this.#offered = null;
  }

  /** The last good rate while it may stand in. Held for too long, it is left out: by then it is wrong, too. */
  #standIn(day: number): DatedRate | undefined {
    const good = this.#believed.at(-1);
    return good && day - good.day <= MAX_HELD_DAYS ? good : undefined;
  }

  /** A new level is believed. */
  #accept({ date, offered, atParity }: Quote, counted: CountedRate, reason: 'confirmed' | 'level_break'): Quality {
    this.#isOffParity = atParity !== null;
    this.#believe(counted);
    return {
      state: 'accepted',
      reason,
      since: date,
      published: offered,
      publishedAsOf: date,
      basis: null,
      sourceValue: offered,
      agreeing: counted.agreeing,
      ...undecided,
    };
  }

  #refuse(given: Quote, counted: CountedRate, reason: QualityReason): Quality {
    // Nor does it count for anything once nobody contradicts it any more.
    this.#offered = { ...counted, agreeing: 0 };
    return this.#hold(given, reason);
  }

  #hold({ date, day, offered }: Quote, reason: QualityReason): Quality {
    const since = (this.#heldSince ??= date);
    const { against } = this.#heard;
    const last = this.#standIn(day);
    // What contradicts the quote may contradict the last good rate as well.
    const good = last && against !== undefined && !isWithin(GREAT_BREAK_FACTOR, last.rate, against) ? undefined : last;
    return {
      state: good ? 'held' : 'left_out',
      reason,
      since,
      published: good?.rate ?? null,
      publishedAsOf: good?.date ?? null,
      basis: good ? 'earlier_dataset' : null,
      sourceValue: offered,
      agreeing: this.#offered?.agreeing ?? 0,
      ...undecided,
    };
  }
}

const undecided = { needed: null, bound: null, witnesses: [], endsBy: null };
