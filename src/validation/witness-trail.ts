import type { Evidence } from '../archive/evidence.ts';
import { dayNumber } from '../rates/calendar.ts';
import type { Dispute } from '../rates/witnesses.ts';
import {
  AGREEMENT_FACTOR,
  FORMER_LEVEL_FACTOR,
  GREAT_BREAK_FACTOR,
  hearingsToContradict,
  isFresh,
  isWithin,
  plausibleFactor,
  STEADY_DAYS,
  STEADY_FACTOR,
} from './bounds.ts';
import type { DatedRate, JudgedCurrency } from './judge-currency.ts';
import type { Claim, Word } from './rulings.ts';

/** A quote that witnesses are asked about. */
export interface Question {
  readonly claim: Claim;
  readonly quote: DatedRate;
  /** What was believed last; undefined where nothing was. */
  readonly good: DatedRate | undefined;
  /** The day of the first quote of the level that is in doubt. */
  readonly since: number;
}

/** What the witnesses say of a quote. */
export interface Heard {
  readonly word: Word;
  /** The rate of a witness that contradicts it; undefined where none does. */
  readonly against: number | undefined;
  /** What has to be kept of what they said, all or nothing. */
  readonly kept: readonly Evidence[];
  readonly disputes: readonly Omit<Dispute, 'code'>[];
}

/** Nobody says anything. */
export const nothingHeard: Heard = { word: 'silent', against: undefined, kept: [], disputes: [] };

/** What one witness says of a quote. */
interface Statement {
  readonly testimony: Evidence;
  /** The quote's date. */
  readonly date: string;
  readonly day: number;
  /** The day of the witness's rate, */
  readonly asOf: number;
  /** and the rate itself, units per 1 USD. */
  readonly rate: number;
  readonly isFar: boolean;
}

/** The same, and what it means. */
interface Spoken extends Statement {
  readonly word: Word;
}

/** What is kept of what one witness has said of a currency. */
interface Trail {
  /** Of the last days, in their order; at least the last time. */
  readonly spoken: Spoken[];
  /** The last time that it agreed. */
  agreed: Spoken | undefined;
  /** The date since which it has been far away. */
  farSince: string | undefined;
}

/**
 * What the witnesses have said of a currency, as far as it is kept: where it decided or disputed something, where a dispute
 * ended, and now and then that one agrees, so that it is known where it stood. What is not kept has no say in what is
 * judged later: so the evidence alone gives the same judgement again.
 */
export class WitnessTrail {
  readonly #currency: JudgedCurrency;
  /** By witness. */
  readonly #trails = new Map<string, Trail>();

  constructor(currency: JudgedCurrency) {
    this.#currency = currency;
  }

  /** What the witnesses say of a quote. */
  hear(question: Question, given: readonly Evidence[]): Heard {
    const heard = given.flatMap((testimony) => this.#speak(question, testimony) ?? []);
    if (heard.length === 0) return nothingHeard;
    const isKept = isInDoubt(question) || heard.some((spoken) => this.#isNews(spoken));
    if (isKept) for (const spoken of heard) this.#keep(spoken);
    return {
      word: combined(heard.map(({ word }) => word)),
      against: heard.find(({ word }) => word === 'contradicts')?.rate,
      kept: isKept ? heard.map(({ testimony }) => testimony) : [],
      disputes: heard.flatMap(({ testimony: { witness, ratio } }) => {
        const since = this.#trails.get(witness)?.farSince;
        return since === undefined ? [] : [{ witness, ratio, since, frozen: false }];
      }),
    };
  }

  /** Whether this is more than that a witness still agrees, in the same year and at about the same level. */
  #isNews({ testimony, date, rate, word }: Spoken): boolean {
    const last = this.#trails.get(testimony.witness)?.spoken.at(-1);
    if (word !== 'agrees' || last?.word !== 'agrees') return true;
    return last.date.slice(0, 4) !== date.slice(0, 4) || !isWithin(STEADY_FACTOR, rate, last.rate);
  }

  #keep(spoken: Spoken): void {
    const { witness } = spoken.testimony;
    const trail = this.#trails.get(witness) ?? { spoken: [], agreed: undefined, farSince: undefined };
    this.#trails.set(witness, trail);
    const { day } = spoken;
    while (trail.spoken[0] && day - trail.spoken[0].day > STEADY_DAYS) trail.spoken.shift();
    trail.spoken.push(spoken);
    if (spoken.word === 'agrees') trail.agreed = spoken;
    trail.farSince = spoken.isFar ? (trail.farSince ?? spoken.date) : undefined;
  }

