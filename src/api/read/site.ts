import type { FrankfurterCurrencies } from '../documents/frankfurter-currencies.schema.ts';
import type { PastFiles, PublishedDay } from '../published/market-files.ts';
import type { OfficialReach } from '../published/official-files.ts';
import type { DailyRates, PastDay } from '../../rates/past-rates.ts';
import type { PricedCurrency, SyntheticYear } from '../../rates/published-currency.ts';
import type { Table } from '../tables.ts';

/** The published site as a handler reads it. Each method throws a `FileError` if a file is missing or invalid. */
export interface Site {
  readonly day: PublishedDay;
  /** The time of the request. */
  readonly now: string;
  /** The days of the longest synthetic history, `YYYY-MM-DD`, ascending. */
  historyDates(): readonly string[];
  syntheticYear(currency: Pick<PricedCurrency, 'code' | 'perUsd'>): Promise<SyntheticYear>;
  /** The days with rates, including today, and the currencies that have a rate on any of these days. */
  reach(): Promise<PastFiles>;
  /** The currencies in Frankfurter's format. */
  currencyRows(): Promise<FrankfurterCurrencies>;
  /** The valid rates of a past day; null if that day isn't archived. */
  pastDay(date: string): Promise<PastDay | null>;
  /** A currency's past rates of a year; null if the currency has no rates in that year. */
  pastYear(code: string, year: string): Promise<DailyRates | null>;
  /** The days and currencies with official rates. */
  officialDays(): Promise<OfficialReach>;
  /** All official rates of a currency. Call it only for a currency in {@link officialDays}. */
  officialSeries(code: string): Promise<DailyRates>;
  /** The last day with official rates in a date's year, up to that date; undefined if the year has no such day. */
  lastOfficialDay(date: string): Promise<PastDay | undefined>;
  /** The official rates of some currencies on the days of a year that are between `start` and `end`, both included. */
  officialRates(
    year: string,
    codes: readonly string[],
    start: string,
    end: string,
  ): Promise<{ readonly dates: readonly string[]; readonly columns: readonly (readonly number[])[] }>;
  /** Returns the cached response for a range of days, or builds and caches it. @param key identifies the request */
  range(key: string, build: () => Promise<string | Table>): Promise<string | Table>;
}
