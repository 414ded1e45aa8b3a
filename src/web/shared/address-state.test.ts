import { describe, expect, it } from 'vitest';
import { addressOf, initialState, parseState } from './address-state.ts';

const has = (code: string) => ['USD', 'EUR', 'JPY'].includes(code);

describe('URL of the converter page', () => {
  it.each([
    [
      'with the default source of rates',
      { from: 'EUR', to: 'JPY', amount: 100, range: '1m', date: '', source: 'market' },
    ],
    [
      'with official rates of a past day',
      { from: 'USD', to: 'USD', amount: 0, range: '1y', date: '2025-06-03', source: 'ecb' },
    ],
    ['whose amount is tiny', { from: 'JPY', to: 'EUR', amount: 1e-7, range: 'all', date: '', source: 'market' }],
    ['whose amount is huge', { from: 'JPY', to: 'EUR', amount: 1e300, range: 'all', date: '', source: 'market' }],
  ] as const)('restores the state of a page %s', (_, state) => {
    expect(parseState(addressOf(state).slice(1), has, 'de-DE')).toEqual(state);
  });

  it.each([
    ['?from=EUR', 'EUR', 'USD'],
    ['?to=USD', 'EUR', 'USD'],
    ['?from=JPY', 'JPY', 'EUR'],
    ['?to=JPY', 'USD', 'JPY'],
    ['?from=EUR&to=EUR', 'EUR', 'EUR'],
    ['?from= jpy', 'JPY', 'EUR'],
  ])('selects the pair $1 to $2 if the query is “$0” (the default is USD to EUR)', (search, from, to) => {
    expect(parseState(search, has, 'en-US')).toMatchObject({ from, to });
  });

  it.each([
    ['1,000.50', 'en-US', 1000.5],
    ['1.000,50', 'de-DE', 1000.5],
    // The format that the page writes into its URL, in every locale.
    ['1.234', 'de-DE', 1.234],
  ])(
    'selects the amount $2 if the query has “amount=$0” and the browser’s locale is $1',
    (amount, locale, expected) => {
      expect(parseState(`?amount=${amount}`, has, locale).amount).toBe(expected);
    },
  );

  it('omits the chart’s range, the date and the source if the visitor hasn’t changed them', () => {
    expect(addressOf({ ...initialState, from: 'EUR', to: 'JPY' })).toBe('/?from=EUR&to=JPY&amount=100');
  });

  it.each([
    ['is empty', ''],
    ['is only “?”', '?'],
    ['has empty parameters', '?from=&to=&amount=&range='],
    ['has the amount 1e400, which is too large for JavaScript', '?amount=1e400'],
    ['has only invalid parameters', '?from=XXX&to=constructor&amount=-1&range=2y&date=2025-02-30&x=<script>'],
  ])('selects the page’s initial state if the query %s', (_, search) => {
    expect(parseState(search, has, 'en-US')).toEqual(initialState);
  });
});
