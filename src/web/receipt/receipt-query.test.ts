import { describe, expect, it } from 'vitest';
import { parseReceiptQuery, receiptQuery } from './receipt-query.ts';

describe('query of the rate receipt page', () => {
  it.each([
    ['', '?from=EUR&to=USD'],
    ['?from=usd', '?from=USD&to=EUR'],
    ['?to=EUR', '?from=USD&to=EUR'],
    ['?from=EUR&to=JPY&amount=100&date=', '?from=EUR&to=JPY'],
    ['?from=EUR&to=JPY&date=2025-12-07', '?from=EUR&to=JPY&date=2025-12-07'],
    [`?x=${'x'.repeat(3000)}&from=GBP`, '?from=EUR&to=USD'],
  ])('requests the same receipt as $1 if it is “$0”', (search, complete) => {
    expect(receiptQuery(parseReceiptQuery(search))).toBe(complete);
  });

  it('keeps invalid values, because the page must report them', () => {
    const search = new URLSearchParams({ from: 'EUR\r\n$(touch x)', to: '__PROTO__', date: '../../SHA256SUMS' });
    expect(parseReceiptQuery(search.toString())).toEqual({
      from: 'EUR\r\n$(touch x)',
      to: '__PROTO__',
      date: '../../SHA256SUMS',
    });
  });
});
