import { commonPeriods, isLastTable } from '../../archive/quoted-periods.ts';
import type { ProviderChanges } from '../../sources/provider.ts';
import { currencyOf, subUnits, unitOf } from '../../money/currencies/sub-units.ts';
import { dateAt, dateOfDay, dayBefore, dayNumber, type IsoDate } from '../../money/calendar.ts';
import type { AveragedDays } from '../../money/mean-rates.ts';
import { type CrossRates, crossDays, type DailyRates } from '../../money/past-rates.ts';
import { round } from '../../money/rounding/round.ts';
import { market } from '../../sources/market.ts';
import type { RateSource } from '../../sources/rate-source.ts';
import { rateSources } from '../../sources/rate-sources.ts';
import { present } from '../../text/present.ts';
import type { DayRates, WithheldRates } from '../../archive/day-rates.ts';
import type { PairCodes } from '../error.ts';
import { seriesFile, type SourceDays, sourceDaysFile } from './source-files.ts';
import { allOf } from './all-of.ts';
import { bankDayFor, newestDay } from './banks/bank-day-for.ts';
import { withheldIn, withUnits, withWaiting } from './banks/withheld-in.ts';
import { isLack, type Lack, lackOfDate } from './lack.ts';
import { daysFor, marketDays, newestRates } from './market-days.ts';
import type { PublishedSite } from './site.ts';
import { withSubUnits } from './with-sub-units.ts';
import { withoutOldUnits } from './without-old-units.ts';

/** A pair's rates in a range. */
export interface RangeOfRates {
  readonly start: IsoDate;
  readonly end: IsoDate;
  readonly rates: CrossRates;
  /** The dataset's changes of provider. */
  readonly providers: ProviderChanges;
  /** What waits of the pair in the range. */
  readonly withheld: WithheldRates;
}

/** The day that a request asks for. */
interface AskedDay {
  readonly units: readonly string[];
  /** The currencies of the units. */
  readonly codes: readonly string[];
  /** The latest day whose rates count; undefined for the newest. */
  readonly date: IsoDate | undefined;
  /** The date whose units of money count; undefined for today. */
  readonly unitsOf: IsoDate | undefined;
}

/** Length of a range in days, if the request has no start. */
const YEAR = 365;

/**
 * Reads a source's rates from the site's files. Codes may be of sub-units, such as pence, whose rates are computed from
 * their currency's.
 */
export class RatesReader {
  readonly source: RateSource;
  readonly #site: PublishedSite;

  /** @param key a value of the parameter `source` */
  constructor(key: string, site: PublishedSite) {
    this.source = present(
      rateSources.find((source) => source.key === key),
      `source ${key}`,
    );
    this.#site = site;
  }

