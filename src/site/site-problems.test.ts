import { describe, expect, it } from 'vitest';
import { type HostLimits, pagesLimits } from './host-limits.ts';
import { functionRoutes, headerRules, rewrites } from './routing-rules.ts';
import { InvalidSiteError } from './errors.ts';
import { findSiteProblems, type SiteOutline } from './site-problems.ts';

const sound: SiteOutline = {
  files: [
    { path: '_worker.js', bytes: 7000 },
    { path: 'api/rates.json', bytes: 3000 },
    { path: 'api/v1/rates.json', bytes: 2000 },
  ],
  pairFileCount: 45,
  rewrites,
  headerRules: headerRules([]),
  routes: functionRoutes,
  fileLimit: 47,
};
const staticRewrites = rewrites.filter(({ from }) => !/[:*]/.test(from)).length;
const problemsOf = (changes: Partial<SiteOutline>, limits: Partial<HostLimits> = {}) =>
  findSiteProblems({ ...sound, ...changes }, { ...pagesLimits, ...limits }).map(
    ({ path, problem }) => `${path}: ${problem}`,
  );

describe('findSiteProblems (finds what Cloudflare Pages would reject)', () => {
  it('returns no problems for a valid site at the file limit', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it.each<[string, Partial<SiteOutline>, Partial<HostLimits>, string[]]>([
    ['too many files', { fileLimit: 46 }, {}, ['.: has 47 files, more than 46']],
    [
      'a file that is too large',
      {},
      { fileBytes: 2999 },
      ['_worker.js: has 7000 bytes, more than 2999', 'api/rates.json: has 3000 bytes, more than 2999'],
    ],
    [
      'names that SHA256SUMS cannot list',
      {
        files: ['a b.txt', 'é.txt', '.hidden/a', 'a\nb', '.well-known/security.txt'].map((path) => ({
          path,
          bytes: 1,
        })),
        pairFileCount: 0,
        routes: undefined,
      },
      {},
      ['a b.txt', 'é.txt', '.hidden/a', 'a\nb'].map(
        (path) => `${path}: has an invalid name. Use A-Z a-z 0-9 . _ - without a leading dot`,
      ),
    ],
    [
      'too many static rewrites',
      {},
      { staticRedirects: 2 },
      [`_redirects: has ${staticRewrites} static rules, more than 2`],
    ],
    ['too many dynamic rewrites', {}, { dynamicRedirects: 3 }, ['_redirects: has 8 dynamic rules, more than 3']],
    [
      'static rewrites that follow a dynamic rewrite',
      {
        rewrites: ['/a/:b', '/c', '/d'].map((from) => ({ from, to: '/e' })),
      },
      { dynamicRedirects: 2 },
      ['_redirects: has 3 dynamic rules, more than 2'],
    ],
    [
      'a rewrite that is too long',
      { rewrites: [{ from: '/a', to: `/${'b'.repeat(99)}` }] },
      { redirectCharacters: 100 },
      [`_redirects: /a /${'b'.repeat(36)}… has 107 characters, more than 100`],
    ],
    ['too many header rules', {}, { headerRules: 1 }, [`_headers: has ${headerRules([]).length} rules, more than 1`]],
    [
      'a header that two rules set',
      { headerRules: [...headerRules([]), { pattern: '/api/rates', headers: { 'cache-control': 'no-store' } }] },
      {},
      ['_headers: sets cache-control twice for /api/rates, so its values would be joined'],
    ],
    ['too many routes', {}, { routes: 5 }, ['_routes.json: has 20 rules, more than 5']],
    [
      'routes without an include rule',
      { routes: { version: 1, include: [], exclude: [] } },
      {},
      ['_routes.json: includes no rule'],
    ],
    [
      'routes that overlap',
      { routes: { version: 1, include: ['/api/*', '/api/rates/*'], exclude: [] } },
      {},
      ['_routes.json: /api/* overlaps /api/rates/*'],
    ],
    [
      'an excluded path without a file',
      { routes: { version: 1, include: ['/api/*'], exclude: ['/api/rates/usd-to-zmw'] } },
      {},
      ['_routes.json: /api/rates/usd-to-zmw has no file'],
    ],
  ])('reports %s', (_, changes, limits, expected) => {
    expect(problemsOf(changes, limits)).toEqual(expected);
  });

  it('reports paths that differ only in case, and paths that are reserved for pairs', () => {
    const files = [
      'API/rates.json',
      'api/rates/USD-to-eur.json',
      'api/historical/usd-to-eur/1y.json',
      'api/docs/how-to-call.md',
    ].map((path) => ({
      path,
      bytes: 1,
    }));
    expect(problemsOf({ files: [...sound.files, ...files], fileLimit: 100 })).toEqual([
      'API/rates.json: is a duplicate',
      'api/rates/USD-to-eur.json: has the path of a pair',
      'api/historical/usd-to-eur/1y.json: has the path of a pair',
    ]);
  });

  it('reports a route that is too long', () => {
    expect(problemsOf({}, { routeCharacters: 18 })).toEqual([
      '_routes.json: /api/v1/history.csv… has 19 characters, more than 18',
    ]);
  });

  it('reports all problems of a site at once', () => {
    const problems = findSiteProblems({ ...sound, fileLimit: 1 }, { ...pagesLimits, routes: 1, headerRules: 1 });
    expect(problems).toHaveLength(3);
    expect(new InvalidSiteError(problems).message.split('\n')).toHaveLength(3);
  });
});
