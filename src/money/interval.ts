import { MS_PER_DAY, weekdayOf } from './calendar.ts';

/** The intervals between the rates of a series. */
export const steps = ['day', 'week', 'month', 'quarter', 'year'] as const;

export type Step = (typeof steps)[number];

export const meanSteps = ['month', 'quarter', 'year'] as const satisfies readonly Step[];

export type MeanStep = (typeof meanSteps)[number];

export function isMeanStep(step: Step): step is MeanStep {
  return meanSteps.some((known) => known === step);
}

const MONTHS = { month: 1, quarter: 3, year: 12 };

/**
 * The first day of the interval that contains a given day, or of a later interval. Weeks begin on Monday.
 *
 * @param day in days since 1970-01-01, like the result
 * @param later number of intervals after the interval that contains the day
 */
export function startOf(step: Step, day: number, later = 0): number {
  if (step === 'day') return day + later;
  if (step === 'week') return day - weekdayOf(day) + 7 * later;
  const date = new Date(day * MS_PER_DAY);
  const months = MONTHS[step];
  const month = date.getUTCMonth();
  return Date.UTC(date.getUTCFullYear(), month - (month % months) + months * later) / MS_PER_DAY;
}

/** Each interval that overlaps a range of days. `end` is the first day of the next interval. */
export function* intervals(step: Step, first: number, last: number): Generator<[begin: number, end: number]> {
  for (let begin = startOf(step, first), end; begin <= last; begin = end) {
    end = startOf(step, begin, 1);
    yield [begin, end];
  }
}
