import type { SourceName } from '../../api/source-fields.ts';
import { isDate } from '../../rates/calendar.ts';
import { isInRange, parseAmount } from '../../rates/amount.ts';
import { isRange, type Range } from './chart-range.ts';
import { parseTypedAmount } from '../typing/typed-amount.ts';

/** The page's state, as in its URL: `/?from=EUR&to=JPY&amount=100`. */
export interface PageState {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  /** The chart's range. */
  readonly range: Range;
  /** The day of the rate, `YYYY-MM-DD`; empty for today. */
  readonly date: string;
  /** Where the rates come from: the market, or the European Central Bank. */
  readonly source: SourceName;
}

export const initialState: PageState = { from: 'USD', to: 'EUR', amount: 100, range: '1m', date: '', source: 'market' };

/**
 * Parses a query that the page or a person wrote. Missing and invalid values get the initial values. A currency that is
 * filled in always differs from the other currency of the pair.
 *
 * @param has whether a currency is supported
 * @param locale the visitor's locale, for an amount with separators
 */
export function parseState(search: string, has: (code: string) => boolean, locale: string): PageState {
  if (search.length > MAX_QUERY) return initialState;
  const query = new URLSearchParams(search);
  const given = (name: 'from' | 'to') => {
    const text = query.get(name)?.trim().toUpperCase() ?? '';
    return has(text) ? text : undefined;
  };
  const [from, to] = [given('from'), given('to')];
  const text = query.get('amount') ?? '';
  // The number format of the page's own URLs is tried first, because it has the same meaning in every locale.
  const amount = parseAmount(text) ?? parseTypedAmount(text, locale);
  const range = query.get('range') ?? '';
  const date = query.get('date') ?? '';
  return {
    from: from ?? (to === initialState.from ? initialState.to : initialState.from),
    to: to ?? (from === initialState.to ? initialState.from : initialState.to),
    amount: amount !== undefined && isInRange(amount) ? amount : initialState.amount,
    range: isRange(range) ? range : initialState.range,
    date: isDate(date) ? date : initialState.date,
    source: query.get('source') === 'ecb' ? 'ecb' : initialState.source,
  };
}

/** Maximum characters of a query. The page's own queries have fewer than 100 characters. */
export const MAX_QUERY = 2000;

/** The URL of a state, relative to the host. Range, date and source are each omitted if they have the initial value. */
export function addressOf({ from, to, amount, range, date, source }: PageState): string {
  const query = new URLSearchParams({ from, to, amount: String(amount) });
  if (range !== initialState.range) query.set('range', range);
  if (date !== '') query.set('date', date);
  if (source !== initialState.source) query.set('source', source);
  return `/?${query.toString()}`;
}
