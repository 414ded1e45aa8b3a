import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../../preview/listen.ts';
import { startPreview } from '../../preview/preview-server.ts';
import { startPagesDev } from '../../testing/servers/pages-dev.ts';
import { filesOf } from '../../testing/sites/read-site.ts';
import { fewCurrencies, recordedOfficial, writeSmallSite } from '../../testing/sites/small-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { type AskSite, askSiteAt, compareAnswers } from './compare-answers.ts';
import { compareServed, requestsFor } from './compare-served.ts';
import type { SiteRequest } from '../published/drawn-requests.ts';

const official = recordedOfficial;

/** The archive of a month, so that the site has few files. */
const archive = {
  ...fewCurrencies.archive,
  days: fewCurrencies.archive.days.filter(({ date }) => date >= '2026-09'),
};

const folder = temporaryFolder();
const site = join(folder.path, 'site');
const servers = new AsyncDisposableStack();
let files: string[] = [];
/** The honest site's responses. Each request is sent once. */
let honest: AskSite;
/** A server that tampers with the honest responses. */
let tamperedUrl: string;
let tamper: Tamper = (answer) => answer;

interface Served {
  status: number;
  headers: Headers;
  body: Buffer;
}
type Tamper = (answer: Served, request: SiteRequest & { headers: IncomingHttpHeaders }) => Served | Promise<Served>;

beforeAll(async () => {
  await writeSmallSite(site, { ...fewCurrencies, archive, fileLimit: 3950 });
  files = filesOf(site);
  const preview = servers.use(await startPreview(site, 0));
  honest = remembered(askSiteAt(preview.url, AbortSignal.any([])));
  const server = createServer((incoming, outgoing) => {
    const request = { path: incoming.url ?? '', method: incoming.method as 'GET', headers: incoming.headers };
    void serve(request.path, request.method).then(async (answer) => {
      const { status, headers, body } = await tamper(answer, request);
      outgoing.setHeaders(headers).writeHead(status).end(body);
    });
  });
  tamperedUrl = servers.use(await listen(server)).url;
});
afterAll(async () => {
  await servers.disposeAsync();
  await folder[Symbol.asyncDispose]();
});

function remembered(ask: AskSite): AskSite {
  const answers = new Map<string, ReturnType<AskSite>>();
  return (request) => {
    const key = `${request.method} ${request.path}`;
    const answer = answers.get(key) ?? ask(request);
    answers.set(key, answer);
    return answer;
  };
}

