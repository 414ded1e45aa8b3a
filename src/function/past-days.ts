import { dateOfDay, dayNumber, yearsBetween } from '../rates/calendar.ts';
import { type DayRates, noneHeld } from '../rates/held-dates.ts';
import { crossDays, type DailyRates, latestDay, MOST_DAYS_BACK } from '../rates/past-rates.ts';
import { allOf } from './both.ts';
import type { PairCodes, Published } from './endpoints.ts';

/** Whether a day may be asked for: from the first one with rates to tomorrow. */
export async function isWithinReach(date: string, { day, reach }: Published): Promise<boolean> {
  const { first, last } = await reach();
  const latest = latestDay(day.checkedAt);
  return date >= first && date <= (latest > last ? latest : last);
}

/**
 * The last day up to a date that has a rate of each of these currencies, at most {@link MOST_DAYS_BACK} days earlier. From
 * the newest day on that is today, as without a date. Before, or if one of them isn't published today, it is a day of the
 * past, which has no held rates.
 */
export async function lastDayOf(
  codes: readonly string[],
  date: string,
  published: Published,
): Promise<DayRates | undefined> {
  const { today } = published.day;
  const wanted = dayNumber(date);
  const isToday = date >= today.date && wanted - dayNumber(today.date) <= MOST_DAYS_BACK;
  if (isToday && codes.every((code) => today.rates.has(code))) return today;
  for (let day = wanted; day >= wanted - MOST_DAYS_BACK; day--) {
    const past = await published.pastDay(dateOfDay(day));
    if (past && codes.every((code) => past.rates.has(code))) return { ...past, held: noneHeld };
  }
  return undefined;
}

/** A pair's rates in the years from one day to another. */
export async function crossRates(
  [from, to]: PairCodes,
  start: string,
  end: string,
  published: Published,
): Promise<DailyRates> {
  const years = yearsBetween(start, end);
  const ofCodes = await allOf(
    [...new Set([from, to])].flatMap((code) => years.map((year) => published.pastYear(code, year))),
  );
  const ofTo = ofCodes.slice(-years.length);
  const ofBoth = years.flatMap((_, index) => {
    const [one, other] = [ofCodes[index], ofTo[index]];
    return one && other ? [[one, other] as const] : [];
  });
  return crossDays(ofBoth, start, end);
}
