import {
  businessDaysSince,
  dateAt,
  dateOfDay,
  dayNumber,
  type Instant,
  instantAt,
  type IsoDate,
  isWeekend,
  weekdayOf,
} from '../money/calendar.ts';
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
  /** The bank's key in Frankfurter's API, or one like it if it has none. Keys that it had there before follow. */
  readonly frankfurterKeys: readonly [string, ...string[]];
  /** The field `source` of documents with the bank's rates. `url` is a page where a person can look up the rates. */
  readonly source: {
    readonly name: string;
    readonly url: string;
    /** SPDX identifier of the license. */
    readonly license: string;
    readonly attribution: string;
  };
  /**
   * What the bank's terms allow, as one sentence without a period. If the authors haven't read the terms, `unread` is
   * their address, and a site asks the bank only if its operator names it.
   */
  readonly terms: string | { readonly unread: string };
  /** Anyone between the bank and this service can change a response that comes over http. */
  readonly transport: keyof typeof transportsInWords;
  /** The quoted currency. Files have no column for it. */
  readonly base: string;
  readonly quotation: Quotation;
  /** The bank's lists of rates. If a currency is in several of them, the first list counts. */
  readonly tables: readonly [BankTable, ...BankTable[]];
}

/**
 * For which days a table has rates. The rates of `weeks of business days` are published once a week, and those of
 * `Tuesdays to Saturdays` count from the day after a business day. A table of `quarters` has rates for the last day of
 * each quarter, and for each day on which it's amended.
 */
export type Rhythm =
  'business days' | 'weeks of business days' | 'calendar days' | 'Tuesdays to Saturdays' | 'Wednesdays' | 'quarters';

/** One of a bank's lists of rates. */
export interface BankTable {
  /** Name of the table's folder in the archive: the bank's key, and for a further table the key with a suffix. */
  readonly key: string;
  /** The first day with rates that the bank still publishes. */
  readonly firstDay: IsoDate;
  readonly rhythm: Rhythm;
  /**
   * UTC hours after the beginning of a day by which its rates are published. Negative if they're known a day before. In
   * rhythms of business days, whole days are business days: 33 is 9:00 on the next business day. If a week's rates are
   * published together, the hours begin on the Monday after the week.
   */
  readonly publishedBy: number;
  /** If a day has no rates, the last rates count for this number of days. */
  readonly daysBack: number;
}

/** How a bank's server is reached, and what follows from it. */
export const transportsInWords = {
  https: 'nobody between the bank and this service can change its rates',
  http: 'the bank’s server has only http, so a rate is published only once another source confirms it within about 5%',
} as const;

/** Whether each new value of a bank must agree with another source before it's published. */
export function needsConfirmation({ transport }: Pick<Bank, 'transport'>): boolean {
  return transport === 'http';
}

/** Whether a table can have rates on a date. A holiday counts as possible, because holidays aren't known here. */
export function canHaveRates(table: BankTable, date: IsoDate, now: Instant): boolean {
  const isInReach = date >= table.firstDay && date <= lastPossibleDay(table, now);
  return isInReach && isPossibleDay(table.rhythm, dayNumber(date));
}

function isPossibleDay(rhythm: Rhythm, day: number): boolean {
  if (hasWeekends({ rhythm })) return true;
  // A list that is set on a working Saturday or Sunday counts from the day after it.
  return rhythm === 'Tuesdays to Saturdays' ? weekdayOf(day) !== SUNDAY : !isWeekend(day);
}

function hasWeekends({ rhythm }: Pick<BankTable, 'rhythm'>): boolean {
  return rhythm === 'calendar days' || rhythm === 'quarters';
}

/** The last day whose rates can be known by now: today, or tomorrow. */
export function lastPossibleDay({ publishedBy }: BankTable, now: Instant): IsoDate {
  return dateOfDay(dayNumber(dateAt(now)) + (publishedBy < 0 ? 1 : 0));
}

/**
 * The last day whose rates should be published by now, unless the bank had a holiday on that day. If a table is weekly,
 * it's the Monday of the week, because before or after a holiday the table has another day of the same week.
 */
export function newestExpected(table: BankTable, now: Instant): string {
  let day = dayNumber(lastPossibleDay(table, now));
  while (!isPublicationDay(table.rhythm, day) || publicationTime(table, dateOfDay(day)) > now) day--;
  return dateOfDay(table.rhythm === 'Wednesdays' ? day - (WEDNESDAY - MONDAY) : day);
}

