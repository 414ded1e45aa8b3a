import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../../site/serve/listen.ts';
import { startPreview } from '../../site/serve/preview-server.ts';
import { startPagesDev } from '../../testing/servers/pages-dev.ts';
import { filesOf } from '../../testing/sites/read-site.ts';
import { fewCurrencies, recordedOfficial, writeSmallSite } from '../../testing/sites/small-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { type AskSite, askSiteAt, compareResponses } from './compare-responses.ts';
import { type CompareOptions, compareServed, requestsFor } from './compare-served.ts';
import type { SiteRequest } from '../../site/check/random-requests.ts';

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
  await writeSmallSite(site, { ...fewCurrencies, archive, fileLimit: 5150 });
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

/** The honest response to a request, as an object that a test can change. */
async function serve(path: string, method: SiteRequest['method'] = 'GET'): Promise<Served> {
  const answer = await honest({ path, method });
  if (answer.failure !== undefined) throw new Error(answer.failure);
  const headers = new Headers([...answer.response.headers]);
  for (const name of ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'])
    headers.delete(name);
  return { status: answer.response.status, headers, body: answer.response.bytes };
}

/** Tampered responses come from a real server, because the tests include how the HTTP client reads their headers. */
const overHttp: AskSite = (request) => askSiteAt(tamperedUrl, AbortSignal.any([]))(request);

function compare({ paths, change }: Tampering, all: boolean, settle = () => Promise.resolve()) {
  tamper = change;
  const served: AskSite = (request) => (paths.test(request.path) ? overHttp(request) : honest(request));
  return compareServed(served, honest, files, drawnFor(all), settle);
}

/** Options with a fixed seed, so that all tests draw the same requests, and the honest site gets each request once. */
function drawnFor(all: boolean): CompareOptions {
  const generator = xoroshiro128plus(11);
  return { all, archive, official: recordedOfficial, random: () => uniformFloat64(generator) };
}

/**
 * Whether the requests that a tampering concerns detect the tampering. They are sent a few at a time, until one of them
 * detects it. Other requests would only compare the honest site with itself.
 */
async function isFound({ paths, change }: Tampering, requests: readonly SiteRequest[]): Promise<boolean> {
  tamper = change;
  const concerned = requests.filter(({ path }) => paths.test(path));
  for (let first = 0; first < concerned.length; first += 30) {
    const part = concerned.slice(first, first + 30);
    if ((await compareResponses(overHttp, honest, part)).problems.size > 0) return true;
  }
  return false;
}

interface Tampering {
  /** Matches the paths of requests whose responses may be changed. */
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
/** Changes the last digit in the body of a response with status 200. */
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
const tamperings: Record<string, Tampering> = {
  // A removed header.
  'a file without its CORS header': at(/^\/api\/rates\.json/, withoutHeader('Access-Control-Allow-Origin')),
  'files below /v6/ without their CORS header': at(/^\/v6\//, withoutHeader('Access-Control-Allow-Origin')),
  'conversions without their CORS header': at(/^\/api\/convert/, withoutHeader('Access-Control-Allow-Origin')),
  'error responses without their CORS header': at(
    /^\/api\//,
    onStatus(400, withoutHeader('Access-Control-Allow-Origin')),
  ),
  'preflight responses without the header Access-Control-Allow-Headers': at(
    /^\/api\//,
    preflight(withoutHeader('Access-Control-Allow-Headers')),
  ),
  'preflight responses without the header Access-Control-Allow-Methods': at(
    /^\/v2\//,
    preflight(withoutHeader('Access-Control-Allow-Methods')),
  ),
  'pages without their content security policy': at(/^/, withoutHeader('Content-Security-Policy')),
  'one page without its content security policy': at(/^\/docs\/$/, withoutHeader('Content-Security-Policy')),
  'responses without the HSTS header': at(/^/, withoutHeader('Strict-Transport-Security')),
  'files below /series/ without the header X-Content-Type-Options': at(
    /^\/series\//,
    withoutHeader('X-Content-Type-Options'),
  ),
  'archive files without the header Cache-Control': at(/^\/archive\//, withoutHeader('Cache-Control')),
  'a CSV download without the header Content-Disposition': at(
    /^\/api\/v1\/rates\.csv/,
    withoutHeader('Content-Disposition'),
  ),
  'conversions without an ETag': at(/^\/api\/convert/, withoutHeader('ETag')),
  // A changed header.
  'a file with a changed Cache-Control header': at(
    /^\/api\/v1\/rates\.json/,
    withHeader('Cache-Control', 'public, max-age=31536000'),
  ),
  'responses of the Pages Function with a changed Cache-Control header': at(
    /^\/api\/v1\/convert/,
    withHeader('Cache-Control', 'public, max-age=31536000'),
  ),
  '404 responses with a changed Cache-Control header': at(
    /^\/api\//,
    onStatus(404, withHeader('Cache-Control', 'max-age=86400')),
  ),
  'a JSON file with the content type of HTML': at(
    /^\/api\/v1\/status/,
    withHeader('Content-Type', 'text/html; charset=utf-8'),
  ),
  'a CSV file with the content type of HTML': at(/^\/archive\/faults\.csv/, withHeader('Content-Type', 'text/html')),
  'a page with a changed charset': at(/^\/docs\/$/, withHeader('Content-Type', 'text/html; charset=utf-7')),
  'a CORS header that allows only one origin': at(
    /^\/api\//,
    withHeader('Access-Control-Allow-Origin', 'https://friend.example'),
  ),
  'a weaker content security policy on the home page': at(
    /^\/$/,
    withHeader('Content-Security-Policy', "default-src *; script-src 'unsafe-inline'"),
  ),
  'an HSTS header that switches HSTS off': at(/^/, withHeader('Strict-Transport-Security', 'max-age=0')),
  'a redirect of /docs/api.html to another host': at(/^\/docs\/api\.html$/, withHeader('Location', `${evil}docs`)),
  'histories that all have the same ETag': at(/^\/api\/v1\/history/, withHeader('ETag', 'W/"always"')),
  // An added header.
  'a cookie in all responses': at(/^/, withHeader('Set-Cookie', 'visitor=1')),
  'a cookie in responses of the Pages Function': at(/^\/api\/convert/, withHeader('Set-Cookie', 'visitor=1')),
  'a cookie that is set only for cross-origin requests': at(/^\/api\//, toBrowsers(withHeader('Set-Cookie', 'a=1'))),
  'a Refresh header on the home page': at(/^\/$/, withHeader('Refresh', `0;url=${evil}`)),
  'a Link header on /docs/': at(/^\/docs\/$/, withHeader('Link', `<${evil}a.css>; rel=stylesheet`)),
  'a Location header on a file': at(/^\/api\/rates\.json/, withHeader('Location', evil)),
  'a CORS header that allows credentials': at(/^\/api\//, withHeader('Access-Control-Allow-Credentials', 'true')),
  'a Content-Disposition header that forces a download': at(
    /^\/api\/currencies/,
    withHeader('Content-Disposition', 'attachment'),
  ),
  'a content security policy on a JSON file': at(
    /^\/series\//,
    withHeader('Content-Security-Policy', "default-src 'none'"),
  ),
  'a WWW-Authenticate header on one file': at(/^\/archive\/2026\.csv/, withHeader('WWW-Authenticate', 'Basic')),
  'a Clear-Site-Data header': at(/^\/api\/v1\/rates$/, withHeader('Clear-Site-Data', '"*"')),
  'a SourceMap header on a script': at(/^\/assets\/.*\.js/, withHeader('SourceMap', `${evil}map`)),
  // A changed rewrite rule.
  'the list of currencies in place of the rates at /api/rates': at(
    /^\/api\/rates$/,
    responseOf('/api/currencies.json'),
  ),
  'status 404 in place of the currencies at /api/currencies': at(/^\/api\/currencies$/, responseOf('/api/nowhere')),
  'the status document in place of the archive’s index at /api/v1/archive': at(
    /^\/api\/v1\/archive$/,
    responseOf('/api/v1/status.json'),
  ),
  'a redirect in place of the rates at /api/rates': at(/^\/api\/rates$/, redirect('/api/rates.json')),
  'a redirect to another host in place of the rates at /api/v1/rates': at(
    /^\/api\/v1\/rates$/,
    redirect(`${evil}rates.json`),
  ),
  'the home page in place of the JSON error at /v4': at(/^\/v4$/, responseOf('/')),
  'a different currency’s rates at /v6/latest/brl': at(/^\/v6\/latest\/brl$/, responseOf('/v6/latest/CHF')),
  'a different currency’s rates at /v4/latest/sek': at(/^\/v4\/latest\/sek$/, responseOf('/v6/latest/CHF')),
  'status 404 in place of the rates at /v6/latest/zmw': at(/^\/v6\/latest\/zmw$/, responseOf('/v6/latest/XXX')),
  'a different currency’s rates at /v4/latest/BRL': at(/^\/v4\/latest\/BRL$/, responseOf('/v6/latest/CHF')),
  'rates in place of currency names at /v1/currencies.min.json': at(
    /^\/v1\/currencies\.min\.json$/,
    responseOf('/v1/currencies/eur.json'),
  ),
  'a different currency’s rates at /v1/currencies/gbp.min.json': at(
    /^\/v1\/currencies\/gbp\.min\.json$/,
    responseOf('/v1/currencies/eur.json'),
  ),
  'a different currency’s rates at /api/v1/history/gbp/2026': at(
    /^\/api\/v1\/history\/gbp\/2026$/,
    responseOf('/api/v1/history/eur/2026.json'),
  ),
  'a different pair’s rate at /api/rates/eur-to-usd': at(
    /^\/api\/rates\/eur-to-usd$/,
    responseOf('/api/rates/usd-to-eur.json'),
  ),
  'a different period’s series at /api/historical/usd-to-eur/7d': at(
    /^\/api\/historical\/usd-to-eur\/7d$/,
    responseOf('/api/historical/usd-to-eur/30d'),
  ),
  // A wrong response of the Pages Function.
  'wrong conversions': at(/^\/api\/convert/, lie),
  'wrong conversions of one currency': at(/^\/api\/convert.*(from|to)=sek/i, lie),
  'wrong conversions of amounts of 1000 or more': at(/^\/api\/convert.*amount=(\d{4}|\d\.\d+e[3-9])/, lie),
  'conversions that are wrong only for cross-origin requests': at(/^\/api\/convert/, toBrowsers(lie)),
  'conversions that are wrong only for requests without the header Origin': at(/^\/api\/convert/, toPrograms(lie)),
  'conversions that are wrong for a random half of the requests': at(/^\/api\/convert/, (answer, request) =>
    Math.random() < 0.5 ? lie(answer, request) : answer,
  ),
  'wrong synthetic series at /api/historical with a query string': at(/^\/api\/historical\?/, lie),
  'wrong synthetic series at /api/historical/{pair}/{period}': at(/^\/api\/historical\//, lie),
  'wrong rates of pairs that have no static file': at(/^\/api\/rates\/(\w+-to-zmw|zmw-to-\w+)$/i, lie),
  'wrong rates of past days': at(/^\/api\/v1\/rates\/\d/, lie),
  'wrong rates at /api/v1/rates/{date}?base={base}': at(/^\/api\/v1\/rates\/\d.*base=/, lie),
  'wrong rates at /api/v1/rates/{base}': at(/^\/api\/v1\/rates\/[A-Za-z]+(\?|$)/, lie),
  'wrong conversions at /api/v1/convert': at(/^\/api\/v1\/convert/, lie),
  'wrong conversions at /api/v1/convert with the parameter date': at(/^\/api\/v1\/convert.*date=2026-0/, lie),
  'wrong histories at /api/v1/history': at(/^\/api\/v1\/history\?/, lie),
  'wrong weekly histories': at(/^\/api\/v1\/history\?.*every=week/, lie),
  'wrong histories with a start date': at(/^\/api\/v1\/history\?.*start=/, lie),
  'wrong rates in a history’s CSV file': at(/^\/api\/v1\/history\.csv/, lie),
  'wrong current rates in Frankfurter v1’s format': at(/^\/v1\/latest/, lie),
  'wrong rates of past days in Frankfurter v1’s format': at(/^\/v1\/[\d-]+(\?|$)/, lie),
  'wrong rates of date ranges in Frankfurter v1’s format': at(/^\/v1\/.*\.\./, lie),
  'another API’s currency names at /v1/currencies': at(/^\/v1\/currencies$/, responseOf('/v1/currencies.json')),
  'wrong rates in Frankfurter v2’s format': at(/^\/v2\/rates/, lie),
  'wrong monthly rates in Frankfurter v2’s format': at(/^\/v2\/rates.*group=month/, lie),
  'a pair’s wrong rate in Frankfurter v2’s format': at(/^\/v2\/rate\//, lie),
  'wrong facts about a currency in Frankfurter v2’s format': at(/^\/v2\/currency\//, lie),
  'wrong current rates in Open Exchange Rates’ format': at(/^\/oxr\/latest/, lie),
  'wrong rates of past days in Open Exchange Rates’ format': at(/^\/oxr\/historical/, lie),
  'wrong rates in fixer.io’s format': at(/^\/api\/(latest|\d)/, lie),
  'status 200 in place of 400 for invalid conversions': at(/^\/api\/convert/, status(200, 400)),
  'status 200 in place of 404 for unknown paths': at(/^\/v2\//, status(200, 404)),
  'status 405 in place of 204 for preflight requests': at(/^\/oxr\//, preflight(status(405, 204))),
};
const tampered = Object.entries(tamperings);

describe('compareServed (compares a served site with the rebuilt site)', () => {
  const untouched = at(/^/, (answer) => answer);

  it.each([
    ['all files (with --all)', true],
    ['a sample of the files (without --all)', false],
  ])('finds no difference in an unchanged site if it compares %s', async (_, isAll) => {
    const { problems, summary } = await compare(untouched, isAll);
    expect(problems).toEqual([]);
    expect(summary).toMatch(/^\d+ of \d+ files, \d+ of \d+ rewritten paths, \d+ Function requests, \d+ headers$/);
    const [files, allFiles, rewritten, allRewritten, ofFunction] = (summary.match(/\d+/g) ?? []).map(Number);
    expect([files === allFiles, rewritten === allRewritten]).toEqual([isAll, isAll]);
    expect(ofFunction).toBeLessThan(isAll ? 1500 : 200);
  });

  it('finds no difference in an unchanged site that workerd (Cloudflare’s runtime) serves', async () => {
    await using workerd = await startPagesDev(site);
    const asked = askSiteAt(workerd.url, AbortSignal.any([]));
    // A fifth of the files, because wrangler takes milliseconds for each request.
    const some = files.filter((_, index) => index % 5 === 0);
    const { problems } = await compareServed(asked, honest, some, drawnFor(false), () => Promise.resolve());
    expect(problems).toEqual([]);
  });

  it('sends no more requests if many in a row get no response, and reports all of them', async () => {
    let asked = 0;
    const silent: AskSite = () => {
      asked++;
      return Promise.resolve({ failure: 'no complete response within 10 s' });
    };
    const requests = Array.from({ length: 200 }, (): SiteRequest => ({ path: '/api/rates.json', method: 'GET' }));
    const { problems } = await compareResponses(silent, honest, requests);
    expect([problems.size, asked < 50]).toEqual([200, true]);
  });

  it('compares again if the host still returns some responses of the site’s previous version', async () => {
    let isSettled = false;
    const old: Tamper = (answer, request) => (isSettled || Math.random() < 0.5 ? answer : lie(answer, request));
    const settle = vi.fn(() => {
      isSettled = true;
      return Promise.resolve();
    });
    expect((await compare(at(/^\/api\//, old), false, settle)).problems).toEqual([]);
    expect(settle).toHaveBeenCalledOnce();
  });

  describe('with --all (compares every file)', () => {
    let requests: readonly SiteRequest[];
    beforeAll(() => {
      ({ requests } = requestsFor(files, drawnFor(true)));
    });
    it.each(tampered)('detects %s', async (_, tampering) => {
      expect(await isFound(tampering, requests)).toBe(true);
    });
  });

  it('detects at least half of the tested kinds of tampering if it compares a sample (without --all)', async () => {
    const { requests } = requestsFor(files, drawnFor(false));
    expect(tampered.length).toBeGreaterThanOrEqual(60);
    const missed: string[] = [];
    for (const [name, tampering] of tampered) if (!(await isFound(tampering, requests))) missed.push(name);
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(tampered.length / 2);
  });
});
