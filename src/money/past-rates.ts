import { datesFrom, datesOfYear, dayNumber, type IsoDate } from './calendar.ts';
import { firstDaysOfUnits } from './currencies/unit-changes.ts';
import { elementAt } from './element-at.ts';
import { intervals, type Step } from './interval.ts';
import { crossRate } from './cross-rate.ts';
import { directionsOf, type Quotation } from './quotation.ts';
import type { Rates } from './rates.ts';

export interface PastDay {
  readonly date: IsoDate;
  /** Units per 1 USD, in the published order. */
  readonly rates: Rates;
}

export interface RatesOfYear {
  /** `YYYY-MM-DD`, ascending. */
  readonly dates: readonly IsoDate[];
  readonly rates: readonly number[];
}

/** If a date has no rate, the latest rate from up to this many days earlier is used. Holidays leave shorter gaps. */
export const MAX_DAYS_BACK = 7;

/**
 * Rates for consecutive days, either of a currency in units per 1 USD or of a pair. The first day is a number,
 * because date texts would take most of the time of a range request.
 */
export interface DailyRates {
  readonly firstDay: number;
  /** One rate for each day; `NaN` if the day has no valid rate. */
  readonly rates: readonly number[];
}

/** A pair's daily rates, whose units of money may change. */
export interface CrossRates extends DailyRates {
  /** The first days of new units of the pair's currencies, ascending, in or outside of the rates' days. */
  readonly newUnits: readonly number[];
}

export interface DatedRate {
  readonly date: IsoDate;
  readonly rate: number;
}

/**
 * Groups days by year and returns each currency's rates, the earliest year first. It's a generator, because the
 * result for all years would take as much memory as the days.
 *
 * @param days ascending by date
 */
export function* ratesByYear(
  days: readonly PastDay[],
): Generator<[year: string, byCode: ReadonlyMap<string, RatesOfYear>]> {
  for (const [year, ofYear] of Map.groupBy(days, ({ date }) => date.slice(0, 'YYYY'.length))) {
    const byCode = new Map<string, { dates: IsoDate[]; rates: number[] }>();
    for (const { date, rates } of ofYear) {
      rates.forEach((rate, code) => {
        let ofCode = byCode.get(code);
        if (!ofCode) byCode.set(code, (ofCode = { dates: [], rates: [] }));
        ofCode.dates.push(date);
        ofCode.rates.push(rate);
      });
    }
    yield [year, byCode];
  }
}

/** A currency's rates for each day of a year; undefined if a date isn't in the year or the dates aren't ascending. */
export function dailyRates(year: string, { dates, rates }: RatesOfYear): DailyRates | undefined {
  const daysOfYear = datesOfYear(Number(year));
  const daily = nanForEach(daysOfYear.length);
  let read = 0;
  for (let day = 0; day < daily.length; day++) {
    if (dates[read] === daysOfYear[day]) daily[day] = rates[read++] ?? NaN;
  }
  return read === dates.length ? { firstDay: dayNumber(`${year}-01-01` as IsoDate), rates: daily } : undefined;
}

/**
 * A pair's rates for each day of a range, rounded to 12 significant digits; `NaN` if a currency has no valid rate.
 *
 * @param codes the two currencies
 * @param years the two currencies' rates, one entry for each year
 * @param first `YYYY-MM-DD`, like `last`
 * @param quotation how the source quotes; omitted for market rates
 */
export function crossDays(
  codes: readonly [from: string, to: string],
  years: readonly (readonly [from: DailyRates, to: DailyRates])[],
  first: IsoDate,
  last: IsoDate,
  quotation?: Quotation,
): CrossRates {
  const [firstDay, lastDay] = [dayNumber(first), dayNumber(last)];
  const rates = nanForEach(lastDay - firstDay + 1);
  const directions = directionsOf(codes, quotation);
  for (const [from, to] of years) {
    const begin = Math.max(firstDay, from.firstDay, to.firstDay);
    const end = Math.min(lastDay + 1, endOf(from), endOf(to));
    for (let day = begin; day < end; day++) {
      const [ofTo, ofFrom] = [to.rates[day - to.firstDay] ?? NaN, from.rates[day - from.firstDay] ?? NaN];
      if (ofTo > 0 && ofFrom > 0) rates[day - firstDay] = crossRate(ofFrom, ofTo, directions);
    }
  }
  return { firstDay, rates, newUnits: firstDaysOfUnits(codes) };
}

function nanForEach(days: number): number[] {
  return new Array<number>(days).fill(NaN);
}

function endOf({ firstDay, rates }: DailyRates): number {
  return firstDay + rates.length;
}

/** The values that a history can have for each interval: the interval's last rate, or the mean of its daily rates. */
export const values = ['last', 'mean'] as const;

/** The last rate of each interval, on the day of that rate; `NaN` on other days. */
export function lastOfEach(step: Step, { firstDay, rates }: DailyRates): DailyRates {
  if (step === 'day') return { firstDay, rates };
  const last = nanForEach(rates.length);
  for (const [begin, end] of intervals(step, firstDay, firstDay + rates.length - 1)) {
    let place = Math.min(end - firstDay, rates.length) - 1;
    while (place > begin - firstDay && Number.isNaN(rates[place])) place--;
    if (place >= 0) last[place] = elementAt(rates, place);
  }
  return { firstDay, rates: last };
}

export function withDates({ firstDay, rates }: DailyRates): DatedRate[] {
  const dates = datesFrom(firstDay, rates.length);
  const dated: DatedRate[] = [];
  for (let day = 0; day < rates.length; day++) {
    const rate = elementAt(rates, day);
    if (!Number.isNaN(rate)) dated.push({ date: elementAt(dates, day), rate });
  }
  return dated;
}
