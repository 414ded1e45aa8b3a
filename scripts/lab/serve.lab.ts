import { instantAt } from '../../src/money/calendar.ts';
import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeLive } from '../../src/operate/hosts/versions.ts';
import { elementAt } from '../../src/money/element-at.ts';
import { siteRequests } from '../../src/site/check/requests.ts';
import { withEach } from '../../src/site/check/get.ts';
import { filesBelow } from '../../src/site/files-below.ts';
import { startInWorkerd } from '../../src/site/serve/site-in-workerd.ts';
import { startScript } from '../../src/testing/process/spawn-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { freePort } from '../../src/testing/servers/free-port.ts';
import { recordedDay, writeSmallSite } from '../../src/testing/sites/small-site.ts';
import { usageOf } from './bench/process-usage.ts';

/*
 * `npm run serve` beside workerd, and with hostile clients. Its site was checked just now, so nothing is published.
 */

const folder = temporaryFolder();
const dir = join(folder.path, 'served');
const version = '2026-09-30T06-00-00.000Z-aa';
const site = join(dir, version);
let server: ChildProcess;
let ended: ReturnType<typeof startScript>['ended'];
let port: number;
let url: string;

beforeAll(async () => {
  mkdirSync(dir);
  await writeSmallSite(site, { snapshot: { ...recordedDay, checked_at: instantAt(Date.now()) } });
  makeLive(dir, version);
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  ({ child: server, ended } = startScript('serve', [
    ...['--dir', dir, '--port', `${port}`, '--every', '24h', '--url', 'http://rates.example'],
  ]));
  await vi.waitUntil(isUp, { timeout: 60_000, interval: 200 });
});
afterAll(async () => {
  server.kill('SIGTERM');
  const { code, stderr } = await ended;
  await folder[Symbol.asyncDispose]();
  // Nothing crashed, and no request failed on the server.
  expect([code, stderr.split('\n').filter((line) => !line.startsWith('Finishing'))]).toEqual([0, ['']]);
});

async function isUp(): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** The headers that a caller may rely on. */
const named = [
  ...['content-type', 'cache-control', 'etag', 'location', 'allow', 'served-by', 'synthetic', 'referrer-policy'],
  ...['access-control-allow-origin', 'access-control-expose-headers', 'x-content-type-options', 'link'],
  ...['content-security-policy', 'strict-transport-security', 'access-control-allow-methods'],
];

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

