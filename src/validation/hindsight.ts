import { elementAt } from '../rates/element-at.ts';
import { MAX_HELD_DAYS, type QualityReason } from '../rates/quality.ts';
import {
  datasetsToAgree,
  EXCURSION_DAYS,
  GREAT_BREAK_FACTOR,
  isWithin,
  NEARBY_FACTOR,
  plausibleFactor,
  NEAR_EXCURSION_DAYS,
} from './bounds.ts';
import {
  canFollow,
  type DatedRate,
  isAtParity,
  isFormerLevel,
  hasJustBeen,
  isKnownFault,
  isPlausible,
  isRedenomination,
  judgeCurrency,
  type JudgedCurrency,
  type Quote,
  type Verdict,
} from './judge-currency.ts';

/** A quote that is not believed, knowing what came after it. */
export interface QuoteFault extends DatedRate {
  readonly reason: QualityReason;
}

/** Quotes in a row, none of them further from the one before than a day may bring, however many days have passed. */
type Level = readonly [DatedRate, ...DatedRate[]];

/**
 * The quotes of a currency that are not believed, seen from the end: a level that came and went again is a fault on all of
 * its days, one that stayed is a break and counts from its first day. Of the newest day it says what
 * {@link judgeCurrency} does, unless it knows better of a day before.
 *
 * @param quotes in the order of their dates
 */
