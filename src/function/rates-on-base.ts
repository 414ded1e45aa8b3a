import type { RatesOnBase, Wanted } from '../api/compat/day-on-base.ts';
import { unprocessable } from '../api/compat/frankfurter-v1.ts';
import { datesFrom, dayNumber, yearsBetween } from '../rates/calendar.ts';
import { ratesOn } from '../rates/cross-rate.ts';
import { noneHeld } from '../snapshot/held-dates.ts';
import { lastOfEach } from '../rates/past-rates.ts';
import { crossRatesOfDays, crossRatesOfYears, isWithinReach, lastDayOf } from './past-days.ts';
import type { Published } from './published-data.ts';

/** Files that one answer may be made of: each read counts against a limit of the host, 50 on a free account. */
const MAX_READS = 40;

/**
 * Rates that one answer may have: a month of all currencies, a year of 14, ten years of one. An isolate that has just
 * started takes up to 20 ms of CPU for so many. That is twice what a free account has, which single requests may exceed.
 */
const MAX_RATES = 5300;

/**
 * The rates that are asked for, day by day.
 *
 * @throws {ApiError} 422 for more days than are possible
 */
export async function readRates(wanted: Wanted, published: Published): Promise<RatesOnBase> {
  return wanted.range ? ratesOfRange(wanted, wanted.range, published) : ratesOfDay(wanted, published);
}

/**
 * The rates of a day, today's if none is given. Of a past day it is the last one that has all that is wanted, or else
 * the last one with the base: what is not there then is left out. Empty where there is none, or no such base.
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

/**
 * The rates of each day from one to another, as far as there are any; of a week or a month those of the last day that
 * each currency has one.
 */
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
  if (days > most) throw unprocessable(`range too large: ask for ${most} days at most, or for fewer currencies`);
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

/** How many days from one on are possible: as far as year files reach, or else day by day. */
function mostDays(first: string, currencies: number): number {
  const years = Math.floor(MAX_READS / (currencies + 1));
  const inYears = dayNumber(`${Number(first.slice(0, 4)) + years}-01-01`) - dayNumber(first);
  return Math.min(Math.max(MAX_READS, inYears), Math.floor(MAX_RATES / currencies));
}
