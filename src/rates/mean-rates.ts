import { isKeyOf } from '../text/is-key-of.ts';
import { dateOfDay, firstDayOfMonth, monthOf } from './calendar.ts';
import { elementAt } from './element-at.ts';
import type { DailyRates, DatedRate } from './past-rates.ts';
import { round } from './round.ts';

/** The periods of averages, in months. A year has a whole number of each, so a period never crosses a new year. */
const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

export type MeanStep = keyof typeof MONTHS;

export function isMeanStep(step: string): step is MeanStep {
  return isKeyOf(MONTHS, step);
}

/** The mean of a pair's daily rates in a period. Its date is the last averaged day. */
export interface MeanRate extends DatedRate {
  /** The first averaged day, `YYYY-MM-DD`. */
  readonly firstDate: string;
  /** Number of averaged days. */
  readonly days: number;
  /** Whether the period is over, and every day with rates in it was averaged. */
  readonly complete: boolean;
}

/** The days on which a source has rates, whatever the currency. Days are numbers of days since 1970-01-01. */
export interface SourceDays {
  readonly first: number;
  readonly last: number;
  /** @param day from the first to the last */
  readonly has: (day: number) => boolean;
}

/**
 * The mean of the rates of each month, quarter or year, rounded to 12 significant digits. Each sum has at most 366
 * terms, so it needs no compensation.
 */
export function meanOfEach(step: MeanStep, rates: DailyRates, source: SourceDays): MeanRate[] {
  const months = MONTHS[step];
  const firstMonth = monthOf(rates.firstDay);
  const means: MeanRate[] = [];
  const end = rates.firstDay + rates.rates.length;
  for (let month = firstMonth - (firstMonth % months); firstDayOfMonth(month) < end; month += months) {
    const mean = meanOf(rates, firstDayOfMonth(month), firstDayOfMonth(month + months), source);
    if (mean) means.push(mean);
  }
  return means;
}

/** @param end the day after the last one */
function meanOf({ firstDay, rates }: DailyRates, begin: number, end: number, source: SourceDays): MeanRate | undefined {
  const days: number[] = [];
  let complete = begin >= source.first && end <= source.last + 1;
  for (let day = begin; day < end; day++) {
    if (!Number.isNaN(rates[day - firstDay] ?? NaN)) days.push(day);
    else if (complete && source.has(day)) complete = false;
  }
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const sum = days.reduce((total, day) => total + elementAt(rates, day - firstDay), 0);
  return {
    date: dateOfDay(last),
    rate: round(sum / days.length),
    firstDate: dateOfDay(first),
    days: days.length,
    complete,
  };
}
