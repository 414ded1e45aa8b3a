import { type WithheldRates, withheldAmong } from '../archive/day-rates.ts';
import { referenceOf } from '../api/query/banks/bank-day.ts';
import { check, checkedRates } from '../api/query/check.ts';
import { withoutOldUnits } from '../api/query/without-old-units.ts';
import { dateAt, dayNumber, instantAt, type IsoDate } from '../money/calendar.ts';
import { directionsOf } from '../money/quotation.ts';
import { checkObject, checkOptions, pairOf } from './arguments.ts';
import { convertAt } from './convert.ts';
import { checkedQuotation, market } from './documents.ts';
import { NoRateForDate, StaleRates, UnknownCurrency } from './errors.ts';
import { type Day, MARKET_STALE_AFTER } from './find-day.ts';
import { isMetal } from '../money/currencies/minor-units.ts';
import { rateBetween } from './rate-between.ts';
import type { Rate, Rounding, Snapshot, SnapshotData } from './ratesheet.d.ts';

/** Names of the options of a conversion. */
export const ofConversion = ['rounding'] satisfies (keyof Rounding)[];

/** A day's rates, with methods that need no network. @param maxAge as in the client's options */
export function daySnapshot(day: Day, maxAge: number | undefined): Snapshot {
  const { base, date, held, source, quotation, references, dated, staleAfter } = day;

  /** A snapshot of today's rates may be kept until a currency has a new unit. */
  const current = () => (dated ? day : withoutOldUnits(day, dateAt(instantAt(Date.now())))).rates;

  /** The oldest date of some currencies' rates. A held rate is usually older than the day. */
  const dateOf = (...codes: string[]): IsoDate => codes.map((code) => held.get(code) ?? date).sort()[0] ?? date;
  /** If a bank publishes some rates only once a week, they are held until then. So only its day can be stale. */
  const isStale = (ofPair: IsoDate) => !dated && (day.stale || ageOf(source === market ? ofPair : date) > staleAfter);

  const rate = (...texts: [from: string, to: string]): Rate => {
    const [from, to] = pairOf(...texts);
    const rates = current();
    const [ofFrom, ofTo] = [rates.get(from), rates.get(to)];
    if (ofFrom === undefined || ofTo === undefined) {
      if (!dated) throw unknown(ofFrom === undefined ? from : to);
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
    const value = rateBetween(ofFrom, ofTo, directionsOf([from, to], quotation));
    return {
      from,
      to,
      rate: value,
      date: ofPair,
      stale,
      source,
      ...referenceOf(day, [from, to]),
      ...withheldAmong(day, [from, to]),
    };
  };

  return {
    base,
    date: dateOf(base),
    get stale() {
      return isStale(dateOf(base));
    },
    source,
    get rates() {
      const rates = current();
      // Market rates per 1 USD are the dataset's own numbers, so they aren't rounded.
      if (base === 'USD' && source === market) return Object.fromEntries(rates);
      const ofBase = rates.get(base);
      if (ofBase === undefined) return {};
      const onBase = (code: string, rate: number) => rateBetween(ofBase, rate, directionsOf([base, code], quotation));
      return Object.fromEntries(Array.from(rates, ([code, rate]) => [code, onBase(code, rate)]));
    },
    held: Object.fromEntries(held),
    withheld: Object.fromEntries(day.withheld ?? []),
    rate,
    convert: ((amount: never, from: string, to: string, options: Rounding = {}) => {
      checkOptions(options, ofConversion);
      return convertAt(rate(from, to), amount, options);
    }) as Snapshot['convert'],
    toJSON() {
      return {
        ...{ base, date, dated, stale: day.stale, staleAfter, source },
        ...{ quotation: quotation.usual, quotedInversely: [...quotation.inverse] },
        ...{ held: this.held, references: Object.fromEntries(references), perUnit: Object.fromEntries(day.rates) },
        withheld: this.withheld,
      };
    },
  };
}

function unknown(code: string): UnknownCurrency {
  const ofMetal = ' A snapshot has a metal only as its base. Use the client’s rate() or convert().';
  return new UnknownCurrency(code, isMetal(code) ? ofMetal : '');
}

/** Number of days from a date to today in UTC. */
function ageOf(date: IsoDate): number {
  return Math.floor(Date.now() / 86_400_000) - dayNumber(date);
}

/** @throws {TypeError | RangeError | UnknownCurrency} if the data isn't a snapshot */
export function restoreSnapshot(data: SnapshotData, maxAge: number | undefined): Snapshot {
  checkObject('data', data, 'Use the object that JSON.parse returns');
  const { base, date, dated, stale, source, held, perUnit } = data;
  // Version 0.3.0 of the client saved snapshots without these fields.
  const {
    staleAfter = source === market ? MARKET_STALE_AFTER : 7,
    quotation: usual = 'indirect',
    quotedInversely = [],
    references = {},
    withheld = {},
  } = data as Partial<SnapshotData>;
  check([dated, stale].every((value) => typeof value === 'boolean') && typeof source === 'string' && staleAfter > 0);
  const quotation = checkedQuotation(usual, quotedInversely);
  check(Object.values(withheld).every(Array.isArray));
  const day = { ...checkedRates(date, held, perUnit), base, source, quotation, dated, stale, staleAfter };
  if (!day.rates.has(base)) throw new UnknownCurrency(base);
  return daySnapshot(
    {
      ...day,
      references: new Map(Object.entries(references)),
      withheld: new Map(Object.entries(withheld)) as WithheldRates,
    },
    maxAge,
  );
}
