import { dateOfDay } from '../../money/calendar.ts';
import { inUnitOn } from '../../money/currencies/unit-changes.ts';
import type { Quotation } from '../../money/quotation.ts';
import type { ArchivedDay } from '../../archive/archive.ts';

/** A bank's days by date. */
export type DaysByDate = ReadonlyMap<string, ArchivedDay>;

export interface NearValue {
  readonly value: number;
  /** The number of days between the value's day and the other day. */
  readonly days: number;
}

/**
 * The value of the nearest day before or after a day that has a value, in the currency's unit on the day; undefined if
 * there is none within `most` days.
 */
export function nearest(
  days: DaysByDate,
  { code, day, quotation }: { readonly code: string; readonly day: number; readonly quotation: Quotation },
  step: 1 | -1,
  most: number,
): NearValue | undefined {
  for (let back = 1; back <= most; back++) {
    const of = dateOfDay(day + step * back);
    const rate = days.get(of)?.rates.get(code);
    if (rate !== undefined) return { value: inUnitOn(dateOfDay(day), { code, rate, of, quotation }), days: back };
  }
  return undefined;
}
