import { dayNumber, type IsoDate } from '../money/calendar.ts';
import type { ArchivedDay } from './archive.ts';

/** The first and the last day of a period in which a source quoted a currency, `YYYY-MM-DD`. */
export type Period = readonly [first: IsoDate, last: IsoDate];

/** For each currency, the periods in which a source quoted it, ascending. */
export type QuotedPeriods = ReadonlyMap<string, readonly Period[]>;

/**
 * The periods in which each currency has rates, in alphabetical order.
 *
 * @param days ascending
 * @param pause the most days without a rate within a period
 */
export function quotedPeriods(days: readonly ArchivedDay[], pause: number): QuotedPeriods {
  const found = new Map<string, { readonly periods: [first: IsoDate, last: IsoDate][]; lastDay: number }>();
  // Loops over the rates of each day, because looking up every currency on every day would take several times as long.
  for (const { date, rates } of days) {
    const day = dayNumber(date);
    rates.forEach((_, code) => {
      const known = found.get(code);
      const period = known?.periods.at(-1);
      if (!known || !period) {
        found.set(code, { periods: [[date, date]], lastDay: day });
        return;
      }
      if (day - known.lastDay <= pause) period[1] = date;
      else known.periods.push([date, date]);
      known.lastDay = day;
    });
  }
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map(sorted.map(([code, { periods }]) => [code, periods]));
}

/** The periods of several tables together. */
export function mergedPeriods(tables: readonly QuotedPeriods[], pause: number): QuotedPeriods {
  const [only, ...others] = tables;
  if (only && others.length === 0) return only;
  const codes = [...new Set(tables.flatMap((periods) => [...periods.keys()]))].sort();
  return new Map(
    codes.map((code) => {
      const all = tables.flatMap((periods) => periods.get(code) ?? []).sort(([one], [other]) => (one < other ? -1 : 1));
      const merged: [first: IsoDate, last: IsoDate][] = [];
      for (const [first, last] of all) {
        const before = merged.at(-1);
        if (!before || dayNumber(first) - dayNumber(before[1]) > pause) merged.push([first, last]);
        else if (last > before[1]) before[1] = last;
      }
      return [code, merged];
    }),
  );
}

/** The periods that are in both lists. */
export function commonPeriods(ofOne: readonly Period[] = [], ofOther: readonly Period[] = []): Period[] {
  const common = ofOne.flatMap(([first, last]) =>
    ofOther.map(([otherFirst, otherLast]): Period => [
      first > otherFirst ? first : otherFirst,
      last < otherLast ? last : otherLast,
    ]),
  );
  return common.filter(([first, last]) => first <= last);
}

/**
 * Whether a currency's last rates before a date are from one table.
 *
 * @param ofTable the periods of the table
 * @param ofAll the periods of all tables together
 */
export function isLastTable(ofTable: QuotedPeriods, ofAll: QuotedPeriods, code: string, date: IsoDate): boolean {
  const period = ofTable.get(code)?.findLast(([first]) => first <= date);
  if (!period) return false;
  return date <= period[1] || (ofAll.get(code) ?? []).some(([, last]) => last === period[1]);
}
