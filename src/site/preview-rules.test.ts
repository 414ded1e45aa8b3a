import { describe, expect, it } from 'vitest';
import { headersFor, parseHeaders, parseRewrites, rewrite } from './preview-rules.ts';
import { headerRules, renderHeaders, renderRewrites, rewrites } from './routing-rules.ts';

describe('the rule files', () => {
  it('are read back as they were written', () => {
    expect(parseRewrites(renderRewrites(rewrites))).toEqual(rewrites);
    expect(parseHeaders(renderHeaders(headerRules))).toEqual(headerRules);
  });
});

describe('the rewrites', () => {
  it.each([
    ['/api', '/api/'],
    ['/api/rates', '/api/rates.json'],
    ['/api/currencies', '/api/currencies.json'],
    ['/api/v1/rates', '/api/v1/rates.json'],
    ['/api/rates/usd-to-eur', '/api/rates/usd-to-eur.json'],
    ['/api/historical/usd-to-inr/30d', '/api/historical/usd-to-inr/30d.json'],
  ])('answer %s with %s', (address, file) => {
    expect(rewrite(rewrites, address)).toBe(file);
  });

  it.each([
    '/',
    '/api/rates.json',
    '/api/rates/usd-to-eur.json',
    '/api/historical/usd-to-inr/30d.json',
    '/api/v1/openapi.json',
    '/api/convert',
    '/api/historical',
    '/api/rates/',
    '/api/rates/usd-to-eur/',
    '/api/ratesXjson',
  ])('leave %s as it is', (address) => {
    expect(rewrite(rewrites, address)).toBe(address);
  });
});

describe('the headers', () => {
  it('of data allow any origin, say JSON and may be cached', () => {
    for (const address of ['/api', '/api/rates', '/api/rates/usd-to-eur.json', '/api/nope', '/series/eur.json']) {
      expect(headersFor(headerRules, address)).toMatchObject({
        'Access-Control-Allow-Origin': '*',
        'Content-Type': 'application/json; charset=utf-8',
        'X-Content-Type-Options': 'nosniff',
      });
    }
  });

  it('of the page keep out what is not ours', () => {
    expect(headersFor(headerRules, '/')).toHaveProperty('Content-Security-Policy');
    expect(headersFor(headerRules, '/favicon.svg')).not.toHaveProperty('Content-Type');
  });

  it('are never set by two rules at once', () => {
    for (const address of [
      '/',
      '/favicon.svg',
      '/assets/style-1.css',
      '/docs',
      '/api',
      '/api/rates',
      '/api/v1/rates.json',
      '/series/eur.json',
    ]) {
      const names = headerRules
        .filter((rule) => Object.keys(headersFor([rule], address)).length > 0)
        .flatMap(({ headers }) => Object.keys(headers));
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
