import { dayNumber } from '../rates/calendar.ts';
import { checkOneOf, pairOf } from './arguments.ts';
import { convertAt } from './convert.ts';
import { check, dayOf } from './documents.ts';
import { NoRateForDate, StaleRates, UnknownCurrency } from './errors.ts';
import { type Day, sources } from './find-day.ts';
import { rateBetween } from './rate-between.ts';
import type { Rate, Rounding, Snapshot, SnapshotData } from './ratesheet.d.ts';

/** Maximum age of rates that aren't stale, in days. The bank pauses from Maundy Thursday to Easter Tuesday. */
const maxAgeOf = { market: 2, ecb: 5 } as const;

/** A day's rates, which convert without a network. @param maxAge as in the client's options */
export function daySnapshot(day: Day, base: string, maxAge: number | undefined): Snapshot {
  const { date, held, rates, source, dated } = day;

  /** The older date of currencies, because held rates have earlier dates. */
  const dateOf = (...codes: string[]) => codes.map((code) => held.get(code) ?? date).sort()[0] ?? date;
  const isStale = (date: string) => !dated && (day.stale || ageOf(date) > maxAgeOf[source]);

  const rate = (...texts: [from: string, to: string]): Rate => {
    const [from, to] = pairOf(...texts);
    const [ofFrom, ofTo] = [rates.get(from), rates.get(to)];
    if (ofFrom === undefined || ofTo === undefined) {
      throw dated ? new NoRateForDate([from, to], date) : new UnknownCurrency(ofFrom === undefined ? from : to);
    }
    const ofPair = dateOf(from, to);
    const stale = isStale(ofPair);
    if (!dated && (maxAge === undefined ? stale : ageOf(ofPair) > maxAge)) throw new StaleRates(ofPair);
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
      // The dataset's own numbers aren't rounded.
      if (base === 'USD' && source === 'market') return Object.fromEntries(rates);
      return Object.fromEntries(Array.from(rates, ([code, rate]) => [code, rateBetween(rates.get(base) ?? NaN, rate)]));
    },
    held: Object.fromEntries(held),
    rate,
    convert: ((amount: never, from: string, to: string, options: Rounding = {}) =>
      convertAt(rate(from, to), amount, options)) as Snapshot['convert'],
    toJSON() {
      return { base, date, dated, stale: day.stale, source, held: this.held, perUnit: Object.fromEntries(rates) };
    },
  };
}

/** The days between a date and today in UTC. */
function ageOf(date: string): number {
  return Math.floor(Date.now() / 86_400_000) - dayNumber(date);
}

/** @throws {TypeError | RangeError} if the data isn't a snapshot, because it may come from a changed file */
export function restoreSnapshot(data: SnapshotData, maxAge: number | undefined): Snapshot {
  const { base, date, dated, stale, source, held, perUnit } = data;
  checkOneOf('source', source, sources);
  check(typeof dated === 'boolean' && typeof stale === 'boolean');
  const day = { ...dayOf(date, held, perUnit), source, dated, stale };
  if (!day.rates.has(base)) throw new UnknownCurrency(base);
  return daySnapshot(day, base, maxAge);
}
