import { codeOf } from '../../currencies/code.ts';
import { MAX_QUERY } from '../shared/address-state.ts';

/** Which rate the page of receipts is asked for, as its address says it: `?from=EUR&to=JPY&date=2026-09-03`. */
export interface ReceiptQuery {
  /** A code, or what somebody took for one. */
  readonly from: string;
  readonly to: string;
  /** A date, or what somebody took for one; empty for the newest day. */
  readonly date: string;
}

/**
 * Reads an address. What is missing has a default; what makes no sense is kept, for the page has to say so: a receipt of
 * something else would be worse than none.
 */
export function parseReceiptQuery(search: string): ReceiptQuery {
  const query = new URLSearchParams(search.length > MAX_QUERY ? '' : search);
  const given = (name: string) => query.get(name)?.trim() ?? '';
  const [from, to] = [codeOf(given('from')), codeOf(given('to'))];
  return {
    from: from || (to === 'EUR' ? 'USD' : 'EUR'),
    to: to || (from === 'USD' ? 'EUR' : 'USD'),
    date: given('date'),
  };
}

/** The query of an address that asks for the same, whenever it is opened. */
export function receiptQuery({ from, to, date }: ReceiptQuery): string {
  return `?${new URLSearchParams({ from, to, ...(date !== '' && { date }) }).toString()}`;
}
