import { perUsdOfHundredth, subUnits, unitOf } from '../currencies/sub-units.ts';
import { buildConversion } from '../api/documents/conversion.ts';
import {
  amountOutOfRange,
  type ApiError,
  invalidAmount,
  invalidPeriod,
  malformedPair,
  missingParameters,
  nothingToday,
  unsupportedCurrency,
} from '../api/format/error.ts';
import { buildSyntheticHistory } from '../api/synthetic/history.ts';
import { buildPairDetail } from '../api/documents/pair-detail.ts';
import { addresses } from '../api/format/paths.ts';
import { requestAddress } from '../api/format/request-address.ts';
import { serialize } from '../api/format/serialize.ts';
import type { Table } from '../api/format/tables.ts';
import type { PublishedReach } from '../api/published/published-files.ts';
import { isInRange, parseAmount } from '../rates/amount.ts';
import { crossRate } from '../rates/cross-rate.ts';
import { isSyntheticPeriod } from '../rates/period.ts';
import { allOf } from './all-of.ts';
import type { PricedCurrency } from '../rates/published-currency.ts';
import type { Day, Published } from './published-data.ts';

/**
 * The second step of handling a request: looks up the rates and returns the response body. What can be checked without
 * rates, such as the amount, was checked in the first step.
 */
export type Evaluate = (published: Published) => string | Table | Promise<string | Table>;

/**
 * A path pattern and its handler. The handler gets the parts of the path that the pattern captures, then the query. It
 * throws an ApiError if it can tell without rates that the request is invalid.
 */
export type Endpoint = readonly [form: RegExp, answer: (names: readonly string[], query: URLSearchParams) => Evaluate];

/** `/api/convert` */
export function convert(query: URLSearchParams): Evaluate {
  const codes = pairOf(query, addresses.conversion, ['amount']);
  const amountAt = amountOf(query);

  return async (published) => {
    const { from, to } = await findPair(published, codes, withSubUnits);
    const amount = amountAt(crossRate(from.perUsd, to.perUsd));
    const { retrievedAt } = published.day;
    return serialize(buildConversion({ from: from.code, to: to.code, ...amount, retrievedAt }));
  };
}

/** `/api/rates/{slug}` */
export function pairDetail(slug: string): Evaluate {
  const codes = parsePair(slug);
  return async (published) => {
    const { retrievedAt } = published.day;
    return serialize(buildPairDetail({ ...(await findPair(published, codes, withSubUnits)), retrievedAt }));
  };
}

/** `/api/historical`. Missing parameters get default values. */
export function historyByQuery(query: URLSearchParams): Evaluate {
  return history([query.get('from') ?? 'USD', query.get('to') ?? 'INR'], query.get('period') ?? '30d');
}

/** `/api/historical/{slug}/{period}` */
export function historyByPath(slug: string, period: string): Evaluate {
  return history(parsePair(slug), period);
}

function history(codes: PairCodes, period: string): Evaluate {
  if (!isSyntheticPeriod(period)) throw invalidPeriod(period);
  return async (published) => {
    const { from, to } = await findPair(published, codes);
    const [ofFrom, ofTo] = await allOf([published.syntheticYear(from), published.syntheticYear(to)]);
    return serialize(buildSyntheticHistory({ from: ofFrom, to: ofTo, period, dates: published.historyDates() }));
  };
}

/** The codes of two currencies, in upper or lower case. The codes may be unsupported. */
export type PairCodes = readonly [from: string, to: string];

/**
 * Reads the amount in a query, 1 by default.
 * @returns a function that returns the amount together with a given rate. It throws an ApiError if amount × rate is too
 * large or too small for a number.
 * @throws {ApiError} if the amount is invalid
 */
export function amountOf(query: URLSearchParams): (rate: number) => { amount: number; rate: number } {
  const text = query.get('amount') ?? '1';
  const amount = parseAmount(text);
  if (amount === undefined) throw invalidAmount(text);
  if (!isInRange(amount)) throw amountOutOfRange(text);
  return (rate) => {
    if (!isInRange(amount, rate)) throw amountOutOfRange(text);
    return { amount, rate };
  };
}

/**
 * The required parameters `from` and `to`.
 *
 * @param address the endpoint's path
 * @param others the endpoint's other parameters, for the example in the error
 */
export function pairOf(query: URLSearchParams, address: string, others: readonly string[]): PairCodes {
  const [from, to] = [query.get('from'), query.get('to')];
  if (from !== null && to !== null) return [from, to];
  const missing = Object.entries({ from, to }).flatMap(([name, code]) => (code === null ? [name] : []));
  throw missingParameters(missing, exampleOf(query, address, others));
}

/**
 * A request with its missing currencies filled in. Unknown parameters, which may be API keys, and long values are
 * omitted.
 */
function exampleOf(query: URLSearchParams, address: string, others: readonly string[]): string {
  const given = (name: string) => {
    const text = query.get(name) ?? '';
    return text.length > MAX_EXAMPLE_CHARACTERS ? '' : text;
  };
  const [from, to] = [given('from'), given('to')];
  const values = {
    from: from || (unitOf(to) === 'USD' ? 'EUR' : 'USD'),
    to: to || (unitOf(from) === 'EUR' ? 'USD' : 'EUR'),
    ...Object.fromEntries(others.map((name) => [name, given(name)])),
  };
  return requestAddress(address, new Map(Object.entries(values)));
}

/** Maximum characters of a value that an example repeats. */
const MAX_EXAMPLE_CHARACTERS = 20;

function parsePair(slug: string): PairCodes {
  const [, from, to] = /^([a-z\d]+)-to-([a-z\d]+)$/i.exec(slug) ?? [];
  if (from === undefined || to === undefined) throw malformedPair(slug);
  return [from, to];
}

type Find = (code: string, { currencies }: Day) => PricedCurrency | undefined;

/** Finds a currency by its code, in upper or lower case. */
const listed: Find = (code, { currencies }) => currencies.get(code) ?? currencies.get(unitOf(code));

const withSubUnits: Find = (code, day) => {
  const subUnit = subUnits.get(unitOf(code));
  const currency = listed(subUnit?.of ?? code, day);
  return subUnit && currency ? { ...currency, ...subUnit, perUsd: perUsdOfHundredth(currency.perUsd) } : currency;
};

async function findPair(published: Published, codes: PairCodes, findIn = listed) {
  const find = (code: string) => findIn(code, published.day);
  const [from, to] = [find(codes[0]), find(codes[1])];
  if (from && to) return { from, to };
  const missing = codes.filter((code) => !find(code));
  const withoutSubUnit = (code: string) => subUnits.get(unitOf(code))?.of ?? code;
  const pair: PairCodes = [unitOf(codes[0]), unitOf(codes[1])];
  throw await withoutRate(findIn === withSubUnits ? missing.map(withoutSubUnit) : missing, pair, published);
}

/** @throws {ApiError} if a currency never had a rate */
export function assertKnown(codes: readonly string[], { codes: known }: PublishedReach): void {
  const unknown = codes.filter((code) => !known.has(unitOf(code)));
  if (unknown.length > 0) throw unsupportedCurrency(unknown);
}

/** The error for currencies of a pair without a rate today. It depends on whether they had a rate on an earlier day. */
export async function withoutRate(codes: readonly string[], pair: PairCodes, published: Published): Promise<ApiError> {
  assertKnown(codes, await published.reach());
  return nothingToday(codes.map(unitOf), pair);
}
