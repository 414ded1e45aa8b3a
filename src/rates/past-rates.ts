import { dateOfDay, datesFrom, datesOfYear, dayNumber } from './calendar.ts';
import { elementAt } from './element-at.ts';
import { round } from './round.ts';
import type { Rates } from './rates.ts';

/** The valid rates of a day. */
export interface PastDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Units per 1 USD, in the published order. */
  readonly rates: Rates;
}

/** A currency's valid rates in a year. */
export interface RatesOfYear {
  /** `YYYY-MM-DD`, ascending. */
  readonly dates: readonly string[];
  /** Units per 1 USD on each. */
  readonly rates: readonly number[];
}

/** So many days before the one that was asked for may be given in its place: over any holidays. */
export const MAX_DAYS_BACK = 7;

/** The last day that may be asked for: the last rates stand in for today's, and east of UTC it is tomorrow. */
export function latestDay(checkedAt: string): string {
  return dateOfDay(dayNumber(checkedAt.slice(0, 10)) + 1);
}

/**
 * Rates day by day, without a hole: of a currency, in units per 1 USD, or of a pair. What takes the time with a range are
 * texts, and there are none here.
 */
export interface DailyRates {
  /** Days since 1970-01-01 of the first one. */
  readonly firstDay: number;
  /** One for each day from then on; `NaN` if none is valid. */
  readonly rates: readonly number[];
}

/** A rate and the day that it is of. */
export interface DatedRate {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly rate: number;
}

/**
 * The years of some days with each currency's rates in it, the earliest first. One year at a time, because together they
 * would take as much memory as the days.
 *
 * @param days in the order of their dates
 */
export function* ratesByYear(
  days: readonly PastDay[],
): Generator<[year: string, byCode: ReadonlyMap<string, RatesOfYear>]> {
  for (const [year, ofYear] of Map.groupBy(days, ({ date }) => date.slice(0, 'YYYY'.length))) {
    const byCode = new Map<string, { dates: string[]; rates: number[] }>();
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

/** A currency's rates of every day of a year; undefined where the dates are not some of it, in order. */
export function dailyRates(year: string, { dates, rates }: RatesOfYear): DailyRates | undefined {
  const daysOfYear = datesOfYear(Number(year));
  const daily = noRates(daysOfYear.length);
  let read = 0;
  for (let day = 0; day < daily.length; day++) {
    if (dates[read] === daysOfYear[day]) daily[day] = rates[read++] ?? NaN;
  }
  return read === dates.length ? { firstDay: dayNumber(`${year}-01-01`), rates: daily } : undefined;
}

/**
 * A pair's rates from one day to another, on the days with a valid rate of both, rounded as all that is
 * computed.
 *
 * @param years the two currencies' rates, a year at a time
 * @param first `YYYY-MM-DD`, as `last`
 */
export function crossDays(
  years: readonly (readonly [from: DailyRates, to: DailyRates])[],
  first: string,
  last: string,
): DailyRates {
  const [firstDay, lastDay] = [dayNumber(first), dayNumber(last)];
  const rates = noRates(lastDay - firstDay + 1);
  for (const [from, to] of years) {
    const begin = Math.max(firstDay, from.firstDay, to.firstDay);
    const end = Math.min(lastDay + 1, endOf(from), endOf(to));
    for (let day = begin; day < end; day++) {
      const rate = (to.rates[day - to.firstDay] ?? NaN) / (from.rates[day - from.firstDay] ?? NaN);
      if (!Number.isNaN(rate)) rates[day - firstDay] = round(rate);
    }
  }
  return { firstDay, rates };
}

function noRates(days: number): number[] {
  return new Array<number>(days).fill(NaN);
}

function endOf({ firstDay, rates }: DailyRates): number {
  return firstDay + rates.length;
}

/** How far apart the rates of a series are. */
export const steps = ['day', 'week', 'month', 'quarter', 'year'] as const;

export type Step = (typeof steps)[number];

export function isStep(text: string): text is Step {
  return steps.some((step) => step === text);
}

/** The last rate of each day, week (Monday to Sunday), month, quarter or year. */
export function lastOfEach(step: Step, { firstDay, rates }: DailyRates): DailyRates {
  if (step === 'day') return { firstDay, rates };
  const dates = datesFrom(firstDay, rates.length);
  const last = noRates(rates.length);
  let later: number | string | undefined;
  for (let day = rates.length - 1; day >= 0; day--) {
    if (Number.isNaN(rates[day])) continue;
    const stretch = stretchOf(step, elementAt(dates, day), firstDay + day);
    if (stretch !== later) last[day] = elementAt(rates, day);
    later = stretch;
  }
  return { firstDay, rates: last };
}

/** What the days of a step have in common. */
function stretchOf(step: Step, date: string, day: number): string | number {
  // 1970-01-01 was a Thursday.
  if (step === 'week') return Math.floor((day + 3) / 7);
  if (step === 'quarter') return date.slice(0, 'YYYY'.length) + String(Math.ceil(Number(date.slice(5, 7)) / 3));
  return date.slice(0, step === 'month' ? 'YYYY-MM'.length : 'YYYY'.length);
}

/** The rates that there are, each with its date, in the order of time. */
export function withDates({ firstDay, rates }: DailyRates): DatedRate[] {
  const dates = datesFrom(firstDay, rates.length);
  const dated: DatedRate[] = [];
  for (let day = 0; day < rates.length; day++) {
    const rate = elementAt(rates, day);
    if (!Number.isNaN(rate)) dated.push({ date: elementAt(dates, day), rate });
  }
  return dated;
}