  /**
   * The rates of a date or, if the date is undefined, the newest rates. If the date has no rates, the last earlier day
   * counts, up to as many days before as the source's rates count.
   *
   * @param isBefore whether the day is strictly earlier than the date. Then the day before counts as the date, but units
   * of money are those of the date itself
   */
  async day(units: readonly string[], date: IsoDate | undefined, { isBefore = false } = {}): Promise<DayRates | Lack> {
    const asked = askedDay(units, date, isBefore);
    const found = await (this.#isMarket ? this.#ofMarket(asked) : this.#ofBank(asked));
    if (!isLack(found) || found.lack !== 'date_out_of_range') return found;
    // The error names the nearest day with rates. If that day lacks a currency, too, the caller should know that instead.
    const nearest = await this.day(units, found.is === 'early' ? found.first : undefined);
    if (!isLack(nearest)) return found;
    return nearest.lack === 'not_quoted' ? { ...nearest, date: found.date } : nearest;
  }

  /**
   * As {@link day}, but without the reason for a lack. So of a bank, it reads only files that all banks share, and a
   * request for all banks reads few files.
   */
  async dayIfAny(units: readonly string[], date: IsoDate | undefined, { isBefore = false } = {}) {
    const asked = askedDay(units, date, isBefore);
    if (!this.#isMarket) return complete(await this.#dayOfBank(asked), asked);
    const found = await this.#ofMarket(asked);
    return isLack(found) ? undefined : found;
  }

  /** A pair's rates from one day to another: by default, of the year up to the newest day. */
  async range(
    pair: PairCodes,
    given: { readonly start: IsoDate | undefined; readonly end: IsoDate | undefined },
  ): Promise<RangeOfRates | Lack> {
    const codes = pair.map(currencyOf);
    const days = await this.#days();
    const lack =
      lackOfCurrencies(this.source, codes, days) ?? this.#outside(given.start, days) ?? this.#outside(given.end, days);
    if (lack?.lack === 'date_out_of_range') {
      // As in `day`. The error about a later date says to omit it.
      const nearest = (date: IsoDate | undefined) => {
        if (date === undefined || date > days.last) return undefined;
        return date < days.first ? days.first : date;
      };
      const found = await this.range(pair, { start: nearest(given.start), end: nearest(given.end) });
      return isLack(found) ? found : lack;
    }
    if (lack) return lack;
    const { first, last } = days;
    const end = given.end ?? (given.start !== undefined && given.start > last ? given.start : last);
    const aYearBefore = dateOfDay(dayNumber(end) - YEAR);
    const start = given.start ?? (aYearBefore < first ? first : aYearBefore);
    const rates = await this.crossRates(pair, start, end);
    const withheld = withUnits(withheldIn(this.source, codes, days, start, given.end), pair);
    if (!rates.rates.every(Number.isNaN)) return { start, end, rates, providers: days.providers, withheld };
    const [ofFrom, ofTo] = codes.map((code) => days.periods.get(code));
    const none = { lack: 'no_rate_in_range', codes: pair, start, end, periods: commonPeriods(ofFrom, ofTo) } as const;
    return withWaiting(none, this.source, codes, days, { start, end });
  }

  /** A pair's rates from one day to another; `NaN` on days without a rate. */
  async crossRates([from, to]: PairCodes, start: IsoDate, end: IsoDate): Promise<CrossRates> {
    const series = await allOf([this.#series(currencyOf(from)), this.#series(currencyOf(to))]);
    const cross = crossDays([from, to], [series], start, end, this.source.quotation);
    const factor = unitsOf(to) / unitsOf(from);
    return factor === 1 ? cross : { ...cross, rates: cross.rates.map((rate) => (rate ? round(rate * factor) : NaN)) };
  }

  /** Whether the source has rates of these currencies on a day, published or not, for averages. */
  async averagedDays(units: readonly string[]): Promise<AveragedDays> {
    const codes = units.map(currencyOf);
    const { first, last, tables, periods } = await this.#days();
    const [daily, ...further] = [...tables.values()];
    return {
      first: dayNumber(first),
      last: dayNumber(last),
      has(day) {
        const date = dateOfDay(day);
        const other = further.find((table) => codes.some((code) => isLastTable(table.periods, periods, code, date)));
        return (other ?? daily)?.has(day) ?? false;
      },
    };
  }

  /** Whether the source isn't the market, and today's market rates have these currencies. */
  isInMarket(units: readonly string[]): boolean {
    const { rates, held } = newestRates(this.#site);
    return !this.#isMarket && units.map(currencyOf).every((code) => rates.has(code) && !held.has(code));
  }

  get #isMarket(): boolean {
    return this.source === market;
  }

  async #days(): Promise<SourceDays> {
    return this.#site.read(sourceDaysFile(this.source, this.#site.day));
  }

  /** A currency's rates. Today's market rates show that a currency has some, so that a page needn't read the days. */
  async #series(code: string): Promise<DailyRates> {
    const { rates, held } = this.#site.day.today;
    const isOfToday = this.#isMarket && rates.has(code) && !held.has(code);
    const hasFile = isOfToday || (await this.#days()).periods.has(code);
    return hasFile ? this.#site.read(seriesFile(this.source, code)) : { firstDay: 0, rates: [] };
  }

  async #ofMarket(asked: AskedDay): Promise<DayRates | Lack> {
    const { units, codes, unitsOf } = asked;
    const found = await (unitsOf === undefined
      ? marketToday(codes, this.#site)
      : this.#pastDayOfMarket(asked, unitsOf));
    return isLack(found) ? found : withSubUnits(found, units);
  }

  async #pastDayOfMarket({ codes, date }: AskedDay, unitsOf: IsoDate): Promise<DayRates | Lack> {
    const { source } = this;
    const days = await this.#days();
    const lack = lackOfCurrencies(source, codes, days) ?? this.#outside(date, days);
    if (lack) return lack;
    const asked = date ?? unitsOf;
    const missing = new Set(codes);
    for await (const found of daysFor(asked, this.#site, codes)) {
      const day = withoutOldUnits(found, unitsOf);
      if (codes.every((code) => day.rates.has(code))) return day;
      for (const known of day.rates.keys()) missing.delete(known);
    }
    const named = missing.size > 0 ? [...missing] : [...new Set(codes)];
    return { lack: 'no_rate_near_date', source, codes: named, date: asked, unitsOf, first: days.first };
  }

  async #ofBank(asked: AskedDay): Promise<DayRates | Lack> {
    const day = await this.#dayOfBank(asked);
    return complete(day, asked) ?? this.#lackOfBank(day, asked);
  }

  /** Why a bank lacks the rates of these currencies. @param day the day that counts, if there is one */
  async #lackOfBank(day: DayRates | undefined, asked: AskedDay): Promise<Lack> {
    const { source } = this;
    const { codes, unitsOf = dateAt(this.#site.now) } = asked;
    const days = await this.#days();
    const date = asked.date ?? newestDay(days, this.#site);
    const code = day && codes.find((code) => !day.rates.has(code));
    const lack =
      lackOfCurrencies(source, codes, days) ??
      this.#outside(asked.date, days) ??
      (code === undefined
        ? { lack: 'no_rate_near_date', source, codes: [...new Set(codes)], date, unitsOf, first: days.first }
        : { lack: 'not_quoted', source, code, date, periods: days.periods.get(code) ?? [] });
    if (lack.lack === 'nothing_fetched') return lack;
    const daysBack = Math.max(...source.tables.map(({ daysBack }) => daysBack));
    const start = dateOfDay(Math.min(dayNumber(date) - daysBack, dayNumber(days.last)));
    return withWaiting(lack, source, codes, days, { start, end: asked.date ?? dateAt(this.#site.now) });
  }

  /** A bank's day that counts, which may lack requested currencies. */
  async #dayOfBank({ codes, date, unitsOf = dateAt(this.#site.now) }: AskedDay): Promise<DayRates | undefined> {
    const day = await bankDayFor(this.source, codes, date, this.#site);
    return day && withoutOldUnits(day, unitsOf);
  }

  /** Undefined if the source can have rates for the date. */
  #outside(date: IsoDate | undefined, days: SourceDays): Lack | undefined {
    return lackOfDate(date, days, this.#site.now, this.source.tables[0].daysBack);
  }
}

function askedDay(units: readonly string[], date: IsoDate | undefined, isBefore: boolean): AskedDay {
  return { units, codes: units.map(currencyOf), date: isBefore && date ? dayBefore(date) : date, unitsOf: date };
}

/** A bank's day with the requested rates; undefined if it lacks one of them. */
function complete(day: DayRates | undefined, { units, codes }: AskedDay): DayRates | undefined {
  return day && codes.every((code) => day.rates.has(code)) ? withSubUnits(day, units) : undefined;
}

/** Why a source never has rates of these currencies; undefined if each had a rate at some time. */
export function lackOfCurrencies(source: RateSource, codes: readonly string[], days: SourceDays): Lack | undefined {
  if (source === market) return unknownIn(codes, days);
  if (days.codes.size === 0) return { lack: 'nothing_fetched', source };
  const code = codes.find((code) => !days.codes.has(code));
  return code === undefined ? undefined : { lack: 'never_quoted', source, code };
}

/** Today's market rates, if they have these currencies. @param codes in any case, and not of sub-units */
export async function marketToday(codes: readonly string[], site: PublishedSite): Promise<DayRates | Lack> {
  const day = newestRates(site);
  const missing = codes.filter((code) => !day.rates.has(unitOf(code)));
  if (missing.length === 0) return day;
  const lacking = missing.map(unitOf);
  const ofOldUnit = lacking.filter((code) => site.day.today.rates.has(code));
  return unknownIn(missing, await marketDays(site)) ?? { lack: 'no_rate_today', codes: lacking, ofOldUnit };
}

function unknownIn(codes: readonly string[], days: SourceDays): Lack | undefined {
  const unknown = codes.filter((code) => !days.codes.has(unitOf(code)));
  return unknown.length > 0 ? { lack: 'unknown_currency', codes: unknown } : undefined;
}

function unitsOf(code: string): number {
  return subUnits.has(code) ? 100 : 1;
}
