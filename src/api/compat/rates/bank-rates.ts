import { noneHeld } from '../../../archive/day-rates.ts';
import { dateAt, dateOfDay, datesFrom, dayNumber, type IsoDate, yearsBetween } from '../../../money/calendar.ts';
import { crossRate, ratesOn } from '../../../money/cross-rate.ts';
import { firstDaysOfUnits } from '../../../money/currencies/unit-changes.ts';
import { elementAt } from '../../../money/element-at.ts';
import { startOf } from '../../../money/interval.ts';
import { meansOnFirstDays } from '../../../money/mean-rates.ts';
import { directionsOf } from '../../../money/quotation.ts';
import type { RateSource } from '../../../sources/rate-source.ts';
import { allOf } from '../../query/all-of.ts';
import { isLack, lackOfDate } from '../../query/lack.ts';
import { ratesOfYear } from '../../query/banks/official-year.ts';
import { lackOfCurrencies, RatesReader } from '../../query/rates-reader.ts';
import type { Site } from '../../query/site.ts';
import { officialYearFile, type SourceDays, sourceDaysFile } from '../../query/source-files.ts';
import type { CompatQuery } from './compat-query.ts';
import { FILES_PER_SERIES, inUnitsOf, noDays, type RatesOnBase } from './rate-table.ts';

/**
 * Maximum number of rates in a response with several currencies: half a year of the European Central Bank's currencies,
 * or seven years of two currencies.
 */
const MAX_RATES = 5400;

/** A bank's rates of the days of a range or, if no range is requested, of a date. */
export async function bankRates(bank: RateSource, query: CompatQuery, site: Site): Promise<RatesOnBase> {
  const days = await site.read(sourceDaysFile(bank, site.day));
  const { base, codes = [], range } = query;
  const known = codes.filter((code) => days.codes.has(code));
  const lack = lackOfCurrencies(bank, known.length > 0 ? [base] : [base, ...codes], days);
  if (lack) return { ...noDays, lack };
  return range ? ratesOfRange(bank, query, range, days, site) : ratesOfDay(bank, query, site);
}

async function ratesOfDay(bank: RateSource, { base, codes, date }: CompatQuery, site: Site): Promise<RatesOnBase> {
  const day = await new RatesReader(bank.key, site).day([base], date);
  if (isLack(day)) return { ...noDays, lack: day };
  const rates = ratesOn(base, day.rates, day.quotation).filter(([code]) => codes?.includes(code) ?? true);
  return {
    dates: [day.date],
    codes: rates.map(([code]) => code),
    columns: rates.map(([, rate]) => [rate]),
    held: day.held,
  };
}

/**
 * If a currency has no rate on the range's first day, its last rate before the range comes first, as in Frankfurter. If
 * the request groups days, each group has its mean on its first day. The mean includes the group's days outside the
 * range. No rate is in another unit of money than the range's.
 */
async function ratesOfRange(
  bank: RateSource,
  { base, codes }: CompatQuery,
  { start, end, group }: NonNullable<CompatQuery['range']>,
  days: SourceDays,
  site: Site,
): Promise<RatesOnBase> {
  const lack = lackOfDate(start, days, site.now, bank.tables[0].daysBack);
  if (lack && lack.is !== 'early') return { ...noDays, lack };
  const today = dateAt(site.now);
  // A range without an end ends today, even if tomorrow's rates are known.
  const newest = end === undefined && days.last > today ? today : days.last;
  const to = end !== undefined && end < newest ? end : newest;
  const from = start > newest ? newest : start < days.first ? days.first : start;
  if (from > to || (end !== undefined && end < start)) return noDays;

  const [begin, until] = [dayNumber(from), dayNumber(to)];
  const before = Math.max(...bank.tables.map(({ daysBack }) => daysBack));
  const firstDay = group ? startOf(group, begin) : begin - before;
  const lastDay = group ? Math.min(startOf(group, until, 1) - 1, dayNumber(newest)) : until;
  const [first, last] = [dateOfDay(firstDay), dateOfDay(lastDay)];
  const wanted = quotedBetween(days, first, last).filter((code) => codes?.includes(code) ?? true);
  const quotes = wanted.filter((code) => code !== base).length;
  const most = quotes > 1 ? Math.floor(MAX_RATES / quotes) : Infinity;
  if (until - begin + 1 > most) return { ...noDays, lack: { lack: 'range_too_large', most } };

  const table: BankTableQuery = { bank, base, codes: wanted, first, last };
  const files = yearsBetween(first, last).length * bank.tables.length;
  const columns = await (files < FILES_PER_SERIES * (wanted.length + 1)
    ? crossRatesOfYears(table, days, site)
    : crossRatesOfSeries(table, site));
  const found: RatesOnBase = {
    dates: datesFrom(firstDay, lastDay - firstDay + 1),
    codes: wanted,
    columns: columns.map((rates, column) => {
      if (!group) return withLastBefore(rates, begin - firstDay);
      const newUnits = firstDaysOfUnits([base, elementAt(wanted, column)]);
      return meansOnFirstDays(group, { firstDay, rates, newUnits });
    }),
    held: noneHeld,
  };
  return inUnitsOf(found, base, start, end);
}

