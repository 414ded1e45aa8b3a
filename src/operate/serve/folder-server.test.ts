import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthSchema } from '../hosts/health.ts';
import { serverOf } from '../hosts/running-server.ts';
import { liveVersion, makeLive } from '../hosts/versions.ts';
import { capturedStderr } from '../../testing/process/captured-stderr.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { writeFiles } from '../../testing/sites/previous-site.ts';
import { fewCurrencies, writeSmallSite } from '../../testing/sites/small-site.ts';
import { FolderServer } from './folder-server.ts';

const stderr = capturedStderr();
const never = new AbortController().signal;
const local = { port: 0, host: '127.0.0.1' };
const folder = temporaryFolder();
const dir = join(folder.path, 'served');
const [first, second] = ['2026-09-30T06-00-00.000Z-aa', '2026-09-30T07-00-00.000Z-bb'];

/** The second version has another rate of the euro, and was checked an hour later. */
const changed = {
  ...fewCurrencies,
  snapshot: {
    ...fewCurrencies.snapshot,
    rates: new Map(fewCurrencies.snapshot.rates).set('EUR', 0.5),
    checked_at: '2026-09-30T07:00:00.000Z' as const,
  },
};

beforeAll(async () => {
  mkdirSync(dir);
  await writeSmallSite(join(dir, first), fewCurrencies);
  await writeSmallSite(join(dir, second), changed);
});
afterAll(() => folder[Symbol.asyncDispose]());

const healthAt = async (url: string) => healthSchema.parse(await (await fetch(`${url}/health`)).json());
/** The rate of the euro, by a file and by the Function. */
async function eurosAt(url: string): Promise<unknown[]> {
  const [file, conversion] = await Promise.all(
    ['/api/rates', '/api/convert?from=USD&to=EUR'].map(async (path) => (await fetch(url + path)).json()),
  );
  return [(file as { rates: { EUR: number } }).rates.EUR, (conversion as { rate: number }).rate];
}
const before = fewCurrencies.snapshot.rates.get('EUR') ?? NaN;

