import { CODE } from '../currencies/code.ts';
import { unitOf } from '../currencies/sub-units.ts';
import { buildDatedConversion } from '../api/documents/conversion.ts';
import { buildDatedRates } from '../api/documents/dated-rates.ts';
import {
  baseTwice,
  emptyRange,
  invalidDate,
  invalidStep,
  invalidValue,
  noMeans,
  rangeTurnedRound,
  unsupportedCurrency,
} from '../api/format/error.ts';
import { buildPairMeans, buildPairRange } from '../api/documents/pair-range.ts';
import type { SourceName } from '../api/format/fields.ts';
import { addresses } from '../api/format/paths.ts';
import { requestAddress } from '../api/format/request-address.ts';
import { serialize } from '../api/format/serialize.ts';
import { historyTable, meansTable, type Table, tableHeaders } from '../api/format/tables.ts';
import { dateOfDay, dayNumber, isDate } from '../rates/calendar.ts';
import { crossRate } from '../rates/cross-rate.ts';
import { isMeanStep, isStep, type MeanStep, type Step } from '../rates/interval.ts';
import { meanOfEach } from '../rates/mean-rates.ts';
import type { Coverage } from '../rates/coverage.ts';
import { type DailyRates, lastOfEach, withDates } from '../rates/past-rates.ts';
import { amountOf, type Evaluate, type PairCodes, pairOf } from './endpoints.ts';
import { elementAt } from '../rates/element-at.ts';
import { present } from '../text/present.ts';
import type { Published } from './published-data.ts';
import { assertWithinReach, type RateSource, readFrom, sourceOf } from './rate-source.ts';

/** Length of a range in days, if the request has no start. */
const YEAR = 365;

/** `/api/v1/rates/{day}`: the rates of a date or, if the name is a currency code, today's rates with this base. */
export function datedRates(name: string, query: URLSearchParams): Evaluate {
  const source = sourceOf(query);
  const [base, symbols] = [query.get('base'), query.get('symbols')];
  const wanted =
    symbols === null ? undefined : [...new Set(symbols.split(',').map((text) => possibleCode(text.trim())))];
  const on = base === null ? undefined : possibleCode(base);
  // Currency codes have no digits, so a name with a digit is a date.
  if (!/\d/.test(name)) {
    const code = possibleCode(name);
    if (on !== undefined && on !== code) throw baseTwice();
    return ratesOf(source, code, wanted, undefined);
  }
  if (!isDate(name)) throw invalidDate('date', name);
  return ratesOf(source, on, wanted, name);
}

function ratesOf(
  source: SourceName,
  on: string | undefined,
  codes: readonly string[] | undefined,
  date: string | undefined,
): Evaluate {
  return async (published) =>
    readFrom(source, published, async (rates) => {
      const base = on ?? rates.base;
      const others = [...(codes ?? []), 'EUR', 'USD'].filter((code) => code !== base);
      const day = await rates.dayWith([base, ...(codes ?? [])], date, {
        newest: `Use ${newestRates(base, codes, source)}`,
        pairOf: (missing) => [base, others.find((code) => missing.includes(code)) ?? elementAt(others, 0)],
      });
      return serialize(buildDatedRates({ day, base, codes, reference: rates.reference }));
    });
}

/** The path of the newest rates on a base. */
function newestRates(base: string, codes: readonly string[] | undefined, source: SourceName): string {
  const rest = { ...(codes && { symbols: codes.join() }), ...(source !== 'market' && { source }) };
  return requestAddress(addresses.datedRates, new Map(Object.entries({ day: base.toLowerCase(), ...rest })));
}

/** `/api/v1/convert`: a conversion at the rate of a day, by default today. */
export function datedConversion(query: URLSearchParams): Evaluate {
  const codes = possiblePair(query, addresses.datedConversion, ['amount', 'date', 'source']);
  const date = dateOf(query, 'date');
  const amountAt = amountOf(query);
  const source = sourceOf(query);
  return async (published) => {
    const [from, to] = codes;
    const { retrievedAt } = published.day;
    const { day, reference } = await readFrom(source, published, async ({ reference, ...rates }) => ({
      day: await rates.dayWith(codes, date, { newest: 'Omit date', pairOf: () => codes }),
      reference,
    }));
    const perUsd = (code: string) => present(day.rates.get(code), `rate of ${code}`);
    const amount = amountAt(crossRate(perUsd(from), perUsd(to)));
    return serialize(buildDatedConversion({ from, to, ...amount, day, retrievedAt, reference }));
  };
}

