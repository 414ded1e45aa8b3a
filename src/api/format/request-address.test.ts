import { describe, expect, it } from 'vitest';
import { requestAddress } from './request-address.ts';

describe('requestAddress (builds the URL of an API request)', () => {
  it.each([
    ['/api/rates', {}, '/api/rates'],
    ['/api/rates/{from}-to-{to}.json', { from: 'usd', to: 'eur' }, '/api/rates/usd-to-eur.json'],
    ['/api/convert', { from: 'USD', to: 'EUR', amount: '2.5e+2' }, '/api/convert?from=USD&to=EUR&amount=2.5e%2B2'],
    [
      '/api/v1/rates/{day}',
      { day: '2026-09-03', base: '', symbols: 'USD,GBP' },
      '/api/v1/rates/2026-09-03?symbols=USD,GBP',
    ],
    ['/api/v1/rates/{day}', { day: '../a b?c#d&' }, '/api/v1/rates/..%2Fa%20b%3Fc%23d%26'],
    ['/api/convert', { from: "U'S" }, '/api/convert?from=U%27S'],
  ])('turns the endpoint %s and the parameters %j into %s', (address, values, expected) => {
    expect(requestAddress(address, new Map(Object.entries(values)))).toBe(expected);
  });
});