describe('FolderServer (serves the live version of a folder)', () => {
  it('returns status 503 until a version is live, and then serves each version that goes live', async () => {
    rmSync(join(dir, 'live'), { force: true });
    await using server = await FolderServer.start(dir, local, never);
    const early = await fetch(`${server.url}/api/rates`);
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await early.json()).toMatchObject({ success: false });
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ site: null, failed_publishes: 0 });
    makeLive(dir, first);
    server.update();
    expect(await eurosAt(server.url)).toEqual([before, before]);
    expect(await healthAt(server.url)).toMatchObject({ site: { version: first, rate_as_of: '2026-09-29' } });
    makeLive(dir, second);
    // A request for the health shows what is live.
    expect(await healthAt(server.url)).toMatchObject({ site: { version: second } });
    expect(await eurosAt(server.url)).toEqual([0.5, 0.5]);
  });

  it('answers each of many requests by one version while versions go live', async () => {
    makeLive(dir, first);
    await using server = await FolderServer.start(dir, local, never);
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const get = (path: string) =>
      new Promise<string>((resolve, reject) => {
        request(server.url + path, { agent }, (response) => {
          expect(response.statusCode).toBe(200);
          text(response).then(resolve, reject);
        })
          .on('error', reject)
          .end();
      });
    const seen = new Set<string>();
    for (const round of Array.from({ length: 20 }).keys()) {
      const asked = Array.from({ length: 30 }, (_, index) =>
        get(index % 2 === 0 ? '/api/rates' : '/api/v1/rates?symbols=EUR'),
      );
      await new Promise((resolve) => setTimeout(resolve, round));
      makeLive(dir, round % 2 === 0 ? second : first);
      server.update();
      for (const body of await Promise.all(asked)) seen.add(body);
    }
    agent.destroy();
    // Two versions of two documents, and nothing else.
    expect(seen.size).toBe(4);
  });

  it('gives the same responses to repeated requests, each path with its own status and headers', async () => {
    makeLive(dir, first);
    await using server = await FolderServer.start(dir, local, never);
    const get = async (path: string, init?: RequestInit) => {
      const { status, headers, body } = await fetch(server.url + path, init).then(async (response) => ({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }));
      return { status, headers: { ...headers, date: '' }, body };
    };
    // Some of these paths have the same file.
    const paths = ['/api/v1/rates', '/api/v1/rates.json', '/404', '/nope', '/series/nope', '/docs', '/favicon.svg'];
    const before = await Promise.all(paths.map((path) => get(path)));
    expect(await Promise.all(paths.map((path) => get(path)))).toEqual(before);
    expect(before.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404, 200, 200]);
    const { etag = '', 'last-modified': modified = '' } = (before[0]?.headers ?? {}) as Record<string, string>;
    for (const headers of [{ 'If-None-Match': etag }, { 'If-Modified-Since': modified }])
      expect(await get('/api/v1/rates', { headers })).toMatchObject({ status: 304, body: '' });
    expect(await get('/api/v1/rates', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  it('keeps serving the site before a version that can’t be served, and says so once', async () => {
    makeLive(dir, first);
    await using server = await FolderServer.start(dir, local, never);
    mkdirSync(join(dir, 'broken'), { recursive: true });
    makeLive(dir, 'broken');
    server.update();
    expect(await healthAt(server.url)).toMatchObject({ site: { version: first } });
    expect(await eurosAt(server.url)).toEqual([before, before]);
    expect(stderr.prints()).toEqual([expect.stringContaining('broken')]);
  });

  it('refuses a folder that another server serves, but not the folder of a killed server', async () => {
    makeLive(dir, first);
    await using server = await FolderServer.start(dir, local, never);
    await expect(FolderServer.start(dir, local, never)).rejects.toThrow('is served already, at http:');
    writeFiles(dir, new Map([['server.json', JSON.stringify({ id: 'killed', url: server.url })]]));
    expect(await serverOf(dir, never)).toBeUndefined();
    await using other = await FolderServer.start(dir, local, never);
    expect(new URL((await serverOf(dir, never))?.url ?? '').port).toBe(new URL(other.url).port);
  });

  it('refuses a folder that is a site itself, or isn’t a folder', async () => {
    await expect(FolderServer.start(join(dir, first), local, never)).rejects.toThrow('holds a site');
    writeFileSync(join(folder.path, 'file'), '');
    await expect(FolderServer.start(join(folder.path, 'file'), local, never)).rejects.toThrow('EEXIST');
  });

  it('names the URL of callers in results of /mcp', async () => {
    await using server = await FolderServer.start(dir, { ...local, url: 'https://rates.example' }, never);
    const { url } = (await serverOf(dir, never)) ?? expect.fail();
    expect(server.url).toBe('https://rates.example');
    expect(await (await fetch(`${url}/mcp`)).text()).toContain('https://rates.example/docs/assistants');
  });

  it('answers pipelined requests in turn, so that only one response waits for a slow client', async () => {
    makeLive(dir, first);
    await using server = await FolderServer.start(dir, local, never);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const paths = ['/api/v1/openapi.json', '/api/convert?from=USD&to=EUR', '/health', '/nope', '/api/rates'];
    const heads = paths.map((path, index) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${last(index)}\r\n`);
    socket.write(heads.join(''));
    const counts = new Set<number>();
    const counting = setInterval(() => counts.add(server.open), 1);
    const statuses = Array.from((await text(socket)).matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => status);
    clearInterval(counting);
    expect(statuses).toEqual(['200', '200', '200', '404', '200']);
    expect(Math.max(...counts)).toBeLessThan(2);
    await expect.poll(() => server.open).toBe(0);
    function last(index: number) {
      return index === paths.length - 1 ? 'Connection: close\r\n' : '';
    }
  });

  it('takes no more of a body that it has answered, and lets the client take the answer', async () => {
    makeLive(dir, first);
    await using server = await FolderServer.start(dir, local, never);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    let sent = 0;
    function* request() {
      yield Buffer.from(
        'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
      const part = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`);
      for (; sent < 300_000_000; sent += part.length) yield part;
    }
    await pipeline(request, socket).catch(() => undefined);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    // The system holds some megabytes that the server doesn't take.
    expect(sent).toBeLessThan(30_000_000);
  });

  it('ends after open requests, and ends requests that take too long', async () => {
    makeLive(dir, first);
    await using server = await FolderServer.start(dir, local, never);
    const { port } = new URL(server.url);
    const open = async (head: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(head);
      return socket;
    };
    const post = 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n';
    const [slow, stuck, idle] = await Promise.all([open(post), open(post), open('')]);
    await expect.poll(() => server.open).toBe(2);
    const answer = text(slow);
    const ended = [stuck, idle].map((socket) => once(socket, 'close'));
    stuck.on('error', () => undefined);
    const finished = server.finish(1000);
    slow.write('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    expect(await answer).toContain('"result":{}');
    await finished;
    await Promise.all(ended);
    await expect.poll(() => server.open).toBe(0);
  });
});

describe('makeLive', () => {
  it('replaces the link as a whole, even after an interruption', () => {
    symlinkSync('nowhere', join(dir, '.live'));
    makeLive(dir, second);
    expect(liveVersion(dir)).toBe(second);
    // The folder may be moved.
    renameSync(dir, `${dir}-moved`);
    expect(liveVersion(`${dir}-moved`)).toBe(second);
    renameSync(`${dir}-moved`, dir);
  });
});
