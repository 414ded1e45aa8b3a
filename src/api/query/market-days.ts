import { dateAt, dateOfDay, dayNumber, type IsoDate } from '../../money/calendar.ts';
import { MAX_DAYS_BACK, type PastDay } from '../../money/past-rates.ts';
import { market } from '../../sources/market.ts';
import { isMetal, metals } from '../../money/currencies/metals.ts';
import { type DayRates, noneHeld } from '../../archive/day-rates.ts';
import { paths } from '../paths.ts';
import { pastDayFile } from './market-files.ts';
import { allOf } from './all-of.ts';
import { seriesFile, type SourceDays, sourceDaysFile } from './source-files.ts';
import type { PublishedSite } from './site.ts';
import { withoutOldUnits } from './without-old-units.ts';

/** The days with market rates, including today. */
export async function marketDays(site: PublishedSite): Promise<SourceDays> {
  return site.read(sourceDaysFile(market, site.day));
}

/** The rates of a request without a date: today's, without those that are in an old unit by the time of the request. */
export function newestRates({ day: { today }, now }: PublishedSite): DayRates {
  const date = dateAt(now);
  return withoutOldUnits(today, date > today.date ? date : today.date);
}

/**
 * The valid rates of a past day; null if that day isn't archived. The day's file lacks metals, so the metals among the
 * codes are read from their own files.
 */
export async function pastDay(date: IsoDate, site: PublishedSite, codes: readonly string[]): Promise<PastDay | null> {
  const days = await marketDays(site);
  if (!isArchived(date, days)) return null;
  const named = metals.filter(({ code }) => codes.includes(code) && days.periods.has(code));
  const [day, ...series] = await allOf([
    site.read(pastDayFile(date)),
    ...named.map(({ code }) => site.read(seriesFile(market, code))),
  ] as const);
  if (named.length === 0) return day;
  const ofMetals = named.flatMap(({ code }, index) => {
    const { firstDay = 0, rates = [] } = series[index] ?? {};
    const rate = rates[dayNumber(date) - firstDay];
    return rate ? [[code, rate] as const] : [];
  });
  return { ...day, rates: new Map([...day.rates, ...ofMetals]) };
}

/** The file that publishes a market rate of a day. */
export function publishedIn(code: string, date: IsoDate, site: PublishedSite): string {
  const isNewest = date === site.day.rate_as_of;
  if (isMetal(code)) return isNewest ? paths.metals : paths.series(market.key, code);
  return isNewest ? paths.referenceRates : paths.ratesOnDate(date);
}

/** Whether a day is archived, so that it has a file. */
export function isArchived(date: IsoDate, { tables }: SourceDays): boolean {
  return tables.get(market.tables[0].key)?.isPublished(dayNumber(date)) ?? false;
}

/**
 * The days whose rates a response for a date can use, from the latest to the earliest. If the date is the newest day or
 * later, the first result is today with its held rates. The other results are past days without held rates, at most
 * {@link MAX_DAYS_BACK} days before the date. Each day is read only when needed, and lacks rates in an old unit. A past
 * day has only the metals among the codes.
 */
export async function* daysFor(date: IsoDate, site: PublishedSite, codes: readonly string[]): AsyncGenerator<DayRates> {
  const { today } = site.day;
  const wanted = dayNumber(date);
  if (date >= today.date && wanted - dayNumber(today.date) <= MAX_DAYS_BACK) yield withoutOldUnits(today, date);
  for (let day = wanted; day >= wanted - MAX_DAYS_BACK; day--) {
    const past = await pastDay(dateOfDay(day), site, codes);
    if (!past) continue;
    yield withoutOldUnits({ ...past, held: noneHeld, providers: (await marketDays(site)).providers }, date);
  }
}

/**
 * The latest day from {@link daysFor} that has a rate of each currency; undefined if every day lacks a rate.
 *
 * @param listed the codes of further rates that the day has, if they exist
 */
export async function lastDayOf(
  codes: readonly string[],
  date: IsoDate,
  site: PublishedSite,
  listed: readonly string[],
): Promise<DayRates | undefined> {
  for await (const day of daysFor(date, site, [...codes, ...listed]))
    if (codes.every((code) => day.rates.has(code))) return day;
  return undefined;
}
