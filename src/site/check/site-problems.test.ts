import { describe, expect, it } from 'vitest';
import { type HostLimits, pagesLimits } from '../host-limits.ts';
import { functionRoutes, headerRules, rewrites } from '../routing-rules.ts';
import { InvalidSiteError } from '../errors.ts';
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
  it('returns no problems for a valid site with exactly as many files as allowed', () => {
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
      'file names with a space, an accent, a line break or a leading dot',
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
      'too many static rewrites (without placeholders)',
      {},
      { staticRedirects: 2 },
      [`_redirects: has ${staticRewrites} static rules, more than 2`],
    ],
    [
      'too many dynamic rewrites (with placeholders)',
      {},
      { dynamicRedirects: 3 },
      ['_redirects: has 8 dynamic rules, more than 3'],
    ],
    [
      'too many dynamic rewrites, where a static rewrite after a dynamic rewrite counts as dynamic',
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
      'a header that two rules set for the same path',
      { headerRules: [...headerRules([]), { pattern: '/api/rates', headers: { 'cache-control': 'no-store' } }] },
      {},
      ['_headers: sets cache-control twice for /api/rates, so its values would be joined'],
    ],
    [
      'too many rules in _routes.json',
      {},
      { routes: 5 },
      [`_routes.json: has ${[...functionRoutes.include, ...functionRoutes.exclude].length} rules, more than 5`],
    ],
    [
      'a path in _routes.json that is too long',
      {},
      { routeCharacters: 18 },
      ['_routes.json: /api/v1/history.csv… has 19 characters, more than 18'],
    ],
    [
      'a _routes.json that includes no path',
      { routes: { version: 1, include: [], exclude: [] } },
      {},
      ['_routes.json: includes no rule'],
    ],
    [
      'paths that overlap in _routes.json',
      { routes: { version: 1, include: ['/api/*', '/api/rates/*'], exclude: [] } },
      {},
      ['_routes.json: /api/* overlaps /api/rates/*'],
    ],
    [
      'a path that has no file, although _routes.json excludes this path from the Pages Function',
      { routes: { version: 1, include: ['/api/*'], exclude: ['/api/rates/usd-to-zmw'] } },
      {},
      ['_routes.json: /api/rates/usd-to-zmw has no file'],
    ],
  ])('reports %s', (_, changes, limits, expected) => {
    expect(problemsOf(changes, limits)).toEqual(expected);
  });

  it('reports a file whose path, ignoring case, belongs to another file or a currency pair', () => {
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
      expect.stringMatching(/^API\/rates\.json: has the path of another file .*rename or remove it$/),
      'api/rates/USD-to-eur.json: has a path that is reserved for files of pairs',
      'api/historical/usd-to-eur/1y.json: has a path that is reserved for files of pairs',
    ]);
  });

  it('reports all problems of a site at once', () => {
    const problems = findSiteProblems({ ...sound, fileLimit: 1 }, { ...pagesLimits, routes: 1, headerRules: 1 });
    expect(problems).toHaveLength(3);
    expect(new InvalidSiteError(problems).message.split('\n')).toHaveLength(3);
  });
});
