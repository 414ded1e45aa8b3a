import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import { type Bank, maxPause } from '../../sources/bank.ts';
import { agreementOf, differenceOf, MAX_DIFFERENCE, nearestFirst } from './agreement.ts';
import type { MarketRate, MarketRates } from './market-rates.ts';
import { type DaysByDate, nearest } from './nearest.ts';
import type { Surroundings } from './official-moves.ts';

/*
 * The market dataset contradicts a bank's value if the two differ by more than 5%, and by more than they usually do. For
 * example, two currencies of a row may be exchanged. Some currencies have an official rate that is far from the market's
 * for years. The archive shows for which currencies that is so.
 */

/** A usual difference varies from day to day, so up to this many times the usual difference is allowed. */
const TIMES_USUAL = 2;
/**
 * A value that has moved by at most this much since the day before isn't a new error. If the market contradicts it, the
 * market has moved, or the day before was in doubt, too, and was accepted.
 */
const MAX_UNMOVED = Math.log(1.02);
/** Two exchanged currencies have each other's market rates, within this difference. */
const MAX_SWAP_DIFFERENCE = Math.log(1.02);
/** Number of days from which the usual difference follows. One wrong day among them doesn't matter for their median. */
const USUAL_DAYS = 10;
/** With fewer archived days, the usual difference follows from the other days of the bank's file. */
const MIN_USUAL_DAYS = 5;
/** Days in which these days are searched: two months, so that a weekly table has some, too, or eight quarterly lists. */
const usualReach = ({ daysBack }: Surroundings['table']) => Math.max(60, 8 * daysBack);

/** The codes of a row's values that the market contradicts. */
export function contradictedCodes(row: ArchivedDay, codes: readonly string[], surroundings: Surroundings): string[] {
  const differing = codes.filter((code) => differs(code, row, surroundings));
  return differing.filter((code) => {
    if (isUnmoved(code, row, surroundings)) return false;
    const difference = usualDifference(code, row, isSwapped(code, row, differing, surroundings), surroundings);
    return differs(code, row, surroundings, Math.max(MAX_DIFFERENCE, TIMES_USUAL * difference));
  });
}

function differs(
  code: string,
  { date, rates }: ArchivedDay,
  { bank, market }: Pick<Surroundings, 'bank' | 'market'>,
  allowed = MAX_DIFFERENCE,
): boolean {
  const of = { value: rates.get(code) ?? NaN, day: dayNumber(date) };
  const isValid = (each: MarketRate) => market.isValid(code, each, bank);
  return agreementOf(of, nearestFirst(market.around(code, of.day, bank), of.day), isValid, allowed) === 'differs';
}

function isUnmoved(code: string, { date, rates }: ArchivedDay, { bank, table, archive }: Surroundings): boolean {
  const of = { code, day: dayNumber(date), quotation: bank.quotation };
  const before = nearest(archive, of, -1, maxPause(table));
  return before !== undefined && differenceOf(rates.get(code) ?? NaN, before.value) <= MAX_UNMOVED;
}

/** Whether another differing value of the row is this currency's market rate, and this value is the other currency's. */
function isSwapped(
  code: string,
  { date, rates }: ArchivedDay,
  differing: readonly string[],
  { bank, market }: Surroundings,
): boolean {
  const isRateOf = (value: number, of: string) =>
    market.around(of, dayNumber(date), bank).some(({ rate }) => differenceOf(value, rate) <= MAX_SWAP_DIFFERENCE);
  return differing.some(
    (other) => other !== code && isRateOf(rates.get(code) ?? NaN, other) && isRateOf(rates.get(other) ?? NaN, code),
  );
}

/**
 * How much a bank's rate of a currency usually differs from the market's: the median of the archived days before or, if
 * these are too few, of the file's other days. The file shows nothing if all of its days may have the same error: if two
 * currencies are exchanged, or if its unit is wrong by a power of ten.
 */
function usualDifference(
  code: string,
  { date }: ArchivedDay,
  isSwapped: boolean,
  { bank, table, market, archive, file }: Surroundings,
): number {
  const [day, reach] = [dayNumber(date), usualReach(table)];
  const before = [...steps(-1, reach)].map((step) => day + step);
  const archived = differences(code, before, archive, bank, market);
  if (archived.length >= MIN_USUAL_DAYS) return median(archived);
  if (isSwapped) return 0;
  const around = [...steps(-1, reach), ...steps(1, reach)].sort((one, other) => Math.abs(one) - Math.abs(other));
  const ofFile = differences(
    code,
    around.map((step) => day + step),
    file,
    bank,
    market,
  );
  const usual = ofFile.length > 0 ? median(ofFile) : 0;
  return isPowerOfTen(usual) ? 0 : usual;
}

function* steps(direction: 1 | -1, reach: number): Generator<number> {
  for (let step = 1; step <= reach; step++) yield step * direction;
}

/** The differences of the first of some days that have both a bank's and a market's rate. */
function differences(
  code: string,
  days: readonly number[],
  bankDays: DaysByDate,
  bank: Bank,
  market: MarketRates,
): number[] {
  const found: number[] = [];
  for (const day of days) {
    if (found.length === USUAL_DAYS) break;
    const value = bankDays.get(dateOfDay(day))?.rates.get(code);
    if (value === undefined) continue;
    const rates = market.around(code, day, bank).filter((each: MarketRate) => market.isValid(code, each, bank));
    if (rates.length > 0) found.push(Math.min(...rates.map(({ rate }) => differenceOf(value, rate))));
  }
  return found;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0;
}

function isPowerOfTen(difference: number): boolean {
  const power = Math.round(difference / Math.LN10);
  return power > 0 && Math.abs(difference - power * Math.LN10) <= MAX_DIFFERENCE;
}
