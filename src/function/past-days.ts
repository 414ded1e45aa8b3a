import { dateOfDay, datesFrom, dayNumber, yearsBetween } from '../rates/calendar.ts';
import { type DayRates, noneHeld } from '../validation/snapshot/held-dates.ts';
import { crossDays, type DailyRates, MAX_DAYS_BACK } from '../rates/past-rates.ts';
import { elementAt } from '../rates/element-at.ts';
import { round } from '../rates/round.ts';
import { allOf } from './all-of.ts';
import type { Published } from './published-data.ts';

/**
 * The days whose rates a response for a date can use, from the latest to the earliest. If the date is the newest day or
 * later, the first result is today with its held rates. The other results are past days without held rates, at most
 * {@link MAX_DAYS_BACK} days before the date. Each day is read only when needed.
 */
export async function* daysFor(date: string, published: Published): AsyncGenerator<DayRates> {
  const { today } = published.day;
  const wanted = dayNumber(date);
  if (date >= today.date && wanted - dayNumber(today.date) <= MAX_DAYS_BACK) yield today;
  for (let day = wanted; day >= wanted - MAX_DAYS_BACK; day--) {
    const past = await published.pastDay(dateOfDay(day));
    if (past) yield { ...past, held: noneHeld, sources: (await published.reach()).sources };
  }
}

/** The latest day from {@link daysFor} that has a rate of each currency; undefined if every day lacks a rate. */
export async function lastDayOf(
  codes: readonly string[],
  date: string,
  published: Published,
): Promise<DayRates | undefined> {
  for await (const day of daysFor(date, published)) if (codes.every((code) => day.rates.has(code))) return day;
  return undefined;
}

/** Reads currencies' rates on a base for a range of days. */
type ReadCrossRates = (
  base: string,
  codes: readonly string[],
  first: string,
  last: string,
  published: Published,
) => Promise<DailyRates[]>;

/** Reads one file for each currency and year. */
export const crossRatesOfYears: ReadCrossRates = async (base, codes, first, last, published) => {
  const years = yearsBetween(first, last);
  const ofYears = (code: string) => allOf(years.map((year) => published.pastYear(code, year)));
  const [ofBase = [], ...ofCodes] = await allOf([base, ...codes].map(ofYears));
  return ofCodes.map((ofCode) => {
    const ofBoth = ofBase.flatMap((from, index) => {
      const to = ofCode[index];
      return from && to ? [[from, to] as const] : [];
    });
    return crossDays(ofBoth, first, last);
  });
};

/**
 * Reads one file for each day, for any number of currencies. The inner loop is a function, because in a new isolate
 * many calls of a short function take less time than compiling a long loop while it runs.
 */
export const crossRatesOfDays: ReadCrossRates = async (base, codes, first, last, published) => {
  const firstDay = dayNumber(first);
  const dates = datesFrom(firstDay, dayNumber(last) - firstDay + 1);
  const days = await allOf(dates.map((date) => published.pastDay(date)));
  const columns = codes.map((): number[] => []);
  for (const day of days) {
    const perUsd = day?.rates.get(base) ?? NaN;
    columns.forEach((rates, column) => {
      const rate = (day?.rates.get(elementAt(codes, column)) ?? NaN) / perUsd;
      rates.push(Number.isNaN(rate) ? NaN : round(rate));
    });
  }
  return columns.map((rates) => ({ firstDay, rates }));
};
