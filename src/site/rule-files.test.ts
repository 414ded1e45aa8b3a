import { describe, expect, it } from 'vitest';
import { headerRules, rewrites } from './routing-rules.ts';
import { doubleHeaders, headersFor, parseHeaders, parseRewrites, renderHeaders, renderRewrites } from './rule-files.ts';

describe('_headers and _redirects (Cloudflare Pages’ rule files)', () => {
  it('are read back as the same rules that were written', () => {
    expect(parseRewrites(renderRewrites(rewrites))).toEqual(rewrites);
    const rules = headerRules(['2024']);
    expect(parseHeaders(renderHeaders(rules))).toEqual(rules);
  });
});

describe('response header that two rules set', () => {
  const rules = [
    { pattern: '/*', headers: { 'X-Who': 'all', 'X-Once': '1' } },
    { pattern: '/api/*', headers: { 'x-who': 'api' } },
  ];

  it('has both values, joined with a comma, as on Cloudflare Pages', () => {
    expect(headersFor(rules, '/api/rates')).toEqual({ 'x-who': 'all, api', 'x-once': '1' });
    expect(headersFor(rules, '/docs')).toEqual({ 'x-who': 'all', 'x-once': '1' });
  });

  it('has only the second rule’s value if the second rule first removes the header', () => {
    const detaching = [...rules, { pattern: '/api/v1/*', detach: ['X-Who', 'x-once'], headers: { 'X-Who': 'v1' } }];
    expect(headersFor(detaching, '/api/v1/rates')).toEqual({ 'x-who': 'v1' });
    expect(doubleHeaders(detaching, ['/api/v1/rates'])).toEqual([{ name: 'x-who', address: '/api/v1/rates' }]);
    expect(doubleHeaders(detaching.toSpliced(1, 1), ['/api/v1/rates'])).toEqual([]);
    expect(parseHeaders(renderHeaders(detaching))).toEqual(detaching);
  });

  it('is found by doubleHeaders (lists headers that two rules set)', () => {
    expect(doubleHeaders(rules, ['/', '/api/rates'])).toEqual([{ name: 'x-who', address: '/api/rates' }]);
  });
});
