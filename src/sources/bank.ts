import { businessDaysSince, dateOfDay, dayNumber, isWeekend, weekdayOf } from '../money/calendar.ts';
import type { Quotation } from '../money/quotation.ts';

/** How a table's problem begins if only past days couldn't be downloaded. The newest rates are up to date then. */
export const PAST_PROBLEM = 'past days from ';

/** A bank that publishes official rates. Each file in this folder describes one bank. */
export interface Bank {
  /** The bank's name in the parameter `source` and in the paths of its files. */
  readonly key: string;
  readonly name: string;
  /** The name within a sentence: with its article, if it has one. */
  readonly inSentence: string;
  /** ISO 3166 code of the bank's country, or `EU`. */
  readonly country: string;
  /** The bank's key in Frankfurter's API. Keys that it had there before follow. */
  readonly frankfurterKeys: readonly [string, ...string[]];
  /** The field `source` of documents with the bank's rates. `url` is a page where a person can look up the rates. */
  readonly source: {
    readonly name: string;
    readonly url: string;
    /** SPDX identifier of the license. */
    readonly license: string;
    readonly attribution: string;
  };
  /** What the bank's terms allow, in one sentence without its final period. */
  readonly terms: string;
  /** The quoted currency. Files have no column for it. */
  readonly base: string;
  readonly quotation: Quotation;
  /** The bank's lists of rates. If a currency is in several of them, the first list counts. */
  readonly tables: readonly [BankTable, ...BankTable[]];
}

/** One of a bank's lists of rates. */
export interface BankTable {
  /** Name of the table's folder in the archive: the bank's key, and for a further table the key with a suffix. */
  readonly key: string;
  /** The first day with rates that the bank still publishes. */
  readonly firstDay: string;
  readonly rhythm: 'business days' | 'calendar days' | 'Wednesdays';
  /** UTC hours after the beginning of a day by which its rates are published. Negative if they're known a day before. */
  readonly publishedBy: number;
  /** If a day has no rates, the last rates count for this number of days. */
  readonly daysBack: number;
}

/** Whether a table can have rates on a date. A holiday counts as possible, because holidays aren't known here. */
export function canHaveRates(table: BankTable, date: string, now: string): boolean {
  const isInReach = date >= table.firstDay && date <= lastPossibleDay(table, now);
  return isInReach && (table.rhythm === 'calendar days' || !isWeekend(dayNumber(date)));
}

/** The last day whose rates can be known by now: today, or tomorrow. */
export function lastPossibleDay({ publishedBy }: BankTable, now: string): string {
  return dateOfDay(dayNumber(now.slice(0, 'YYYY-MM-DD'.length)) + (publishedBy < 0 ? 1 : 0));
}

/**
 * The last day whose rates should be published by now, unless the bank had a holiday on that day. If a table is weekly,
 * it's the Monday of the week, because before or after a holiday the table has another day of the same week.
 */
export function newestExpected({ publishedBy, rhythm }: BankTable, now: string): string {
  let day = Math.floor((Date.parse(now) / MS_PER_HOUR - publishedBy) / 24);
  while (!isPublicationDay(rhythm, day)) day--;
  return dateOfDay(rhythm === 'Wednesdays' ? day - (WEDNESDAY - MONDAY) : day);
}

/** The time by which a day's rates are published, ISO 8601 UTC. */
export function publicationTime({ publishedBy }: Pick<BankTable, 'publishedBy'>, date: string): string {
  return new Date((dayNumber(date) * 24 + publishedBy) * MS_PER_HOUR).toISOString();
}

/** The first day after a day on which a table's rates are published, unless it's a holiday. */
export function nextPublicationDay({ rhythm }: Pick<BankTable, 'rhythm'>, date: string): string {
  let day = dayNumber(date) + 1;
  while (!isPublicationDay(rhythm, day)) day++;
  return dateOfDay(day);
}

/**
 * The first day after a table's newest day, up to another day, whose rates may still be published; undefined if there is
 * none. A day that was over when the site last checked the bank was a holiday. But a bank with rates for every calendar
 * day has no holidays, and no bank has as many as {@link isOverdue} says.
 *
 * @param checkedAt when the site last checked the bank, ISO 8601 UTC
 */
export function firstOpenDay(table: BankTable, newest: string, until: string, checkedAt: string): string | undefined {
  const mayBeHoliday = table.rhythm !== 'calendar days' && !isOverdue(table, newest, until);
  let date = nextPublicationDay(table, newest);
  // In the week of a holiday, a weekly table has another day.
  if (table.rhythm === 'Wednesdays' && mondayOf(date) <= newest) date = nextPublicationDay(table, date);
  while (mayBeHoliday && date < checkedAt.slice(0, 'YYYY-MM-DD'.length)) date = nextPublicationDay(table, date);
  return date <= until ? date : undefined;
}

function mondayOf(date: string): string {
  const day = dayNumber(date);
  return dateOfDay(day - weekdayOf(day));
}

const MS_PER_HOUR = 3_600_000;

/** As {@link weekdayOf} counts. */
const [MONDAY, WEDNESDAY] = [0, 2];

/** Whether a table has rates on a day, in days since 1970-01-01, unless it's a holiday. */
export function isPublicationDay(rhythm: BankTable['rhythm'], day: number): boolean {
  switch (rhythm) {
    case 'business days':
      return !isWeekend(day);
    case 'calendar days':
      return true;
    case 'Wednesdays':
      return weekdayOf(day) === WEDNESDAY;
  }
}

/** If a currency has had no rate for more than this many calendar days, the bank has stopped quoting the currency. */
export function maxPause({ daysBack }: Pick<BankTable, 'daysBack'>): number {
  return 2 * daysBack;
}

/**
 * Whether a table's newest rates are so old that something must be wrong: more than five business days, or ten for a
 * weekly table. Holidays are shorter.
 */
export function isOverdue({ daysBack }: Pick<BankTable, 'daysBack'>, newest: string, today: string): boolean {
  return businessDaysSince(newest, today) > (daysBack * 5) / 7;
}
