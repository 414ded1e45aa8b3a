import { formatOf } from '../../api/compat/formats.ts';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type Dispatcher, getGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Preview, startPreview } from './preview-server.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { writeFiles } from '../../testing/sites/previous-site.ts';
import { fewCurrencies, writeSmallSite } from '../../testing/sites/small-site.ts';

const folder = temporaryFolder();
const site = join(folder.path, 'site');
let preview: Preview;

beforeAll(async () => {
  await writeSmallSite(site, fewCurrencies);
  preview = await startPreview(site, 0);
});
afterAll(async () => {
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Requests a path unchanged. `fetch` would normalize it first. */
async function get(
  path: string,
  options: Partial<Dispatcher.RequestOptions> = {},
  { url }: Pick<Preview, 'url'> = preview,
) {
  const sent = { origin: new URL(url).origin, path, method: 'GET', ...options };
  const { statusCode: status, headers, body } = await getGlobalDispatcher().request(sent);
  return { status, headers, body: await body.text() };
}

describe('preview server', () => {
  // src/site/interface.test.ts compares other responses with those of wrangler's server.
  it.each(['/api/rates/%zz', '/api/rates/..%2f..%2fpackage', '/api/v1/%00'])(
    'returns status 404 as JSON for %s',
    async (path) => {
      const { status, body } = await get(path);
      expect(status).toBe(404);
      expect(formatOf(path).errorSchema.safeParse(JSON.parse(body)).error).toBeUndefined();
    },
  );

  it.each([
    '/_headers',
    '/_redirects',
    '/_routes.json',
    '//_worker.js',
    '/x/%2e%2e/%5fworker.js',
    '/../package.json',
    '/..%2fpackage.json',
    '/..%2fsite%2findex.html',
    '/..%5cpackage.json',
    '/%2e%2e/package.json',
  ])('returns the 404 page for the path %s', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).toContain('<h1>Not found</h1>');
  });

  it('passes the body of a POST request to the Function', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const response = await get('/mcp', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    expect([response.status, JSON.parse(response.body)]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('returns URLs of this server from /mcp', async () => {
    const { port } = new URL(preview.url);
    expect((await get('/mcp')).body).toContain(`See http://127.0.0.1:${port}/docs/assistants `);
  });

  it('returns 405 for the methods TRACE, PUT and DELETE', async () => {
    expect(await get('/api/convert', { method: 'TRACE' })).toMatchObject({ status: 405 });
    for (const method of ['PUT', 'DELETE'])
      expect(await get('/api/rates', { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('returns 400 for an invalid URL', async () => {
    expect((await get('http://[')).status).toBe(400);
    expect((await get('/api/convert?from=USD&to=EUR', { headers: { host: 'a b' } })).status).toBe(200);
  });

  it('returns the complete 404 page even if the request has the header If-Modified-Since or Range', async () => {
    const { body: whole } = await get('/nope');
    for (const headers of [{ 'if-modified-since': new Date(8e12).toUTCString() }, { range: 'bytes=0-3' }]) {
      const { status, body } = await get('/nope', { headers });
      expect([status, body]).toEqual([404, whole]);
    }
  });
});

describe('preview server for a host of files only', () => {
  it('serves the files below a path, with one 404 page and without rules', async () => {
    await using host = temporaryFolder();
    const files = {
      ...{ 'files-only.json': '{}', 'index.html': 'start', '404.html': 'none', SHA256SUMS: 'sums' },
      ...{ 'api/404.html': 'other', 'api/v1/rates.json': '{"rates":{}}', 'api/v1.csv': 'a,b' },
    };
    writeFiles(host.path, new Map(Object.entries(files)));
    await using server = await startPreview(host.path, 0, { base: '/fork' });
    const [html, json] = ['text/html; charset=UTF-8', 'application/json; charset=UTF-8'];
    const expected: [path: string, status: number, type: string | undefined, body: string][] = [
      ['/fork/', 200, html, 'start'],
      ['/fork/api/v1/rates.json?base=EUR', 200, json, '{"rates":{}}'],
      ['/fork/api/v1.csv', 200, 'text/csv; charset=UTF-8', 'a,b'],
      ['/fork/SHA256SUMS', 200, 'application/octet-stream', 'sums'],
      ['/fork/api/v1/rates', 404, html, 'none'],
      ['/fork/api/v1/', 404, html, 'none'],
      ['/fork/%2e%2e%2fsecret', 404, html, 'none'],
      ['/forks/', 404, undefined, ''],
      ['/', 404, undefined, ''],
    ];
    const seen: unknown[] = [];
    for (const [path] of expected) {
      const { status, headers, body } = await get(path, {}, server);
      seen.push([path, status, headers['content-type'], body]);
      if (path.startsWith('/fork/')) expect(headers['access-control-allow-origin']).toBe('*');
    }
    expect(seen).toEqual(expected);
  });
});

describe('preview server for a folder with symbolic links and unreadable files', () => {
  const odd = join(folder.path, 'odd');
  beforeAll(() => {
    cpSync(site, odd, { recursive: true });
    writeFileSync(join(folder.path, 'secret.txt'), 'secret');
    symlinkSync('loop.txt', join(odd, 'loop.txt'));
    symlinkSync('.', join(odd, 'round'));
    symlinkSync('nowhere.txt', join(odd, 'dangling.txt'));
    symlinkSync('../secret.txt', join(odd, 'out.txt'));
    symlinkSync(join(folder.path, 'secret.txt'), join(odd, 'far-out.txt'));
    symlinkSync(folder.path, join(odd, 'outside'));
    symlinkSync('api/rates.json', join(odd, 'inside.json'));
    symlinkSync('_worker.js', join(odd, 'worker.txt'));
    mkdirSync(join(odd, 'folder.html'));
    execFileSync('mkfifo', [join(odd, 'pipe.txt')]);
  });

  it('never serves a file from outside the site', async () => {
    await using other = await startPreview(odd, 0);
    const deep = `/${'round/'.repeat(60)}`;
    const expected: [path: string, status: number][] = [
      ['/loop.txt', 404],
      ['/loop.txt/x', 404],
      ['/dangling.txt', 404],
      ['/out.txt', 404],
      ['/far-out.txt', 404],
      ['/outside/secret.txt', 404],
      ['/outside/site/favicon.svg', 404],
      ['/worker.txt', 404],
      ['/round/_worker.js', 404],
      ['/folder', 404],
      ['/folder.html', 404],
      ['/pipe.txt', 404],
      ['/favicon.svg/', 404],
      ['/favicon.svg/x', 404],
      [`/${'x'.repeat(300)}`, 404],
      [`/api/${'x/'.repeat(3000)}`, 404],
      ['/inside.json', 200],
      ['/round/round/favicon.svg', 200],
      [`${deep}favicon.svg`, 404],
      ['/api/rates', 200],
    ];
    const seen: typeof expected = [];
    for (const [path] of expected) {
      const { status, body } = await get(path, {}, other);
      expect(body).not.toContain('secret');
      seen.push([path, status]);
    }
    expect(seen).toEqual(expected);
  });

  it('returns 500 for a file without read permission', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await using other = await startPreview(odd, 0);
    const isRoot = process.geteuid?.() === 0;
    // Only its owner can read the temporary folder, and root can read any file.
    if (isRoot) process.seteuid?.(65_534);
    else chmodSync(odd, 0);
    try {
      const { status, headers, body } = await get('/favicon.svg?app_id=5ecret', {}, other);
      expect([status, headers['cache-control'], body]).toEqual([500, 'no-store', '']);
    } finally {
      if (isRoot) process.seteuid?.(0);
      else chmodSync(odd, 0o755);
    }
    expect(await get('/favicon.svg', {}, other)).toMatchObject({ status: 200 });
    expect(log.mock.calls).toEqual([['"/favicon.svg" failed: EACCES']]);
    log.mockRestore();
  });

  it('returns only status 200, 404 or 500 while the folder is repeatedly renamed', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const away = join(folder.path, 'away');
    await using other = await startPreview(odd, 0);
    const statuses = new Set<number | undefined>();
    for (let round = 0; round < 30; round++) {
      const asked = Array.from({ length: 10 }, () => get('/api/rates', {}, other));
      renameSync(odd, away);
      await Promise.race(asked);
      renameSync(away, odd);
      for (const { status } of await Promise.all(asked)) statuses.add(status);
    }
    expect([200, 404, 500]).toEqual(expect.arrayContaining([...statuses]));
    expect((await get('/api/rates', {}, other)).status).toBe(200);
    log.mockRestore();
  });
});

describe('preview server on a network', () => {
  /** An address of this machine that the preview doesn't listen on by default. */
  const address =
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.2';
  const isReached = async ({ url }: Preview) => {
    const socket = connect(Number(new URL(url).port), address);
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  };

  it('accepts connections from other machines only if it listens on all addresses', async () => {
    expect(await isReached(preview)).toBe(false);
    await using open = await startPreview(site, 0, { host: '0.0.0.0' });
    expect(await isReached(open)).toBe(true);
    expect(open.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await fetch(`${open.url}/api/convert?from=USD&to=EUR`)).status).toBe(200);
    await using six = await startPreview(site, 0, { host: '::1' });
    expect(six.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    // The Function reads the site's files through the preview.
    expect((await fetch(`${six.url}/api/convert?from=USD&to=EUR`)).status).toBe(200);
  });
});
