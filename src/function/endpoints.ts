import { buildPairDetail } from '../documents/build-pair-detail.ts';
import { buildConversion } from '../documents/conversion.ts';
import {
  amountTooLarge,
  invalidAmount,
  invalidPeriod,
  malformedPair,
  missingParameters,
  unsupportedCurrency,
} from '../documents/error.ts';
import { serialize } from '../documents/serialize.ts';
import { parseAmount } from '../rates/amount.ts';
import { isPeriod } from '../rates/period.ts';
import type { Day, Series } from './published-data.ts';

const decoder = new TextDecoder();

/** A currency's year, by code. */
export type ReadSeries = (code: string) => Promise<Series>;

/** `/api/convert`. Of a parameter that is given twice the first counts; an empty one is missing. */
export function convert(day: Day, query: URLSearchParams): string {
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  if (from === '' || to === '') {
    const missing = Object.entries({ from, to }).filter(([, value]) => value === '');
    throw missingParameters(missing.map(([name]) => name));
  }
  const pair = findPair(day, from, to);

  const text = query.get('amount') ?? '1';
  const amount = parseAmount(text);
  if (amount === undefined) throw invalidAmount(text);
  try {
    const conversion = buildConversion({
      from: pair.from.code,
      to: pair.to.code,
      amount,
      fromRate: pair.from.rate,
      toRate: pair.to.rate,
      timestamp: day.timestamp,
    });
    return serialize(conversion);
  } catch (error) {
    if (error instanceof RangeError) throw amountTooLarge(text);
    throw error;
  }
}

/** `/api/rates/{slug}` */
export function pairDetail(day: Day, slug: string): string {
  const { from, to } = parsePair(day, slug);
  return serialize(buildPairDetail({ from, to, fromRate: from.rate, toRate: to.rate, timestamp: day.timestamp }));
}

/** `/api/historical`, with its defaults. */
export function historyByQuery(day: Day, readSeries: ReadSeries, query: URLSearchParams): Promise<string> {
  const pair = findPair(day, query.get('from') ?? 'USD', query.get('to') ?? 'INR');
  return history(pair, query.get('period') ?? '30d', readSeries);
}

/** `/api/historical/{slug}/{period}` */
export function historyByPath(day: Day, readSeries: ReadSeries, slug: string, period: string): Promise<string> {
  return history(parsePair(day, slug), period, readSeries);
}

type Pair = ReturnType<typeof findPair>;

async function history({ from, to }: Pair, period: string, readSeries: ReadSeries): Promise<string> {
  if (!isPeriod(period)) throw invalidPeriod(period);
  const [source, target] = await Promise.all([readSeries(from.code), readSeries(to.code)]);
  const pair = { from: from.code, to: to.code, fromSeries: source.rates, toSeries: target.rates };
  return decoder.decode(source.printer.printPeriod(pair, period));
}

function parsePair(day: Day, slug: string): Pair {
  const [, from, to] = /^([a-z\d]+)-to-([a-z\d]+)$/i.exec(slug) ?? [];
  if (from === undefined || to === undefined) throw malformedPair(slug);
  return findPair(day, from, to);
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
