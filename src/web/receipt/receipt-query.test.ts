import { describe, expect, it } from 'vitest';
import { parseReceiptQuery, receiptQuery } from './receipt-query.ts';

describe('query of the rate receipt page', () => {
  it.each([
    ['is empty', '', '?from=EUR&to=USD'],
    ['has only “from”, in lower case', '?from=usd', '?from=USD&to=EUR'],
    ['has only “to”', '?to=EUR', '?from=USD&to=EUR'],
    ['has other parameters and an empty date', '?from=EUR&to=JPY&amount=100&date=', '?from=EUR&to=JPY'],
    ['has both currencies and a date', '?from=EUR&to=JPY&date=2025-12-07', '?from=EUR&to=JPY&date=2025-12-07'],
    ['is over 3,000 characters long', `?x=${'x'.repeat(3000)}&from=GBP`, '?from=EUR&to=USD'],
  ])('requests the receipt $2 if it $0', (_, search, complete) => {
    expect(receiptQuery(parseReceiptQuery(search))).toBe(complete);
  });

  it('is parsed with invalid values unchanged, because the page reports them', () => {
    const search = new URLSearchParams({ from: 'EUR\r\n$(touch x)', to: '__PROTO__', date: '../../SHA256SUMS' });
    expect(parseReceiptQuery(search.toString())).toEqual({
      from: 'EUR\r\n$(touch x)',
      to: '__PROTO__',
      date: '../../SHA256SUMS',
    });
  });
});
