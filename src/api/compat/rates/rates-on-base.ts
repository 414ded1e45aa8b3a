import type { Site } from '../../query/site.ts';
import type { CompatQuery } from './compat-query.ts';
import { bankRates } from './bank-rates.ts';
import { inUnitsOf, noDays, type RatesOnBase } from './rate-table.ts';
import { startOf } from '../../../money/interval.ts';
import { meansOnFirstDays } from '../../../money/mean-rates.ts';
import { dateOfDay, datesFrom, dayNumber, type IsoDate } from '../../../money/calendar.ts';
import { crossRate, ratesOn } from '../../../money/cross-rate.ts';
import { firstDaysOfUnits } from '../../../money/currencies/unit-changes.ts';
import { elementAt } from '../../../money/element-at.ts';
import type { CrossRates } from '../../../money/past-rates.ts';
import { roundQuotient } from '../../../money/rounding/exact-rounding.ts';
import { market } from '../../../sources/market.ts';
import type { RateSource } from '../../../sources/rate-source.ts';
import { type DayRates, noneHeld } from '../../../archive/day-rates.ts';
import { allOf } from '../../query/all-of.ts';
import { lackOfDate } from '../../query/lack.ts';
import { RatesReader } from '../../query/rates-reader.ts';
import { daysFor, lastDayOf, marketDays, newestRates, pastDay } from '../../query/market-days.ts';

/** Maximum number of files read for one response. The host allows 50 on a free account. */
const MAX_READS = 40;

/**
 * Maximum number of rates in one response: a month of all currencies, a year of 14 currencies, or 14 years of one
 * currency. In a new isolate, this number of rates takes up to 20 ms of CPU. That is twice the limit of Cloudflare's
 * free plan, but Cloudflare lets an occasional request exceed its limit.
 */
const MAX_RATES = 5400;

/** A source's requested rates: all days of a range or, if no range is requested, the newest rate of each currency. */
export async function readRates(source: RateSource, wanted: CompatQuery, site: Site): Promise<RatesOnBase> {
  if (source !== market) return bankRates(source, wanted, site);
  return wanted.range ? ratesOfRange(wanted, wanted.range, site) : lastRates(wanted, site);
}

/**
 * Today's rates or, if a date is requested, the rates of the last day up to the date that has the base and each
 * requested currency. If no day of the past week has them all, the last day with the base is used, and missing
 * currencies are omitted. The result is empty if the base has no rate.
 */
