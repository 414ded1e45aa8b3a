import { dateOfDay } from '../../money/calendar.ts';

/**
 * The days that a chart's axis marks. In a long chart, these are first days of years or months. In a short chart, they
 * are in equal steps back from the last day, because the last day matters most.
 *
 * @param first the chart's first day, in days since 1970-01-01
 * @param most maximum number of marks
 */
export function markedDays(first: number, last: number, most: number): number[] {
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (days.length > DAYS_IN_MONTHS) {
    const start = isMarkedByYear(days.length) ? '-01-01' : '-01';
    const starts = days.filter((day) => dateOfDay(day).endsWith(start));
    const step = Math.ceil(starts.length / most);
    return starts.filter((_, index) => index % step === 0);
  }
  const step = steps.find((days) => (last - first) / days < most) ?? DAYS_IN_MONTHS;
  return days.filter((day) => (last - day) % step === 0);
}

/** How the axis of a chart of this many days writes a marked day. */
export function markFormat(days: number): Intl.DateTimeFormatOptions {
  if (days <= DAYS_IN_MONTHS) return { day: 'numeric', month: 'short' };
  if (isMarkedByYear(days)) return { year: 'numeric' };
  return { month: 'short', ...(days > DAYS_OF_ONE_YEAR && { year: '2-digit' }) };
}

/** Whether a chart of this many days has marks at the first days of years. */
export function isMarkedByYear(days: number): boolean {
  return days > DAYS_IN_YEARS;
}

const DAYS_IN_YEARS = 2000;

/** A chart with more days than this has marks at the first days of months or, if it is very long, of years. */
const DAYS_IN_MONTHS = 180;

/** In a chart of up to this many days, a mark's month is enough. */
const DAYS_OF_ONE_YEAR = 367;

const steps = [1, 2, 5, 7, 14, 30, 60];
