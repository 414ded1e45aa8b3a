import { buildConversion } from '../documents/conversion.ts';
import {
  amountTooLarge,
  invalidAmount,
  invalidPeriod,
  malformedPair,
  missingParameters,
  unsupportedCurrency,
} from '../documents/error.ts';
import { buildHistory } from '../documents/history.ts';
import { buildPairDetail } from '../documents/pair-detail.ts';
import { parseAmount } from '../rates/amount.ts';
import { crossSeries } from '../rates/cross-rate.ts';
import { isPeriod, pointsOf } from '../rates/period.ts';
import type { Day, Series } from './published-data.ts';

/** A currency's year, by code. */
export type ReadSeries = (code: string) => Promise<Series>;

/** `/api/convert`. Of a parameter that is given twice the first counts; an empty one is missing. */
export function convert(day: Day, query: URLSearchParams): object {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const missing = Object.entries({ from, to }).flatMap(([name, value]) => (value === '' ? [name] : []));
  if (missing.length > 0) throw missingParameters(missing);
  const pair = findPair(day, from, to);

  const text = query.get('amount') ?? '1';
  const amount = parseAmount(text);
  if (amount === undefined) throw invalidAmount(text);
  try {
    return buildConversion({
      from: pair.from.code,
      to: pair.to.code,
      amount,
      fromRate: pair.from.rate,
      toRate: pair.to.rate,
      timestamp: day.timestamp,
    });
  } catch (error) {
    if (error instanceof RangeError) throw amountTooLarge(text);
    throw error;
  }
}

/** `/api/rates/{slug}` */
export function pairDetail(day: Day, slug: string): object {
  const { from, to } = parsePair(day, slug);
  return buildPairDetail({ from, to, fromRate: from.rate, toRate: to.rate, timestamp: day.timestamp });
}

/** `/api/historical`, with its defaults. */
export function historyByQuery(day: Day, readSeries: ReadSeries, query: URLSearchParams): Promise<object> {
  const pair = findPair(day, query.get('from') ?? 'USD', query.get('to') ?? 'INR');
  return history(pair, query.get('period') ?? '30d', readSeries);
}

/** `/api/historical/{slug}/{period}` */
export function historyByPath(day: Day, readSeries: ReadSeries, slug: string, period: string): Promise<object> {
  return history(parsePair(day, slug), period, readSeries);
}

type Pair = ReturnType<typeof findPair>;

async function history({ from, to }: Pair, period: string, readSeries: ReadSeries): Promise<object> {
  if (!isPeriod(period)) throw invalidPeriod(period);
  const [base, quote] = await Promise.all([readSeries(from.code), readSeries(to.code)]);
  // Only the days that are asked for: a week costs a fraction of a year.
  const points = pointsOf(period);
  const series = crossSeries(base.rates.slice(-points), quote.rates.slice(-points));
  return buildHistory({ from: from.code, to: to.code, period, dates: base.dates, series });
}

function parsePair(day: Day, slug: string): Pair {
  const [, from, to] = /^([a-z\d]+)-to-([a-z\d]+)$/i.exec(slug) ?? [];
  if (from === undefined || to === undefined) throw malformedPair(slug);
  return findPair(day, from, to);
}

function findPair({ currencies }: Day, from: string, to: string) {
  const [source, target] = [currencies.get(from.toUpperCase()), currencies.get(to.toUpperCase())];
  if (source && target) return { from: source, to: target };
  throw unsupportedCurrency([source ? [] : from, target ? [] : to].flat());
}
