import { dayNumber, type IsoDate } from '../calendar.ts';
import { directionOf, type Quotation } from '../quotation.ts';
import { type Redenomination, redenominations } from './facts.ts';
import { currencyOf } from './sub-units.ts';

/*
 * Rates before and after a redenomination are in different units of money. So no rate is carried over a redenomination,
 * and no mean has rates of both sides.
 */

/** A redenomination: the currency, the first day of its new unit, and how many old units became one new unit. */
export type UnitChange = Pick<Redenomination, 'code' | 'date' | 'ratio'>;

/**
 * The redenominations of some currencies after one date, up to another date, ascending. If there is one, a rate of the
 * first date is in another unit than a rate of the last date.
 *
 * @param units codes, which may be of sub-units
 */
export function unitChanges(units: readonly string[], after: IsoDate, until: IsoDate): UnitChange[] {
  return changesOf(units).filter(({ date }) => after < date && date <= until);
}

/**
 * A currency's rate of one date, in the currency's unit on another date. It's only for comparing the rate with rates of
 * that date, because published rates are in the unit of their day.
 */
export function inUnitOn(
  date: IsoDate,
  { code, rate, of, quotation }: { code: string; rate: number; of: IsoDate; quotation: Quotation },
): number {
  const [first, last] = of < date ? [of, date] : [date, of];
  const ratio = unitChanges([code], first, last).reduce((product, change) => product * change.ratio, 1);
  return of < date === (directionOf(quotation, code) === 'indirect') ? rate / ratio : rate * ratio;
}

/** `SYP has a new unit since 2026-01-01, so earlier rates don’t count.` for each of {@link unitChanges}. */
export function newUnitsInWords(units: readonly string[], after: IsoDate, until: IsoDate): string[] {
  return unitChanges(units, after, until).map(
    ({ code, date }) => `${code} has a new unit since ${date}, so earlier rates don’t count.`,
  );
}

/** As {@link unitChanges}, as the field of documents with rates of several days. There is none without a change. */
export function unitChangesBetween(units: readonly string[], first: IsoDate, last: IsoDate) {
  const changes = unitChanges(units, first, last);
  return changes.length > 0 ? { unit_changes: changes } : {};
}

/** The first days of new units of some currencies, ascending, as numbers of days since 1970-01-01. */
export function firstDaysOfUnits(units: readonly string[]): number[] {
  return changesOf(units).map(({ date }) => dayNumber(date));
}

function changesOf(units: readonly string[]): UnitChange[] {
  return [...new Set(units.map(currencyOf))]
    .flatMap((code) => redenominations.get(code) ?? [])
    .map(({ code, date, ratio }) => ({ code, date, ratio }))
    .sort((one, other) => (one.date < other.date ? -1 : 1));
}
