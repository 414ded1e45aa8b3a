import { dayNumber } from '../rates/calendar.ts';
import { areEqual, type ArchivedDay } from './archive.ts';

/*
 * The European Central Bank's euro reference rates: official rates, kept apart from the market rates. Since 1999, the
 * bank has published them on each business day of the euro area.
 */

/** Official rates are units per 1 EUR. Year files have no column for EUR. */
export const OFFICIAL_BASE = 'EUR';
export const FIRST_OFFICIAL_DAY = '1999-01-04';
/** If a currency has had no rate for more than this many calendar days, the bank has stopped quoting the currency. */
export const MAX_OFFICIAL_PAUSE = 14;

/** What went wrong in the last check for new official rates. */
export interface OfficialProblem {
  /** One sentence without its final period. */
  readonly problem: string;
  /** When the last uninterrupted series of checks with a problem began, ISO 8601 UTC with milliseconds. */
  readonly since: string;
}

export interface OfficialRates {
  /** Business days, ascending; at least one. */
  readonly days: readonly ArchivedDay[];
  /** Null if the last check had no problem. */
  readonly problem: OfficialProblem | null;
}

/** Number of latest days whose rates the bank may still correct. It doesn't correct older rates. */
const MAX_CORRECTED_DAYS = 5;

/**
 * Adds the days of a newer file from the bank to the known days. The bank's file has every business day from its first
 * to its last day. So it must contain each known day in that range, with the same rates. Only the last
 * {@link MAX_CORRECTED_DAYS} known days may have other rates.
 *
 * @param known ascending; at least one
 * @param file ascending; at least one
 * @returns all days, and the dates of the corrected days
 * @throws {RangeError} if the file contradicts a known day, or leaves a gap after the last known day
 */
export function withOfficialDays(known: readonly ArchivedDay[], file: readonly ArchivedDay[]) {
  const [first, last] = [file[0]?.date ?? '', file.at(-1)?.date ?? ''];
  const newest = known.at(-1)?.date ?? '';
  if (first > newest) throw new RangeError(`begins on ${first}, after the last known day, ${newest}`);
  const days = new Map(known.map((day) => [day.date, day]));
  const ofFile = new Map(file.map((day) => [day.date, day.rates]));
  const correctedFrom = known.at(-MAX_CORRECTED_DAYS)?.date ?? '';
  const corrected: string[] = [];
  for (const { date, rates } of known) {
    if (date < first || date > last) continue;
    const now = ofFile.get(date);
    if (!now) throw new RangeError(`lacks ${date}, although the archive has rates of that day`);
    if (areEqual(rates, now)) continue;
    if (date < correctedFrom) throw new RangeError(`changes the archived rates of ${date}`);
    corrected.push(date);
  }
  for (const day of file) days.set(day.date, day);
  return { days: [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1)), corrected };
}

/** After this many business days without new rates, something must be wrong. The bank's holidays are shorter. */
export const MAX_OFFICIAL_AGE = 5;

/** The number of business days, Monday to Friday, after one date up to another. */
export function businessDaysSince(date: string, until: string): number {
  // Weekdays since Monday 1969-12-29, which was three days before 1970-01-01.
  const weekdays = (day: number) => Math.floor((day + 3) / 7) * 5 + Math.min(((day + 3) % 7) + 1, 5);
  return weekdays(dayNumber(until)) - weekdays(dayNumber(date));
}

/** Official rates that are so old that the operator should look at them. */
export interface OverdueRates {
  /** The newest date with official rates. */
  readonly asOf: string;
  /** When the last uninterrupted series of checks with a problem began, ISO 8601 UTC. */
  readonly since: string;
}

/**
 * @returns null if the last check had no problem, or the rates are at most {@link MAX_OFFICIAL_AGE} business days old
 */
export function overdueRates({ days, problem }: OfficialRates, now: string): OverdueRates | null {
  const asOf = days.at(-1)?.date ?? FIRST_OFFICIAL_DAY;
  if (!problem || businessDaysSince(asOf, now.slice(0, 10)) <= MAX_OFFICIAL_AGE) return null;
  return { asOf, since: problem.since };
}
