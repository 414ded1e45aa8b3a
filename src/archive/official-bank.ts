import { dateOfDay, dayNumber, isWeekend } from '../rates/calendar.ts';

/** A bank that publishes official rates, as far as the rules about its rates need to know it. */
export interface OfficialBank {
  /** The bank's name in the parameter `source` and in the paths of its files. */
  readonly key: string;
  readonly name: string;
  /** A page where a person can look up the bank's rates. */
  readonly page: string;
  /** URL of the file with all of the bank's rates. */
  readonly url: string;
  /** The quoted currency: rates are units per 1 unit of it. Year files have no column for it. */
  readonly base: string;
  readonly firstDay: string;
  readonly weekdaysOnly: boolean;
  /** UTC hour by which the bank has published the rates of a day. */
  readonly publishedBy: number;
  /** If a currency has had no rate for more than this many calendar days, the bank has stopped quoting the currency. */
  readonly maxPause: number;
}

export const ecb: OfficialBank = {
  key: 'ecb',
  name: 'European Central Bank',
  page: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
  url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
  base: 'EUR',
  firstDay: '1999-01-04',
  weekdaysOnly: true,
  // 15:30. The bank publishes its rates at about 16:00 Central European Time, which is 15:00 UTC in winter.
  publishedBy: 15.5,
  maxPause: 14,
};

/** Whether the bank can have rates on a date. A holiday counts as possible, because holidays aren't known here. */
export function canHaveRates(bank: OfficialBank, date: string, now: string): boolean {
  return date >= bank.firstDay && date <= now.slice(0, 10) && !(bank.weekdaysOnly && isWeekend(dayNumber(date)));
}

/** The last day whose rates should be published by now, unless the bank had a holiday on that day. */
export function newestExpected({ publishedBy, weekdaysOnly }: OfficialBank, now: string): string {
  let day = Math.floor((Date.parse(now) / 3_600_000 - publishedBy) / 24);
  while (weekdaysOnly && isWeekend(day)) day--;
  return dateOfDay(day);
}
