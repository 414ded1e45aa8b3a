import type { ErrorCode } from '../api/error.schema.ts';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { shortExample } from '../api/openapi/short-examples.ts';
import { requestAddress } from '../api/request-address.ts';
import { datesUpTo, dayNumber } from '../money/calendar.ts';
import { FIRST_DAY } from '../sources/provider.ts';
import { createHandler } from '../function/handler.ts';
import { startPreview } from './serve/preview-server.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { compatRequests, unknownCompatPaths } from '../testing/data/compat-requests.ts';
import { openApiRequests } from '../testing/data/openapi-requests.ts';
import { OpenApiChecker } from '../testing/process/openapi-checker.ts';
import { readJson } from '../testing/sites/read-site.ts';
import { clock, recordedDays, writeSmallSite } from '../testing/sites/small-site.ts';
import { startPagesDev } from '../testing/servers/pages-dev.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');

const servers = {} as Record<'preview' | 'pages', AsyncDisposable & { readonly url: string }>;

/** Days without recorded rates. They are published as gaps, so that the years up to 2025 count as finished. */
const gaps = datesUpTo('2025-12-31', dayNumber('2025-12-31') - dayNumber(FIRST_DAY)).filter(
  (date) => !recordedDays.days.some((day) => day.date === date),
);

beforeAll(async () => {
  await writeSmallSite(site, { contact: 'mailto:security@rates.example', archive: { ...recordedDays, gaps } });
  [servers.preview, servers.pages] = await Promise.all([startPreview(site, 0), startPagesDev(site)]);
});
afterAll(async () => {
  await servers.preview[Symbol.asyncDispose]();
  await servers.pages[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests a path unchanged. `fetch` would normalize it first. */
function ask(url: string, path: string, init: Init = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, ...init }, (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      }, reject);
    })
      .on('error', reject)
      .end();
  });
}

const dataHeaders = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=600, stale-if-error=86400',
  'content-type': 'application/json; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};
const errorHeaders = { ...dataHeaders, 'cache-control': 'no-store' };

const successes: [path: string, part: object][] = [
  ['/api/rates', { base: 'USD', timestamp: '2026-09-29T00:00:00.000Z' }],
  ['/api/rates.json', { base: 'USD' }],
  ['/api/currencies', { success: true }],
  ['/api/v1/rates', { rate_type: 'daily_reference', stale: true, stale_reason: 'cached_fallback' }],
  ['/api/v1/history/eur/2026', { code: 'EUR', year: '2026' }],
  ['/api/v1/rates/2025-06-03?base=EUR', { base: 'EUR', rate_as_of: '2025-06-03' }],
  ['/api/v1/openapi.json', { openapi: '3.1.1' }],
  ['/series/eur.json', { code: 'EUR' }],
  ['/api/convert?from=EUR&to=JPY&amount=100', { amount: 100, result: 17890.5547892, rate: 178.905547892 }],
  ['/api/convert?from=eur&to=zmw', { from: 'EUR', to: 'ZMW', amount: 1 }],
  ['/api/convert?from=eur&to=eur&amount=1e+3', { rate: 1, result: 1000 }],
  ['/api/rates/usd-to-eur', { rate: 0.88022588 }],
  ['/api/rates/usd-to-eur.json', { rate: 0.88022588 }],
  ['/api/rates/USD-to-EUR', { rate: 0.88022588 }],
  ['/api/rates/usd-to-eur?x=1', { rate: 0.88022588 }],
  ['/api/rates/eur-to-eur', { rate: 1 }],
  ['/api/rates/usd-to-zmw', { rate: 19.61964913 }],
  ['/api/historical', { from: 'USD', to: 'INR', period: '30d', data_points: 31 }],
  ['/api/historical?from=gbp&to=zmw&period=1y', { from: 'GBP', to: 'ZMW', period: '1y', data_points: 366 }],
  ['/api/historical/usd-to-eur/7d', { from: 'USD', to: 'EUR', period: '7d', data_points: 8 }],
  ['/api/historical/usd-to-eur/7d.json', { from: 'USD', to: 'EUR', period: '7d', data_points: 8 }],
  ['/api/historical/usd-to-zmw/90d', { from: 'USD', to: 'ZMW', period: '90d', data_points: 91 }],
];