/** The honest response to a request, to be changed. */
async function serve(path: string, method: SiteRequest['method'] = 'GET'): Promise<Served> {
  const answer = await honest({ path, method });
  if (answer.failure !== undefined) throw new Error(answer.failure);
  const headers = new Headers([...answer.response.headers]);
  for (const name of ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'])
    headers.delete(name);
  return { status: answer.response.status, headers, body: answer.response.bytes };
}

/** Tampered responses go through a real server, because it is the client that reads their headers. */
const overHttp: AskSite = (request) => askSiteAt(tamperedUrl, AbortSignal.any([]))(request);

function compare({ paths, change }: Tampering, all: boolean, settle = () => Promise.resolve()) {
  tamper = change;
  const served: AskSite = (request) => (paths.test(request.path) ? overHttp(request) : honest(request));
  return compareServed(served, honest, files, { all, archive, official, random: seededRandom() }, settle);
}

/** The same requests each time, so that the honest site responds to each once. */
function seededRandom(): () => number {
  const generator = xoroshiro128plus(11);
  return () => uniformFloat64(generator);
}

/**
 * Whether a tampering is found by the requests that it concerns, a few at a time until it is. Other requests would only
 * compare the site with itself.
 */
async function isFound({ paths, change }: Tampering, requests: readonly SiteRequest[]): Promise<boolean> {
  tamper = change;
  const concerned = requests.filter(({ path }) => paths.test(path));
  for (let first = 0; first < concerned.length; first += 30) {
    const part = concerned.slice(first, first + 30);
    if ((await compareAnswers(overHttp, honest, part)).problems.size > 0) return true;
  }
  return false;
}

interface Tampering {
  /** The requests that it can concern. */
  readonly paths: RegExp;
  readonly change: Tamper;
}
const at = (paths: RegExp, change: Tamper): Tampering => ({ paths, change });
const withHeader =
  (name: string, value: string): Tamper =>
  (answer) => {
    answer.headers.set(name, value);
    return answer;
  };
const withoutHeader =
  (name: string): Tamper =>
  (answer) => {
    answer.headers.delete(name);
    return answer;
  };
const responseOf =
  (path: string): Tamper =>
  () =>
    serve(path);
/** Another last digit in what is there. */
const lie: Tamper = (answer) => {
  const body = answer.body.toString().replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  return answer.status === 200 ? { ...answer, body: Buffer.from(body) } : answer;
};
const onlyIf =
  (condition: (headers: IncomingHttpHeaders) => boolean, change: Tamper): Tamper =>
  (answer, request) =>
    condition(request.headers) ? change(answer, request) : answer;
const toBrowsers = (change: Tamper) => onlyIf(({ origin }) => origin !== undefined, change);
const toPrograms = (change: Tamper) => onlyIf(({ origin }) => origin === undefined, change);
const toCurl = (change: Tamper) => onlyIf((headers) => headers['user-agent']?.startsWith('curl/') === true, change);
const onStatus =
  (status: number, change: Tamper): Tamper =>
  (answer, request) =>
    answer.status === status ? change(answer, request) : answer;
const status = (code: number, from: number): Tamper => onStatus(from, (answer) => ({ ...answer, status: code }));
const preflight =
  (change: Tamper): Tamper =>
  (answer, request) =>
    request.method === 'OPTIONS' ? change(answer, request) : answer;
const redirect =
  (location: string): Tamper =>
  (answer) => {
    answer.headers.set('Location', location);
    return { ...answer, status: 302 };
  };

const evil = 'https://evil.example/';
const tamperings: Record<string, Record<string, Tampering>> = {
  'a removed header': {
    'CORS of a file': at(/^\/api\/rates\.json/, withoutHeader('Access-Control-Allow-Origin')),
    'CORS of files in the format of another API': at(/^\/v6\//, withoutHeader('Access-Control-Allow-Origin')),
    'CORS of conversions': at(/^\/api\/convert/, withoutHeader('Access-Control-Allow-Origin')),
    'CORS of errors': at(/^\/api\//, onStatus(400, withoutHeader('Access-Control-Allow-Origin'))),
    'allowed headers in preflight responses': at(/^\/api\//, preflight(withoutHeader('Access-Control-Allow-Headers'))),
    'allowed methods in preflight responses': at(/^\/v2\//, preflight(withoutHeader('Access-Control-Allow-Methods'))),
    'content security policy of all pages': at(/^/, withoutHeader('Content-Security-Policy')),
    'content security policy of one page': at(/^\/docs$/, withoutHeader('Content-Security-Policy')),
    'HSTS of all responses': at(/^/, withoutHeader('Strict-Transport-Security')),
    'nosniff of synthetic series': at(/^\/series\//, withoutHeader('X-Content-Type-Options')),
    'Cache-Control of the archive': at(/^\/archive\//, withoutHeader('Cache-Control')),
    'file name of a CSV download': at(/^\/api\/v1\/rates\.csv/, withoutHeader('Content-Disposition')),
    'ETag of conversions': at(/^\/api\/convert/, withoutHeader('ETag')),
  },
  'a changed header': {
    'Cache-Control of a file': at(/^\/api\/v1\/rates\.json/, withHeader('Cache-Control', 'public, max-age=31536000')),
    'Cache-Control of the Pages Function': at(
      /^\/api\/v1\/convert/,
      withHeader('Cache-Control', 'public, max-age=31536000'),
    ),
    'Cache-Control of 404 responses': at(/^\/api\//, onStatus(404, withHeader('Cache-Control', 'max-age=86400'))),
    'content type of a JSON file': at(/^\/api\/v1\/status/, withHeader('Content-Type', 'text/html; charset=utf-8')),
    'content type of a CSV file': at(/^\/archive\/faults\.csv/, withHeader('Content-Type', 'text/html')),
    'charset of pages': at(/^\/docs$/, withHeader('Content-Type', 'text/html; charset=utf-7')),
    'CORS limited to one origin': at(/^\/api\//, withHeader('Access-Control-Allow-Origin', 'https://friend.example')),
    'content security policy of the home page': at(
      /^\/$/,
      withHeader('Content-Security-Policy', "default-src *; script-src 'unsafe-inline'"),
    ),
    'HSTS switched off': at(/^/, withHeader('Strict-Transport-Security', 'max-age=0')),
    'redirect of a page': at(/^\/docs\.html$/, withHeader('Location', `${evil}docs`)),
    'ETag of ranges': at(/^\/api\/v1\/history/, withHeader('ETag', 'W/"always"')),
  },
  'an added header': {
    'Set-Cookie in all responses': at(/^/, withHeader('Set-Cookie', 'visitor=1')),
    'Set-Cookie from the Pages Function': at(/^\/api\/convert/, withHeader('Set-Cookie', 'visitor=1')),
    'Set-Cookie for pages of other origins': at(/^\/api\//, toBrowsers(withHeader('Set-Cookie', 'a=1'))),
    'Refresh on the home page': at(/^\/$/, withHeader('Refresh', `0;url=${evil}`)),
    'Link on /docs': at(/^\/docs$/, withHeader('Link', `<${evil}a.css>; rel=stylesheet`)),
    'Location on a file': at(/^\/api\/rates\.json/, withHeader('Location', evil)),
    'CORS credentials': at(/^\/api\//, withHeader('Access-Control-Allow-Credentials', 'true')),
    'Content-Disposition that forces a download': at(
      /^\/api\/currencies/,
      withHeader('Content-Disposition', 'attachment'),
    ),
    'content security policy on data': at(/^\/series\//, withHeader('Content-Security-Policy', "default-src 'none'")),
    'WWW-Authenticate for one file': at(/^\/archive\/2026\.csv/, withHeader('WWW-Authenticate', 'Basic')),
    'Clear-Site-Data': at(/^\/api\/v1\/rates$/, withHeader('Clear-Site-Data', '"*"')),
    'SourceMap on a script': at(/^\/assets\/.*\.js/, withHeader('SourceMap', `${evil}map`)),
  },
  'a changed rewrite rule': {
    '/api/rates leads to the currencies': at(/^\/api\/rates$/, responseOf('/api/currencies.json')),
    '/api/currencies leads nowhere': at(/^\/api\/currencies$/, responseOf('/api/nowhere')),
    '/api/v1/archive leads to the status': at(/^\/api\/v1\/archive$/, responseOf('/api/v1/status.json')),
    '/api/rates redirects': at(/^\/api\/rates$/, redirect('/api/rates.json')),
    '/api/v1/rates redirects to another host': at(/^\/api\/v1\/rates$/, redirect(`${evil}rates.json`)),
    '/v4 leads to the home page': at(/^\/v4$/, responseOf('/')),
    '/v6/latest/brl leads to another currency': at(/^\/v6\/latest\/brl$/, responseOf('/v6/latest/CHF')),
    '/v4/latest/sek leads to another currency': at(/^\/v4\/latest\/sek$/, responseOf('/v6/latest/CHF')),
    '/v6/latest/zmw leads nowhere': at(/^\/v6\/latest\/zmw$/, responseOf('/v6/latest/XXX')),
    '/v4/latest/BRL leads to another currency': at(/^\/v4\/latest\/BRL$/, responseOf('/v6/latest/CHF')),
    '/v1/currencies.min.json leads to rates': at(
      /^\/v1\/currencies\.min\.json$/,
      responseOf('/v1/currencies/eur.json'),
    ),
    '/v1/currencies/gbp.min.json leads to another currency': at(
      /^\/v1\/currencies\/gbp\.min\.json$/,
      responseOf('/v1/currencies/eur.json'),
    ),
    '/api/v1/history/gbp/2026 leads to another currency': at(
      /^\/api\/v1\/history\/gbp\/2026$/,
      responseOf('/api/v1/history/eur/2026.json'),
    ),
    '/api/rates/eur-to-usd leads to another pair': at(
      /^\/api\/rates\/eur-to-usd$/,
      responseOf('/api/rates/usd-to-eur.json'),
    ),
    '/api/historical/usd-to-eur/7d leads to another period': at(
      /^\/api\/historical\/usd-to-eur\/7d$/,
      responseOf('/api/historical/usd-to-eur/30d'),
    ),
  },
  'a wrong response of the Pages Function': {
    'all conversions': at(/^\/api\/convert/, lie),
    'conversions of one currency': at(/^\/api\/convert.*(from|to)=sek/i, lie),
    'conversions of 1000 or more': at(/^\/api\/convert.*amount=(\d{4}|\d\.\d+e[3-9])/, lie),
    'conversions, for pages of other origins': at(/^\/api\/convert/, toBrowsers(lie)),
    'conversions, for programs': at(/^\/api\/convert/, toPrograms(lie)),
    'conversions, for curl': at(/^\/api\/convert/, toCurl(lie)),
    'conversions, every other time': at(/^\/api\/convert/, (answer, request) =>
      Math.random() < 0.5 ? lie(answer, request) : answer,
    ),
    'synthetic series by query': at(/^\/api\/historical\?/, lie),
    'synthetic series by path': at(/^\/api\/historical\//, lie),
    'pairs without a file': at(/^\/api\/rates\/(\w+-to-zmw|zmw-to-\w+)$/i, lie),
    'past days': at(/^\/api\/v1\/rates\/\d/, lie),
    'past days with another base': at(/^\/api\/v1\/rates\/\d.*base=/, lie),
    'rates with another base': at(/^\/api\/v1\/rates\/[A-Za-z]+(\?|$)/, lie),
    'dated conversions': at(/^\/api\/v1\/convert/, lie),
    'dated conversions of past days': at(/^\/api\/v1\/convert.*date=2026-0/, lie),
    'ranges of past rates': at(/^\/api\/v1\/history\?/, lie),
    'ranges by week': at(/^\/api\/v1\/history\?.*every=week/, lie),
    'ranges with a start': at(/^\/api\/v1\/history\?.*start=/, lie),
    'ranges as CSV': at(/^\/api\/v1\/history\.csv/, lie),
    'Frankfurter v1, today': at(/^\/v1\/latest/, lie),
    'Frankfurter v1, a day': at(/^\/v1\/[\d-]+(\?|$)/, lie),
    'Frankfurter v1, ranges': at(/^\/v1\/.*\.\./, lie),
    'Frankfurter v1, names': at(/^\/v1\/currencies$/, responseOf('/v1/currencies.json')),
    'Frankfurter v2, rates': at(/^\/v2\/rates/, lie),
    'Frankfurter v2, by month': at(/^\/v2\/rates.*group=month/, lie),
    'Frankfurter v2, one rate': at(/^\/v2\/rate\//, lie),
    'Frankfurter v2, a currency': at(/^\/v2\/currency\//, lie),
    'Open Exchange Rates, today': at(/^\/oxr\/latest/, lie),
    'Open Exchange Rates, past days': at(/^\/oxr\/historical/, lie),
    'fixer.io': at(/^\/api\/(latest|\d)/, lie),
    'errors with status 200': at(/^\/api\/convert/, status(200, 400)),
    'unknown paths with status 200': at(/^\/v2\//, status(200, 404)),
    'refused preflight requests': at(/^\/oxr\//, preflight(status(405, 204))),
  },
};
const tampered = Object.entries(tamperings).flatMap(([kind, ofKind]) =>
  Object.entries(ofKind).map(([name, tampering]) => ({ kind, name, tampering })),
);

describe('compareServed (compares a served site with the rebuilt site)', () => {
  const untouched = at(/^/, (answer) => answer);

  it.each([
    ['with', true],
    ['without', false],
  ])('finds no difference in an unchanged site %s --all', async (_, isAll) => {
    const { problems, summary } = await compare(untouched, isAll);
    expect(problems).toEqual([]);
    expect(summary).toMatch(/^\d+ of \d+ files, \d+ of \d+ rewritten paths, \d+ Function requests, \d+ headers$/);
    const [files, allFiles, rewritten, allRewritten, ofFunction] = (summary.match(/\d+/g) ?? []).map(Number);
    expect([files === allFiles, rewritten === allRewritten]).toEqual([isAll, isAll]);
    expect(ofFunction).toBeLessThan(isAll ? 1200 : 150);
  });

  it('finds no difference in an unchanged site that workerd (Cloudflare’s runtime) serves', async () => {
    await using workerd = await startPagesDev(site);
    const asked = askSiteAt(workerd.url, AbortSignal.any([]));
    const { problems } = await compareServed(asked, honest, files, { all: false, archive, official }, () =>
      Promise.resolve(),
    );
    expect(problems).toEqual([]);
  });

  it('compares again once the host serves only the new version', async () => {
    let isSettled = false;
    const old: Tamper = (answer, request) => (isSettled || Math.random() < 0.5 ? answer : lie(answer, request));
    const settle = vi.fn(() => {
      isSettled = true;
      return Promise.resolve();
    });
    expect((await compare(at(/^\/api\//, old), false, settle)).problems).toEqual([]);
    expect(settle).toHaveBeenCalledOnce();
  });

  describe('comparison with --all', () => {
    let requests: readonly SiteRequest[];
    beforeAll(() => {
      ({ requests } = requestsFor(files, { all: true, archive, official, random: seededRandom() }));
    });
    it.each(tampered.map(({ kind, name, tampering }) => [kind, name, tampering] as const))(
      'detects %s: %s',
      async (_, __, tampering) => {
        expect(await isFound(tampering, requests)).toBe(true);
      },
    );
  });

  it('detects at least half of the changed responses without --all', async () => {
    const { requests } = requestsFor(files, { all: false, archive, official, random: seededRandom() });
    expect(tampered.length).toBeGreaterThanOrEqual(60);
    const missed: string[] = [];
    for (const { name, tampering } of tampered) if (!(await isFound(tampering, requests))) missed.push(name);
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(tampered.length / 2);
  });
});
