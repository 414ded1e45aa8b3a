import { isMetal } from '../../currencies/metals.ts';
import { currencyOf, subUnits, unitOf } from '../../currencies/sub-units.ts';
import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import type { SourceDays } from '../../rates/mean-rates.ts';
import { type Coverage, outsideCoverage } from '../../rates/coverage.ts';
import { crossDays, type DailyRates, withDates } from '../../rates/past-rates.ts';
import { round, shifted } from '../../rates/round.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { noChanges } from '../../archive/source.ts';
import type { Bank, BankTable } from '../../sources/banks/bank.ts';
import { banks } from '../../sources/banks/banks.ts';
import { present } from '../../text/present.ts';
import {
  ApiError,
  type CurrencyListPath,
  dateOutOfReach,
  nothingFetchedYet,
  nothingNear,
  nothingOfficial,
  nothingToday,
  otherSource,
  type PairCodes,
  unsupportedCurrency,
  unsupportedMetal,
} from '../error.ts';
import { addresses } from '../paths.ts';
import { bankDay } from '../published/bank-day.ts';
import { requestAddress } from '../request-address.ts';
import type { PublishedCoverage } from '../published/market-files.ts';
import { officialReference, type SourceFields, sourceNames } from '../source-fields.ts';
import { allOf } from './all-of.ts';
import { withoutOldUnits } from './without-old-units.ts';
import {
  type OfficialCoverage,
  officialDaysFile,
  type QuotedSpan,
  officialSeriesFile,
  officialYearFile,
} from '../published/official-files.ts';
import { crossRatesOfYears, daysFor, lastDayOf, marketCoverage } from './past-days.ts';
import type { PublishedSite } from './site.ts';

/** Where rates come from. A response never mixes two sources. */
export interface RateSource {
  /** The response's fields that name the source; undefined for market rates, whose source depends on the day. */
  readonly reference: SourceFields | undefined;
  /** The base of rates if the request doesn't name a base. */
  readonly base: string;
  /** The days and currencies with rates. */
  coverage(): Promise<PublishedCoverage>;
  /** @throws {ApiError} if a currency never had a rate */
  assertKnown(codes: readonly string[], coverage: PublishedCoverage): void;
  /**
   * The rates of a date or, if the date is undefined, the newest rates. If the date has no rates, the last earlier day
   * is used, at most {@link MAX_DAYS_BACK} days before. A day of market rates is also skipped if it lacks a requested
   * currency.
   *
   * @throws {ApiError} if the rate of a requested currency is missing
   */
  dayWith(codes: readonly string[], date: string | undefined, advice: Suggestion): Promise<DayRates>;
  /** A pair's rates from one day to another. */
  crossRates(pair: PairCodes, start: string, end: string): Promise<DailyRates>;
  /** The periods in which the source has rates of a pair. */
  periodsOf(pair: PairCodes): Promise<readonly Coverage[]>;
  /** The days on which the source has rates of these currencies. */
  days(codes: readonly string[]): Promise<SourceDays>;
}

/** What an error suggests if rates are missing. It uses the currencies and the source of the request. */
export interface Suggestion {
  /** How to request the newest rates, such as `Omit date`. */
  readonly newest: string;
  /** The pair whose history is worth looking at if these currencies have no rate. */
  readonly pairOf: (missing: readonly string[]) => PairCodes;
}

/**
 * Reads rates of a source.
 *
 * @throws {ApiError} if the source lacks the rates. If another source has them, the error says so
 */