export async function ratesOfDay({ base, codes, date }: CompatQuery, site: Site): Promise<RatesOnBase> {
  const lack = await lackOf(date, site);
  if (lack) return { ...noDays, lack };
  const day = await dayOf(base, codes, date, site);
  if (!day?.rates.has(base)) return noDays;
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

/** Why there can't be rates of a date; undefined for a date that can have rates, and for today. */
async function lackOf(date: IsoDate | undefined, site: Site) {
  return date === undefined ? undefined : lackOfDate(date, await marketDays(site), site.now);
}

async function dayOf(base: string, codes: CompatQuery['codes'], date: IsoDate | undefined, site: Site) {
  if (date === undefined) return newestRates(site);
  const { codes: known } = await marketDays(site);
  if (!known.has(base)) return undefined;
  const wanted = [base, ...(codes ?? []).filter((code) => known.has(code))];
  const listed = codes ?? [...known];
  return (await lastDayOf(wanted, date, site, listed)) ?? lastDayOf([base], date, site, listed);
}

/**
 * The newest rate of each requested currency up to a day, by default today. The rates may have different dates, so that
 * a currency's result doesn't depend on which other currencies are requested.
 */
async function lastRates({ base, codes, date }: CompatQuery, site: Site): Promise<RatesOnBase> {
  if (date === undefined) return ratesOfDay({ base, codes }, site);
  const [coverage, lack] = [await marketDays(site), await lackOf(date, site)];
  if (lack || !coverage.codes.has(base)) return { ...noDays, lack };
  const missing = new Set([...coverage.codes].filter((code) => codes?.includes(code) ?? true));
  const wanted = [...missing].sort();
  const days: DayRates[] = [];
  const columns = wanted.map((): number[] => []);
  for await (const day of daysFor(date, site, [base, ...wanted])) {
    const perBase = day.rates.get(base);
    if (perBase === undefined) continue;
    days.push(day);
    wanted.forEach((code, index) => {
      const rate = missing.has(code) ? day.rates.get(code) : undefined;
      if (rate !== undefined) missing.delete(code);
      columns[index]?.unshift(rate === undefined ? NaN : crossRate(perBase, rate));
    });
    if (missing.size === 0) break;
  }
  return {
    dates: days.map(({ date }) => date).reverse(),
    codes: wanted,
    columns,
    held: days[0]?.held ?? noneHeld,
  };
}

/**
 * The rates of each day in a range. If the range begins after the newest day, the newest rates count for it. If the
 * request groups days, such as by month, each group has its mean on its first day. The mean includes the group's days
 * outside the range, but none in another unit of money than the range's.
 */
async function ratesOfRange(
  { base, codes }: CompatQuery,
  { start, end, group }: NonNullable<CompatQuery['range']>,
  site: Site,
): Promise<RatesOnBase> {
  const coverage = await marketDays(site);
  const lack = lackOfDate(start, coverage, site.now);
  if (lack && lack.is !== 'early') return { ...noDays, lack };
  const [from, to] = [
    start < coverage.last ? start : coverage.last,
    end !== undefined && end < coverage.last ? end : coverage.last,
  ];
  const [begin, until] = [dayNumber(from > coverage.first ? from : coverage.first), dayNumber(to)];
  if (begin > until || (end !== undefined && end < start) || !coverage.codes.has(base)) return noDays;
  const firstDay = group ? startOf(group, begin) : begin;
  const lastDay = group ? Math.min(startOf(group, until, 1) - 1, dayNumber(coverage.last)) : until;
  const [first, last] = [dateOfDay(firstDay), dateOfDay(lastDay)];
  const wanted = [...coverage.codes].filter((code) => codes?.includes(code) ?? true).sort();
  const days = lastDay - firstDay + 1;
  const most = mostDays(wanted.length);
  if (days > most) return { ...noDays, lack: { lack: 'range_too_large', most } };
  const read = wanted.length + 1 < days ? crossRatesOfSeries : crossRatesOfDays;
  const series = await read(base, wanted, first, last, site);
  const table: RatesOnBase = {
    dates: datesFrom(firstDay, days),
    codes: wanted,
    columns: series.map((rates) => (group ? meansOnFirstDays(group, rates) : rates.rates)),
    held: noneHeld,
  };
  return inUnitsOf(table, base, start, end);
}

/** Maximum length of a range in days. It keeps the response within `MAX_READS` files and `MAX_RATES` rates. */
function mostDays(currencies: number): number {
  return Math.min(currencies < MAX_READS ? Infinity : MAX_READS, Math.floor(MAX_RATES / currencies));
}

/** Reads currencies' rates on a base for a range of days. */
type ReadCrossRates = (
  base: string,
  codes: readonly string[],
  first: IsoDate,
  last: IsoDate,
  site: Site,
) => Promise<CrossRates[]>;

/** Reads one file for each currency. */
const crossRatesOfSeries: ReadCrossRates = (base, codes, first, last, site) => {
  const reader = new RatesReader(market.key, site);
  return allOf(codes.map((code) => reader.crossRates([base, code], first, last)));
};

/**
 * Reads one file for each day, for any number of currencies. The inner loop is a function, because in a new isolate
 * many calls of a short function take less time than compiling a long loop while it runs.
 */
const crossRatesOfDays: ReadCrossRates = async (base, codes, first, last, site) => {
  const firstDay = dayNumber(first);
  const dates = datesFrom(firstDay, dayNumber(last) - firstDay + 1);
  const days = await allOf(dates.map((date) => pastDay(date, site, [base, ...codes])));
  const columns = codes.map((): number[] => []);
  for (const day of days) {
    const perUsd = day?.rates.get(base) ?? NaN;
    columns.forEach((rates, column) => {
      const rate = day?.rates.get(elementAt(codes, column)) ?? NaN;
      rates.push(rate > 0 && perUsd > 0 ? roundQuotient(rate, perUsd) : NaN);
    });
  }
  return columns.map((rates, column) => {
    return { firstDay, rates, newUnits: firstDaysOfUnits([base, elementAt(codes, column)]) };
  });
};
