import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { type Bank, type BankTable, maxPause } from '../../sources/bank.ts';

/**
 * Largest plausible move of a rate from one day to the next, as a share. From 1999 to 2026, seven moves of the European
 * Central Bank's rates were larger, up to 68%. After each of them, the next day's rate was within this share.
 */
const MAX_MOVE = 0.2;
/**
 * Factor up to which the next day's rate can confirm a move. A larger move is more likely an error that lasts, such as a
 * wrong unit, so only the market dataset or time can confirm it.
 */
const MAX_CONFIRMED_FACTOR = 5;
/** The market dataset can confirm a rate with its days up to this many days before or after, because it lacks days. */
const MARKET_DAYS = 3;

/** A bank's days and the market dataset's days, by date. */
export interface Surroundings {
  readonly bank: Bank;
  readonly table: BankTable;
  readonly archive: ReadonlyMap<string, ArchivedDay>;
  readonly file: ReadonlyMap<string, ArchivedDay>;
  readonly market: ReadonlyMap<string, ArchivedDay>;
}

/**
 * Returns a value of a day in the bank's file that can't be published yet: it has moved too far from the day before in
 * the archive, or has no day before, and neither the next day nor the market dataset agrees. The next day is the file's
 * or, if the file ends earlier, the archive's. Values that are archived already aren't checked.
 */
export function implausibleValue(
  { date, rates }: ArchivedDay,
  { bank, table, archive, file, market }: Surroundings,
): { readonly code: string; readonly value: number } | undefined {
  const day = dayNumber(date);
  const most = maxPause(table);
  const archived = archive.get(date);
  const found = [...rates].find(([code, value]) => {
    if (value === archived?.rates.get(code)) return false;
    const before = nearest(archive, code, day, -1, most);
    if (before !== undefined && isNear(value, before)) return false;
    const next = nearest(file, code, day, 1, most) ?? nearest(archive, code, day, 1, most);
    const isSmall = before === undefined || Math.max(value / before, before / value) <= MAX_CONFIRMED_FACTOR;
    if (isSmall && next !== undefined && isNear(next, value)) return false;
    return !marketRates(market, code, day, bank).some((rate) => isNear(value, rate));
  });
  return found && { code: found[0], value: found[1] };
}

function isNear(rate: number, before: number): boolean {
  return Math.abs(rate / before - 1) <= MAX_MOVE;
}

/** The value of the nearest day before or after a day that has a value; undefined if there is none within `most` days. */
function nearest(
  days: ReadonlyMap<string, ArchivedDay>,
  code: string,
  day: number,
  step: 1 | -1,
  most: number,
): number | undefined {
  for (let back = 1; back <= most; back++) {
    const value = days.get(dateOfDay(day + step * back))?.rates.get(code);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The market's rates around a day, in the bank's quotation. */
function marketRates(
  market: ReadonlyMap<string, ArchivedDay>,
  code: string,
  day: number,
  { base, quotation }: Bank,
): number[] {
  const rates: number[] = [];
  for (let near = day - MARKET_DAYS; near <= day + MARKET_DAYS; near++) {
    const perUsd = market.get(dateOfDay(near))?.rates;
    const [ofBase, ofCode] = [perUsd?.get(base), perUsd?.get(code)];
    if (ofBase !== undefined && ofCode !== undefined) rates.push(crossRate(ofBase, ofCode, quotation));
  }
  return rates;
}
