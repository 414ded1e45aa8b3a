import { describe, expect, it } from 'vitest';
import { addressOf, initialState, parseState } from './address-state.ts';

const has = (code: string) => ['USD', 'EUR', 'JPY'].includes(code);

describe('URL of the converter page', () => {
  it.each([
    { from: 'EUR', to: 'JPY', amount: 100, range: '1m', date: '', source: 'market' },
    { from: 'USD', to: 'USD', amount: 0, range: '1y', date: '2025-06-03', source: 'ecb' },
    { from: 'JPY', to: 'EUR', amount: 1e-7, range: 'all', date: '', source: 'market' },
    { from: 'JPY', to: 'EUR', amount: 1e300, range: 'all', date: '', source: 'market' },
  ] as const)('contains the page’s state %j', (state) => {
    expect(parseState(addressOf(state).slice(1), has, 'de-DE')).toEqual(state);
  });

  it.each([
    ['?from=EUR', 'EUR', 'USD'],
    ['?to=USD', 'EUR', 'USD'],
    ['?from=JPY', 'JPY', 'EUR'],
    ['?to=JPY', 'USD', 'JPY'],
    ['?from=EUR&to=EUR', 'EUR', 'EUR'],
    ['?from= jpy', 'JPY', 'EUR'],
  ])('selects the pair $1 to $2 for the query %j', (search, from, to) => {
    expect(parseState(search, has, 'en-US')).toMatchObject({ from, to });
  });

  it.each([
    ['1,000.50', 'en-US', 1000.5],
    ['1.000,50', 'de-DE', 1000.5],
    // The page's own format, in another locale.
    ['1.234', 'de-DE', 1.234],
  ])('may have the amount %j in the locale %s', (amount, locale, expected) => {
    expect(parseState(`?amount=${amount}`, has, locale).amount).toBe(expected);
  });

  it('omits values that equal the initial state', () => {
    expect(addressOf({ ...initialState, from: 'EUR', to: 'JPY' })).toBe('/?from=EUR&to=JPY&amount=100');
  });

  it.each([
    '',
    '?',
    '?from=&to=&amount=&range=',
    '?amount=1e400',
    '?from=XXX&to=constructor&amount=-1&range=2y&date=2025-02-30&x=<script>',
  ])('shows the initial state for the query %j', (search) => {
    expect(parseState(search, has, 'en-US')).toEqual(initialState);
  });
});
