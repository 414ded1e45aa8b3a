import { describe, expect, it } from 'vitest';
import { initialState, type PageState, parseState, queryOf } from './address-state.ts';

describe('URL of the converter page', () => {
  it.each<[string, Partial<PageState>]>([
    ['with the default source of rates', { from: 'EUR', to: 'JPY' }],
    [
      'with official rates of a past day',
      { from: 'USD', to: 'USD', amount: '0', range: '1y', date: '2025-06-03', source: 'ecb' },
    ],
    ['whose amount is tiny', { from: 'JPY', amount: '1e-7', range: 'all' }],
    ['whose amount is huge', { from: 'JPY', amount: '1e+300' }],
    ['whose other amount was typed', { amount: '500', given: 'to' }],
    ['with texts that the API rejects', { from: '<b>', to: 'XXX', amount: '-1', date: '2025-02-30', source: 'moon' }],
  ])('restores the state of a page %s', (_, changes) => {
    const state = { ...initialState, ...changes };
    expect(parseState(queryOf(state), 'de-DE')).toEqual(state);
  });

  it.each([
    ['?from=EUR', 'EUR', 'USD'],
    ['?to=USD', 'EUR', 'USD'],
    ['?to=usd', 'EUR', 'USD'],
    ['?from=GBp&to=<b>', 'GBX', '<b>'],
    ['?from=JPY', 'JPY', 'EUR'],
    ['?to=JPY', 'USD', 'JPY'],
    ['?from=EUR&to=EUR', 'EUR', 'EUR'],
  ])('selects the pair $1 to $2 if the query is “$0” (the default is USD to EUR)', (search, from, to) => {
    expect(parseState(search, 'en-US')).toMatchObject({ from, to });
  });

  it.each([
    ['1,000.50', 'en-US', '1000.5'],
    ['1.000,50', 'de-DE', '1000.5'],
    // The format that the page writes into its URL, in every locale.
    ['1.234', 'de-DE', '1.234'],
    ['ten', 'de-DE', 'ten'],
    ['1e400', 'en-US', '1e400'],
  ])(
    'selects the amount $2 if the query has “amount=$0” and the browser’s locale is $1',
    (amount, locale, expected) => {
      expect(parseState(`?amount=${amount}`, locale).amount).toBe(expected);
    },
  );

  it('omits the chart’s range, the date and the source if the visitor hasn’t changed them', () => {
    expect(queryOf({ ...initialState, from: 'EUR', to: 'JPY' })).toBe('?from=EUR&to=JPY&amount=100');
  });

  it.each([
    ['is empty', ''],
    ['is only “?”', '?'],
    ['has empty parameters', '?from=&to=&amount=&range=&date=&source='],
    ['has an unknown range', '?range=2y&x=<script>'],
  ])('selects the page’s initial state if the query %s', (_, search) => {
    expect(parseState(search, 'en-US')).toEqual(initialState);
  });
});
