import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import type { Coverage } from '../../money/coverage.ts';
import type { Bank, BankTable } from '../../sources/bank.ts';
import type { DayRates } from '../../archive/day-rates.ts';
import { lastDayOfYear, type OfficialPastDay, type OfficialYear } from './official-year.ts';

/*
 * Which of a bank's rates count on a date. The Pages Function and the client share these rules.
 */

export interface ReadableTable extends Pick<BankTable, 'daysBack'> {
  /** The table's first and last day; undefined if it has none. */
  readonly reach: Coverage | undefined;
  readonly readYear: (year: string) => OfficialYear | Promise<OfficialYear>;
}

/**
 * The first table's last day up to a date. The further tables' currencies have their last rates up to that day.
 * Undefined if the first table has no such day.
 */
export async function bankDay(bank: Pick<Bank, 'base'>, [first, ...further]: readonly ReadableTable[], date: string) {
  const day = first && (await lastDayOfTable(first, date));
  if (!day) return undefined;
  const others = [];
  for (const table of further) others.push(await lastDayOfTable(table, day.date));
  return mergedDay(bank, [day, ...others]);
}

/** A table's last day up to a date. In early January, that day may be in the previous year's file. */
async function lastDayOfTable(
  { daysBack, reach, readYear }: ReadableTable,
  date: string,
): Promise<OfficialPastDay | undefined> {
  if (!reach) return undefined;
  const { first, last } = reach;
  const earliest = dateOfDay(dayNumber(date) - daysBack);
  const until = date < last ? date : last;
  const endOfYearBefore = `${earliest.slice(0, 4)}-12-31`;
  for (const upTo of until > endOfYearBefore ? [until, endOfYearBefore] : [until]) {
    const day = upTo >= first ? lastDayOfYear(await readYear(upTo.slice(0, 'YYYY'.length)), upTo) : undefined;
    if (day && day.date >= earliest) return day;
  }
  return undefined;
}

/**
 * The field that names the numbered tables of a bank that rates are from, in the order of the bank's tables. Empty if the
 * tables have no numbers.
 */
export function referenceOf({ references = new Map() }: Pick<DayRates, 'references'>, codes: readonly string[]) {
  const named = [...references].filter(([code]) => codes.includes(code)).map(([, reference]) => reference);
  return named.length > 0 ? { reference: [...new Set(named)].join(', ') } : {};
}

/** The day of a bank's first table, with the last earlier rates of currencies that only its other tables have. */
function mergedDay(
  { base }: Pick<Bank, 'base'>,
  [table, ...others]: readonly [OfficialPastDay, ...(OfficialPastDay | undefined)[]],
) {
  const { date } = table;
  const rates = new Map([[base, 1]]);
  const [held, references] = [new Map<string, string>(), new Map<string, string>()];
  for (const day of [table, ...others]) {
    for (const [code, rate] of day?.rates ?? []) {
      if (!day || rates.has(code)) continue;
      rates.set(code, rate);
      if (day.date < date) held.set(code, day.date);
      if (day.reference !== undefined) references.set(code, day.reference);
    }
  }
  const sorted = new Map([...rates].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { date, rates: sorted, held, references };
}
