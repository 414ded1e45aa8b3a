import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedDocuments } from '../../api/documents/fixed-documents.ts';
import { addresses } from '../../api/paths.ts';
import { endpoints } from '../../api/endpoints/endpoints.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { startMirror } from '../../testing/servers/loopback-mirror.ts';
import { startPagesDev } from '../../testing/servers/pages-dev.ts';
import { fewCurrencies, fewPairs, recordedDay, writeSmallSite } from '../../testing/sites/small-site.ts';
import type { SiteProblem } from '../../text/site-problem.ts';
import { listen } from '../serve/listen.ts';
import { startPreview } from '../serve/preview-server.ts';
import { startInWorkerd } from '../serve/site-in-workerd.ts';
import { checkResponses, type ResponseOptions } from './check-responses.ts';
import { type Ask, askAt } from './get.ts';
import { conversion, pairDetails, siteRequests } from './requests.ts';

interface Served {
  status: number;
  readonly headers: Headers;
  body: string | Buffer;
}
type Tamper = (answer: Served) => void;

const folder = temporaryFolder();
const servers = new AsyncDisposableStack();
const checkedAt = '2026-09-29T06:17:00.000Z';
const now = new Date('2026-09-29T07:00:00.000Z');
const never = AbortSignal.any([]);
/** What changes about the responses to a path or, after a method, to other requests: `OPTIONS /api/convert`. */
let tampering = new Map<string, Tamper>();
let honest: Ask;
let tampered: Ask;

