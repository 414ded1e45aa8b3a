import { dateOfDay, dayNumber } from './calendar.ts';
import { crossRate } from './cross-rate.ts';
import { elementAt } from './element-at.ts';
import type { Rates } from './snapshot.ts';

/** What is believed of a day. */
export interface PastDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Units per 1 USD, in the published order. */
  readonly rates: Rates;
}

/** A currency's rates in a year, on the days of which one is believed. */
export interface RatesOfYear {
  /** `YYYY-MM-DD`, ascending. */
  readonly dates: readonly string[];
  /** Units per 1 USD on each. */
  readonly rates: readonly number[];
}

/** So many days before the one that was asked for may be given in its place: over any holidays. */
export const MOST_DAYS_BACK = 7;

/** The last day that may be asked for: the last rates stand in for today's, and east of UTC it is tomorrow. */
export function latestDay(checkedAt: string): string {
  return dateOfDay(dayNumber(checkedAt.slice(0, 10)) + 1);
}

/** A pair's rate on a day. */
export interface DatedRate {
  readonly date: string;
  readonly rate: number;
}

/**
 * A currency's rates by year, the earliest first.
 *
 * @param days in the order of their dates
 */
export function yearsOf(code: string, days: readonly PastDay[]): Map<string, RatesOfYear> {
  const years = new Map<string, { dates: string[]; rates: number[] }>();
  for (const { date, rates } of days) {
    const rate = rates.get(code);
    if (rate === undefined) continue;
    const name = date.slice(0, 4);
    const year = years.get(name) ?? { dates: [], rates: [] };
    year.dates.push(date);
    year.rates.push(rate);
    years.set(name, year);
  }
  return years;
}

/**
 * A pair's rates of a year from one day to another, on the days of which both currencies' are believed, rounded as all that
 * is computed.
 */
export function crossYear(from: RatesOfYear, to: RatesOfYear, first: string, last: string): DatedRate[] {
  const rates: DatedRate[] = [];
  // Mostly both have the same days: then the place in one is that in the other.
  let other = 0;
  for (let at = 0; at < from.dates.length; at++) {
    const date = elementAt(from.dates, at);
    if (date < first) continue;
    if (date > last) break;
    if (to.dates[at] === date) other = at;
    else while (other < to.dates.length && elementAt(to.dates, other) < date) other++;
    if (to.dates[other] === date) {
      rates.push({ date, rate: crossRate(elementAt(from.rates, at), elementAt(to.rates, other)) });
    }
  }
  return rates;
}

/** How far apart the rates of a series are. */
export const steps = ['day', 'week', 'month'] as const;

export type Step = (typeof steps)[number];

export function isStep(text: string): text is Step {
  return steps.some((step) => step === text);
}

/** The last rate of each day, week (Monday to Sunday) or month. */
export function lastOfEach(step: Step, rates: readonly DatedRate[]): readonly DatedRate[] {
  if (step === 'day') return rates;
  const stretchOf = step === 'month' ? ({ date }: DatedRate) => date.slice(0, 7) : weekOf;
  return rates.filter((rate, index) => {
    const next = rates[index + 1];
    return next === undefined || stretchOf(next) !== stretchOf(rate);
  });
}

/** 1970-01-01 was a Thursday. */
function weekOf({ date }: DatedRate): number {
  return Math.floor((dayNumber(date) + 3) / 7);
}