/** The currencies that the bank quoted on some day of a period, in alphabetical order. */
function quotedBetween({ periods }: SourceDays, first: IsoDate, last: IsoDate): string[] {
  return [...periods]
    .filter(([, ofCode]) => ofCode.some(([begin, end]) => begin <= last && end >= first))
    .map(([code]) => code)
    .sort();
}

/** Of the rates before a day, keeps only the last, and only if the day itself has none. */
function withLastBefore(rates: readonly number[], day: number): number[] {
  const last = Number.isNaN(rates[day] ?? NaN) ? rates.findLastIndex((rate, index) => index < day && rate > 0) : day;
  return rates.map((rate, index) => (index < day && index !== last ? NaN : rate));
}

interface BankTableQuery {
  readonly bank: RateSource;
  readonly base: string;
  readonly codes: readonly string[];
  readonly first: IsoDate;
  readonly last: IsoDate;
}

/** Each currency's rate on the base for each day; `NaN` for a day without a rate. Reads one file for each currency. */
async function crossRatesOfSeries({ bank, base, codes, first, last }: BankTableQuery, site: Site): Promise<number[][]> {
  const reader = new RatesReader(bank.key, site);
  const series = await allOf(codes.map((code) => reader.crossRates([base, code], first, last)));
  return series.map(({ rates }) => [...rates]);
}

/** As {@link crossRatesOfSeries}, but reads one file for each table and year. */
async function crossRatesOfYears(
  { bank, base: of, codes, first, last }: BankTableQuery,
  { tables }: SourceDays,
  site: Site,
): Promise<number[][]> {
  const [firstDay, days] = [dayNumber(first), dayNumber(last) - dayNumber(first) + 1];
  const all = [of, ...codes];
  const columns = all.map(() => new Array<number>(days).fill(NaN));
  for (const [index, { key }] of bank.tables.entries()) {
    const reach = tables.get(key);
    if (!reach) continue;
    const [begin, end] = [first > reach.first ? first : reach.first, last < reach.last ? last : reach.last];
    if (begin > end) continue;
    const years = await allOf(yearsBetween(begin, end).map((year) => site.read(officialYearFile(key, year))));
    // The quoted currency has a rate on the days of the first table only.
    const base = index === 0 ? bank.base : '';
    for (const year of years) {
      const found = ratesOfYear(year, { base }, all, begin, end);
      found.dates.forEach((date, row) => {
        const day = dayNumber(date) - firstDay;
        columns.forEach((rates, column) => {
          const rate = found.columns[column]?.[row] ?? NaN;
          // If two tables have a currency on the same day, the first table's rate stays.
          if (Number.isNaN(rates[day])) rates[day] = rate;
        });
      });
    }
  }
  const [ofBase = [], ...others] = columns;
  return others.map((rates, column) => {
    const directions = directionsOf([of, elementAt(codes, column)], bank.quotation);
    return rates.map((rate, day) => {
      const perBase = ofBase[day] ?? NaN;
      return Number.isNaN(rate) || Number.isNaN(perBase) ? NaN : crossRate(perBase, rate, directions);
    });
  });
}
