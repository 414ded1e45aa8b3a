import { dateOfDay } from '../../money/calendar.ts';
import type { ArchivedDay } from '../../archive/archive.ts';

/** A bank's days by date. */
export type DaysByDate = ReadonlyMap<string, ArchivedDay>;

/** The value of the nearest day before or after a day that has a value; undefined if there is none within `most` days. */
export function nearest(days: DaysByDate, code: string, day: number, step: 1 | -1, most: number): number | undefined {
  for (let back = 1; back <= most; back++) {
    const value = days.get(dateOfDay(day + step * back))?.rates.get(code);
    if (value !== undefined) return value;
  }
  return undefined;
}
