import { CODE } from '../../currencies/code.ts';
import { byDate, dateOfDay, dayNumber, isDate, isWeekend, weekdayOf } from '../../rates/calendar.ts';
import type { Quotation } from '../../rates/cross-rate.ts';
import { isPossibleRate } from '../../rates/rates.ts';
import { shifted } from '../../rates/round.ts';
import { type BankResponse, businessDaysSince, type OfficialDay } from '../../archive/official-rates.ts';
import { quoted } from '../../text/quote.ts';

/** How a table's problem begins if only past days couldn't be downloaded. The newest rates are up to date then. */
export const PAST_PROBLEM = 'past days from ';

/** A bank that publishes official rates. Each file in this folder describes one bank and parses its responses. */
export interface Bank {
  /** The bank's name in the parameter `source` and in the paths of its files. */
  readonly key: string;
  readonly name: string;
  /** The name within a sentence: with its article, if it has one. */
  readonly inSentence: string;
  /** The bank's name as visitors of the converter see it, at most ten characters. */
  readonly shortName: string;
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
  /** The most days that one response has. */
  readonly perRequest: number | 'a calendar year' | 'all days';
  /** URL of the response for a range of days. `last` may be in the future. */
  readonly url: (first: string, last: string) => string;
  /** Whether the server says with status 404 that a range has no days. */
  readonly is404Empty?: boolean;
  /** @throws {RangeError} saying what is wrong, if the response has another form */
  readonly parse: (text: string) => BankResponse;
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
  let day = Math.floor((Date.parse(now) / 3_600_000 - publishedBy) / 24);
  while (!isPublicationDay(rhythm, day)) day--;
  return dateOfDay(rhythm === 'Wednesdays' ? day - (WEDNESDAY - MONDAY) : day);
}

/** As {@link weekdayOf} counts. */
const [MONDAY, WEDNESDAY] = [0, 2];

function isPublicationDay(rhythm: BankTable['rhythm'], day: number): boolean {
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

/** One value in a bank's response. */
export interface Quote {
  readonly date: string;
  /** Null if a row of the response is unreadable, so that its whole day is. */
  readonly code: string | null;
  /** The value as the response has it; null if the response says that the bank has none. */
  readonly value: string | number | null;
  /** The number of units that the value is for. */
  readonly units?: number;
  readonly reference?: string;
}

/** Codes in banks' responses that aren't currencies in circulation: special drawing rights and metals. */
const notCurrencies = new Set(['XDR', 'XAU', 'XAG', 'XPT', 'XPD']);

/**
 * Groups the values of a response by day. The order of the values doesn't matter. A day is unreadable if one of its
 * values isn't a rate, or if the response has two different values or references for it.
 *
 * @throws {RangeError} if a date isn't one
 */
export function fileOf(quotes: Iterable<Quote>, base: string): BankResponse {
  const days = new Map<string, Collected>();
  const unreadable = new Map<string, string | null>();
  for (const { date, code, value, units = 1, reference } of quotes) {
    if (!isDate(date)) throw new RangeError(`${quoted(date, 40)} isn't a date`);
    if (code !== null && notCurrencies.has(code)) continue;
    let day = days.get(date);
    if (!day) days.set(date, (day = { rates: new Map(), units: new Map(), reference }));
    const isOfTable = day.reference === reference;
    if (value === null && code !== null && isOfTable) continue;
    const rate = code !== null && CODE.test(code) && code !== base ? rateIn(value, units) : undefined;
    const isKnown = code !== null && day.rates.has(code);
    const isSame = !isKnown || (day.rates.get(code) === rate && (day.units.get(code) ?? 1) === units);
    if (code === null || rate === undefined || !isSame || !isOfTable) {
      // Two different codes count as a whole day, because which of them came first doesn't matter.
      const badCode = isOfTable && CODE.test(code ?? '') ? code : null;
      unreadable.set(date, unreadable.has(date) && unreadable.get(date) !== badCode ? null : badCode);
      continue;
    }
    day.rates.set(code, rate);
    if (units !== 1) day.units.set(code, units);
  }
  for (const [date, { rates }] of days) if (rates.size === 0 && !unreadable.has(date)) unreadable.set(date, null);
  return {
    days: Array.from(days, ([date, day]) => ofDay(date, day))
      .filter(({ date }) => !unreadable.has(date))
      .sort(byDate),
    unreadable: Array.from(unreadable, ([date, code]) => ({ date, code })).sort(byDate),
  };
}

/** The values of a day. */
interface Collected {
  readonly rates: Map<string, number>;
  readonly units: Map<string, number>;
  readonly reference: string | undefined;
}

function ofDay(date: string, { rates, units, reference }: Collected): OfficialDay {
  const sorted = new Map([...rates].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { date, rates: sorted, ...(units.size > 0 && { units }), ...(reference !== undefined && { reference }) };
}

/** The rate for 1 unit, with the digits of the value; undefined if the value isn't a rate. */
function rateIn(value: string | number | null, units: number): number | undefined {
  const text = String(value);
  const zeros = String(units).length - 1;
  if (!/^\d{1,12}(\.\d{1,12})?(e-\d\d?)?$/.test(text) || !/^10*$/.test(String(units))) return undefined;
  const rate = shifted(text, -zeros);
  return isPossibleRate(rate) ? rate : undefined;
}

/**
 * Whether a table's newest rates are so old that something must be wrong: more than five business days, or ten for a
 * weekly table. Holidays are shorter.
 */
export function isOverdue({ daysBack }: Pick<BankTable, 'daysBack'>, newest: string, today: string): boolean {
  return businessDaysSince(newest, today) > (daysBack * 5) / 7;
}
