import { describe, expect, it } from 'vitest';
import { requestAddress } from './request-address.ts';

describe('requestAddress (builds the URL of an API request)', () => {
  it.each([
    ['leaves a URL without parameters unchanged', '/api/rates', '/api/rates', {}],
    [
      'inserts parameters into a path',
      '/api/rates/usd-to-eur.json',
      '/api/rates/{from}-to-{to}.json',
      { from: 'usd', to: 'eur' },
    ],
    [
      'encodes a plus sign in the query',
      '/api/convert?from=USD&to=EUR&amount=2.5e%2B2',
      '/api/convert',
      { from: 'USD', to: 'EUR', amount: '2.5e+2' },
    ],
    [
      'omits an empty parameter, and doesn’t encode a comma',
      '/api/v1/rates/2026-09-03?symbols=USD,GBP',
      '/api/v1/rates/{day}',
      { day: '2026-09-03', base: '', symbols: 'USD,GBP' },
    ],
    [
      'encodes special characters in the path',
      '/api/v1/rates/..%2Fa%20b%3Fc%23d%26',
      '/api/v1/rates/{day}',
      { day: '../a b?c#d&' },
    ],
    ['encodes an apostrophe in the query', '/api/convert?from=U%27S', '/api/convert', { from: "U'S" }],
  ])('%s: %s', (_, expected, address, values) => {
    expect(requestAddress(address, new Map(Object.entries(values)))).toBe(expected);
  });
});
