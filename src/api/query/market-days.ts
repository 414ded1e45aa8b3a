import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { MAX_DAYS_BACK, type PastDay } from '../../money/past-rates.ts';
import { market } from '../../sources/market.ts';
import { type DayRates, noneHeld } from '../../archive/day-rates.ts';
import { pastDayFile } from './market-files.ts';
import { type SourceDays, sourceDaysFile } from './source-files.ts';
import type { PublishedSite } from './site.ts';
import { withoutOldUnits } from './without-old-units.ts';

/** The days with market rates, including today. */
export async function marketDays(site: PublishedSite): Promise<SourceDays> {
  return site.read(sourceDaysFile(market, site.day));
}

/** The rates of a request without a date: today's, without those that are in an old unit by the time of the request. */
export function newestRates({ day: { today }, now }: PublishedSite): DayRates {
  const date = now.slice(0, 'YYYY-MM-DD'.length);
  return withoutOldUnits(today, date > today.date ? date : today.date);
}

/** The valid rates of a past day; null if that day isn't archived. */
export async function pastDay(date: string, site: PublishedSite): Promise<PastDay | null> {
  return isArchived(date, await marketDays(site)) ? site.read(pastDayFile(date)) : null;
}

/** Whether a day is archived, so that it has a file. */
export function isArchived(date: string, { tables }: SourceDays): boolean {
  return tables.get(market.tables[0].key)?.isPublished(dayNumber(date)) ?? false;
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
    yield withoutOldUnits({ ...past, held: noneHeld, providers: (await marketDays(site)).providers }, date);
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
