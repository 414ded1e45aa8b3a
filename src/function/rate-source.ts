import {
  ApiError,
  dateOutOfReach,
  invalidSource,
  nothingNear,
  nothingOfficial,
  otherSource,
} from '../api/format/error.ts';
import { officialReference, type Reference, type SourceName, sourceNames } from '../api/format/fields.ts';
import type { PublishedReach } from '../api/published/published-files.ts';
import { ecb } from '../archive/official-bank.ts';
import { currencyOf, perUsdOfHundredth, subUnits } from '../currencies/sub-units.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { elementAt } from '../rates/element-at.ts';
import type { SourceDays } from '../rates/mean-rates.ts';
import { outsideCoverage } from '../rates/coverage.ts';
import { crossDays, type DailyRates, MAX_DAYS_BACK } from '../rates/past-rates.ts';
import { round } from '../rates/round.ts';
import { type DayRates, noneHeld } from '../validation/snapshot/held-dates.ts';
import { noChanges } from '../archive/source.ts';
import { isKeyOf } from '../text/is-key-of.ts';
import { present } from '../text/present.ts';
import { allOf } from './all-of.ts';
import { assertKnown, type PairCodes, withoutRate } from './endpoints.ts';
import { crossRatesOfYears, daysFor, lastDayOf } from './past-days.ts';
import type { Published } from './published-data.ts';

/** Where rates come from. A response never mixes two sources. */
export interface RateSource {
  /** The response's fields that name the source; undefined for market rates, whose source depends on the day. */
  readonly reference: Reference | undefined;
  /** The base of rates if the request doesn't name a base. */
  readonly base: string;
  /** The days and currencies with rates. */
  reach(): Promise<PublishedReach>;
  /** @throws {ApiError} if a currency never had a rate */
  assertKnown(codes: readonly string[], reach: PublishedReach): void;
  /**
   * The rates of a date or, if the date is undefined, the newest rates. If the date has no rates, the last earlier day
   * is used, at most {@link MAX_DAYS_BACK} days before. A day of market rates is also skipped if it lacks a requested
   * currency.
   *
   * @throws {ApiError} if the rate of a requested currency is missing
   */
  dayWith(codes: readonly string[], date: string | undefined, advice: Advice): Promise<DayRates>;
  /** A pair's rates from one day to another. */
  crossRates(pair: PairCodes, start: string, end: string): Promise<DailyRates>;
  days(): Promise<SourceDays>;
}

/** What an error suggests if rates are missing. It uses the currencies and the source of the request. */
export interface Advice {
  /** How to request the newest rates, such as `Omit date`. */
  readonly newest: string;
  /** The pair whose history is worth looking at if these currencies have no rate. */
  readonly pairOf: (missing: readonly string[]) => PairCodes;
}

/**
 * The name of the source in a query, by default the market.
 *
 * @throws {ApiError} for an unknown source
 */
export function sourceOf(query: URLSearchParams): SourceName {
  const name = query.get('source') ?? 'market';
  if (!isKeyOf(readers, name)) throw invalidSource(name);
  return name;
}

/**
 * Reads rates of a source.
 *
 * @throws {ApiError} if the source lacks the rates. If another source has them, the error says so
 */
export async function readFrom<T>(
  source: SourceName,
  published: Published,
  read: (rates: RateSource) => Promise<T>,
): Promise<T> {
  const readFrom = (name: SourceName) => read(withSubUnits(readers[name](published)));
  try {
    return await readFrom(source);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const other of sourceNames) {
      if (other !== source && (await succeeds(readFrom(other)))) {
        throw new ApiError(error.status, `${error.message}. ${otherSource[other]}`);
      }
    }
    throw error;
  }
}

