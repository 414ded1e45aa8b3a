import type { IsoDate } from '../../money/calendar.ts';
import { redenominations } from '../../money/currencies/facts.ts';
import type { DayRates } from '../../archive/day-rates.ts';

/**
 * A day's rates as a response for a date can use them: without currencies that were redenominated after their rate, up
 * to the date. Their rates are in the old unit, so an amount would be wrong by the ratio of the units.
 */
export function withoutOldUnits<D extends Pick<DayRates, 'date' | 'rates' | 'held'>>(day: D, date: IsoDate): D {
  const old = Array.from(redenominations.values()).filter((change) => {
    const ofRate = day.held.get(change.code) ?? day.date;
    return ofRate < change.date && change.date <= date;
  });
  if (old.length === 0) return day;
  const [rates, held] = [new Map(day.rates), new Map(day.held)];
  for (const { code } of old) {
    rates.delete(code);
    held.delete(code);
  }
  return { ...day, rates, held };
}
