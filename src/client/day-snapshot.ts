import { check, checkedRates } from '../api/published/check.ts';
import { dayNumber } from '../rates/calendar.ts';
import { checkObject, checkOneOf, checkOptions, pairOf } from './arguments.ts';
import { convertAt } from './convert.ts';
import { NoRateForDate, StaleRates, UnknownCurrency } from './errors.ts';
import { type Day, sources } from './find-day.ts';
import { rateBetween } from './rate-between.ts';
import type { Rate, Rounding, Snapshot, SnapshotData } from './ratesheet.d.ts';

/**
 * Rates that are older than this number of days are stale. The European Central Bank publishes no rates between Maundy
 * Thursday and Easter Tuesday, which are 5 days apart.
 */
const maxAgeOf = { market: 2, ecb: 5 } as const;

/** Names of the options of a conversion. */
export const ofConversion = ['rounding'] satisfies (keyof Rounding)[];

/** A day's rates, with methods that need no network. @param maxAge as in the client's options */
export function daySnapshot(day: Day, base: string, maxAge: number | undefined): Snapshot {
  const { date, held, rates, source, dated } = day;

  /** The oldest date of some currencies' rates. A held rate is usually older than the day. */
  const dateOf = (...codes: string[]) => codes.map((code) => held.get(code) ?? date).sort()[0] ?? date;
  const isStale = (date: string) => !dated && (day.stale || ageOf(date) > maxAgeOf[source]);

  const rate = (...texts: [from: string, to: string]): Rate => {
    const [from, to] = pairOf(...texts);
    const [ofFrom, ofTo] = [rates.get(from), rates.get(to)];
    if (ofFrom === undefined || ofTo === undefined) {
      if (!dated) throw new UnknownCurrency(ofFrom === undefined ? from : to);
      throw new NoRateForDate(
        [from, to],
        `in the snapshot of ${date}`,
        'Use the client’s rate() with orEarlier.',
        date,
      );
    }
    const ofPair = dateOf(from, to);
    const stale = isStale(ofPair);
    const age = ageOf(ofPair);
    if (!dated && (maxAge === undefined ? stale : age > maxAge)) throw new StaleRates(ofPair, age, maxAge);
    return { from, to, rate: rateBetween(ofFrom, ofTo), date: ofPair, stale, source };
  };

  return {
    base,
    date: dateOf(base),
    get stale() {
      return isStale(this.date);
    },
    source,
    get rates() {
      // Market rates per 1 USD are the dataset's own numbers, so they aren't rounded.
      if (base === 'USD' && source === 'market') return Object.fromEntries(rates);
      return Object.fromEntries(Array.from(rates, ([code, rate]) => [code, rateBetween(rates.get(base) ?? NaN, rate)]));
    },
    held: Object.fromEntries(held),
    rate,
    convert: ((amount: never, from: string, to: string, options: Rounding = {}) => {
      checkOptions(options, ofConversion);
      return convertAt(rate(from, to), amount, options);
    }) as Snapshot['convert'],
    toJSON() {
      return { base, date, dated, stale: day.stale, source, held: this.held, perUnit: Object.fromEntries(rates) };
    },
  };
}

/** Number of days from a date to today in UTC. */
function ageOf(date: string): number {
  return Math.floor(Date.now() / 86_400_000) - dayNumber(date);
}

/** @throws {TypeError | RangeError | UnknownCurrency} if the data isn't a snapshot */
export function restoreSnapshot(data: SnapshotData, maxAge: number | undefined): Snapshot {
  checkObject('data', data, 'Use the object that JSON.parse returns');
  const { base, date, dated, stale, source, held, perUnit } = data;
  checkOneOf('source', source, sources);
  check(typeof dated === 'boolean' && typeof stale === 'boolean');
  const day = { ...checkedRates(date, held, perUnit), source, dated, stale };
  if (!day.rates.has(base)) throw new UnknownCurrency(base);
  return daySnapshot(day, base, maxAge);
}
