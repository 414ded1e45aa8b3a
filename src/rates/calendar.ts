import { SERIES_DAYS } from './period.ts';

const MS_PER_DAY = 86_400_000;

/** Days from 1970-01-01 to a date `YYYY-MM-DD` of the proleptic Gregorian calendar, in UTC: no day has another length. */
export function dayNumber(date: string): number {
  return Date.parse(date) / MS_PER_DAY;
}

/** The date `YYYY-MM-DD` so many days after 1970-01-01. */
export function dateOfDay(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

const datesOfDays = new Map<number, string>();

/** The same, remembered: for the days of which there are rates, not for any that a stranger may name. */
export function knownDateOfDay(day: number): string {
  let date = datesOfDays.get(day);
  if (date === undefined) datesOfDays.set(day, (date = dateOfDay(day)));
  return date;
}

/** The dates `YYYY-MM-DD` of a series that ends on `last`: from `days` before to it, both included, ascending. */
export function datesUpTo(last: string, days: number = SERIES_DAYS): string[] {
  const end = dayNumber(last);
  return Array.from({ length: days + 1 }, (_, index) => dateOfDay(end - days + index));
}

/** The years from that of one date to that of another: `2024`, `2025`. */
export function yearsBetween(first: string, last: string): string[] {
  const [begin, end] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  return Array.from({ length: end - begin + 1 }, (_, index) => String(begin + index));
}

/** Whether a value is a valid date `YYYY-MM-DD`. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const day = dayNumber(value);
  // The calendar would take 2025-02-30 for a day of March, and other forms of a date.
  return !Number.isNaN(day) && dateOfDay(day) === value;
}