/** `/api/v1/history`: a pair's past rates, by default of the last year. */
export function pairRange(query: URLSearchParams): Evaluate {
  return responseOfRange(addresses.pairRange, query, ({ rates, means, ...of }) =>
    serialize(means ? buildPairMeans({ ...of, means }) : buildPairRange({ ...of, rates })),
  );
}

/** `/api/v1/history.csv` */
export function pairRangeTable(query: URLSearchParams): Evaluate {
  return responseOfRange(addresses.pairRangeTable, query, ({ from, to, start, end, rates, means }) => {
    const name = `${from}-${to}-${start}-${end}`;
    return means
      ? { body: meansTable(means), headers: tableHeaders(`${name}-mean`) }
      : { body: historyTable(withDates(rates)), headers: tableHeaders(name) };
  });
}

/**
 * The response for a range of days. The isolate caches the response, because serializing 27 years of days takes 2 ms.
 */
function responseOfRange(
  address: string,
  query: URLSearchParams,
  print: (range: Awaited<ReturnType<typeof readRange>>) => string | Table,
): Evaluate {
  const range = rangeOf(address, query);
  const key = JSON.stringify([address, range]);
  const { source } = range;
  return (published) =>
    published.range(key, async () =>
      print(await readFrom(source, published, (rates) => readRange(range, rates, published))),
    );
}

interface Range {
  readonly source: SourceName;
  readonly codes: PairCodes;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly every: Step;
  /** The intervals over which rates are averaged; undefined if averages aren't requested. */
  readonly meansOf: MeanStep | undefined;
}

function rangeOf(address: string, query: URLSearchParams): Range {
  const codes = possiblePair(query, address, ['start', 'end', 'every', 'value', 'source']);
  const [start, end] = [dateOf(query, 'start'), dateOf(query, 'end')];
  if (start !== undefined && end !== undefined && start > end) throw rangeTurnedRound(start, end);
  const every = query.get('every') ?? 'day';
  if (!isStep(every)) throw invalidStep(every);
  return { source: sourceOf(query), codes, start, end, every, meansOf: meansOf(query, every) };
}

/** @throws {ApiError} if `value` is invalid, or if averages are requested per day or week */
function meansOf(query: URLSearchParams, every: Step): MeanStep | undefined {
  const value = query.get('value') ?? 'last';
  if (value === 'last') return undefined;
  if (value !== 'mean') throw invalidValue(value);
  if (!isMeanStep(every)) throw noMeans(every);
  return every;
}

/** @throws {ApiError} if the range is invalid or has no rate of the pair */
async function readRange({ codes, every, meansOf, ...range }: Range, source: RateSource, published: Published) {
  const reach = await source.reach();
  source.assertKnown(codes, reach);
  const { last } = reach;
  const given = Object.entries({ start: range.start, end: range.end });
  const after = given.flatMap(([name, date]) => (date !== undefined && date > last ? [name] : []));
  for (const [name, date] of given) {
    if (date !== undefined) assertWithinReach(name, date, reach, published, { newest: `Omit ${after.join(' and ')}` });
  }
  const end = range.end ?? (range.start !== undefined && range.start > last ? range.start : last);
  const aYearBefore = dateOfDay(dayNumber(end) - YEAR);
  const start = range.start ?? (aYearBefore < reach.first ? reach.first : aYearBefore);
  if (start > end) throw rangeTurnedRound(start, end);
  const [from, to] = codes;
  const daily = await source.crossRates(codes, start, end);
  if (daily.rates.every(Number.isNaN)) {
    throw emptyRange(codes, start, end, reachOf(await source.crossRates(codes, reach.first, last)));
  }
  return {
    reference: source.reference,
    sources: reach.sources,
    from,
    to,
    start,
    end,
    every,
    rates: lastOfEach(every, daily),
    means: meansOf && meanOfEach(meansOf, daily, await source.days()),
  };
}

function reachOf(rates: DailyRates): Coverage | undefined {
  const dated = withDates(rates);
  const [first, last] = [dated[0], dated.at(-1)];
  return first && last ? { first: first.date, last: last.date } : undefined;
}

function possiblePair(query: URLSearchParams, address: string, others: readonly string[]): PairCodes {
  const [from, to] = pairOf(query, address, others);
  return [possibleCode(from), possibleCode(to)];
}

/**
 * Converts a text to a currency code in upper case.
 *
 * @throws {ApiError} if the text can't be a code
 */
function possibleCode(text: string): string {
  const code = unitOf(text);
  if (!CODE.test(code)) throw unsupportedCurrency([text]);
  return code;
}

function dateOf(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!isDate(text)) throw invalidDate(name, text);
  return text;
}
