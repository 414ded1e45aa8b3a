import { type Period, isPeriod } from '../rates/period.ts';
import { parseAmount } from '../rates/amount.ts';

/** What the page shows, as its address says it: `/?from=EUR&to=JPY&amount=100`. */
export interface PageState {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly period: Period;
}

export const initialState: PageState = { from: 'USD', to: 'EUR', amount: 100, period: '30d' };

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
  const period = query.get('period') ?? '';
  return {
    from: code('from'),
    to: code('to'),
    amount: amount === undefined || amount === Infinity ? initialState.amount : amount,
    period: isPeriod(period) ? period : initialState.period,
  };
}

/** Characters of the longest query that is read: a state's own has less than 100. */
const LONGEST_QUERY = 2000;

/** The address of a state, relative to the host. The period is left out where it is the usual one. */
export function addressOf({ from, to, amount, period }: PageState): string {
  const query = new URLSearchParams({ from, to, amount: String(amount) });
  if (period !== initialState.period) query.set('period', period);
  return `/?${query.toString()}`;
}