const errors: [path: string, status: number, message: string, code?: ErrorCode][] = [
  ['/api/convert', 400, 'Missing required parameters: from, to.'],
  ['/api/convert?from=XYZ&to=USD', 400, 'Unsupported currency: "XYZ".'],
  [`/api/convert?from=USD&to=${'x'.repeat(5000)}`, 400, 'The URL is too long'],
  ['/api/rates/usdeur', 400, 'Invalid pair: "usdeur".'],
  ['/api/historical/usd-to-inr/2y', 400, 'Invalid period: "2y".'],
  ['/api/nope', 404, 'Not found.'],
  ['/api/v1/nope', 404, 'Not found.', 'not_found'],
  ['/api/v1/nope.json', 404, 'Not found.', 'not_found'],
  ['/api/v1/', 404, 'Not found.', 'not_found'],
  ['/api/v1/rates/2026-09-30.json', 404, 'Not found.', 'not_found'],
  ['/api/v1/convert?from=USD&to=XYZ', 400, 'Unsupported currency: "XYZ".', 'unsupported_currency'],
  [`/api/v1/convert?from=USD&to=${'x'.repeat(5000)}`, 400, 'The URL is too long', 'url_too_long'],
  ['/api/v1', 404, 'Not found.'],
  ['/api/404', 404, 'Not found.'],
  ['/api/v1/404', 404, 'Not found.', 'not_found'],
  ['/series/404', 404, 'Not found.'],
  ['/series/xyz.json', 404, 'Not found.'],
  ['/api/rates/', 404, 'Not found.'],
  ['/api/rates/usd-to-eur/', 404, 'Not found.'],
  ['/api/rates/usd-to-zmw/', 404, 'Not found.'],
  ['/api/rates/usd-to-zmw.json', 404, 'omit .json to get any pair.'],
  ['/api/historical/usd-to-zmw/7d.json', 404, 'omit .json to get any pair.'],
  ['/api/historical/usd-to-inr', 404, 'Not found.'],
  ['/api/convert/', 404, 'Not found.'],
  ['/api//rates', 404, 'Not found.'],
];

