import { assertApart, valuesOf } from '../declaration/endpoint.ts';
import { convertOnDate, requestedPair } from '../endpoints/convert-on-date.ts';
import { dayBefore, isDate } from '../../money/calendar.ts';
import type { RequestedPair } from '../query/pair-answer.ts';
import { market } from '../../sources/market.ts';
import { unitOf } from '../../money/currencies/sub-units.ts';

/** The requested rate, as in the page's URL: `?from=EUR&to=JPY&date=2026-09-03&source=KEY`. */
export interface ReceiptQuery {
  /** A currency code, or any other text from the URL. */
  readonly from: string;
  readonly to: string;
  /** A date, or any other text from the URL; empty for the newest day. */
  readonly date: string;
  /** The key of a bank, or any other text from the URL. If it's empty, the receipt is of the market rate. */
  readonly source: string;
  /** The key of a rule, or any other text from the URL. Undefined without a rule. */
  readonly rule?: string;
}

/**
 * Parses the page's query. Missing values get a default. Invalid values stay, because the page must report them instead
 * of showing another receipt.
 */
export function parseReceiptQuery(search: string): ReceiptQuery {
  const query = new URLSearchParams(search);
  const given = (name: string) => query.get(name)?.trim() ?? '';
  const [from, to] = [unitOf(given('from')), unitOf(given('to'))];
  const source = given('source');
  const [before, rule] = [given('before'), given('rule')];
  // A receipt is of one day.
  const lastDay = isDate(before) ? dayBefore(before) : before;
  return {
    from: from || (to === 'EUR' ? 'USD' : 'EUR'),
    to: to || (from === 'USD' ? 'EUR' : 'USD'),
    date: given('date') || lastDay,
    source: source === market.key ? '' : source,
    ...(rule !== '' && { rule }),
  };
}

/** The request for a receipt's rate. Codes are in upper case. @throws {ApiError} if the query is invalid */
export function requestOf(query: ReceiptQuery): RequestedPair {
  const texts = new Map(Object.entries(query).filter(([, text]) => text !== ''));
  assertApart(convertOnDate.apart, texts);
  return requestedPair(valuesOf(convertOnDate, texts));
}

/** The query of a URL for the same receipt. */
export function receiptQuery({ from, to, ...rest }: ReceiptQuery): string {
  const { date, source, rule = '' } = rest;
  const given = Object.entries({ date, source, rule }).filter(([, text]) => text !== '');
  const query = new URLSearchParams([['from', from], ['to', to], ...given]);
  return `?${query.toString()}`;
}
