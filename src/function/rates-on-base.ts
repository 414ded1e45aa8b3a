import { ApiError } from '../documents/error.ts';
import type { DayOnBase, Wanted } from '../documents/layouts/day-on-base.ts';
import { dayNumber, knownDateOfDay, yearsBetween } from '../rates/calendar.ts';
import { crossRate } from '../rates/cross-rate.ts';
import { noneHeld } from '../rates/held-dates.ts';
import { type DailyRates, lastOfEach } from '../rates/past-rates.ts';
import { round } from '../rates/round.ts';
import { allOf } from './both.ts';
import { crossRates, isWithinReach, lastDayOf } from './past-days.ts';
import type { Published } from './published-data.ts';

/** Files that one answer may be made of: each read counts against a limit of the host, 50 on a free account. */
const MOST_READS = 40;

/**
 * The rates that are asked for, day by day.
 *
 * @throws {ApiError} 422 where too many files had to be read
 */
export async function readRates(wanted: Wanted, published: Published): Promise<DayOnBase[]> {
  return wanted.range ? ratesOfRange(wanted, wanted.range, published) : ratesOfDay(wanted, published);
}

/**
 * The rates of a day, today's if none is given. Of a past day it is the last one that has all that is wanted, or else
 * the last one with the base: what is not there then is left out. Empty where there is none, or no such base.
 */
async function ratesOfDay({ base, codes, date }: Wanted, published: Published): Promise<DayOnBase[]> {
  const day = await dayOf([base, ...(codes ?? [])], date, published);
  const perUsd = day?.rates.get(base);
  if (!day || perUsd === undefined) return [];
  const rates = Array.from(day.rates, ([code, rate]) => [code, crossRate(perUsd, rate)] as const)
    .filter(([code]) => codes?.includes(code) ?? true)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return [{ date: day.date, held: day.held, rates }];
}

async function dayOf([base = '', ...codes]: readonly string[], date: string | undefined, published: Published) {
  if (date === undefined) return published.day.today;
  if (!(await isWithinReach(date, published))) return undefined;
  const { codes: known } = await published.reach();
  if (!known.has(base)) return undefined;
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
): Promise<DayOnBase[]> {
  const reach = await published.reach();
  const first = start > reach.first ? start : reach.first;
  const last = end !== undefined && end < reach.last ? end : reach.last;
  if (first > last || !reach.codes.has(base)) return [];
  const wanted = [...reach.codes].filter((code) => codes?.includes(code) ?? true).sort();
  const byYear = yearsBetween(first, last).length * (wanted.length + 1);
  const firstDay = dayNumber(first);
  const days = dayNumber(last) - firstDay + 1;
  if (Math.min(byYear, days) > MOST_READS) {
    throw new ApiError(422, `range too large: ask for ${MOST_READS} days at most, or for fewer currencies`);
  }
  const dates = Array.from({ length: days }, (_, day) => knownDateOfDay(firstDay + day));
  const read = byYear < days ? readYears : readDays;
  const series = (await read(base, wanted, dates, published)).map((rates) => lastOfEach(step, rates).rates);
  return dates
    .map((date, day) => ({
      date,
      held: noneHeld,
      rates: wanted.flatMap((code, index): [string, number][] => {
        const rate = series[index]?.[day] ?? NaN;
        return Number.isNaN(rate) ? [] : [[code, rate]];
      }),
    }))
    .filter(({ rates }) => rates.length > 0);
}

type ReadSeries = (
  base: string,
  codes: readonly string[],
  dates: readonly string[],
  published: Published,
) => Promise<DailyRates[]>;

const readYears: ReadSeries = async (base, codes, dates, published) => {
  const read = (code: string) => crossRates([base, code], dates[0] ?? '', dates.at(-1) ?? '', published);
  return allOf(codes.map(read));
};

const readDays: ReadSeries = async (base, codes, dates, published) => {
  const days = await allOf(dates.map((date) => published.pastDay(date)));
  return codes.map((code) => {
    const rates = days.map((day) => {
      const rate = (day?.rates.get(code) ?? NaN) / (day?.rates.get(base) ?? NaN);
      return Number.isNaN(rate) ? NaN : round(rate);
    });
    return { firstDay: dayNumber(dates[0] ?? ''), rates };
  });
};
