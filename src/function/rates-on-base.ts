import type { RatesOnBase, Wanted } from '../api/compat/day-on-base.ts';
import { rangeTooLarge } from '../api/compat/frankfurter-v1.ts';
import { datesFrom, dayNumber, yearsBetween } from '../rates/calendar.ts';
import { ratesOn } from '../rates/cross-rate.ts';
import { noneHeld } from '../snapshot/held-dates.ts';
import { lastOfEach } from '../rates/past-rates.ts';
import { crossRatesOfDays, crossRatesOfYears, isWithinReach, lastDayOf } from './past-days.ts';
import type { Published } from './published-data.ts';

/** Maximum number of files read for one response. The host allows 50 on a free account. */
const MAX_READS = 40;

/**
 * Maximum number of rates in one response: a month of all currencies, a year of 14, or ten years of one. In a new
 * isolate they take up to 20 ms of CPU. That is twice the free account's limit, which single requests may exceed.
 */
export const MAX_RATES = 5300;

/**
 * The requested rates, by day.
 *
 * @throws {ApiError} 422 if the range is too large
 */
export async function readRates(wanted: Wanted, published: Published): Promise<RatesOnBase> {
  return wanted.range ? ratesOfRange(wanted, wanted.range, published) : ratesOfDay(wanted, published);
}

/**
 * The rates of a day, by default today. A past day without all requested currencies uses the last earlier day with them,
 * or else the last day with the base, without the missing currencies. Empty if there is no rate of the base.
 */
async function ratesOfDay({ base, codes, date }: Wanted, published: Published): Promise<RatesOnBase> {
  const day = await dayOf([base, ...(codes ?? [])], date, published);
  if (!day?.rates.has(base)) return noRates;
  const rates = ratesOn(base, day.rates)
    .filter(([code]) => codes?.includes(code) ?? true)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    dates: [day.date],
    codes: rates.map(([code]) => code),
    columns: rates.map(([, rate]) => [rate]),
    held: day.held,
  };
}

const noRates: RatesOnBase = { dates: [], codes: [], columns: [], held: noneHeld };

async function dayOf([base = '', ...codes]: readonly string[], date: string | undefined, published: Published) {
  if (date === undefined) return published.day.today;
  const reach = await published.reach();
  const { codes: known } = reach;
  if (!isWithinReach(date, reach, published) || !known.has(base)) return undefined;
  const wanted = [base, ...codes.filter((code) => known.has(code))];
  return (await lastDayOf(wanted, date, published)) ?? lastDayOf([base], date, published);
}

/** The rates of each day in a range. For weeks or months, each currency has its last rate in each of them. */
async function ratesOfRange(
  { base, codes }: Wanted,
  { start, end, step }: NonNullable<Wanted['range']>,
  published: Published,
): Promise<RatesOnBase> {
  const reach = await published.reach();
  const first = start > reach.first ? start : reach.first;
  const last = end !== undefined && end < reach.last ? end : reach.last;
  if (first > last || !reach.codes.has(base)) return noRates;
  const wanted = [...reach.codes].filter((code) => codes?.includes(code) ?? true).sort();
  const firstDay = dayNumber(first);
  const days = dayNumber(last) - firstDay + 1;
  const most = mostDays(first, wanted.length);
  if (days > most) throw rangeTooLarge(most);
  const yearFiles = yearsBetween(first, last).length * (wanted.length + 1);
  const read = yearFiles < days ? crossRatesOfYears : crossRatesOfDays;
  const series = await read(base, wanted, first, last, published);
  return {
    dates: datesFrom(firstDay, days),
    codes: wanted,
    columns: series.map((rates) => lastOfEach(step, rates).rates),
    held: noneHeld,
  };
}

/** Maximum length of a range with this start, in days, whether it is read by year or by day. */
function mostDays(first: string, currencies: number): number {
  const years = Math.floor(MAX_READS / (currencies + 1));
  const inYears = dayNumber(`${Number(first.slice(0, 4)) + years}-01-01`) - dayNumber(first);
  return Math.min(Math.max(MAX_READS, inYears), Math.floor(MAX_RATES / currencies));
}