function ask(base: string, method: string, path: string) {
  const { hostname, port } = new URL(base);
  return new Promise<object>((resolve, reject) => {
    request({ hostname, port, method, path, agent, headers: { host: 'rates.example' } }, (response) => {
      text(response).then((body) => {
        const headers = Object.fromEntries(named.map((name) => [name, response.headers[name]]));
        resolve({ status: response.statusCode, headers, body });
      }, reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Random numbers from 0 to 1 that are the same in each run. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Requests of all kinds: those that check a site, files, and both with random changes. */
function randomRequests(count: number): { method: string; path: string }[] {
  const random = randomNumbers(69);
  const pick = <T>(from: readonly T[]): T => elementAt(from, Math.floor(random.next().value * from.length));
  const codes = ['EUR', 'usd', 'JPY', 'ZMW', 'btc', 'XAU', 'GBX', 'DEM', 'XXX', 'SYP', ''];
  const files = filesBelow(site).map(({ path }) => `/${path}`);
  const changes: ((path: string) => string)[] = [
    (path) => path,
    (path) => path.replaceAll(/\b(EUR|USD|JPY)\b/g, () => pick(codes)),
    (path) => path.replaceAll(/\b(eur|usd|jpy)\b/g, () => pick(codes).toLowerCase()),
    (path) =>
      path.replace(/\d{4}-\d\d-\d\d/, () => `20${20 + Math.floor(random.next().value * 8)}-0${pick([1, 2, 9])}-15`),
    (path) => path.replace(/amount=[^&]*/, () => `amount=${pick(['1e3', '-1', '0', 'x', '1,5', '9'.repeat(50)])}`),
    (path) => path.replace(/\.(json|html)$/, ''),
    (path) => `${path}${path.includes('?') ? '&' : '?'}${pick(['base=EUR', 'source=ecb', 'utm_x=1', '%zz', 'x=%00'])}`,
    (path) => path.replace('/api/', () => pick(['//api/', '/API/', '/api/./', '/api/%2e%2e/api/', '/api/v1/../'])),
    (path) => `${path}/`,
    (path) => path.slice(0, Math.floor(random.next().value * path.length) + 1),
  ];
  return Array.from({ length: count }, () => {
    const { method, path } = pick([0, 1, 2]) === 0 ? { method: 'GET', path: pick(files) } : pick(siteRequests);
    return {
      method: random.next().value < 0.05 ? pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE']) : method,
      path: pick(changes)(pick(changes)(path)),
    };
  });
}

describe('npm run serve beside workerd', () => {
  it('gives the same responses to 5,000 random requests', async () => {
    await using workerd = await startInWorkerd(site);
    const statuses = new Map<unknown, number>();
    const differences: string[] = [];
    await withEach(randomRequests(5000), 8, async ({ method, path }) => {
      const [ours, theirs] = (await Promise.all([ask(url, method, path), ask(workerd.url, method, path)])) as [
        { status: number; body: string },
        object,
      ];
      statuses.set(ours.status, (statuses.get(ours.status) ?? 0) + 1);
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) differences.push(`${method} ${path}`);
    });
    console.log(`Statuses of 5,000 responses: ${JSON.stringify([...statuses].sort())}`);
    expect(differences).toEqual([]);
  });
});

/** Sends bytes, and returns all that the server sends until it closes the connection. */
async function sendRaw(bytes: string | Buffer, milliseconds = 10_000): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const limit = setTimeout(() => socket.destroy(), milliseconds);
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  clearTimeout(limit);
  return received;
}
const statusesIn = (received: string) => Array.from(received.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => status);
const memory = () => usageOf(server.pid ?? NaN)?.bytes ?? NaN;
const host = 'Host: x\r\n';
const last = 'Connection: close\r\n\r\n';

describe('npm run serve with hostile clients', () => {
  it.each<[string, string, readonly string[]]>([
    ['bytes that aren’t HTTP', '\0\x16\x03garbage\r\n\r\n', ['400']],
    ['long headers', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n${last}`, ['431']],
    ['a long URL', `GET /${'x'.repeat(12_000)} HTTP/1.1\r\n${host}${last}`, ['404']],
    ['two lengths', `POST /mcp HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`, ['400']],
    [
      'a length and chunks',
      `POST /mcp HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ['400'],
    ],
    [
      'an upgrade',
      `GET /api/rates HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n`,
      ['200'],
    ],
    ['another server’s URL', `GET http://10.0.0.1/api/rates HTTP/1.1\r\n${host}${last}`, ['200']],
    ['TRACE', `TRACE / HTTP/1.1\r\n${host}${last}`, ['405']],
    ['CONNECT', `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host}${last}`, []],
    ['a range', `GET /api/rates HTTP/1.1\r\n${host}Range: bytes=0-3\r\n${last}`, ['200']],
    [
      'an ETag that matches everything',
      `GET /api/convert?from=EUR&to=USD HTTP/1.1\r\n${host}If-None-Match: *\r\n${last}`,
      ['304'],
    ],
    ['HTTP/1.0', 'GET /api/rates HTTP/1.0\r\n\r\n', ['200']],
    [
      'pipelined requests',
      `${`GET /api/convert?from=EUR&to=USD HTTP/1.1\r\n${host}\r\n`.repeat(99)}GET /nope HTTP/1.1\r\n${host}${last}`,
      [...Array.from({ length: 99 }, () => '200'), '404'],
    ],
  ])('answers %s', async (_, bytes, statuses) => {
    expect(statusesIn(await sendRaw(bytes))).toEqual(statuses);
  });

  it.each(['/api/rates', '/api/v1/openapi.json', '/docs/api', '/api/convert?from=EUR&to=USD'])(
    'answers conditional requests and requests for a part of %s',
    async (path) => {
      const get = (headers: Record<string, string>) => fetch(url + path, { headers });
      const whole = await get({});
      const [etag, modified] = ['etag', 'last-modified'].map((name) => whole.headers.get(name) ?? '');
      const bytes = (await whole.arrayBuffer()).byteLength;
      const asked: [headers: Record<string, string>, status: number][] = [
        [{ 'If-None-Match': etag ?? '' }, 304],
        [{ 'If-None-Match': `"other", ${etag ?? ''}` }, path.includes('?') ? 304 : 200],
        [{ 'If-None-Match': '"other"' }, 200],
        ...(modified === ''
          ? []
          : [[{ 'If-Modified-Since': modified ?? '' }, 304] as [Record<string, string>, number]]),
        [{ Range: 'bytes=0-3' }, 200],
        [{ Range: 'bytes=9999999999-' }, 200],
        [{ Range: 'bytes=0-1,3-4', 'If-Range': etag ?? '' }, 200],
      ];
      const seen = await Promise.all(
        asked.map(async ([headers]) => {
          const response = await get(headers);
          const { byteLength } = await response.arrayBuffer();
          return [headers, response.status, byteLength];
        }),
      );
      expect(seen).toEqual(asked.map(([headers, status]) => [headers, status, status === 200 ? bytes : 0]));
    },
  );

  it.each([
    ...['/../package.json', '/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%5c..%5cetc%5cpasswd'],
    ...['/server.json', '/../server.json', '/%2e%2e%2fserver.json', '/.%2e/live/index.html', '//etc/passwd'],
    ...['/_worker.js', '/%5fworker.js', '/_headers', '/etc/passwd%00.json', '/file:///etc/passwd'],
  ])('serves no file outside of the site for %s', async (path) => {
    const received = await sendRaw(`GET ${path} HTTP/1.1\r\n${host}${last}`);
    expect(statusesIn(received)).toEqual(['404']);
    expect(received).not.toMatch(/root:|"id":|REVISION/);
  });

  it('ends a request whose body never ends, and takes little of it', async () => {
    const before = memory();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST /mcp HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')]);
    let sent = 0;
    const isClosed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    while (sent < 300e6 && !socket.destroyed) {
      sent += chunk.length;
      if (!socket.write(chunk))
        await Promise.race([once(socket, 'drain').catch(() => undefined), isClosed, wait(1000)]);
    }
    socket.destroy();
    await isClosed;
    expect(await isUp()).toBe(true);
    // Besides what the server reads, the system's buffers take some megabytes.
    expect(sent).toBeLessThan(30e6);
    expect(memory() - before).toBeLessThan(20e6);
  });

  it('answers while 10,000 clients connect and send nothing', async () => {
    const sockets: Socket[] = [];
    while (sockets.length < 10_000) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.resume();
      sockets.push(socket);
      if (sockets.length % 100 === 0) await wait(10);
    }
    const open = () => sockets.filter(({ destroyed }) => !destroyed).length;
    await vi.waitUntil(() => open() <= 2000, { timeout: 60_000, interval: 500 });
    console.log(`Memory with ${open()} idle connections: ${(memory() / 1e6).toFixed(0)} MB.`);
    const begin = performance.now();
    await vi.waitUntil(isUp, { timeout: 90_000, interval: 500 });
    console.log(`Answered again after ${((performance.now() - begin) / 1000).toFixed(0)} s.`);
    for (const socket of sockets) socket.destroy();
  });

  it('answers while clients send their headers slowly, and closes those connections', async () => {
    const sockets = Array.from({ length: 500 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.resume();
      socket.write(`GET / HTTP/1.1\r\n${host}`);
      return socket;
    });
    const drip = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write('X: y\r\n');
    }, 1000);
    const begin = performance.now();
    expect(await isUp()).toBe(true);
    await vi.waitUntil(() => sockets.every(({ destroyed }) => destroyed), { timeout: 60_000, interval: 500 });
    clearInterval(drip);
    expect(performance.now() - begin).toBeLessThan(40_000);
  });

  it('answers while clients take nothing of large responses', async () => {
    const sockets = Array.from({ length: 500 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.pause();
      socket.write(`GET /prebid/currency.json HTTP/1.1\r\n${host}\r\n`.repeat(20));
      return socket;
    });
    await wait(3000);
    expect(await isUp()).toBe(true);
    console.log(`Memory with 500 clients that take nothing: ${(memory() / 1e6).toFixed(0)} MB.`);
    for (const socket of sockets) socket.destroy();
    await wait(1000);
    expect(await isUp()).toBe(true);
  });

  it('needs little memory afterwards', async () => {
    await wait(5000);
    console.log(`Memory afterwards: ${(memory() / 1e6).toFixed(0)} MB.`);
    expect(memory()).toBeLessThan(200e6);
  });
});