export async function readFrom<T>(
  source: string,
  site: PublishedSite,
  read: (rates: RateSource) => Promise<T>,
): Promise<T> {
  const readFrom = (name: string) => read(withSubUnits(rateSource(name, site)));
  try {
    return await readFrom(source);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message } = error as ApiError;
    for (const other of sourceNames) {
      if (other !== source && (await succeeds(readFrom(other)))) {
        throw new ApiError(status, code, `${message}. ${otherSource(other)}`);
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
    assertKnown: (codes, coverage) => source.assertKnown(codes.map(currencyOf), coverage),
    async dayWith(codes, date, advice) {
      const day = await source.dayWith(codes.map(currencyOf), date, advice);
      const asked = codes.map(unitOf).filter((code) => subUnits.has(code));
      if (asked.length === 0) return day;
      const [rates, held] = [new Map(day.rates), new Map(day.held)];
      for (const code of asked) {
        const rate = present(rates.get(currencyOf(code)), `rate of ${currencyOf(code)}`);
        // × 100 isn't exact.
        rates.set(code, shifted(rate, day.quotation === 'direct' ? -2 : 2));
        const since = held.get(currencyOf(code));
        if (since !== undefined) held.set(code, since);
      }
      // A sub-unit's table has its currency's place in the order of the tables.
      const references = Array.from(day.references ?? [], ([of, reference]) =>
        [of, ...asked.filter((code) => currencyOf(code) === of)].map((code) => [code, reference] as const),
      );
      return { ...day, rates, held, references: new Map(references.flat()) };
    },
    async crossRates([from, to], start, end) {
      const { firstDay, rates } = await source.crossRates([currencyOf(from), currencyOf(to)], start, end);
      const factor = factorOf(to) / factorOf(from);
      return { firstDay, rates: factor === 1 ? rates : rates.map((rate) => (rate ? round(rate * factor) : NaN)) };
    },
    periodsOf: ([from, to]) => source.periodsOf([currencyOf(from), currencyOf(to)]),
  };
}

/** A currency, or a sub-unit, with its rate in units per 1 USD. */
export interface Priced {
  readonly code: string;
  readonly perUsd: number;
}

/**
 * Today's market rates of a pair, for the API without a version. Sub-units and metals are unsupported, because the list
 * of currencies lacks them.
 *
 * @param pair codes as the request writes them
 * @param address the endpoint of `/api/v1` to use for metals
 * @param parameters the request's other parameters
 * @throws {ApiError} if a currency has no rate today
 */
export async function pairToday(
  pair: PairCodes,
  site: PublishedSite,
  address: string = addresses.convertOnDate,
  parameters: Readonly<Record<string, string>> = {},
) {
  const [from, to] = [unitOf(pair[0]), unitOf(pair[1])];
  const metals = [...new Set([from, to])].filter(isMetal);
  if (metals.length > 0) {
    throw unsupportedMetal(metals, requestAddress(address, new Map(Object.entries({ from, to, ...parameters }))));
  }
  // `newest` is only for errors about a date.
  const day = await marketRates(site, addresses.currencyList).dayWith(pair, undefined, {
    newest: '',
    pairOf: () => [from, to],
  });
  const priced = (code: string): Priced => ({ code, perUsd: present(day.rates.get(code), `rate of ${code}`) });
  return { from: priced(from), to: priced(to) };
}

/** @param name a value of the parameter `source` */
function rateSource(name: string, site: PublishedSite): RateSource {
  const bank = banks.find(({ key }) => key === name);
  return bank ? officialRates(bank, site) : marketRates(site);
}

/**
 * The dataset's rates.
 *
 * @param list the list of currencies that errors name
 */
export function marketRates(site: PublishedSite, list?: CurrencyListPath): RateSource {
  const coverage = () => marketCoverage(site);
  return {
    reference: undefined,
    base: 'USD',
    coverage,
    assertKnown: (codes, known) => assertKnown(codes, known, list),
    async dayWith(codes, date, advice) {
      if (date === undefined) {
        const { today } = site.day;
        const missing = codes.filter((code) => !today.rates.has(unitOf(code)));
        if (missing.length === 0) return today;
        assertKnown(missing, await coverage(), list);
        throw nothingToday(missing.map(unitOf), advice.pairOf(missing));
      }
      const known = await coverage();
      assertKnown(codes, known, list);
      assertWithinCoverage('date', date, known, site, advice);
      const last = await lastDayOf(codes, date, site);
      if (last) return last;
      const missing = new Set(codes);
      for await (const { rates } of daysFor(date, site)) for (const code of rates.keys()) missing.delete(code);
      const named = [...(missing.size > 0 ? missing : new Set(codes))];
      throw nothingNear(named, date, advice.pairOf(named), known.first);
    },
    async crossRates([from, to], start, end) {
      return elementAt(await crossRatesOfYears(from, [to], start, end, site), 0);
    },
    async periodsOf([from, to]) {
      const { first, last } = await coverage();
      const days = withDates(elementAt(await crossRatesOfYears(from, [to], first, last, site), 0));
      const [firstDay, lastDay] = [days[0], days.at(-1)];
      // A day without a rate may be a day that isn't archived yet, so a pair has one period.
      return firstDay && lastDay ? [{ first: firstDay.date, last: lastDay.date }] : [];
    },
    async days() {
      const { first, last, gaps } = await marketCoverage(site);
      return { first: dayNumber(first), last: dayNumber(last), has: (day) => !gaps.has(dateOfDay(day)) };
    },
  };
}

/** A bank's rates. Each day has all currencies that the bank quoted on that day, or before it in another table. */
function officialRates(bank: Bank, site: PublishedSite): RateSource {
  const { base, quotation, tables } = bank;
  const coverage = async () => {
    const known = await site.read(officialDaysFile(bank));
    if (known.codes.size === 0) throw nothingFetchedYet(bank);
    return known;
  };
  return {
    reference: officialReference(bank),
    base,
    coverage,
    assertKnown: (codes, known) => assertOfficial(bank, codes, known),
    async dayWith(codes, date, advice) {
      const known = await coverage();
      assertOfficial(bank, codes, known);
      if (date !== undefined) assertWithinCoverage('date', date, known, site, advice);
      const today = site.now.slice(0, 'YYYY-MM-DD'.length);
      // Without a date, the rate is today's, even if tomorrow's is known.
      const asked = date ?? (known.last < today ? known.last : today);
      const readable = tables.map((table) => ({
        ...{ daysBack: table.daysBack, reach: reachOf(table, known) },
        readYear: (year: string) => site.read(officialYearFile(table.key, year)),
      }));
      const found = await bankDay(bank, readable, asked);
      const day = found && withoutOldUnits(found, asked);
      if (!day) throw nothingNear(codes, asked, advice.pairOf(codes), known.first, bank, tables[0].daysBack);
      for (const code of codes) {
        if (!day.rates.has(code)) throw nothingOfficial(bank, code, known.periods.get(code), asked);
      }
      return { ...day, quotation, sources: noChanges };
    },
    async crossRates([from, to], start, end) {
      const [ofFrom, ofTo] = await allOf([
        site.read(officialSeriesFile(bank, from)),
        site.read(officialSeriesFile(bank, to)),
      ]);
      return crossDays([[ofFrom, ofTo]], start, end, quotation);
    },
    async periodsOf([from, to]) {
      const { periods } = await coverage();
      return commonSpans(periods.get(from), periods.get(to)).map(([first, last]) => ({ first, last }));
    },
    async days(codes) {
      const { inDoubt, further, periods } = await coverage();
      // The series of the base has the rate 1 on each day of the first table, and no rate on other days.
      const { firstDay, rates } = await site.read(officialSeriesFile(bank, base));
      return {
        first: firstDay,
        last: firstDay + rates.length - 1,
        has: (day) => {
          const date = dateOfDay(day);
          const other = [...further.values()].find((table) =>
            codes.some((code) => isLastTable(table.periods.get(code), periods.get(code), date)),
          );
          return other
            ? other.days.has(date) || other.inDoubt.has(date)
            : rates[day - firstDay] === 1 || inDoubt.has(date);
        },
      };
    },
  };
}

/** The spans of days that are in both lists. */
function commonSpans(ofOne: readonly QuotedSpan[] = [], ofOther: readonly QuotedSpan[] = []): QuotedSpan[] {
  const common = ofOne.flatMap(([first, last]) =>
    ofOther.map(([otherFirst, otherLast]): QuotedSpan => [
      first > otherFirst ? first : otherFirst,
      last < otherLast ? last : otherLast,
    ]),
  );
  return common.filter(([first, last]) => first <= last);
}

/**
 * Whether a currency's last rates before a date are from one table.
 *
 * @param ofTable the spans in which the table has the currency
 * @param ofAll the spans in which any table has it
 */
function isLastTable(ofTable: readonly QuotedSpan[] = [], ofAll: readonly QuotedSpan[] = [], date: string): boolean {
  const span = ofTable.findLast(([first]) => first <= date);
  return span !== undefined && (date <= span[1] || ofAll.some(([, last]) => last === span[1]));
}

function assertKnown(codes: readonly string[], { codes: known }: PublishedCoverage, list?: CurrencyListPath): void {
  const unknown = codes.filter((code) => !known.has(unitOf(code)));
  if (unknown.length > 0) throw unsupportedCurrency(unknown, list);
}

function assertOfficial(bank: Bank, codes: readonly string[], { codes: known }: PublishedCoverage): void {
  for (const code of codes) if (!known.has(code)) throw nothingOfficial(bank, code);
}

/** The first and the last day of a table; undefined if it has none. */
function reachOf({ key }: BankTable, { first, last, further }: OfficialCoverage): Coverage | undefined {
  const other = further.get(key);
  if (!other) return { first, last };
  const days = [...other.days];
  return days[0] !== undefined ? { first: days[0], last: days.at(-1) ?? days[0] } : undefined;
}

/**
 * @param name the parameter's name, for the message
 * @throws {ApiError} if the source can't have rates for the date
 */
export function assertWithinCoverage(
  name: string,
  date: string,
  coverage: PublishedCoverage,
  site: PublishedSite,
  { newest }: Pick<Suggestion, 'newest'>,
): void {
  const outside = outsideCoverage(date, coverage, site.now);
  if (outside) throw dateOutOfReach(outside, newest, name);
}
