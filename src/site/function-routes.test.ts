import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { buildRoutes, mostTradedPairs, reachesFunction } from './function-routes.ts';
import { pagesLimits } from './host-limits.ts';

const hot = catalogue.slice(0, 62);
const routes = buildRoutes(hot);

describe('the routes of the Function', () => {
  it('use every rule that Pages allows, and not one more', () => {
    expect(routes.include.length + routes.exclude.length).toBe(pagesLimits.routes);
    for (const rule of [...routes.include, ...routes.exclude]) {
      expect(rule.length).toBeLessThanOrEqual(pagesLimits.routeCharacters);
    }
  });

  it('give the most traded pairs to files', () => {
    for (const slug of ['usd-to-eur', 'eur-to-usd', 'usd-to-jpy', 'gbp-to-usd', 'eur-to-jpy', 'usd-to-inr']) {
      expect(routes.exclude).toContain(`/api/rates/${slug}`);
    }
  });

  it('exclude no pair that has no file', () => {
    const few = buildRoutes(catalogue.slice(0, 3));
    expect(few.exclude).toHaveLength(2 + 3 * 2);
    expect(buildRoutes([]).exclude).toEqual(['/api/rates', '/api/*.json']);
  });

  it.each([
    '/api/convert',
    '/api/convert/',
    '/api/historical',
    '/api/historical/usd-to-inr/30d',
    '/api/rates/usd-to-zmw',
    '/api/rates/USD-to-EUR',
    '/api/rates/usd-to-eur/x',
  ])('send %s to it', (path) => {
    expect(reachesFunction(routes, path)).toBe(true);
  });

  it.each([
    '/',
    '/api/rates',
    '/api/rates/',
    '/api/rates.json',
    '/api/rates/usd-to-eur',
    '/api/rates/usd-to-eur/',
    '/api/rates/usd-to-zmw.json',
    '/api/historical/usd-to-zmw/30d.json',
    '/api/currencies',
    '/api/v1/rates',
    '/api/convertx',
    '/api/converts/x',
    '/series/eur.json',
  ])('keep %s from it', (path) => {
    expect(reachesFunction(routes, path)).toBe(false);
  });
});

describe('the most traded pairs', () => {
  it('begin with those of the dollar and never pair a currency with itself', () => {
    const pairs = mostTradedPairs(hot);
    expect(pairs.slice(0, 6).map((pair) => pair.join('-'))).toEqual([
      'USD-EUR',
      'EUR-USD',
      'USD-JPY',
      'JPY-USD',
      'USD-GBP',
      'GBP-USD',
    ]);
    expect(pairs).toHaveLength(62 * 61);
    expect(pairs.filter(([from, to]) => from === to)).toEqual([]);
  });
});
