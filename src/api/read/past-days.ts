import { listOfPastFiles, pastDayFile, type PastFiles } from '../published/market-files.ts';
import type { PublishedSite } from './site.ts';
import { dateOfDay, datesFrom, dayNumber, yearsBetween } from '../../rates/calendar.ts';
import { type DayRates, noneHeld } from '../../rates/day-rates.ts';
import { crossDays, type DailyRates, MAX_DAYS_BACK, type PastDay } from '../../rates/past-rates.ts';
import { elementAt } from '../../rates/element-at.ts';
import { round } from '../../rates/round.ts';
import { allOf } from './all-of.ts';
import { withoutOldUnits } from './without-old-units.ts';

/** The days with rates, including today, and the currencies that have a rate on any of these days. */
export async function marketCoverage(site: PublishedSite): Promise<PastFiles> {
  return site.read(listOfPastFiles(site.day));
}

/** The valid rates of a past day; null if that day isn't archived. */
async function pastDay(date: string, site: PublishedSite): Promise<PastDay | null> {
  return isArchived(date, await marketCoverage(site)) ? site.read(pastDayFile(date)) : null;
}

/** Whether a day is archived, so that it has a file. */
export function isArchived(date: string, { first, last, gaps, missing }: PastFiles): boolean {
  return date >= first && date <= last && !gaps.has(date) && !missing.has(date);
}

/**
 * The days whose rates a response for a date can use, from the latest to the earliest. If the date is the newest day or
 * later, the first result is today with its held rates. The other results are past days without held rates, at most
 * {@link MAX_DAYS_BACK} days before the date. Each day is read only when needed, and lacks rates in an old unit.
 */
export async function* daysFor(date: string, site: PublishedSite): AsyncGenerator<DayRates> {
  const { today } = site.day;
  const wanted = dayNumber(date);
  if (date >= today.date && wanted - dayNumber(today.date) <= MAX_DAYS_BACK) yield withoutOldUnits(today, date);
  for (let day = wanted; day >= wanted - MAX_DAYS_BACK; day--) {
    const past = await pastDay(dateOfDay(day), site);
    if (!past) continue;
    yield withoutOldUnits({ ...past, held: noneHeld, sources: (await marketCoverage(site)).sources }, date);
  }
}

/** The latest day from {@link daysFor} that has a rate of each currency; undefined if every day lacks a rate. */
export async function lastDayOf(
  codes: readonly string[],
  date: string,
  site: PublishedSite,
): Promise<DayRates | undefined> {
  for await (const day of daysFor(date, site)) if (codes.every((code) => day.rates.has(code))) return day;
  return undefined;
}

/** Reads currencies' rates on a base for a range of days. */
type ReadCrossRates = (
  base: string,
  codes: readonly string[],
  first: string,
  last: string,
  site: PublishedSite,
) => Promise<DailyRates[]>;

/** Reads one file for each currency and year. */
export const crossRatesOfYears: ReadCrossRates = async (base, codes, first, last, site) => {
  const years = yearsBetween(first, last);
  const ofYears = (code: string) => allOf(years.map((year) => site.pastYear(code, year)));
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
export const crossRatesOfDays: ReadCrossRates = async (base, codes, first, last, site) => {
  const firstDay = dayNumber(first);
  const dates = datesFrom(firstDay, dayNumber(last) - firstDay + 1);
  const days = await allOf(dates.map((date) => pastDay(date, site)));
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