  /** What a witness's rate says of a quote; nothing where it is of another time, or in a unit that is no more. */
  #speak(question: Question, testimony: Evidence): Spoken | undefined {
    const { quote } = question;
    const rate = testimony.ratio * quote.rate;
    const asOf = dayNumber(testimony.asOf);
    if (!isFresh(asOf, quote.day) || this.#isInFormerUnit(question, rate)) return undefined;
    const isFar = !isWithin(AGREEMENT_FACTOR[this.#currency.volatility], rate, quote.rate);
    const statement = { testimony, date: quote.date, day: quote.day, asOf, rate, isFar };
    return { ...statement, word: this.#wordOf(question, statement) };
  }

  #wordOf(question: Question, said: Statement): Word {
    const { quote, good, since } = question;
    if (!isInDoubt(question)) {
      if (!said.isFar) return 'agrees';
      return this.#contradicts(question, said) ? 'contradicts' : 'alone';
    }
    if (this.#isUnsteady(said)) return 'alone';
    const fromQuote = distance(said.rate, quote.rate);
    const fromGood = good ? distance(said.rate, good.rate) : Infinity;
    if (!said.isFar && 2 * fromQuote <= fromGood) return 'agrees';
    if (2 * fromGood <= fromQuote && this.#canBeAt(good, said)) return said.asOf < since ? 'late' : 'sides_with_past';
    return this.#contradicts(question, said) ? 'contradicts' : 'alone';
  }

  /** Whether a witness is where the currency may have gone since it was believed last. */
  #canBeAt(good: DatedRate | undefined, { day, rate }: Statement): boolean {
    if (!good) return false;
    const { volatility } = this.#currency;
    const moved = plausibleFactor(volatility, day - good.day);
    return isWithin(Math.max(AGREEMENT_FACTOR[volatility], moved), rate, good.rate);
  }

  /** Whether a witness is so far away that one of the two is wrong, keeps saying so, and is not the one that moved. */
  #contradicts(question: Question, said: Statement): boolean {
    const { quote } = question;
    if (isWithin(GREAT_BREAK_FACTOR, said.rate, quote.rate) || this.#isUnsteady(said)) return false;
    const agreed = this.#trails.get(said.testimony.witness)?.agreed;
    if (agreed && distance(quote.rate, agreed.rate) < distance(said.rate, agreed.rate)) return false;
    const alike = this.#lately(said).filter((before) => this.#isSameLevel(before, said));
    const hearings = new Set([said, ...alike].map(({ asOf }) => asOf)).size;
    return hearings >= hearingsToContradict(isInDoubt(question));
  }

  /** Whether a witness has just been somewhere else, where nobody was with it: one that jumps by itself convinces nobody. */
  #isUnsteady(said: Statement): boolean {
    return this.#lately(said).some(
      (before) => (before.word === 'alone' || before.word === 'contradicts') && !this.#isSameLevel(before, said),
    );
  }

  #isSameLevel(before: Statement, said: Statement): boolean {
    const moved = plausibleFactor(this.#currency.volatility, said.day - before.day);
    return isWithin(Math.max(STEADY_FACTOR, moved), said.rate, before.rate);
  }

  /** What a witness has said in the last days. */
  #lately({ testimony, day }: Statement): readonly Spoken[] {
    const spoken = this.#trails.get(testimony.witness)?.spoken ?? [];
    return spoken.filter((before) => day - before.day <= STEADY_DAYS);
  }

  /** Whether a witness still counts in a unit that a redenomination has done away with, as seen from what is believed. */
  #isInFormerUnit(question: Question, rate: number): boolean {
    const { quote, good } = question;
    const believed = isInDoubt(question) && good ? good : quote;
    return this.#currency.redenominations.some(
      ({ date, ratio }) => date <= quote.date && isWithin(FORMER_LEVEL_FACTOR, rate, believed.rate * ratio),
    );
  }
}

function isInDoubt({ claim }: Question): boolean {
  return claim === 'doubtful' || claim === 'off_parity';
}

/** What several witnesses say together: where one is for a quote and another one against it, neither counts. */
function combined(words: readonly Word[]): Word {
  const isBacked = words.includes('agrees');
  const against = words.find((word) => word === 'contradicts') ?? words.find((word) => word === 'sides_with_past');
  if (isBacked && against) return 'alone';
  if (isBacked) return 'agrees';
  return against ?? words.find((word) => word === 'alone') ?? words[0] ?? 'silent';
}

/** How far two rates are from each other, alike for up and down. */
function distance(a: number, b: number): number {
  return Math.abs(Math.log(a / b));
}
