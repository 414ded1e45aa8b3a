import { isDate } from '../rates/calendar.ts';
import { parseAmount } from '../rates/amount.ts';
import { isRange, type Range } from './chart-range.ts';

/** What the page shows, as its address says it: `/?from=EUR&to=JPY&amount=100`. */
export interface PageState {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  /** How far back the chart goes. */
  readonly range: Range;
  /** The day of the rate, `YYYY-MM-DD`; empty for today's. */
  readonly date: string;
}

export const initialState: PageState = { from: 'USD', to: 'EUR', amount: 100, range: '1m', date: '' };

/**
 * Reads an address. What is missing or makes no sense is taken from the initial state.
 * @param has whether a currency is supported
 */
export function parseState(search: string, has: (code: string) => boolean): PageState {
  if (search.length > LONGEST_QUERY) return initialState;
  const query = new URLSearchParams(search);
  const code = (name: 'from' | 'to') => {
    const text = query.get(name)?.toUpperCase() ?? '';
    return has(text) ? text : initialState[name];
  };
  const amount = parseAmount(query.get('amount') ?? '');
  const range = query.get('range') ?? '';
  const date = query.get('date') ?? '';
  return {
    from: code('from'),
    to: code('to'),
    amount: amount === undefined || amount === Infinity ? initialState.amount : amount,
    range: isRange(range) ? range : initialState.range,
    date: isDate(date) ? date : initialState.date,
  };
}

/** Characters of the longest query that is read: a state's own has less than 100. */
const LONGEST_QUERY = 2000;

/** The address of a state, relative to the host. The range is left out where it is the usual one, and the date where it is today. */
export function addressOf({ from, to, amount, range, date }: PageState): string {
  const query = new URLSearchParams({ from, to, amount: String(amount) });
  if (range !== initialState.range) query.set('range', range);
  if (date !== '') query.set('date', date);
  return `/?${query.toString()}`;
}