beforeAll(async () => {
  const site = join(folder.path, 'site');
  await writeSmallSite(site, {
    ...fewCurrencies,
    fileLimit: fewPairs,
    snapshot: { ...fewCurrencies.snapshot, checked_at: checkedAt, stale_reason: null, stale_since: null },
  });
  const asked = new Map<string, ReturnType<Ask>>();
  const ask = askAt(servers.use(await startPreview(site, 0)).url, never);
  honest = (path, method = 'GET') => {
    const answer = asked.get(method + path) ?? ask(path, method);
    asked.set(method + path, answer);
    return answer;
  };
  const server = createServer(({ url = '', method }, outgoing) => {
    void honest(url, method as 'GET').then(({ response }) => {
      const { status = 502, headers = [], bytes = '' } = response ?? {};
      const answer: Served = { status, headers: new Headers([...headers]), body: bytes };
      for (const name of ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'])
        answer.headers.delete(name);
      tampering.get(method === 'GET' ? url : `${method} ${url}`)?.(answer);
      outgoing.setHeaders(answer.headers).writeHead(answer.status).end(answer.body);
    });
  });
  tampered = askAt(servers.use(await listen(server)).url, never, { redirects: 0 });
});
afterAll(async () => {
  await servers.disposeAsync();
  await folder[Symbol.asyncDispose]();
});

/** A problem as a line, without the values that a build decides. */
function lineOf({ path, problem }: SiteProblem): string {
  return `${path}: ${problem.replace(/W\/"[\da-f]{16}-[\d-]{10}"/, 'W/"…"').replace(/default-src .*/, '…')}`;
}

/** Checks the site with changed responses. Returns problems as lines. */
async function checked(changes: Readonly<Record<string, Tamper>>, options: Partial<ResponseOptions> = {}) {
  tampering = new Map(Object.entries(changes));
  const { problems, warnings } = await checkResponses(tampered, { now, ...options });
  return { problems: problems.map(lineOf).sort(), warnings };
}

const status =
  (code: number): Tamper =>
  (answer) =>
    (answer.status = code);
const withHeader =
  (name: string, value: string): Tamper =>
  ({ headers }) => {
    headers.set(name, value);
  };
const withoutHeader =
  (name: string): Tamper =>
  ({ headers }) => {
    headers.delete(name);
  };
/** Replaces a part of the body, and fails if the body doesn't contain the part. */
const replace =
  (part: string | RegExp, by: string): Tamper =>
  (answer) => {
    const text = answer.body.toString();
    expect(text).toMatch(part);
    answer.body = text.replace(part, by);
  };
const pathOf = (start: string) => siteRequests.find(({ path }) => path.startsWith(start))?.path ?? expect.fail(start);

describe('siteRequests (lists every kind of request)', () => {
  it('has a valid request for every endpoint and every document with a fixed path', () => {
    const asked = siteRequests
      .filter(({ status }) => status === 200)
      .map(({ path }) => new URL(path, 'http://localhost').pathname);
    const known = [
      ...endpoints.map(({ path }) => path),
      ...fixedDocuments.map(({ address }) => address),
      addresses.currencyYear,
    ];
    const isAsked = (path: string) => {
      const expression = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return asked.some((path) => expression.test(path));
    };
    expect(known.filter((path) => !isAsked(path))).toEqual([]);
  });
});

describe('checkResponses (sends every kind of request to a running site)', () => {
  it('reports no problem for a valid site', async () => {
    const none = { problems: [], warnings: [] };
    expect(await checkResponses(honest, { now })).toEqual({ checks: siteRequests.length, ...none });
    expect(await checked({}, { like: honest })).toEqual(none);
  });

  // Under scripts/lab/clock.js, Node's clock isn't workerd's.
  it.skipIf(process.env['CLOCK']).each([
    ['wrangler’s server', startPagesDev],
    ['a server with the Function in workerd', startInWorkerd],
  ])('finds no difference between the preview and %s', async (_, start) => {
    await using server = await start(join(folder.path, 'site'));
    const { problems } = await checkResponses(askAt(server.url, never, { redirects: 0 }), { now, like: honest });
    expect(problems).toEqual([]);
  });

  it('reports a response that can’t be compared, as on a busy machine', async () => {
    const like: Ask = (path, method) =>
      path === '/docs/' ? Promise.resolve({ failure: 'no complete response within 10 s' }) : honest(path, method);
    expect((await checked({}, { like })).problems).toEqual([
      "/docs/: can't be compared, because this machine gave no response: no complete response within 10 s",
    ]);
  });

  it('reports all responses that are wrong by themselves', async () => {
    const changes = {
      '/docs/': status(404),
      '/api/currencies': replace(/^/, '<!doctype html>'),
      '/api/v1/rates': replace('"stale":false', '"stale":"no"'),
      '/api/v1/sources': withHeader('Access-Control-Allow-Origin', 'https://one.example'),
      '/archive/faults.csv': withoutHeader('Access-Control-Allow-Origin'),
      '/api/v1/archive': withHeader('Content-Type', 'text/plain'),
      '/api/historical/usd-to-eur/7d.json': withoutHeader('Synthetic'),
      '/api/rates.json': withHeader('Synthetic', 'true'),
      [conversion]: status(500),
      [`OPTIONS ${conversion}`]: status(405),
    };
    expect((await checked(changes)).problems).toEqual(
      [
        '/docs/: status 404, not 200',
        '/api/currencies: not JSON',
        '/api/v1/rates: stale: Invalid input: expected boolean, received string',
        '/api/v1/sources: web pages of other origins can’t read the response',
        '/archive/faults.csv: web pages of other origins can’t read the response',
        '/api/v1/archive: content type "text/plain"',
        '/api/historical/usd-to-eur/7d.json: lacks the header of synthetic rates',
        '/api/rates.json: has the header of synthetic rates',
        `${conversion}: status 500, not 200`,
        `${conversion}: OPTIONS: status 405, not 204`,
      ].sort(),
    );
  });

  it('reports all responses that differ from those of another server with the same files', async () => {
    const [dated, history, latest] = ['/api/v1/rates/2025', '/api/v1/history?', '/v1/latest'].map(pathOf) as [
      string,
      string,
      string,
    ];
    const evil = 'https://evil.example/';
    const changes = {
      '/': withoutHeader('Content-Security-Policy'),
      '/docs/api': withHeader('Set-Cookie', 'visitor=1'),
      '/docs/': replace('</body>', `<script src="${evil}a.js"></script></body>`),
      '/api/rates.json': withHeader('Cache-Control', 'no-store'),
      '/api/v1/rates.csv': replace(/\d(?=\D*$)/, '0'),
      '/nowhere': replace('Not found', 'Found'),
      [conversion]: withHeader('ETag', 'W/"always"'),
      [dated]: replace(/\d(?=[,}])/, '0'),
      [history]: withHeader('Location', evil),
      [latest]: (answer: Served) => {
        status(302)(answer);
        withHeader('Location', evil)(answer);
      },
      [`OPTIONS ${conversion}`]: withoutHeader('Access-Control-Allow-Headers'),
      '/v4/latest/usd': withHeader('Server', 'cloudflare'),
      '/api/v1/status': withHeader('ETag', '"a"'),
      '/docs/unknown': status(404),
    };
    expect((await checked(changes, { like: honest })).problems).toEqual(
      [
        '/: lacks the header content-security-policy: …',
        '/docs/api: adds the header set-cookie: visitor=1',
        '/docs/: has another body than expected',
        '/api/rates.json: the header cache-control is no-store, not public, max-age=600, stale-if-error=86400',
        '/api/v1/rates.csv: has another body than expected',
        '/nowhere: has another body than expected',
        `${conversion}: the header etag is W/"always", not W/"…"`,
        `${dated}: has another body than expected`,
        `${history}: adds the header location: ${evil}`,
        `${latest}: status 302, not 200`,
        `${conversion}: OPTIONS: lacks the header access-control-allow-headers: *, Authorization`,
      ].sort(),
    );
  });

  it('reports responses that contradict each other', async () => {
    const changes = {
      [pairDetails[1] ?? '']: replace('"rate":0.88', '"rate":0.89'),
      '/api/v1/rates': replace('"CHF":', '"CHF":1'),
    };
    expect((await checked(changes)).problems).toEqual([
      '/api/rates/usd-to-eur.json: has another rate than /api/rates',
      '/api/v1/rates: has other rates than /api/rates',
    ]);
  });

  it('reports a site whose last publish was over three hours ago', async () => {
    const { problems } = await checked({}, { now: new Date('2026-09-29T09:30:00.000Z') });
    expect(problems).toEqual([`/api/v1/rates: the source was last checked 3.2 hours ago, at ${checkedAt}`]);
  });

  it('warns if the rates are stale, and if no witness could be compared with the dataset', async () => {
    const silent = { outcome: 'unreachable', compared: 0, agreeing: [] };
    const requested = [
      { witness: 'a.example', ...silent },
      { witness: 'b.example', ...silent, outcome: 'other_days' },
    ];
    const changes = {
      '/api/v1/rates': replace('"stale":false,"stale_reason":null', '"stale":true,"stale_reason":"source_date_old"'),
      '/api/v1/status': replace('"requested":[]', `"requested":${JSON.stringify(requested)}`),
    };
    expect(await checked(changes)).toEqual({
      problems: [],
      warnings: [
        `the rates are stale (source_date_old): they are from ${recordedDay.rate_as_of}`,
        'no witness was compared with the dataset (a.example unreachable, b.example other_days)',
      ],
    });
  });

  it('reports the cause of each failed request', async () => {
    await using broken = await startMirror((response, { url }) => {
      if (url?.startsWith('/api/convert')) response.destroy();
      else response.writeHead(404).end();
    });
    const { problems } = await checkResponses(askAt(new URL(broken.url).origin, never), { now });
    expect(problems.map(lineOf)).toEqual(
      expect.arrayContaining([
        '/api/convert: no response: the connection was closed before the response was complete (UND_ERR_SOCKET)',
        '/api/rates: status 404, not 200',
      ]),
    );
  });

  it('reports a single problem if no request gets a response', async () => {
    const silent: Ask = () => Promise.resolve({ failure: 'no server listens' });
    expect((await checkResponses(silent, { now })).problems).toEqual([
      { path: '/', problem: 'no response: no server listens. Check the URL, and that a site runs there.' },
    ]);
  });
});
