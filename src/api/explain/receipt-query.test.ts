import { describe, expect, it } from 'vitest';
import { parseReceiptQuery, receiptQuery } from './receipt-query.ts';

describe('rate receipt page', () => {
  it.each([
    ['is empty', '', '?from=EUR&to=USD'],
    ['is ?from=usd', '?from=usd', '?from=USD&to=EUR'],
    ['is ?to=EUR', '?to=EUR', '?from=USD&to=EUR'],
    [
      'also has an amount and an empty date (?from=EUR&to=JPY&amount=100&date=)',
      '?from=EUR&to=JPY&amount=100&date=',
      '?from=EUR&to=JPY',
    ],
    ['has both currencies and this date', '?from=EUR&to=JPY&date=2025-12-07', '?from=EUR&to=JPY&date=2025-12-07'],
    ['has a date that the rate is before', '?from=EUR&to=JPY&before=2025-03-01', '?from=EUR&to=JPY&date=2025-02-28'],
    ['also has a bank', '?from=EUR&to=PLN&source=nbp', '?from=EUR&to=PLN&source=nbp'],
    ['has a rule', '?from=EUR&to=PLN&date=2026-03-05&rule=pl-vat', '?from=EUR&to=PLN&date=2026-03-05&rule=pl-vat'],
    ['also has the market as source', '?from=EUR&to=PLN&source=market', '?from=EUR&to=PLN'],
  ])('shows the receipt for $2 if the page’s query string $0', (_, search, complete) => {
    expect(receiptQuery(parseReceiptQuery(search))).toBe(complete);
  });

  it('keeps invalid values of its query string unchanged, so that it can report them', () => {
    const search = new URLSearchParams({
      from: 'EUR\r\n$(touch x)',
      to: '__PROTO__',
      date: '../../SHA256SUMS',
      source: '<b>',
    });
    expect(parseReceiptQuery(search.toString())).toEqual({
      from: 'EUR\r\n$(touch x)',
      to: '__PROTO__',
      date: '../../SHA256SUMS',
      source: '<b>',
    });
  });
});
