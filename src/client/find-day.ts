import type { WithheldRates } from '../archive/day-rates.ts';
import { bankDay } from '../api/query/banks/bank-day.ts';
import { withoutHeld } from '../api/query/check.ts';
import { withoutOldUnits } from '../api/query/without-old-units.ts';
import { dateAt, dateOfDay, dayBefore, dayNumber, instantAt, type IsoDate } from '../money/calendar.ts';
import { MAX_DAYS_BACK } from '../money/past-rates.ts';
import { indirect, type Quotation } from '../money/quotation.ts';
import { dateOf, invalid, type Pair } from './arguments.ts';
import { findSource, market, quotationOf, readDay, readOfficialYear, tablesOf, type Today } from './documents.ts';
import { noRate } from './no-rate.ts';
import type { DayOptions } from './ratesheet.d.ts';
import type { Read } from './site-reader.ts';

/** A day's rates, with the fields that decide whether the rates may be used. */
export interface Day extends Today {
  readonly source: string;
  /** The first currency of the request, or else the currency that the source quotes. */
  readonly base: string;
  readonly quotation: Quotation;
  /** The number of the bank's table that each rate is from, by code. */
  readonly references: ReadonlyMap<string, string>;
  /** What waits of a bank's rates since the day, up to the requested day. Omitted for market rates. */
  readonly withheld?: WithheldRates;
  /** Whether a date was requested. Otherwise the rates are today's, and can be stale. */
  readonly dated: boolean;
  /** Rates that are older than this number of days are stale. */
  readonly staleAfter: number;
}

/** Market rates that are older than this number of days are stale. */
export const MARKET_STALE_AFTER = 2;

/**
 * Finds a day that has rates of both currencies.
 *
 * @param pair undefined if the day needs no particular currency
 * @throws {UnknownCurrency | NoRateForDate}
 */
export async function findDay(read: Read, pair: Pair | undefined, options: DayOptions): Promise<Day> {
  const { source = market } = options;
  const [given, before] = [dateOf('date', options), dateOf('before', options)];
  const other = (['date', 'orEarlier'] as const).find((name) => options[name] !== undefined);
  if (before !== undefined && other) throw invalid('before', before, `Omit before, or omit ${other}`);
  const [date, orEarlier = false] = before === undefined ? [given, options.orEarlier] : [dayBefore(before), true];
  // The text 'false', as in a setting, would count as true.
  if (typeof orEarlier !== 'boolean') throw invalid('orEarlier', orEarlier, 'Use true or false');
  const daysOf = source === market ? marketDays : officialDays;
  for await (const day of daysOf(read, source, date, orEarlier, pair)) {
    // If the caller accepts no earlier rates for a date, held rates are omitted.
    const usable = date && !orEarlier ? { ...day, ...withoutHeld(day) } : day;
    const inUnits = withoutOldUnits(usable, before ?? date ?? dateAt(instantAt(Date.now())));
    if (pair && !pair.every((code) => inUnits.rates.has(code))) continue;
    return { ...inUnits, base: pair?.[0] ?? day.base, source, dated: date !== undefined };
  }
  throw await noRate(read, { pair, source, date, orEarlier, unitsOf: before ?? date ?? dateAt(instantAt(Date.now())) });
}

/** The days whose rates may be used, from the latest to the earliest. */
type DaysOf = (
  read: Read,
  source: string,
  date: IsoDate | undefined,
  orEarlier: boolean,
  pair: Pair | undefined,
) => AsyncGenerator<Omit<Day, 'source' | 'dated'>>;

const marketDays: DaysOf = async function* (read, _, date, orEarlier, pair) {
  for (let back = 0; back <= (date && orEarlier ? MAX_DAYS_BACK : 0); back++) {
    const day = await readDay(read, pair ?? [], date && dateOfDay(dayNumber(date) - back));
    if (!day) continue;
    yield { base: 'USD', quotation: indirect, references: new Map(), staleAfter: MARKET_STALE_AFTER, ...day };
  }
};

/** At most one day: an earlier day counts only if a currency of the pair waits, because its rate is in doubt. */
const officialDays: DaysOf = async function* (read, key, date, orEarlier, pair) {
  const source = await findSource(read, key);
  const { quoted_currency: base, last } = source;
  const tables = tablesOf(source);
  const newest = last < dateAt(instantAt(Date.now())) ? last : dateAt(instantAt(Date.now()));
  // Some banks publish tomorrow's rates.
  const asked = date ?? newest;
  const readable = tables.map(({ key, days_back: daysBack, withheld = [], ...reach }) => {
    return { daysBack, reach, withheld, readYear: (year: string) => readOfficialYear(read, key, year) };
  });
  const codes = date && !orEarlier ? [] : (pair ?? []);
  const day = await bankDay({ base }, readable, { date: asked, until: date ?? dateAt(instantAt(Date.now())), codes });
  if (!day || (date && !orEarlier && day.date !== date)) return;
  const staleAfter = tables[0]?.days_back ?? 0;
  yield { base, quotation: quotationOf(source), stale: false, staleAfter, ...day };
};