export function faultsWithHindsight(currency: JudgedCurrency, quotes: readonly Quote[]): QuoteFault[] {
  const faults: QuoteFault[] = [];
  const candidates: DatedRate[] = [];
  const atParity = new Set<string>();
  const offParity = new Set<string>();
  const witnessed = witnessedDates(currency, quotes);
  for (const { date, day, offered, atParity: expected } of quotes) {
    if (offered === null) continue;
    const quote = { rate: offered, date, day };
    const isPegged = isAtParity(currency, offered, expected);
    if (isPegged === true) atParity.add(date);
    if (isKnownFault(currency, date)) faults.push({ ...quote, reason: 'known_fault' });
    else if (isPegged === false && isWithin(NEARBY_FACTOR, offered, expected ?? NaN) && !witnessed.believed.has(date)) {
      faults.push({ ...quote, reason: 'off_parity' });
    } else {
      if (isPegged === false) offParity.add(date);
      candidates.push(quote);
    }
  }
  const all = levelsOf(currency, candidates, atParity);
  const refused = new Set(all.flatMap((level) => refusedIn(level, witnessed)));
  faults.push(...Array.from(refused, (quote): QuoteFault => ({ ...quote, reason: 'contradicted' })));
  const levels =
    refused.size === 0
      ? all
      : levelsOf(
          currency,
          candidates.filter((quote) => !refused.has(quote)),
          atParity,
        );
  faults.push(...excursions({ currency, quotes, levels, atParity, offParity, confirmed: witnessed.confirmed }));
  return faults.sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** What witnesses made of quotes, each as known on its own day, by date. */
interface WitnessedDates {
  readonly confirmed: ReadonlySet<string>;
  readonly contradicted: ReadonlySet<string>;
  /** All that was believed, with their help or without. */
  readonly believed: ReadonlySet<string>;
}

function witnessedDates(currency: JudgedCurrency, quotes: readonly Quote[]): WitnessedDates {
  const isWitnessed = quotes.some(({ testimony }) => testimony.length > 0);
  const verdicts = isWitnessed ? judgeCurrency(currency, quotes).verdicts : [];
  const datesWhere = (isMeant: (verdict: Verdict) => boolean) =>
    new Set(verdicts.flatMap((verdict, index) => (isMeant(verdict) ? [elementAt(quotes, index).date] : [])));
  return {
    confirmed: datesWhere((verdict) => verdict !== 'ok' && verdict.reason === 'confirmed'),
    contradicted: datesWhere((verdict) => verdict !== 'ok' && verdict.reason === 'contradicted'),
    believed: datesWhere((verdict) => verdict === 'ok' || verdict.state === 'accepted'),
  };
}

/** The quotes of a level that a witness contradicted, and that were not believed later on either. */
function refusedIn(level: Level, { contradicted, believed }: WitnessedDates): DatedRate[] {
  const last = level.findLastIndex(({ date }) => believed.has(date));
  return level.slice(last + 1).filter(({ date }) => contradicted.has(date));
}

function levelsOf(currency: JudgedCurrency, quotes: readonly DatedRate[], atParity: ReadonlySet<string>): Level[] {
  const levels: [DatedRate, ...DatedRate[]][] = [];
  for (const quote of quotes) {
    const before = levels.at(-1);
    if (before && isSameLevel(currency, elementAt(before, before.length - 1), quote, atParity)) before.push(quote);
    else levels.push([quote]);
  }
  return levels;
}

function isSameLevel(
  { volatility }: JudgedCurrency,
  before: DatedRate,
  after: DatedRate,
  atParity: ReadonlySet<string>,
): boolean {
  // A peg moves with its anchor: at its parity it is where it was.
  return (
    (atParity.has(before.date) && atParity.has(after.date)) ||
    isWithin(plausibleFactor(volatility, 1), after.rate, before.rate)
  );
}

/** The quotes of a currency in levels. */
interface Column {
  readonly currency: JudgedCurrency;
  /** All of them. */
  readonly quotes: readonly Quote[];
  /** Those that may be believed. */
  readonly levels: readonly Level[];
  /** The dates on which it was at its parity, and those on which it was so far from it that it may have been given up. */
  readonly atParity: ReadonlySet<string>;
  readonly offParity: ReadonlySet<string>;
  /** The dates of jumps that a witness has confirmed. */
  readonly confirmed: ReadonlySet<string>;
}

function excursions(column: Column): QuoteFault[] {
  const { levels } = column;
  const faults: QuoteFault[] = [];
  /** What is believed since the last break, and the levels that great breaks have left. */
  let believed: DatedRate[] = [];
  const left: DatedRate[] = [];
  for (let index = 0; index < levels.length; index++) {
    const level = elementAt(levels, index);
    const good = believed.at(-1);
    const back = good && findReturn(column, index, believed);
    if (back !== undefined) {
      faults.push(...levels.slice(index, back).flatMap((each) => faultsOf(each, 'implausible_move')));
      believed.push(...elementAt(levels, back));
      index = back;
      continue;
    }
    const doubt = isConfirmed(column, level) ? null : doubtOf(column, index, believed, left);
    if (doubt !== null) {
      faults.push(...faultsOf(level, doubt));
      continue;
    }
    const [first] = level;
    if (good && !isWithin(GREAT_BREAK_FACTOR, first.rate, good.rate)) left.push({ ...first, rate: good.rate });
    if (good && !isWithin(NEARBY_FACTOR, first.rate, good.rate)) believed = [];
    believed.push(...level);
  }
  return faults;
}

function faultsOf(level: Level, reason: QualityReason): QuoteFault[] {
  return level.map((quote) => ({ ...quote, reason }));
}

/** Why a level is not believed that the currency did not come back from; null where it is. */
function doubtOf(
  column: Column,
  index: number,
  believed: readonly DatedRate[],
  left: readonly DatedRate[],
): QualityReason | null {
  const { currency, quotes, levels, atParity } = column;
  const [first] = elementAt(levels, index);
  const good = believed.at(-1);
  if (atParity.has(first.date)) return null;
  const isStanding = stands(column, index, datasetsNeeded(column, index, good));
  if (leavesParity(column, good, first)) return isStanding ? null : 'implausible_move';
  if (!good) return first.date === elementAt(quotes, 0).date || isStanding ? null : 'nothing_recent';
  if (isPlausible(currency, believed, first) || isRedenomination(currency, good, first)) return null;
  if (isFormerLevel(left, good, first)) return 'former_level';
  return isStanding ? null : 'implausible_move';
}

function isConfirmed({ confirmed }: Column, level: Level): boolean {
  return level.some(({ date }) => confirmed.has(date));
}

/** Whether a quote says that a parity has been given up which was kept before, as far as is known. */
function leavesParity({ offParity }: Column, good: DatedRate | undefined, { date }: DatedRate): boolean {
  return offParity.has(date) && !(good && offParity.has(good.date));
}

/**
 * The level with which a currency is back where it was before, if it is so in time: soon where the excursion may have been
 * the market's, and for as long as errors last where it may not.
 */
function findReturn(column: Column, from: number, believed: readonly DatedRate[]): number | undefined {
  const { currency, levels, atParity } = column;
  const good = elementAt(believed, believed.length - 1);
  const [first] = elementAt(levels, from);
  const needed = datasetsNeeded(column, from, good);
  const isNear = isWithin(NEARBY_FACTOR, first.rate, good.rate);
  let away = 0;
  for (let index = from; index < levels.length; index++) {
    const level = elementAt(levels, index);
    const [quote] = level;
    const days = quote.day - good.day;
    if (days > EXCURSION_DAYS) return undefined;
    const stood = away >= needed;
    const mayBeMarket = stood
      ? isNear
      : canFollow(currency, good, first) && !isPlainError(currency, good, first, quote);
    const inTime = !mayBeMarket || days <= NEAR_EXCURSION_DAYS;
    const isBack =
      !leavesParity(column, good, quote) &&
      (isSameLevel(currency, good, quote, atParity) || hasJustBeen(believed, quote));
    if (inTime && isBack && (!stood || stands(column, index, datasetsToAgree(first.rate, quote.rate)))) return index;
    if (isConfirmed(column, level)) return undefined;
    away += level.length;
  }
  return undefined;
}

/**
 * Whether a quote went out by more than two days may bring and came back to where it was, within a tenth of the way: a
 * market does not. What lies between the datasets of a sparse archive would else be plausible for the time that passed.
 */
function isPlainError({ volatility }: JudgedCurrency, good: DatedRate, away: DatedRate, back: DatedRate): boolean {
  const out = Math.abs(Math.log(away.rate / good.rate));
  return out > 2 * Math.log(plausibleFactor(volatility, 1)) && Math.abs(Math.log(back.rate / good.rate)) <= 0.1 * out;
}

/**
 * How many datasets must agree on a level, as it is with the second one: that one may lie nearer, or come so late that the
 * last good rate was no longer published and is none to measure by.
 */
function datasetsNeeded({ levels }: Column, index: number, good: DatedRate | undefined): number {
  const level = elementAt(levels, index);
  const second = level[1] ?? levels[index + 1]?.[0] ?? level[0];
  const isOld = good && second.day - good.day > MAX_HELD_DAYS;
  return datasetsToAgree(isOld ? undefined : good?.rate, second.rate);
}

/** Whether as many successive datasets agree on a level, from its first quote on, as are needed to believe it. */
function stands({ currency, levels }: Column, from: number, needed: number): boolean {
  const quotes = levels
    .slice(from, from + needed)
    .flat()
    .slice(0, needed);
  return (
    quotes.length === needed && quotes.slice(1).every((quote, i) => canFollow(currency, elementAt(quotes, i), quote))
  );
}
