import { describe, expect, it } from 'vitest';
import { addressOf, initialState, parseState } from './address-state.ts';

const has = (code: string) => ['USD', 'EUR', 'JPY'].includes(code);

describe('URL of the converter page', () => {
  it.each([
    { from: 'EUR', to: 'JPY', amount: 100, range: '1m', date: '', source: 'market' },
    { from: 'USD', to: 'USD', amount: 0, range: '1y', date: '2025-06-03', source: 'ecb' },
    { from: 'JPY', to: 'EUR', amount: 1e-7, range: 'all', date: '', source: 'market' },
    { from: 'JPY', to: 'EUR', amount: 1e300, range: 'all', date: '', source: 'market' },
  ] as const)('contains the state of the page: %j', (state) => {
    expect(parseState(addressOf(state).slice(1), has, 'de-DE')).toEqual(state);
  });

  it.each([
    ['?from=EUR', 'EUR', 'USD'],
    ['?to=USD', 'EUR', 'USD'],
    ['?from=JPY', 'JPY', 'EUR'],
    ['?to=JPY', 'USD', 'JPY'],
    ['?from=EUR&to=EUR', 'EUR', 'EUR'],
    ['?from= jpy', 'JPY', 'EUR'],
  ])('with the query %j converts from %s to %s', (search, from, to) => {
    expect(parseState(search, has, 'en-US')).toMatchObject({ from, to });
  });

  it.each([
    ['1,000.50', 'en-US', 1000.5],
    ['1.000,50', 'de-DE', 1000.5],
    // The page's own format, in another locale.
    ['1.234', 'de-DE', 1.234],
  ])('with the amount %j is read correctly in the locale %s', (amount, locale, expected) => {
    expect(parseState(`?amount=${amount}`, has, locale).amount).toBe(expected);
  });

  it('omits values of the initial state', () => {
    expect(addressOf({ ...initialState, from: 'EUR', to: 'JPY' })).toBe('/?from=EUR&to=JPY&amount=100');
  });

  it.each([
    '',
    '?',
    '?from=&to=&amount=&range=',
    '?amount=1e400',
    '?from=XXX&to=constructor&amount=-1&range=2y&date=2025-02-30&x=<script>',
  ])('with the query %j shows the initial state', (search) => {
    expect(parseState(search, has, 'en-US')).toEqual(initialState);
  });
});
