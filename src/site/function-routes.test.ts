import { describe, expect, it } from 'vitest';
import { functionRoutes, reachesFunction } from './function-routes.ts';

describe('the routes of the Function', () => {
  it.each([
    '/api/convert',
    '/api/convert/',
    '/api/historical',
    '/api/historical/usd-to-inr/30d',
    '/api/rates/usd-to-zmw',
    '/api/rates/usd-to-eur',
    '/api/rates/usd-to-eur/',
    '/api/rates/USD-to-EUR',
    '/api/rates/usd-to-eur/x',
  ])('send %s to it', (path) => {
    expect(reachesFunction(functionRoutes, path)).toBe(true);
  });

  it.each([
    '/',
    '/api/rates',
    '/api/rates/',
    '/api/rates.json',
    '/api/rates/usd-to-eur.json',
    '/api/rates/usd-to-zmw.json',
    '/api/historical/usd-to-zmw/30d.json',
    '/api/currencies',
    '/api/v1/rates',
    '/api/convertx',
    '/api/converts/x',
    '/series/eur.json',
  ])('keep %s from it', (path) => {
    expect(reachesFunction(functionRoutes, path)).toBe(false);
  });
});
