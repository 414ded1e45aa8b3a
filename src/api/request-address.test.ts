import { describe, expect, it } from 'vitest';
import { requestAddress } from './request-address.ts';

describe('requestAddress (builds the URL of an API request)', () => {
  const day = '/api/v1/rates/{date}';
  it.each([
    ['leaves a URL without parameters unchanged', '/api/rates', {}, '/api/rates'],
    [
      'inserts parameters into a path',
      '/api/rates/{from}-to-{to}',
      { from: 'usd', to: 'eur' },
      '/api/rates/usd-to-eur',
    ],
    ['encodes a plus sign in the query', '/api/convert', { amount: '2.5e+2' }, '/api/convert?amount=2.5e%2B2'],
    ['omits an empty parameter', day, { date: '2026-09-03', base: '' }, '/api/v1/rates/2026-09-03'],
    ['doesn’t encode a comma', day, { date: 'eur', symbols: 'USD,GBP' }, '/api/v1/rates/eur?symbols=USD,GBP'],
    ['encodes special characters in the path', day, { date: '../a b?c#d&' }, '/api/v1/rates/..%2Fa%20b%3Fc%23d%26'],
    ['encodes an apostrophe in the query', '/api/convert', { from: "U'S" }, '/api/convert?from=U%27S'],
  ])('%s', (_, address, values, expected) => {
    expect(requestAddress(address, new Map(Object.entries(values)))).toBe(expected);
  });
});