/** Unusual requests, each with the response's status, and the kind of its body or the target of a redirect. */
const oddities: [method: string, path: string, status: number, rest: string][] = [
  ['GET', '/api/./convert', 400, 'an error'],
  ['GET', '/api/x/../convert', 400, 'an error'],
  ['GET', '/api/%2e/convert', 400, 'an error'],
  ['GET', '/api/x/%2E./convert', 400, 'an error'],
  ['GET', '/api/rates/%2e%2e/convert', 400, 'an error'],
  ['GET', '/api\\convert', 400, 'an error'],
  ['GET', '/api\\x\\..\\convert', 400, 'an error'],
  ['GET', '/api/convert#x', 400, 'an error'],
  ['GET', 'http://elsewhere.example/api/convert', 400, 'an error'],
  ['GET', '/api/x/../convert?from=USD&to=EUR', 200, 'data'],
  ['GET', '/api/./rates', 200, 'data'],
  ['GET', '/api/rates/../rates', 200, 'data'],
  ['GET', '/api/rates/usd%2dto%2deur', 200, 'data'],
  ['GET', '/api/x/..%2fconvert', 404, 'an error'],
  ['GET', '/api//convert', 404, 'an error'],
  ['GET', '/api/c%6fnvert', 404, 'an error'],
  ['GET', '/api/index', 308, '/api/'],
  ['GET', '/api/404.html', 308, '/api/404'],
  ['GET', '/api', 404, 'an error'],
  ['HEAD', '/api', 404, 'nothing'],
  ['GET', '/api?x=1', 404, 'an error'],
  ['GET', '/api/', 404, 'an error'],
  ['GET', '/API/rates', 404, 'a page'],
  ['GET', '/docs/', 200, 'a page'],
  ['GET', '/docs', 308, '/docs/'],
  ['HEAD', '/docs', 308, '/docs/'],
  ['GET', '/docs/api', 200, 'a page'],
  ['GET', '/docs/api/', 308, '/docs/api'],
  ['GET', '/docs/api.html?x=1&y', 308, '/docs/api?x=1&y'],
  ['GET', '/docs/index', 308, '/docs/'],
  ['GET', '/docs/api.html', 308, '/docs/api'],
  ['GET', '/receipt?from=EUR&to=JPY', 200, 'a page'],
  ['GET', '/receipt.html?from=EUR&to=JPY', 308, '/receipt?from=EUR&to=JPY'],
  ['GET', '/docs/api/.', 308, '/docs/api'],
  ['GET', '/%64ocs/api%2f', 308, '/docs/api'],
  ['GET', '/index', 308, '/'],
  ['GET', '/index/', 308, '/'],
  ['GET', '/index.html', 308, '/'],
  ['GET', '/404.html', 308, '/404'],
  ['GET', '/404', 404, 'a page'],
  // Redirects stay on this host, even if the path looks like another host.
  ['GET', '//docs/api/', 308, '/docs/api'],
  ['GET', '//elsewhere.example/index', 308, '/elsewhere.example/'],
  ['GET', '/%5celsewhere.example/index', 308, '/elsewhere.example/'],
  ['GET', '/%09/elsewhere.example/index', 308, '/elsewhere.example/'],
  ['POST', '/api/convert', 405, 'an error'],
  ['POST', '/api/convert/', 405, 'an error'],
  ['POST', '/api/rates/nope', 405, 'an error'],
  ['POST', '/api/rates/x/y/z', 405, 'an error'],
  ['POST', '/api/historical/nope', 405, 'an error'],
  ['POST', '/api/rates/', 405, 'nothing'],
  ['POST', '/api/nope', 405, 'nothing'],
  ['POST', '/api', 405, 'nothing'],
  ['POST', '/nope', 405, 'nothing'],
  ['POST', '/docs/api/', 405, 'nothing'],
  ['OPTIONS', '/api/convert', 204, 'nothing'],
  ['OPTIONS', '/api/convert/', 204, 'nothing'],
  ['OPTIONS', '/api/nope', 405, 'nothing'],
];

function kindOf({ body }: Answer): string {
  if (body === '') return 'nothing';
  if (body.startsWith('<!doctype html>')) return 'a page';
  if (!body.startsWith('{')) return 'a file';
  return (JSON.parse(body) as { success?: boolean }).success === false ? 'an error' : 'data';
}

