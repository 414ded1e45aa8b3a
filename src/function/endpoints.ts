import { buildPairDetail } from '../documents/build-pair-detail.ts';
import { buildConversion } from '../documents/conversion.ts';
import {
  amountTooLarge,
  emptyParameters,
  invalidAmount,
  invalidPeriod,
  malformedPair,
  missingParameters,
  unsupportedCurrency,
} from '../documents/error.ts';
import { serialize } from '../documents/serialize.ts';
import { parseAmount } from '../rates/amount.ts';
import { crossRate } from '../rates/cross-rate.ts';
import { isPeriod } from '../rates/period.ts';
import { both } from './both.ts';
import type { Day, PricedCurrency, Series } from './published-data.ts';

const decoder = new TextDecoder();

/** What the site's files say, as far as a request asks for it. */
export interface Published {
  readonly day: Day;
  /** A currency's year. */
  readonly series: (currency: PricedCurrency) => Promise<Series>;
}

/** A request that makes sense as far as can be told without the site's files: it gives the answer from them. */
export type Evaluate = (published: Published) => string | Promise<string>;

/**
 * `/api/convert`. Of a parameter that is given twice the first counts; an empty one is missing.
 * @throws {ApiError}
 */
export function convert(query: URLSearchParams): Evaluate {
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  if (from === '' || to === '') {
    const missing = Object.entries({ from, to }).filter(([, value]) => value === '');
    throw missingParameters(missing.map(([name]) => name));
  }
  const text = query.get('amount') ?? '1';
  const amount = parseAmount(text);
  if (amount === undefined) throw invalidAmount(text);

  return ({ day }) => {
    const pair = findPair(day, from, to);
    if (amount * crossRate(pair.from.rate, pair.to.rate) === Infinity) throw amountTooLarge(text);
    const conversion = buildConversion({
      from: pair.from.code,
      to: pair.to.code,
      amount,
      fromRate: pair.from.rate,
      toRate: pair.to.rate,
      timestamp: day.timestamp,
    });
    return serialize(conversion);
  };
}

/**
 * `/api/rates/{slug}`
 * @throws {ApiError}
 */
export function pairDetail(slug: string): Evaluate {
  const codes = parsePair(slug);
  return ({ day }) => {
    const { from, to } = findPair(day, ...codes);
    return serialize(buildPairDetail({ from, to, fromRate: from.rate, toRate: to.rate, timestamp: day.timestamp }));
  };
}

/**
 * `/api/historical`, with its defaults.
 * @throws {ApiError}
 */
export function historyByQuery(query: URLSearchParams): Evaluate {
  const empty = ['from', 'to'].filter((name) => query.get(name) === '');
  if (empty.length > 0) throw emptyParameters(empty);
  return history([query.get('from') ?? 'USD', query.get('to') ?? 'INR'], query.get('period') ?? '30d');
}

/**
 * `/api/historical/{slug}/{period}`
 * @throws {ApiError}
 */
export function historyByPath(slug: string, period: string): Evaluate {
  return history(parsePair(slug), period);
}

function history(codes: PairCodes, period: string): Evaluate {
  if (!isPeriod(period)) throw invalidPeriod(period);
  return async ({ day, series }) => {
    const { from, to } = findPair(day, ...codes);
    const [fromSeries, toSeries] = await both(series(from), series(to));
    return decoder.decode(day.printer.printPeriod({ from: from.code, to: to.code, fromSeries, toSeries }, period));
  };
}

/** The codes of the two currencies, in any case; perhaps there are no such. */
type PairCodes = readonly [from: string, to: string];

function parsePair(slug: string): PairCodes {
  const [, from, to] = /^([a-z\d]+)-to-([a-z\d]+)$/i.exec(slug) ?? [];
  if (from === undefined || to === undefined) throw malformedPair(slug);
  return [from, to];
}

/** Of these characters alone: there are letters beyond ASCII with capitals within it, such as "ı". */
const CODE_IN_ANY_CASE = /^[a-z\d]+$/i;

function findPair({ currencies }: Day, from: string, to: string) {
  const find = (code: string) =>
    currencies.get(code) ?? (CODE_IN_ANY_CASE.test(code) ? currencies.get(code.toUpperCase()) : undefined);
  const [source, target] = [find(from), find(to)];
  if (source && target) return { from: source, to: target };
  throw unsupportedCurrency([source ? [] : from, target ? [] : to].flat());
}
