import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { unitChanges } from '../../money/currencies/unit-changes.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import { type Bank, type BankTable, maxPause } from '../../sources/bank.ts';
import type { MarketRates } from './market-rates.ts';
import { type DaysByDate, nearest } from './nearest.ts';

/**
 * Largest plausible move of a rate from one day to the next, as a share. From 1999 to 2026, seven moves of the European
 * Central Bank's rates were larger, up to 68%. After each of them, the next day's rate was within this share.
 */
const MAX_MOVE = 0.2;
/**
 * A rate may have moved by {@link MAX_MOVE} in so many days. In more days, such as from one quarter's list to the next,
 * more is plausible: it grows with the square root of the days, as moves of markets do.
 */
const DAYS_OF_MOVE = 14;
/**
 * Factor up to which the next day's rate can confirm a move. A larger move is more likely an error that lasts, such as a
 * wrong unit, so only the market dataset or time can confirm it.
 */
const MAX_CONFIRMED_FACTOR = 5;

/** A bank's days, in the archive and in the bank's file, and the market's rates. */
export interface Surroundings {
  readonly bank: Bank;
  readonly table: BankTable;
  readonly archive: DaysByDate;
  readonly file: DaysByDate;
  readonly market: MarketRates;
}

/**
 * Whether a value in the bank's file has moved too far from the day before in the archive, or has no day before, and
 * neither the next day nor the market dataset agrees. The next day is the file's or, if the file ends earlier, the
 * archive's.
 */
export function isImplausible(
  code: string,
  value: number,
  { date }: ArchivedDay,
  { bank, table, archive, file, market }: Surroundings,
): boolean {
  const [day, most] = [dayNumber(date), maxPause(table)];
  const of = { code, day, quotation: bank.quotation };
  const before = nearest(archive, of, -1, most);
  if (before !== undefined && isNear(value, before.value, before.days)) return false;
  const next = nearest(file, of, 1, most) ?? nearest(archive, of, 1, most);
  const isSmall = before === undefined || Math.max(value / before.value, before.value / value) <= MAX_CONFIRMED_FACTOR;
  if (isSmall && next !== undefined && isNear(next.value, value, next.days)) return false;
  // The dataset may also quote the old unit for some days after a redenomination, which validation rejects.
  const isUnitNew = unitChanges([code], dateOfDay(day - most), date).length > 0;
  return !market
    .around(code, day, bank)
    .some((each) => isNear(value, each.rate) && (!isUnitNew || market.isValid(code, each, bank)));
}

function isNear(rate: number, before: number, days = 1): boolean {
  return Math.abs(rate / before - 1) <= plausibleMove(days);
}

/** The largest plausible move of a rate in a number of days, as a share. */
export function plausibleMove(days: number): number {
  return MAX_MOVE * Math.sqrt(Math.max(1, days / DAYS_OF_MOVE));
}