/** Whether a table may have new rates although its newest expected day is known. Quarters are amended on any day. */
export function isAmended({ rhythm }: Pick<BankTable, 'rhythm'>): boolean {
  return rhythm === 'quarters';
}

/** The time by which a day's rates are published, ISO 8601 UTC. */
export function publicationTime({ publishedBy, rhythm }: PublicationRule, date: IsoDate): Instant {
  let day = dayNumber(date);
  if (rhythm === 'weeks of business days') day += 7 - weekdayOf(day);
  let hours = publishedBy;
  for (; !hasWeekends({ rhythm }) && hours >= 24; hours -= 24) {
    day++;
    while (isWeekend(day)) day++;
  }
  return instantAt((day * 24 + hours) * MS_PER_HOUR);
}

/** The part of a table's description that says when it's published. */
type PublicationRule = Pick<BankTable, 'publishedBy' | 'rhythm'>;

/** The first day after a day on which a table's rates are published, unless it's a holiday. */
export function nextPublicationDay({ rhythm }: Pick<BankTable, 'rhythm'>, date: IsoDate): IsoDate {
  let day = dayNumber(date) + 1;
  while (!isPublicationDay(rhythm, day)) day++;
  return dateOfDay(day);
}

/**
 * The first day after a table's newest day, up to another day, whose rates may still be published; undefined if there is
 * none. A day whose rates weren't there at the end of the day of their publication was a holiday. But a bank with rates
 * for every calendar day has no holidays, a quarter is never one, and no bank has as many as {@link isOverdue} says.
 *
 * @param checkedAt when the site last checked the bank, ISO 8601 UTC
 */
export function firstOpenDay(
  table: BankTable,
  newest: IsoDate,
  until: IsoDate,
  checkedAt: Instant,
): IsoDate | undefined {
  const mayBeHoliday = !hasWeekends(table) && !isOverdue(table, newest, until);
  let date = nextPublicationDay(table, newest);
  // In the week of a holiday, a weekly table has another day.
  if (table.rhythm === 'Wednesdays' && mondayOf(date) <= newest) date = nextPublicationDay(table, date);
  while (mayBeHoliday && lastDayOfPublication(table, date) < dateAt(checkedAt)) date = nextPublicationDay(table, date);
  return date <= until ? date : undefined;
}

/** The day by whose end a day's rates are published. If the Monday is a holiday, a week's rates come on the Tuesday. */
function lastDayOfPublication(table: PublicationRule, date: IsoDate): string {
  const day = dateAt(publicationTime(table, date));
  if (table.rhythm === 'weeks of business days') return dateOfDay(dayNumber(day) + 1);
  return day > date ? day : date;
}

function mondayOf(date: IsoDate): string {
  const day = dayNumber(date);
  return dateOfDay(day - weekdayOf(day));
}

const MS_PER_HOUR = 3_600_000;

/** As {@link weekdayOf} counts. */
const [MONDAY, WEDNESDAY, SUNDAY] = [0, 2, 6];

/** Whether a table has rates on a day, in days since 1970-01-01, unless it's a holiday. */
export function isPublicationDay(rhythm: Rhythm, day: number): boolean {
  switch (rhythm) {
    case 'business days':
    case 'weeks of business days':
      return !isWeekend(day);
    case 'calendar days':
      return true;
    case 'Tuesdays to Saturdays':
      return weekdayOf(day) !== SUNDAY && weekdayOf(day) !== MONDAY;
    case 'Wednesdays':
      return weekdayOf(day) === WEDNESDAY;
    case 'quarters':
      return /(03|06|09|12)-..$/.test(dateOfDay(day)) && dateOfDay(day + 1).endsWith('-01');
  }
}

/** About how many business days a table's next rates come after the last. */
export function businessDaysBetween(rhythm: Rhythm): number {
  switch (rhythm) {
    case 'business days':
    case 'weeks of business days':
    case 'calendar days':
    case 'Tuesdays to Saturdays':
      return 1;
    case 'Wednesdays':
      return 5;
    case 'quarters':
      return 65;
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
export function isOverdue({ daysBack }: Pick<BankTable, 'daysBack'>, newest: IsoDate, today: IsoDate): boolean {
  return businessDaysSince(newest, today) > (daysBack * 5) / 7;
}
