import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import type { Rates } from '../../rates/rates.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import type { OfficialBank } from '../../archive/official-bank.ts';

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

/** A bank's rates and the market dataset's rates, by date. */
export interface Surroundings {
  readonly bank: OfficialBank;
  readonly archive: ReadonlyMap<string, Rates>;
  readonly file: ReadonlyMap<string, Rates>;
  readonly market: ReadonlyMap<string, Rates>;
}

/**
 * Returns a value of a day in the bank's file that can't be published yet: it has moved too far from the day before in
 * the archive, or has no day before, and neither the next day in the file nor the market dataset agrees. Values that are
 * archived already aren't checked.
 */
export function implausibleValue(
  { date, rates }: ArchivedDay,
  { bank, archive, file, market }: Surroundings,
): { readonly code: string; readonly value: number } | undefined {
  const day = dayNumber(date);
  const archived = archive.get(date);
  const found = [...rates].find(([code, value]) => {
    if (value === archived?.get(code)) return false;
    const before = nearest(archive, code, day, -1, bank.maxPause);
    if (before !== undefined && isNear(value, before)) return false;
    const next = nearest(file, code, day, 1, bank.maxPause);
    const isSmall = before === undefined || Math.max(value / before, before / value) <= MAX_CONFIRMED_FACTOR;
    if (isSmall && next !== undefined && isNear(next, value)) return false;
    return !marketRates(market, code, day, bank.base).some((rate) => isNear(value, rate));
  });
  return found && { code: found[0], value: found[1] };
}

function isNear(rate: number, before: number): boolean {
  return Math.abs(rate / before - 1) <= MAX_MOVE;
}

/** The value of the nearest day before or after a day that has a value; undefined if there is none within `most` days. */
function nearest(
  days: ReadonlyMap<string, Rates>,
  code: string,
  day: number,
  step: 1 | -1,
  most: number,
): number | undefined {
  for (let back = 1; back <= most; back++) {
    const value = days.get(dateOfDay(day + step * back))?.get(code);
    if (value !== undefined) return value;
  }
  return undefined;
}

function marketRates(market: ReadonlyMap<string, Rates>, code: string, day: number, base: string): number[] {
  const rates: number[] = [];
  for (let near = day - MARKET_DAYS; near <= day + MARKET_DAYS; near++) {
    const perUsd = market.get(dateOfDay(near));
    rates.push((perUsd?.get(code) ?? NaN) / (perUsd?.get(base) ?? NaN));
  }
  return rates;
}
