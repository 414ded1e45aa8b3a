import { isDate } from '../../rates/calendar.ts';
import { parseAmount } from '../../rates/amount.ts';
import { isRange, type Range } from './chart-range.ts';
import { parseTypedAmount } from './typed-amount.ts';

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
 * Reads an address, as the page writes it or a person does. What is missing or makes no sense is taken from the initial
 * state; where one currency is given, the other one is not the same.
 *
 * @param has whether a currency is supported
 * @param locale the visitor's, for an amount with marks
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
  // The form that the page writes itself means the same in every locale.
  const amount = parseAmount(text) ?? parseTypedAmount(text, locale);
  const range = query.get('range') ?? '';
  const date = query.get('date') ?? '';
  return {
    from: from ?? (to === initialState.from ? initialState.to : initialState.from),
    to: to ?? (from === initialState.to ? initialState.from : initialState.to),
    amount: amount === undefined || amount === Infinity ? initialState.amount : amount,
    range: isRange(range) ? range : initialState.range,
    date: isDate(date) ? date : initialState.date,
  };
}

/** Characters of the longest query that is read: a state's own has less than 100. */
export const MAX_QUERY = 2000;

/** The address of a state, relative to the host. The range is left out where it is the usual one, and the date where it is today. */
export function addressOf({ from, to, amount, range, date }: PageState): string {
  const query = new URLSearchParams({ from, to, amount: String(amount) });
  if (range !== initialState.range) query.set('range', range);
  if (date !== '') query.set('date', date);
  return `/?${query.toString()}`;
}
