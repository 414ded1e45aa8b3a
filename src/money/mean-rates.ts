import { dateOfDay, type IsoDate } from './calendar.ts';
import { elementAt } from './element-at.ts';
import { intervals, type Step } from './interval.ts';
import type { CrossRates, DatedRate } from './past-rates.ts';
import { COMPUTED_DIGITS, decimalsOf, powerOfTen, round } from './rounding/round.ts';

/*
 * An interval in which a unit of the pair changes is cut at the first day of the new unit, and each part has a mean of
 * its own.
 */

/** The mean of a pair's daily rates in an interval or a part of it. Its date is the last averaged day. */
export interface MeanRate extends DatedRate {
  readonly days: number;
  readonly first_date: IsoDate;
  /**
   * Whether the mean is of the whole interval. The interval must lie between the source's first and last day, and every
   * day of it on which the source has rates must be averaged.
   */
  readonly complete: boolean;
}

/** The days on which a source has rates of any currency. Days are numbers of days since 1970-01-01. */
export interface AveragedDays {
  readonly first: number;
  readonly last: number;
  /**
   * Whether the source has rates on a day, archived or not. The result means nothing before `first` or after `last`.
   */
  readonly has: (day: number) => boolean;
}

export function meanOfEach(step: Step, daily: CrossRates, source: AveragedDays): MeanRate[] {
  return ratesOfEach(step, daily).map(({ begin, end, days, rate }) => {
    let missing = -days.length;
    for (let day = begin; day < end; day++) if (source.has(day)) missing++;
    const complete = missing === 0 && begin >= source.first && end <= source.last + 1;
    const [first, last] = [elementAt(days, 0), elementAt(days, days.length - 1)];
    return { date: dateOfDay(last), rate, days: days.length, first_date: dateOfDay(first), complete };
  });
}

/**
 * One value for each day of `daily`. The first day of each interval and of each part has its mean, and other days have
 * `NaN`. If an interval begins before `daily`, the first day of `daily` has its mean.
 */
export function meansOnFirstDays(step: Step, daily: CrossRates): number[] {
  const means = daily.rates.map(() => NaN);
  for (const { first, rate } of ratesOfEach(step, daily)) means[Math.max(0, first - daily.firstDay)] = rate;
  return means;
}

/** The days with rates in each interval or part of it, which begins on the day `first`, and the mean of these rates. */
function ratesOfEach(step: Step, { firstDay, rates, newUnits }: CrossRates) {
  const parts = Array.from(intervals(step, firstDay, firstDay + rates.length - 1), ([begin, end]) => {
    const starts = [begin, ...newUnits.filter((day) => begin < day && day < end)];
    return starts.map((first, part) => {
      const days: number[] = [];
      const ofDays: number[] = [];
      for (let day = Math.max(first, firstDay); day < (starts[part + 1] ?? end); day++) {
        const rate = rates[day - firstDay] ?? NaN;
        if (Number.isNaN(rate)) continue;
        days.push(day);
        ofDays.push(rate);
      }
      return { begin, end, first, days, rate: days.length > 0 ? meanOf(ofDays) : NaN };
    });
  });
  return parts.flat().filter(({ days }) => days.length > 0);
}

/**
 * The mean of rates with 12 significant digits, rounded to 12 digits. It adds whole numbers of the last digit, which is
 * exact. A mean of 20 rates is a tie in one of 20 cases, and the error of another sum would round it down.
 */
function meanOf(rates: readonly number[]): number {
  const decimals = Math.max(...rates.map((rate) => decimalsOf(rate, COMPUTED_DIGITS)));
  const sum = rates.reduce((total, rate) => total + Math.round(rate * powerOfTen(decimals)), 0);
  // If the mean is above a power of ten and a rate is below, the mean has fewer decimals than the rate.
  const fewer = -decimalsOf(sum / rates.length, COMPUTED_DIGITS);
  const mean = Math.round(sum / (rates.length * 10 ** fewer)) / powerOfTen(decimals - fewer);
  if (Number.isSafeInteger(sum) && !Number.isNaN(mean)) return mean;
  // Some rates are extremely small or large, or differ by more than a factor of 100.
  return round(rates.reduce((total, rate) => total + rate, 0) / rates.length);
}