/** Spelling variants of a path. Some variants are equivalent to the path. */
const variants: ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/%2e%2E${path}`,
  (path) => `${path}/.`,
  (path) => `${path}/..`,
  (path) => `${path}.html`,
  (path) => `${path}.json`,
  (path) => `${path}/index`,
  (path) => `${path}/index/`,
  (path) => `${path}/index.html`,
  (path) => `${path}?x=1`,
  (path) => `${path}%2f`,
  (path) => `${path}%20`,
  (path) => `${path};x`,
  (path) => path.replaceAll(/(?!^)\//g, '\\'),
  (path) => path.replaceAll(/(?!^)\//g, '%5c'),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.toUpperCase(),
];
const stems = ['/docs', '/docs/api', '/index', '/nope', '/api', '/api/rates', '/api/convert', '/api/rates/usd-to-zmw'];

/** Requests for past rates, which src/function/past-endpoints.test.ts compares with the archive. */
const pastRates = [
  '/api/v1/history?from=EUR&to=JPY&start=2024-03-02&end=2026-09-29',
  '/api/v1/history?from=btc&to=irr&start=2025-01-01&end=2025-12-31&every=month',
  '/api/v1/history?from=EUR&to=USD&start=2024-01-01&source=ecb&every=quarter&value=mean',
  '/api/v1/history?from=EUR&to=JPY&start=1999-01-01&end=1999-12-31',
  '/api/v1/history.csv?from=XAF&to=ZMW&start=2025-05-01&end=2025-07-31',
  '/api/v1/convert?from=GBP&to=SYP&amount=12.50&date=2025-06-03',
  '/api/v1/convert?from=EUR&to=JPY&amount=100&date=2025-06-03&source=ecb',
  '/api/v1/convert?from=EUR&to=JPY&date=2999-01-01',
  '/api/v1/rates/2025-06-03?base=EUR',
  '/api/v1/rates/2025-06-03?base=KWD&symbols=USD,BTC,VES',
  '/api/v1/rates/jpy?symbols=EUR',
];

/** The operator's own file, if there is one. */
const security = join(import.meta.dirname, '../../public/.well-known/security.txt');
/** Text files, each with a part of its text. */
const textFiles = [
  [
    '/.well-known/security.txt',
    existsSync(security)
      ? readFileSync(security, 'utf8')
      : 'Contact: mailto:security@rates.example\nExpires: 2027-01-01T00:00:00Z\n',
  ],
  ['/robots.txt', 'Disallow: /api/convert\n'],
  ['/llms.txt', '# Ratesheet\n'],
  ['/llms-full.txt', '# Ratesheet\n'],
  ['/licenses.txt', '“Source: European Central Bank”'],
] as const;

/** Files of finished years and of the current year, which clients may cache for different times. */
const yearly = [
  '/archive/2024.csv',
  '/archive/2026.csv',
  ...['2025', '2026'].flatMap((year) => [`/api/v1/history/eur/${year}`, `/api/v1/history/eur/${year}.json`]),
];

/** Paths by what responds to them: a static file, such as a 404 page, or the Pages Function. */
const answeredBy = {
  files: [
    '/',
    '/api/rates',
    '/api/rates/',
    '/api/rates.json',
    '/api/currencies',
    '/api/v1/rates',
    '/api/rates/usd-to-eur.json',
    '/api/rates/usd-to-zmw.json',
    '/api/historical/usd-to-eur/7d.json',
    '/api/historical/usd-to-zmw/7d.json',
    '/series/zmw.json',
    '/api/nope',
    '/nope',
    '//api/rates',
  ],
  theFunction: [
    '/api/convert?from=USD&to=EUR',
    '/api/convert',
    '/api/historical',
    '/api/historical?period=7d',
    '/api/historical/usd-to-eur/7d',
    '/api/rates/usd-to-eur',
    '/api/rates/usd-to-eur?x=1',
    '/api/rates/usd-to-zmw',
    '/api/rates/USD-TO-EUR',
    '/api/rates/nonsense',
    '/api/rates/usd-to-zmw/',
  ],
};

describe('OpenAPI document', () => {
  let checker: OpenApiChecker;
  beforeAll(() => {
    checker = new OpenApiChecker(readJson(site, 'api/v1/openapi.json') as object);
  });

  /** The path and status of every response, such as `/api/rates 200`. */
  const seen = new Set<string>();

  /** The Pages Function in this process, which takes a fraction of the time. Other tests compare it with workerd's. */
  const theFunction = createHandler('one', clock);
  const filesOfSite = {
    fetch: (url: string) => {
      const file = join(site, new URL(url).pathname);
      return Promise.resolve(existsSync(file) ? new Response(readFileSync(file)) : new Response(null, { status: 404 }));
    },
  };

  /** Sends a request and fails if the response doesn't match the document. */
  async function check(path: string, address: string, { method = 'GET', headers: sent = {} }: Init = {}) {
    // Uncompressed, because compression would take longer than the response.
    const init = { method, redirect: 'manual', headers: { 'Accept-Encoding': 'identity', ...sent } } as const;
    const url = servers.pages.url + address;
    const isMetered = checker.operations.get(path)?.['x-metered'] ?? false;
    const response = isMetered
      ? await theFunction(new Request(url, init), { ASSETS: filesOfSite })
      : await fetch(url, init);
    const { status, headers } = response;
    const answer = { status, headers, body: await response.text() };
    // The introduction of the document describes preflights.
    const problems = method === 'OPTIONS' && status === 204 ? [] : checker.problems(path, method, answer);
    expect({ method, address, problems, body: answer.body }).toMatchObject({ problems: [] });
    seen.add(`${path} ${status}`);
    return answer;
  }

  /** Calls a function for every path in parallel. */
  const forEveryPath = (
    act: (addresses: { path: string; right: string[]; wrong: string[]; byFunction: boolean }) => Promise<void>,
  ) =>
    Promise.all(
      Array.from(checker.operations, ([path, { parameters = [], 'x-metered': byFunction }]) =>
        act({ path, ...openApiRequests(path, parameters), byFunction }),
      ),
    );

  it('matches the status-500 responses of the Pages Function if no file can be read', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const none = { fetch: () => Promise.resolve(new Response(null, { status: 404 })) };
    for (const [path, { parameters = [], 'x-metered': isMetered }] of checker.operations) {
      if (!isMetered) continue;
      const [address = ''] = openApiRequests(path, parameters).right;
      const response = await createHandler('one', clock)(new Request(servers.pages.url + address), { ASSETS: none });
      const { status, headers } = response;
      expect([path, status, checker.problems(path, 'GET', { status, headers, body: await response.text() })]).toEqual([
        path,
        500,
        [],
      ]);
      seen.add(`${path} ${status}`);
    }
    log.mockRestore();
  });

  it('matches the responses to valid and invalid requests', async () => {
    await forEveryPath(async ({ path, right, wrong }) => {
      for (const address of [...right, ...wrong]) {
        const { status } = await check(path, address);
        expect([address, ...(right.includes(address) ? [200] : [400, 404])], `${status}`).toContain(status);
      }
    });
  });

  it('has example responses that equal the real responses to requests with the example parameters, without the rest of long lists', async () => {
    // A later check changes these fields, so their values in the examples differ. The example of the OpenAPI document
    // has only some of the fields.
    const changing = { checked_at: null, stale: null, stale_reason: null, stale_since: null, mirrors: null };
    const { paths } = readJson(site, 'api/v1/openapi.json') as { paths: object };
    for (const path of Object.keys(paths)) {
      const { parameters = [], responses } = checker.operations.get(path) ?? expect.fail(path);
      const asked = new Map(parameters.map(({ name, example = '' }) => [name, String(example)]));
      const { body, headers } = await check(path, requestAddress(path, asked));
      const [{ example } = {}] = Object.values(responses[200]?.content ?? {});
      if (headers.get('Content-Type')?.startsWith('text/csv'))
        expect([path, shortExample(body)]).toEqual([path, example]);
      else if (path === '/api/v1/openapi.json') expect(JSON.parse(body)).toMatchObject(example as object);
      else {
        expect([path, { ...(shortExample(JSON.parse(body)) as object), ...changing }]).toEqual([
          path,
          { ...(example as object), ...changing },
        ]);
      }
    }
  });

  it('matches the responses to requests with If-None-Match and to HEAD, OPTIONS, POST and DELETE', async () => {
    await forEveryPath(async ({ path, right: [address = ''], wrong: [wrong = address], byFunction }) => {
      const { headers } = await check(path, address);
      const known = { 'If-None-Match': headers.get('ETag') ?? '' };
      expect(await check(path, address, { headers: known })).toMatchObject({ status: 304 });
      for (const anywhere of new Set([address, wrong])) {
        const { status } = await check(path, anywhere);
        expect(await check(path, anywhere, { method: 'HEAD' })).toMatchObject({ status, body: '' });
        const preflight = await check(path, anywhere, { method: 'OPTIONS' });
        expect([anywhere, preflight.status]).toEqual([anywhere, byFunction ? 204 : 405]);
        for (const method of ['POST', 'DELETE']) {
          expect(await check(path, anywhere, { method })).toMatchObject({ status: 405 });
        }
      }
    });
  });

  it('matches the responses to requests with unknown parameters, repeated parameters or a long URL', async () => {
    await forEveryPath(async ({ path, right: [address = ''] }) => {
      const before = `${address}${address.includes('?') ? '&' : '?'}`;
      for (const more of ['base=EUR', 'from=gbp&to=usd&amount=x', `long=${'x'.repeat(2000)}`])
        await check(path, before + more);
    });
  });

  it('documents only status codes that the site really returned in tests', () => {
    const documented = Array.from(checker.operations, ([path, { responses, 'x-metered': byFunction }]) => {
      // Without the Function these paths return 404: see without-function.test.ts.
      if (byFunction) seen.add(`${path} 404`);
      return Object.keys(responses).map((status) => `${path} ${status}`);
    }).flat();
    expect(documented.filter((line) => !seen.has(line))).toEqual([]);
  });
});

describe('site served by wrangler pages dev (Cloudflare’s local server)', () => {
  let url: string;
  beforeAll(() => {
    ({ url } = servers.pages);
  });

  it.each(successes)('returns data for %s', async (path, part) => {
    const { status, headers, body } = await ask(url, path);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject(
      path.includes('openapi') || path.includes('series') ? part : { success: true, ...part },
    );
    expect(headers).toMatchObject(dataHeaders);
    expect(headers['etag']).toMatch(/^(W\/)?"[^"]+"$/);
  });

  const shortened = (path: string) => (path.length > 80 ? `${path.slice(0, 30)}… (${path.length} characters)` : path);
  const titled = errors.map(([path, status, message, code]) => [shortened(path), status, message, code, path] as const);
  it.each(titled)(
    'rejects the request %s with status %i and an error that says “%s”',
    async (_, expected, message, code, path) => {
      const { status, headers, body } = await ask(url, path);
      expect(status).toBe(expected);
      expect(JSON.parse(body)).toEqual({ success: false, code, error: expect.stringContaining(message) as string });
      expect(headers).toMatchObject(errorHeaders);
    },
  );

  it('resolves odd paths (/api/x/../convert), redirects them (/docs) or rejects them (/api//convert)', async () => {
    const seen: typeof oddities = [];
    for (const [method, path] of oddities) {
      const answer = await ask(url, path, { method });
      const location = answer.headers['location'] as string | undefined;
      seen.push([method, path, answer.status, location ?? kindOf(answer)]);
      expect([path, answer.headers['access-control-allow-origin']]).toEqual([path, '*']);
      if (kindOf(answer) === 'an error') expect(answer.headers).toMatchObject(errorHeaders);
    }
    expect(seen).toEqual(oddities);
  });

  it('marks synthetic series, and no other response, with a header that pages of other origins can read', async () => {
    const marks = async (path: string) => {
      const get = await ask(url, path);
      const known = { 'If-None-Match': String(get.headers['etag']) };
      const others = [await ask(url, path, { method: 'HEAD' }), await ask(url, path, { headers: known })];
      return [get, ...others].map(({ status, headers }) => [
        status,
        headers['synthetic'],
        headers['access-control-expose-headers'],
      ]);
    };
    for (const [path, mark] of [
      ['/api/historical', 'true'],
      ['/api/historical/usd-to-eur/7d', 'true'],
      ['/api/historical/usd-to-eur/7d.json', 'true'],
      ['/api/rates/usd-to-eur', undefined],
      ['/api/rates/usd-to-eur.json', undefined],
      ['/api/v1/history?from=EUR&to=USD', undefined],
    ]) {
      const exposed = 'ETag, Synthetic';
      expect([path, await marks(path ?? '')]).toEqual([path, [200, 200, 304].map((status) => [status, mark, exposed])]);
    }
  });

  it('returns pages with a strict content security policy, and scripts with a cache time of a year', async () => {
    for (const path of ['/', '/docs/api', '/docs/recipes']) {
      const { status, headers, body } = await ask(url, path);
      expect([path, status]).toEqual([path, 200]);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
      expect(policy).not.toContain('unsafe');
      const script = /<script type="module" src="(.+?)"/.exec(body)?.[1] ?? '';
      expect(script).toMatch(/^\/assets\/\w+-[0-9A-Z]{8}\.js$/);
      expect((await ask(url, script)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it('returns security.txt, robots.txt, llms.txt and licenses.txt as plain text', async () => {
    for (const [path, line] of textFiles) {
      const { status, headers, body } = await ask(url, path);
      expect([path, status, body]).toEqual([path, 200, expect.stringContaining(line)]);
      expect(headers['content-type']).toMatch(/^text\/plain; ?charset=utf-8$/i);
    }
  });

  it('runs the Pages Function for conversions and for pairs and series without .json, but not for files', async () => {
    const answered = { files: [] as string[], theFunction: [] as string[] };
    for (const path of [...answeredBy.files, ...answeredBy.theFunction]) {
      const { headers } = await ask(url, path);
      answered[headers['served-by'] === 'function' ? 'theFunction' : 'files'].push(path);
    }
    expect(answered).toEqual(answeredBy);
  });
});

describe('local preview server and wrangler pages dev (Cloudflare’s local server)', () => {
  const compared = [
    'location',
    'content-type',
    'cache-control',
    'content-security-policy',
    'cross-origin-opener-policy',
    'permissions-policy',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
    'access-control-allow-methods',
    'access-control-allow-origin',
    'access-control-expose-headers',
    'served-by',
    'synthetic',
  ];
  async function outline(url: string, method: string, path: string) {
    const answer = await ask(url, path, { method });
    // Charset names are case-insensitive.
    const headers = compared.map((name) => [name, String(answer.headers[name]).toLowerCase()]);
    const { status } = answer;
    // The only number that a response gets from the clock: of this process or of workerd.
    const body = answer.body.replace(/"publishes_missed":\d+/g, '"publishes_missed":0');
    return { method, path, status, kind: kindOf(answer), ...Object.fromEntries(headers), body } as object;
  }
  type Sent = readonly [method: string, path: string];
  const gets = (paths: readonly string[]) => paths.map((path): Sent => ['GET', path]);

  it.each<[string, Sent[]]>([
    ['requests that succeed', gets(successes.map(([path]) => path))],
    ['requests with an error', gets(errors.map(([path]) => path))],
    ['unusual requests', oddities.map(([method, path]) => [method, path])],
    ['text files and files of finished years', gets([...textFiles.map(([path]) => path), ...yearly])],
    ...stems.map((stem): [string, Sent[]] => [
      `spelling variants of the path ${stem}`,
      gets(variants.map((vary) => vary(stem))),
    ]),
    ['requests for past rates', gets(pastRates)],
    ['requests in formats of other APIs', gets(compatRequests.map(({ path }) => path))],
    ['unknown paths in formats of other APIs', gets(unknownCompatPaths.map(([path]) => path))],
  ])('both return the same response for %s', async (_, requests) => {
    const [ours, theirs] = await Promise.all(
      [servers.preview, servers.pages].map(({ url }) =>
        Promise.all(requests.map(([method, path]) => outline(url, method, path))),
      ),
    );
    expect(ours).toEqual(theirs);
  });
});
