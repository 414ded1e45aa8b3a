import { describe, expect, it } from 'vitest';
import { archiveSince1999, documentsOf, served } from '../testing/sites/served.ts';

const { get } = served(documentsOf({ archive: archiveSince1999() }));

/** The error of a response with status 400. */
async function errorOf(path: string): Promise<string> {
  const response = await get(path);
  expect(response.status).toBe(400);
  return ((await response.json()) as { readonly error: string }).error;
}

describe('error that suggests another request', () => {
  it.each([
    ['/api/convert', '/api/convert?from=USD&to=EUR'],
    ['/api/convert?from=GBP&amount=25&key=5ecret', '/api/convert?from=GBP&to=EUR&amount=25'],
    ['/api/convert?to=USD', '/api/convert?from=EUR&to=USD'],
    ['/api/convert?from=EUR', '/api/convert?from=EUR&to=USD'],
    [`/api/convert?from=${'x'.repeat(500)}`, '/api/convert?from=USD&to=EUR'],
    [
      '/api/v1/convert?to=jpy&date=2025-06-03&source=ecb&amount=1e3',
      '/api/v1/convert?from=USD&to=jpy&amount=1e3&date=2025-06-03&source=ecb',
    ],
    [
      '/api/v1/history.csv?from=CHF&start=2026-09-01&every=week',
      '/api/v1/history.csv?from=CHF&to=EUR&start=2026-09-01&every=week',
    ],
    [
      '/api/v1/history?to=CHF&end=2026-09-01&value=mean&every=month',
      '/api/v1/history?from=USD&to=CHF&end=2026-09-01&every=month&value=mean',
    ],
    ['/api/convert?from=EUR&to=SYP', '/api/v1/history?from=EUR&to=SYP'],
    ['/api/v1/convert?from=syp&to=gbx', '/api/v1/history?from=SYP&to=GBX'],
    ['/api/historical?to=SYP', '/api/v1/history?from=USD&to=SYP'],
    ['/api/v1/convert?from=CHF&to=SYP', '/api/v1/history?from=CHF&to=SYP'],
    ['/api/v1/rates/chf?symbols=JPY,SYP', '/api/v1/history?from=CHF&to=SYP'],
    ['/api/v1/rates/syp?symbols=JPY', '/api/v1/history?from=SYP&to=JPY'],
    ['/api/v1/rates/syp', '/api/v1/history?from=SYP&to=EUR'],
    ['/api/v1/convert?from=EUR&to=ZMW&date=2026-02-20', '/api/v1/history?from=EUR&to=ZMW&start=2025-02-20'],
    ['/api/v1/convert?from=EUR&to=ZMW&date=2024-04-25', '/api/v1/history?from=EUR&to=ZMW&start=2024-03-02'],
    ['/api/v1/convert?from=SYP&to=SYP&date=2026-09-20', '/api/v1/history?from=SYP&to=SYP&start=2025-09-20'],
    ['/api/v1/rates/2026-02-20?base=CHF&symbols=ZMW', '/api/v1/history?from=CHF&to=ZMW&start=2025-02-20'],
    ['/api/v1/rates/2026-09-20?symbols=JPY,SYP', '/api/v1/history?from=USD&to=SYP&start=2025-09-20'],
    ['/api/v1/rates/2026-02-20?base=EUR', '/api/v1/history?from=EUR&to=USD&start=2025-02-20'],
  ])('repeats the currencies and parameters of the request %s: %s', async (path, suggested) => {
    const error = await errorOf(path);
    expect(error.match(/\/api\/(convert|v1\/(convert|history))\S*/g)).toEqual([suggested]);
    expect(error).not.toContain('5ecret');
    expect((await get(suggested)).status).toBe(200);
  });

  it.each([
    '/api/v1/convert?from=EUR&to=AED&source=ecb',
    '/api/v1/rates/aed?source=ecb',
    '/api/v1/rates/eur?symbols=AED&source=ecb',
    '/api/v1/history?from=EUR&to=AED&source=ecb',
    '/api/v1/history.csv?from=EUR&to=AED&source=ecb',
    '/api/v1/convert?from=EUR&to=GBX&source=norges-bank',
  ])('names the market if a bank lacks newest rates that today’s market rates have: %s', async (path) => {
    expect(await errorOf(path)).toMatch(/\. With source=market, this request returns market rates$/);
    expect((await get(path.replace(/source=[\w-]+/, 'source=market'))).status).toBe(200);
  });

  it('reads no other file to name the market', async () => {
    const { assets, get } = served();
    await get('/api/v1/convert?from=EUR&to=AED&source=ecb');
    const ofBank = ['series/official/reach.json', 'series/official/2026-04.json', 'series/ecb/days.json'];
    expect(assets.reads).toEqual(['api/v1/rates.json', 'api/currencies.json', 'api/v1/metals.json', ...ofBank]);
  });

  it.each([
    '/api/v1/convert?from=EUR&to=BGN',
    // The market may have rates of these days, but only its files of past rates can tell.
    '/api/v1/convert?from=EUR&to=AED&date=2026-09-28&source=ecb',
    '/api/v1/history?from=EUR&to=AED&start=2025-06-01&end=2025-06-10&source=ecb',
    '/api/v1/convert?from=EUR&to=BGN&date=2025-12-30',
    '/api/v1/convert?from=EUR&to=SYP&source=ecb',
    '/api/v1/convert?from=EUR&to=XYZ&source=ecb',
    '/api/v1/convert?from=EUR&to=USD&date=2027-01-01&source=ecb',
    '/api/v1/rates/syp',
  ])('names no other source unless it certainly has rates for the same request: %s', async (path) => {
    expect(await errorOf(path)).not.toContain('source=');
  });
});