/** Whether a source has rates. Errors other than `ApiError` are thrown. */
async function succeeds(reading: Promise<unknown>): Promise<boolean> {
  try {
    await reading;
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Adds the rates of requested sub-units, such as pence, to a source. */
function withSubUnits(source: RateSource): RateSource {
  const factorOf = (code: string) => (subUnits.has(code) ? 100 : 1);
  return {
    ...source,
    assertKnown: (codes, reach) => source.assertKnown(codes.map(currencyOf), reach),
    async dayWith(codes, date, advice) {
      const day = await source.dayWith(codes.map(currencyOf), date, advice);
      const asked = codes.filter((code) => subUnits.has(code));
      if (asked.length === 0) return day;
      const [rates, held] = [new Map(day.rates), new Map(day.held)];
      for (const code of asked) {
        rates.set(code, perUsdOfHundredth(present(rates.get(currencyOf(code)), `rate of ${currencyOf(code)}`)));
        const since = held.get(currencyOf(code));
        if (since !== undefined) held.set(code, since);
      }
      return { ...day, rates, held };
    },
    async crossRates([from, to], start, end) {
      const { firstDay, rates } = await source.crossRates([currencyOf(from), currencyOf(to)], start, end);
      const factor = factorOf(to) / factorOf(from);
      return { firstDay, rates: factor === 1 ? rates : rates.map((rate) => (rate ? round(rate * factor) : NaN)) };
    },
  };
}

const readers: Readonly<Record<SourceName, (published: Published) => RateSource>> = {
  market: marketRates,
  ecb: officialRates,
};

/** The dataset's rates. */
function marketRates(published: Published): RateSource {
  const reach = () => published.reach();
  return {
    reference: undefined,
    base: 'USD',
    reach,
    assertKnown,
    async dayWith(codes, date, advice) {
      if (date === undefined) {
        const { today } = published.day;
        const missing = codes.filter((code) => !today.rates.has(code));
        if (missing.length > 0) throw await withoutRate(missing, advice.pairOf(missing), published);
        return today;
      }
      const known = await reach();
      assertKnown(codes, known);
      assertWithinReach('date', date, known, published, advice);
      const last = await lastDayOf(codes, date, published);
      if (last) return last;
      const missing = new Set(codes);
      for await (const { rates } of daysFor(date, published)) for (const code of rates.keys()) missing.delete(code);
      const named = [...(missing.size > 0 ? missing : new Set(codes))];
      throw nothingNear(named, date, advice.pairOf(named), known.first);
    },
    async crossRates([from, to], start, end) {
      return elementAt(await crossRatesOfYears(from, [to], start, end, published), 0);
    },
    async days() {
      const { first, last, gaps } = await published.reach();
      return { first: dayNumber(first), last: dayNumber(last), has: (day) => !gaps.has(dateOfDay(day)) };
    },
  };
}

/** The European Central Bank's rates. Each business day has all currencies that the bank quoted on that day. */
function officialRates(published: Published): RateSource {
  const reach = () => published.officialDays();
  return {
    reference: officialReference,
    base: ecb.base,
    reach,
    assertKnown: assertOfficial,
    async dayWith(codes, date, advice) {
      const known = await reach();
      assertOfficial(codes, known);
      if (date !== undefined) assertWithinReach('date', date, known, published, advice);
      const asked = date ?? known.last;
      const day = await lastBusinessDay(asked, known, published);
      if (!day) throw nothingNear(codes, asked, advice.pairOf(codes), known.first, 'ecb');
      for (const code of codes) if (!day.rates.has(code)) throw nothingOfficial(code, known.periods.get(code), asked);
      return { ...day, held: noneHeld, sources: noChanges };
    },
    async crossRates([from, to], start, end) {
      const series = await allOf([published.officialSeries(from), published.officialSeries(to)]);
      return crossDays([series], start, end);
    },
    async days() {
      const { waiting } = await reach();
      // The series of the base has the rate 1 on each published day, and no rate on other days.
      const { firstDay, rates } = await published.officialSeries(ecb.base);
      return {
        first: firstDay,
        last: firstDay + rates.length - 1,
        has: (day) => rates[day - firstDay] === 1 || waiting.has(dateOfDay(day)),
      };
    },
  };
}

function assertOfficial(codes: readonly string[], { codes: known }: PublishedReach): void {
  for (const code of codes) if (!known.has(code)) throw nothingOfficial(code);
}

/** The last business day up to a date. In early January, that day may be in the previous year's file. */
async function lastBusinessDay(date: string, { first, last }: PublishedReach, published: Published) {
  const earliest = dateOfDay(dayNumber(date) - MAX_DAYS_BACK);
  const until = date < last ? date : last;
  const endOfYearBefore = `${earliest.slice(0, 4)}-12-31`;
  for (const upTo of until > endOfYearBefore ? [until, endOfYearBefore] : [until]) {
    const day = upTo >= first ? await published.lastOfficialDay(upTo) : undefined;
    if (day && day.date >= earliest) return day;
  }
  return undefined;
}

/**
 * @param name the parameter's name, for the message
 * @throws {ApiError} if the source can't have rates for the date
 */
export function assertWithinReach(
  name: string,
  date: string,
  reach: PublishedReach,
  published: Published,
  { newest }: Pick<Advice, 'newest'>,
): void {
  const outside = outsideCoverage(date, reach, published.now);
  if (outside) throw dateOutOfReach(outside, newest, name);
}
