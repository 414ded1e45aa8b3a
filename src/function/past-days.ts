import { dateOfDay, dayNumber, yearsBetween } from '../rates/calendar.ts';
import { type DayRates, noneHeld } from '../rates/held-dates.ts';
import { crossDays, type DailyRates, latestDay, MOST_DAYS_BACK } from '../rates/past-rates.ts';
import { allOf } from './both.ts';
import type { PairCodes } from './endpoints.ts';
import type { Published } from './published-data.ts';

/** Whether a day may be asked for: from the first one with rates to tomorrow. */
export async function isWithinReach(date: string, published: Published): Promise<boolean> {
  const { first, last } = await published.reach();
  const latest = latestDay(published.day.checkedAt);
  return date >= first && date <= (latest > last ? latest : last);
}

/**
 * The days that may stand in for a date, the last one first. From the newest day on that is today, as without a date.
 * Before, or if today lacks what is needed, it is a day of the past, which has no held rates, at most
 * {@link MOST_DAYS_BACK} days earlier. Each is read only when it is needed.
 */
export async function* daysFor(date: string, published: Published): AsyncGenerator<DayRates> {
  const { today } = published.day;
  const wanted = dayNumber(date);
  if (date >= today.date && wanted - dayNumber(today.date) <= MOST_DAYS_BACK) yield today;
  for (let day = wanted; day >= wanted - MOST_DAYS_BACK; day--) {
    const past = await published.pastDay(dateOfDay(day));
    if (past) yield { ...past, held: noneHeld };
  }
}

/** The first of these days that has a rate of each of these currencies. */
export async function lastDayOf(
  codes: readonly string[],
  date: string,
  published: Published,
): Promise<DayRates | undefined> {
  for await (const day of daysFor(date, published)) if (codes.every((code) => day.rates.has(code))) return day;
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
