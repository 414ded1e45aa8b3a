import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedDocuments } from '../src/api/documents/fixed-documents.ts';
import { endpoints } from '../src/api/endpoints/endpoints.ts';
import { addresses } from '../src/api/paths.ts';
import { answers, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { startPreview } from '../src/site/serve/preview-server.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { recordedDay, writeSmallSite } from '../src/testing/sites/small-site.ts';
import { freePort } from '../src/testing/servers/free-port.ts';
import { checkInstance } from '../src/site/check/check-instance.ts';
import { instanceRequests } from '../src/site/check/instance-requests.ts';
import { problemLine } from '../src/text/site-problem.ts';
import { runScript, signalScript } from '../src/testing/process/run-script.ts';

/** The number of checks, one for each kind of request. */
const { length: checks } = instanceRequests;
const folder = temporaryFolder();
const site = join(folder.path, 'site');
const checkedAt = '2026-09-29T06:17:00.000Z';
const soonAfter = new Date('2026-09-29T07:00:00.000Z');

beforeAll(async () => {
  await writeSmallSite(site, {
    fileLimit: 5968,
    snapshot: { ...recordedDay, checkedAt, staleReason: null, staleSince: null },
  });
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Checks an instance, and returns its problems as lines. */
async function smoke(address: string, now: Date) {
  const { problems, ...report } = await checkInstance(address, now);
  return { ...report, problems: problems.map(problemLine) };
}

/** Spoils a file of the site, checks the site, and restores the file. */
async function smokeSpoilt(path: string, change: (text: string) => string) {
  const file = join(site, path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(text));
  try {
    await using preview = await startPreview(site, 0);
    return await smoke(preview.url, soonAfter);
  } finally {
    writeFileSync(file, text);
  }
}

describe('command smoke (sends every kind of request to a running site)', () => {
  it('sends a valid request to every endpoint and every document with a fixed path', () => {
    const asked = instanceRequests
      .filter(([, status]) => status === 200)
      .map(([path]) => new URL(path, 'http://localhost').pathname);
    const known = [...endpoints.map(({ path }) => path), ...fixedDocuments.map(({ address }) => address)];
    const expressions = [...known, addresses.currencyYear].map(
      (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    );
    expect(expressions.filter((expression) => !asked.some((path) => expression.test(path)))).toEqual([]);
  });

  it('reports no problem for a valid site', async () => {
    await using preview = await startPreview(site, 0);
    expect(await smoke(preview.url, soonAfter)).toEqual({ checks, problems: [], warnings: [] });
    expect((await smoke(`${preview.url}/`, soonAfter)).problems).toEqual([]);
  });

  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      'a document that doesn’t match its schema',
      'api/v1/rates.json',
      (text) => text.replace('"stale":false', '"stale":"no"'),
      /^\/api\/v1\/rates: stale: /,
    ],
    ['a document that isn’t JSON', 'api/currencies.json', () => '<!doctype html>', /^\/api\/currencies: not JSON$/],
    [
      'two responses with different rates of one pair',
      'api/rates/usd-to-eur.json',
      (text) => text.replace('"rate":0.88', '"rate":0.89'),
      /^\/api\/rates\/usd-to-eur\.json: has another rate/,
    ],
    [
      'a CORS header that allows only one origin',
      '_headers',
      (text) => text.replaceAll('Access-Control-Allow-Origin: *', 'Access-Control-Allow-Origin: https://one.example'),
      /^\/api\/rates: web pages of other origins can’t read the response$/,
    ],
    [
      'synthetic rates without the header that marks them',
      '_headers',
      (text) => text.replaceAll('Synthetic: true', 'X: true'),
      /^\/api\/historical\/usd-to-eur\/7d\.json: lacks the header of synthetic rates$/,
    ],
    [
      'a wrong content type of JSON files',
      '_headers',
      (text) => text.replaceAll('application/json', 'text/plain'),
      /^\/api\/rates: content type "text\/plain/,
    ],
    [
      'a broken Pages Function',
      '_worker.js',
      () => 'export default { fetch: () => new Response("no", { status: 500 }) };',
      /^\/api\/convert.*: status 500, not 200$/,
    ],
    [
      'an empty file _redirects, without which /api/rates isn’t found',
      '_redirects',
      () => '',
      /^\/api\/rates: status 404, not 200$/,
    ],
  ])('reports %s', async (_, path, change, problem) => {
    const { problems } = await smokeSpoilt(path, change);
    expect(problems).toContainEqual(expect.stringMatching(problem));
  });

  it('reports a site whose last publish was over three hours ago', async () => {
    await using preview = await startPreview(site, 0);
    const { problems } = await smoke(preview.url, new Date('2026-09-29T09:30:00.000Z'));
    expect(problems).toEqual([`/api/v1/rates: the source was last checked 3.2 hours ago, at ${checkedAt}`]);
  });

  it('prints a warning if the rates are stale', async () => {
    const { problems, warnings } = await smokeSpoilt('api/v1/rates.json', (text) =>
      text.replace('"stale":false,"stale_reason":null', '"stale":true,"stale_reason":"source_date_old"'),
    );
    expect(problems).toEqual([]);
    expect(warnings).toEqual(['the rates are stale (source_date_old): they are from 2026-09-29']);
  });

  it('prints a warning if no witness could be compared with the dataset', async () => {
    const silent = { outcome: 'unreachable', compared: 0, agreeing: [] };
    const requested = JSON.stringify([
      { witness: 'a.example', ...silent },
      { witness: 'b.example', ...silent, outcome: 'other_days' },
    ]);
    const { problems, warnings } = await smokeSpoilt('api/v1/status.json', (text) =>
      text.replace('"requested":[]', `"requested":${requested}`),
    );
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      'no witness was compared with the dataset (a.example unreachable, b.example other_days)',
    ]);
  });

  it('prints a single message, not one for each request, if the host doesn’t respond', async () => {
    // A host name, because it may have several IP addresses, and then each of them refuses the connection.
    const address = `http://localhost:${await freePort()}`;
    const { code, stderr } = await runScript('smoke', [address]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^http:\S+ no response: no server listens at \S+ \(ECONNREFUSED\)\. Check the URL, and that a site runs there\.\n$/,
    );
    expect(stderr).toContain(`${address}/: no response`);
  });

  it('reports the cause of each failed request', async () => {
    await using broken = await startMirror((response, { url }) => {
      if (url?.startsWith('/api/convert')) response.destroy();
      else response.writeHead(500).end();
    });
    const { problems } = await smoke(new URL(broken.url).origin, soonAfter);
    expect(problems).toHaveLength(checks);
    expect(problems).toContain(
      '/api/convert: no response: the connection was closed before the response was complete (UND_ERR_SOCKET)',
    );
    expect(problems).toContain('/api/rates: status 500, not 200');
  });

  it('never prints the query of the site’s URL', async () => {
    const fresh = join(folder.path, 'fresh');
    cpSync(site, fresh, { recursive: true });
    const document = readFileSync(join(fresh, 'api/v1/rates.json'), 'utf8');
    writeFileSync(join(fresh, 'api/v1/rates.json'), document.replaceAll(checkedAt, new Date().toISOString()));
    await using preview = await startPreview(fresh, 0);
    const { stdout, stderr } = await runScript('smoke', [`${preview.url}/?key=secret`]);
    expect({ stdout, stderr }).toEqual({ stdout: `${preview.url}/: ${checks} checks passed.\n`, stderr: '' });
  });

  it('stops on Ctrl-C, even before the first response', async () => {
    await using hanging = await startMirror(answers.hang);
    const ended = runScript('smoke', [new URL('/', hanging.url).href]);
    await expect.poll(() => hanging.requests()).toBeGreaterThan(0);
    signalScript('SIGINT');
    expect(await ended).toEqual({ code: 130, stdout: '', stderr: 'Stopped. Nothing was changed.\n' });
    expect(hanging.requests()).toBeLessThanOrEqual(checks);
  });

  const expected = 'Name one http(s) URL, such as http://localhost:8080';
  it.each<[string, string[], string]>([
    ['without a URL', [], expected],
    ['with an ftp: URL', ['ftp://example.com'], expected],
    [
      'with a URL that contains a password',
      ['http://:secret@127.0.0.1:1'],
      'Leave user name and password out of the URL',
    ],
  ])('exits with 2 if called %s', async (_, args, message) => {
    const { code, stderr } = await runScript('smoke', args);
    expect([code, stderr]).toEqual([2, `${message}. See --help.\n`]);
  });
});
