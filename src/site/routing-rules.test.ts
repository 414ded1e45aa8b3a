import { describe, expect, it } from 'vitest';
import { fixedDocuments } from '../api/documents/fixed-documents.ts';
import { endpoints } from '../api/endpoints/endpoints.ts';
import { addresses } from '../api/paths.ts';
import { crawlerFiles } from './write/crawler-files.ts';
import { pagesLimits } from './host-limits.ts';
import { functionRoutes, headerRules, rewrites } from './routing-rules.ts';
import { headersFor, reachesFunction, rewrite, robotsRules } from './rule-files.ts';

const [robots] = crawlerFiles(undefined, robotsRules(functionRoutes), []);

/** Whether robots.txt allows a path, by the longest matching rule (RFC 9309). */
function mayCrawl(path: string): boolean {
  const matching = [...String(robots?.body).matchAll(/^(Allow|Disallow): (.+)$/gm)]
    .map(([, kind, rule = '']) => ({ allows: kind === 'Allow', rule }))
    .filter(({ rule }) => {
      const source = rule.replaceAll(/[.+?^{}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
      return new RegExp(`^${source}`).test(path);
    });
  return matching.sort((a, b) => b.rule.length - a.rule.length)[0]?.allows ?? true;
}

describe('routes of the Pages Function (paths that it handles)', () => {
  it.each([
    '/api/convert/',
    '/api/rates/usd-to-zmw',
    '/api/rates/usd-to-eur',
    '/api/rates/usd-to-eur/',
    '/api/rates/USD-to-EUR',
    '/api/rates/usd-to-eur/x',
    '/v1/latest',
    '/v1/2026-06-03..2026-06-05',
    '/v1/currencies',
    '/v2/rates',
    '/v2/rate/EUR/USD',
    '/oxr/latest.json',
    '/oxr/historical/2026-06-03.json',
    '/api/latest',
    '/api/2026-06-03',
    '/api/1999-01-04',
  ])('include the path %s', (path) => {
    expect(reachesFunction(functionRoutes, path)).toBe(true);
    expect(mayCrawl(path)).toBe(false);
  });

  it.each([
    '/',
    '/api/rates',
    '/api/rates.json',
    '/api/rates/usd-to-eur.json',
    '/api/rates/usd-to-zmw.json',
    '/api/historical/usd-to-zmw/30d.json',
    '/api/currencies',
    '/api/v1/rates',
    '/docs/',
    '/series/eur.json',
    '/v1/currencies.json',
    '/v1/currencies/eur.min.json',
    '/v4/latest/USD',
    '/v6/latest/usd',
    '/api/v1/rates.csv',
  ])('exclude the path %s', (path) => {
    expect(reachesFunction(functionRoutes, path)).toBe(false);
    expect(mayCrawl(path)).toBe(true);
  });

  it.each(['/api/rates/', '/api/latestx', '/api/v2026-06-03', '/api/convertx', '/api/converts/x'])(
    'exclude the path %s, which doesn’t exist',
    (path) => {
      expect(reachesFunction(functionRoutes, path)).toBe(false);
    },
  );
});

describe('rewrite rules', () => {
  it.each([
    ['/api', '/api/'],
    ['/v1/currencies.min.json', '/v1/currencies.json'],
    ['/v1/currencies/eur.min.json', '/v1/currencies/eur.json'],
    ['/v6/latest/eur', '/v6/latest/EUR'],
    ['/v4/latest/eur', '/v6/latest/EUR'],
    ['/v4/latest/EUR', '/v6/latest/EUR'],
  ])('serve the content of $1 at the path $0', (address, file) => {
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
    '/v1/currencies.json',
    '/v1/currencies/eur.json',
    '/v1/currencies',
    '/v1/latest',
    '/v6/latest/EUR',
    '/oxr/latest.json',
  ])('don’t rewrite the path %s', (address) => {
    expect(rewrite(rewrites, address)).toBe(address);
  });
});

describe('response header rules', () => {
  it('allow any origin to read data, and don’t give data the headers of pages', () => {
    for (const address of [
      ...['/api', '/api/', '/api/rates', '/api/rates/usd-to-eur.json', '/api/nope', '/api/404', '/api/v1/404'],
      ...['/series/eur.json', '/series/nope'],
    ]) {
      expect(headersFor(headerRules([]), address)).toEqual({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'ETag, Synthetic',
        'cache-control': 'public, max-age=600, stale-if-error=86400',
        'content-type': 'application/json; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('let browsers cache files of finished years longer than other files', () => {
    const rules = headerRules(['2024', '2025']);
    const cacheOf = (address: string) => headersFor(rules, address)['cache-control'];
    for (const year of ['2024', '2025']) {
      expect(cacheOf(`/archive/${year}.csv`)).toBe('public, max-age=31536000, immutable');
      for (const address of [`/api/v1/history/eur/${year}`, `/api/v1/history/eur/${year}.json`]) {
        expect(cacheOf(address)).toBe('public, max-age=86400, stale-if-error=604800');
      }
    }
    // A bank may correct the rates of any year.
    const changing = ['/archive/2026.csv', '/archive/faults.csv', '/archive/ecb/2024.csv', '/series/ecb/usd.json'];
    for (const address of [...changing, '/api/v1/history/eur/2026', '/api/v1/archive']) {
      expect(cacheOf(address)).toBe('public, max-age=600, stale-if-error=86400');
    }
  });

  it('are fewer than the host allows, even with 100 archived years', () => {
    const years = Array.from({ length: 100 }, (_, index) => String(2024 + index));
    expect(headerRules(years).length).toBeLessThan(pagesLimits.headerRules);
    expect(headersFor(headerRules(years), '/archive/2123.csv')['cache-control']).toContain('immutable');
  });

  it('give pages a content security policy that blocks content of other sites', () => {
    for (const address of ['/', '/docs/', '/404', '/nope', '/nope/deeper', '/seriesx/eur']) {
      expect(headersFor(headerRules([]), address)).toMatchObject({
        // Without a comma, because a comma would mean that two rules set a policy.
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'[^,]*; frame-ancestors 'none'[^,]*$/,
        ) as string,
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()') as string,
      });
    }
    expect(headersFor(headerRules([]), '/favicon.svg')).not.toHaveProperty('content-type');
  });

  it.each(['/llms.txt', '/llms-full.txt', '/licenses.txt'])('serve %s as plain text', (path) => {
    expect(headersFor(headerRules([]), path)).toEqual({
      ...headersFor(headerRules([]), '/api/rates'),
      'content-type': 'text/plain; charset=utf-8',
    });
  });

  it('serve the feed as Atom', () => {
    expect(headersFor(headerRules([]), '/feed.xml')).toEqual({
      ...headersFor(headerRules([]), '/api/rates'),
      'content-type': 'application/atom+xml; charset=utf-8',
    });
  });
});

const rows = [
  ...endpoints.map(({ path, hasFile = false }) => ({ path, isFunctions: true, hasFile })),
  ...[...fixedDocuments.map(({ address }) => address), addresses.currencyYear].map((path) => ({
    ...{ path, isFunctions: false, hasFile: true },
  })),
];

describe.each(rows)('API endpoint $path', ({ path: template, isFunctions, hasFile }) => {
  const example = template
    .replace('{pair}', 'usd-to-eur')
    .replace('{period}', '7d')
    .replace('{date}', '2026-09-03')
    .replace('{base}', 'eur')
    .replace('{code}', 'eur')
    .replace('{year}', '2026');

  it(
    isFunctions ? 'is handled by the Pages Function, except with .json' : 'is a static file, with and without .json',
    () => {
      // The response depends on the query, so a file would be the wrong response.
      const isAsked = template === addresses.ratesOnDate || template === addresses.ratesByBase;
      expect(rewrite(rewrites, example)).toBe(hasFile && !isAsked ? `${example}.json` : example);
      expect(reachesFunction(functionRoutes, example)).toBe(isFunctions);
      expect(reachesFunction(functionRoutes, `${example}.json`)).toBe(false);
      expect(rewrite(rewrites, `${example}.json`)).toBe(`${example}.json`);
    },
  );

  it(
    isFunctions ? 'is closed to crawlers, unless .json is appended' : 'is open to crawlers if .json is appended',
    () => {
      if (isFunctions) expect(mayCrawl(`${example}?from=EUR`)).toBe(false);
      expect(mayCrawl(`${example}.json`)).toBe(true);
    },
  );

  it('is served as JSON to any origin if the response, such as a 404 error, comes from a static file', () => {
    for (const address of [example, `${example}.json`]) {
      expect(headersFor(headerRules([]), address)).toMatchObject({
        'access-control-allow-origin': '*',
        'content-type': 'application/json; charset=utf-8',
      });
    }
  });
});
