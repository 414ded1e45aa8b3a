import { SERIES_DAYS } from './period.ts';

/** A date `YYYY-MM-DD`. */
export type IsoDate = `${number}-${number}-${number}`;

/** A date and time in ISO 8601, in UTC with milliseconds: `2026-09-29T06:17:00.000Z`. */
export type Instant = `${IsoDate}T${string}Z`;

/** Dates before and after all rates: the ends of a span without a first or last day. */
export const [EARLIEST, LATEST] = ['0001-01-01', '9999-12-31'] as const satisfies IsoDate[];

export const MS_PER_DAY = 86_400_000;

/** Days from 1970-01-01 to a date `YYYY-MM-DD` of the proleptic Gregorian calendar, in UTC. */
export function dayNumber(date: IsoDate): number {
  return Date.parse(date) / MS_PER_DAY;
}

/** The date `YYYY-MM-DD` that is `day` days after 1970-01-01. */
export function dateOfDay(day: number): IsoDate {
  return dateAt(instantAt(day * MS_PER_DAY));
}

/** The date of an instant, in UTC. */
export function dateAt(instant: Instant): IsoDate {
  return instant.slice(0, 'YYYY-MM-DD'.length) as IsoDate;
}

/** The instant of a Unix time in milliseconds. */
export function instantAt(ms: number): Instant {
  return new Date(ms).toISOString() as Instant;
}

/** The date before a date. */
export function dayBefore(date: IsoDate): IsoDate {
  return dateOfDay(dayNumber(date) - 1);
}

/** The dates `YYYY-MM-DD` of `days` days from `firstDay` on. Callers must limit both, because all years stay cached. */
export function datesFrom(firstDay: number, days: number): IsoDate[] {
  const [first, last] = [dateOfDay(firstDay), dateOfDay(firstDay + days - 1)];
  // Joins all years in one call, because adding them one by one would copy the earlier years each time.
  const dates = ([] as IsoDate[]).concat(...yearsBetween(first, last).map((year) => datesOfYear(Number(year))));
  const begin = dates.indexOf(first);
  return dates.slice(begin, begin + days);
}

/** `01` to `31` */
const DAYS = /* @__PURE__ */ Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0'));

const datesOfYears = new Map<number, readonly IsoDate[]>();

/** A year's dates, cached because creating a `Date` for each day would take most of the time of a range request. */
export function datesOfYear(year: number): readonly IsoDate[] {
  const known = datesOfYears.get(year);
  if (known) return known;
  const dates = DAYS.slice(0, 12).flatMap((month, index) => {
    const days = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
    const prefix = `${year}-${month}-`;
    return DAYS.slice(0, days).map((day) => `${prefix}${day}` as IsoDate);
  });
  datesOfYears.set(year, dates);
  return dates;
}

/** The dates `YYYY-MM-DD` from `days` days before `last` to `last`, both included, ascending. */
export function datesUpTo(last: IsoDate, days: number = SERIES_DAYS): IsoDate[] {
  return datesFrom(dayNumber(last) - days, days + 1);
}

/** Compares two objects by their dates, to sort them ascending. */
export function byDate(one: { readonly date: IsoDate }, other: { readonly date: IsoDate }): number {
  return one.date < other.date ? -1 : one.date > other.date ? 1 : 0;
}

/** The years from the first date's year to the last date's year: `2024`, `2025`. */
export function yearsBetween(first: IsoDate, last: IsoDate): string[] {
  const [begin, end] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  return Array.from({ length: end - begin + 1 }, (_, index) => String(begin + index));
}

/** 0 for Monday to 6 for Sunday. 1970-01-01 was a Thursday. Days before it are negative. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function isWeekend(day: number): boolean {
  return weekdayOf(day) > 4;
}

/** Whether a value is a valid date `YYYY-MM-DD`. */
export function isDate(value: unknown): value is IsoDate {
  return typeof value === 'string' && isInstant(`${value}T00:00:00.000Z`);
}

/** Whether a value is an instant in ISO 8601, in UTC with milliseconds. */
export function isInstant(value: unknown): value is Instant {
  // Years after 9999 are rejected: they take more than 24 characters.
  if (typeof value !== 'string' || value.length !== 24) return false;
  const time = Date.parse(value);
  // Date.parse also accepts 2025-02-30, as a day of March, and other formats.
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

/** Noon of a day in UTC, in Unix seconds. Noon UTC has the same date in every time zone from -12 to +11 hours. */
export function noonOf(date: IsoDate): number {
  return (dayNumber(date) + 0.5) * 86_400;
}

/** Whether a date is in a span of days. Both are `YYYY-MM-DD`. */
export function isInSpan([first, last]: readonly [first: IsoDate, last: IsoDate], date: IsoDate): boolean {
  return first <= date && date <= last;
}

/** The number of business days, Monday to Friday, after one date up to another. */
export function businessDaysSince(date: IsoDate, until: IsoDate): number {
  let days = 0;
  for (let day = dayNumber(date) + 1; day <= dayNumber(until); day++) if (!isWeekend(day)) days++;
  return days;
}
