import { rateSources } from '../../sources/rate-sources.ts';
import { banksReachFile } from './banks/official-month.ts';
import { isLack, type Lack } from './lack.ts';
import { RatesReader } from './rates-reader.ts';
import { ruleDay } from './rule-day.ts';
import type { PublishedSite } from './site.ts';
import { dayBefore, type IsoDate } from '../../money/calendar.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { directionsOf } from '../../money/quotation.ts';
import { market } from '../../sources/market.ts';
import type { Bank } from '../../sources/bank.ts';
import { banks } from '../../sources/banks.ts';
import type { Rule } from '../../sources/rules/rule.ts';
import { present } from '../../text/present.ts';
import { dateOfRates, type DayRates, heldAmong, type HeldDates, type WithheldRates } from '../../archive/day-rates.ts';

/** The pair of a conversion, with its day and its source. Without a day, the newest rate counts. */
export interface RequestedPair {
  readonly from: string;
  readonly to: string;
  readonly date: IsoDate | undefined;
  /** The rate is the last one that is strictly earlier than this date. A request with it has no `date`. */
  readonly before?: IsoDate | undefined;
  readonly source: string;
  /** The rule that chooses the day from `date`. The source is its bank. */
  readonly rule?: Rule | undefined;
}

/** The last day whose rate can be the answer; undefined for the newest. */
export function latestDay({ date, before }: Pick<RequestedPair, 'date' | 'before'>): IsoDate | undefined {
  return before === undefined ? date : dayBefore(before);
}

/** A pair's rate, as the API has it. */
export interface PairAnswer {
  /** Codes in upper case. */
  readonly from: string;
  readonly to: string;
  /** Units of `to` per 1 unit of `from`. */
  readonly rate: number;
  /** Units of `from` per 1 unit of `to`. */
  readonly inverse: number;
  /** The rates of `from` and of `to`, as the source quotes them. */
  readonly perBase: readonly [from: number, to: number];
  /** The date of the rate. If a currency of the pair is held, it's before the day. */
  readonly asOf: IsoDate;
  /** The pair's held currencies. */
  readonly held: HeldDates;
  /** What waits of the pair since the day of the rates, up to the requested day. */
  readonly withheld: WithheldRates;
  /** All rates of the day that was used. */
  readonly day: DayRates;
  /** The bank with the rate; undefined for a market rate. */
  readonly bank: Bank | undefined;
}

/**
 * The rate that `/api/v1/convert` uses for a request.
 *
 * @throws {Error} if a file can't be used
 */
export async function answerPair(request: RequestedPair, site: PublishedSite): Promise<PairAnswer | Lack> {
  const { from, to, date, before, source, rule } = request;
  const day = await (rule && date !== undefined
    ? ruleDay(rule, [from, to], date, site)
    : new RatesReader(source, site).day([from, to], before ?? date, { isBefore: before !== undefined }));
  return isLack(day) ? day : answerOn(day, request);
}

/** A pair and a day, for every source. Without a day, the newest rate of each source counts. */
export type PairOfAll = Omit<RequestedPair, 'source' | 'rule'>;

/**
 * Reads the rate of a pair and day from each of the site's sources, as `/api/v1/convert` does. Few files are read, however
 * many banks there are.
 *
 * @returns the sources in their order, by key. A promise resolves to undefined if the source has no rate. It rejects if
 * one of the source's files can't be used.
 */
export async function answersOfAll(
  pair: PairOfAll,
  site: PublishedSite,
): Promise<ReadonlyMap<string, Promise<PairAnswer | undefined>>> {
  const { from, to, date, before } = pair;
  const options = { isBefore: before !== undefined };
  // If it isn't known which banks the site has, each bank says why.
  const reach = await Promise.resolve(site.read(banksReachFile())).catch(() => undefined);
  const ofSite = rateSources.filter(({ key, tables: [{ key: table }] }) => {
    return key === market.key || !reach || reach.tables.has(table);
  });
  return new Map(
    ofSite.map(({ key: source }) => {
      const reading = new RatesReader(source, site).dayIfAny([from, to], before ?? date, options);
      return [source, reading.then((day) => day && answerOn(day, { ...pair, source }))];
    }),
  );
}

/** The pair's rate of a day that has both of its currencies. */
export function answerOn(day: DayRates, { from, to, source }: RequestedPair): PairAnswer {
  const rateOf = (code: string) => present(day.rates.get(code), `rate of ${code}`);
  const [ofFrom, ofTo] = [rateOf(from), rateOf(to)];
  return {
    ...{ from, to, day, perBase: [ofFrom, ofTo], bank: banks.find(({ key }) => key === source) },
    rate: crossRate(ofFrom, ofTo, directionsOf([from, to], day.quotation)),
    inverse: crossRate(ofTo, ofFrom, directionsOf([to, from], day.quotation)),
    asOf: dateOfRates(day, from, [to]),
    held: heldAmong(day.held, [from, to]),
    withheld: new Map([...(day.withheld ?? [])].filter(([code]) => code === from || code === to)),
  };
}
