import { describe, expect, it } from 'vitest';
import { addressOf, initialState, parseState } from './address-state.ts';

const has = (code: string) => ['USD', 'EUR', 'JPY'].includes(code);

describe('the address', () => {
  it.each([
    { from: 'EUR', to: 'JPY', amount: 100, period: '30d' },
    { from: 'USD', to: 'USD', amount: 0, period: '1y' },
    { from: 'JPY', to: 'EUR', amount: 1e-7, period: '7d' },
    { from: 'JPY', to: 'EUR', amount: 1e300, period: '7d' },
  ] as const)('says what the page shows: %j', (state) => {
    expect(parseState(addressOf(state).slice(1), has)).toEqual(state);
  });

  it('is short', () => {
    expect(addressOf({ ...initialState, from: 'EUR', to: 'JPY' })).toBe('/?from=EUR&to=JPY&amount=100');
  });

  it.each([
    '',
    '?',
    '?from=&to=&amount=&period=',
    '?amount=1e400',
    '?from=XXX&to=constructor&amount=-1&period=2y&x=<script>',
  ])('%j means the usual state', (search) => {
    expect(parseState(search, has)).toEqual(initialState);
  });
});
