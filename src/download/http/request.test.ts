import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, endless, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { startRawServer } from '../../testing/servers/raw-server.ts';
import { openConnectionPool } from './connection-pool.ts';
import { HttpError, request, type RequestOptions } from './request.ts';
import { userAgent } from './user-agent.ts';

const quick = { backOff: 10 };
const anyStatus = { accepts: () => true };
const plain = Buffer.from('{"date": "2026-09-29"}');

const redirectTo = (location: string) => (response: ServerResponse) => response.writeHead(302, { location }).end();

/** Sends a body with this content encoding in the header. The body may have another encoding. */
const encoded = (encoding: string | string[], body: Buffer) => (response: ServerResponse) =>
  response.setHeader('content-encoding', encoding).end(body);

async function failureOf(url: string, options: RequestOptions): Promise<HttpError> {
  const failure: unknown = await request(url, options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HttpError);
  return failure as HttpError;
}

const dispatcher = getGlobalDispatcher();
beforeAll(openConnectionPool);
afterAll(() => {
  setGlobalDispatcher(dispatcher);
});

describe('request (sends an HTTP request)', () => {
  it('sends the given method, headers and body, and returns the response’s status, headers and bytes', async () => {
    let received = '';
    await using server = await startMirror((response, incoming) => {
      void text(incoming).then((body) => {
        received = `${incoming.method ?? ''} ${String(incoming.headers['x-name'])} ${body}`;
        response.writeHead(404, { 'Set-Cookie': ['a', 'b'], 'X-Name': 'theirs' }).end('no');
      });
    });
    const options = { method: 'POST', headers: { 'X-Name': 'ours' }, body: 'sent', ...anyStatus };
    const { status, headers, bytes } = await request(server.url, options);
    expect(received).toBe('POST ours sent');
    expect([status, headers.get('x-name'), headers.getSetCookie(), String(bytes)]).toEqual([
      404,
      'theirs',
      ['a', 'b'],
      'no',
    ]);
  });

  it.each([
    ['GET', 204],
    ['GET', 304],
    ['HEAD', 200],
  ] as const)(
    'returns no bytes for an accepted response to %s with status %i, even if its headers announce a compressed body',
    async (method, status) => {
      await using server = await startMirror((r) => r.writeHead(status, { 'content-encoding': 'gzip' }).end());
      expect(await request(server.url, { method, ...anyStatus })).toMatchObject({ status, bytes: Buffer.of() });
    },
  );

  it('names what sends the request, and accepts a compressed response', async () => {
    await using server = await startMirror((response, { headers }) => response.end(JSON.stringify(headers)));
    const { host } = new URL(server.url);
    const sent = { host, connection: 'keep-alive', 'user-agent': userAgent, 'accept-encoding': 'gzip' };
    expect(JSON.parse(String((await request(server.url)).bytes))).toEqual(sent);
  });

  it('follows redirects unless the options forbid redirects', async () => {
    await using server = await startMirror((response, { url }) => {
      if (url === '/') response.writeHead(301, { location: '/moved' }).end('moved');
      else encoded('gzip', gzipSync(plain))(response);
    });
    expect((await request(server.url)).bytes).toEqual(plain);
    expect((await failureOf(server.url, { redirects: 0 })).message).toBe('responded with status 301');
    const { status, headers } = await request(server.url, { redirects: 0, ...anyStatus });
    expect([status, headers.get('location')]).toEqual([301, '/moved']);
  });

  it.each<[string, RequestOptions]>([
    ['a body', { method: 'POST', body: 'secret' }],
    ['the header Authorization', { headers: { Authorization: 'secret' } }],
  ])('doesn’t follow a redirect if the request has %s', async (_, options) => {
    await using server = await startMirror(redirectTo('/elsewhere'));
    expect((await failureOf(server.url, options)).message).toBe('responded with status 302');
    expect(server.requests()).toBe(1);
  });

  it.each([
    ['bytes', answers.text('x'.repeat(100))],
    ['bytes, once it is unpacked,', encoded('gzip', gzipSync('x'.repeat(100)))],
  ])('fails if the response has more %s than the option maxBytes allows', async (_, answer) => {
    await using server = await startMirror(answer);
    expect((await request(server.url, { maxBytes: 100 })).bytes).toHaveLength(100);
    expect((await failureOf(server.url, { maxBytes: 99 })).message).toBe('the response has more than 99 bytes');
  });

  it.each<[label: string, encoding: string | string[], Buffer]>([
    ['gzip', 'gzip', gzipSync(plain)],
    ['x-gzip', 'x-gzip', gzipSync(plain)],
    ['GZip (in mixed case)', 'GZip', gzipSync(plain)],
    ['deflate', 'deflate', deflateSync(plain)],
    ['br', 'br', brotliCompressSync(plain)],
    ['zstd', 'zstd', zstdCompressSync(plain)],
    ['gzip followed by br (compressed twice), both in one header', 'gzip, br', brotliCompressSync(gzipSync(plain))],
    ['gzip followed by br (compressed twice), in two headers', ['gzip', 'br'], brotliCompressSync(gzipSync(plain))],
    // Some proxies declare this encoding for a response that isn't encoded.
    ['identity (not compressed)', 'identity', plain],
    ['utf-8 (an invalid value) if the body isn’t compressed', 'utf-8', plain],
  ])('reads the body of a response with the content encoding %s', async (_, encoding, body) => {
    await using server = await startMirror(encoded(encoding, body));
    expect((await request(server.url)).bytes).toEqual(plain);
  });

  const zeros = Buffer.alloc(20_000_000);
  // Level 1 is the fastest, and the compressed bombs are small enough.
  const bomb = gzipSync(zeros, { level: 1 });
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['a decompression bomb in gzip', encoded('gzip', bomb)],
    [
      'a decompression bomb in Brotli',
      encoded('br', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
    ],
    ['a decompression bomb in two layers of gzip', encoded('gzip, gzip', gzipSync(bomb))],
    [
      'an endless stream of empty gzip files',
      (response) => endless(Buffer.alloc(65_520, gzipSync('')))(response.setHeader('content-encoding', 'gzip')),
    ],
  ])('fails as soon as the response is too large if it is %s', async (_, answer) => {
    await using server = await startMirror(answer);
    const { message } = await failureOf(server.url, { timeout: 30_000 });
    expect(message).toBe('the response has more than 1048576 bytes');
    expect(server.requests()).toBe(1);
  });

  it('succeeds at the third attempt if the first two attempts fail', async () => {
    const faults = [answers.status(503), answers.drop];
    await using server = await startMirror((response) => {
      (faults.shift() ?? answers.json({ ok: 1 }))(response);
    });
    expect(String((await request(server.url, quick)).bytes)).toBe('{"ok":1}');
    expect(server.requests()).toBe(3);
  });

  const closed = /^the connection was closed before the response was complete \((UND_ERR_SOCKET|ECONNRESET)\)$/;
  const notHttp = 'redirects to something other than an http(s) URL';
  const cannotBeDecoded = /^the response can’t be decoded \((Z_DATA_ERROR|ERR__ERROR_FORMAT_\w+|ZSTD_error_\w+)\)$/;
  const endOfFile = 'the response can’t be decoded (Z_BUF_ERROR)';
  it.each<[string, (...args: Parameters<Parameters<typeof startMirror>[0]>) => unknown, number, string | RegExp]>([
    ['drops the connection in the middle of the response', answers.drop, 3, closed],
    ['drops the connection immediately', (response) => response.destroy(), 3, closed],
    ['responds with status 500', answers.status(500), 3, 'responded with status 500'],
    ['responds with status 404', answers.status(404), 1, 'responded with status 404'],
    ['responds with status 429', answers.status(429), 1, 'responded with status 429'],
    ['responds with status 204', answers.status(204), 1, 'responded with status 204'],
    ['never stops sending', answers.endless, 1, 'the response has more than 1048576 bytes'],
    [
      'never stops sending a response with status 404',
      (r) => endless(plain)(r.writeHead(404)),
      1,
      'responded with status 404',
    ],
    ['declares plain text as gzip', encoded('gzip', plain), 3, cannotBeDecoded],
    ['declares plain text as br', encoded('br', plain), 3, cannotBeDecoded],
    ['declares plain text as zstd', encoded('zstd', plain), 3, cannotBeDecoded],
    ['declares gzip data as br', encoded('br', gzipSync(plain)), 3, cannotBeDecoded],
    ['cuts off gzip data', encoded('gzip', gzipSync(plain).subarray(0, -4)), 3, endOfFile],
    ['cuts off br data', encoded('br', brotliCompressSync(plain).subarray(0, -2)), 3, endOfFile],
    ['cuts off deflate data', encoded('deflate', deflateSync(plain).subarray(0, -4)), 3, endOfFile],
    ['declares an empty response as gzip', encoded('gzip', Buffer.alloc(0)), 3, endOfFile],
    [
      'declares six content encodings for the response',
      encoded(Array<string>(6).fill('gzip'), plain),
      3,
      'the response has too many encodings (ERR_ENCODINGS)',
    ],
    [
      'falsely declares a response with status 404 as gzip',
      (r) => r.writeHead(404, { 'content-encoding': 'gzip' }).end(plain),
      1,
      'responded with status 404',
    ],
    ['redirects to itself', answers.redirectToItself, 1, 'redirects in a circle'],
    ['redirects without end', answers.redirectOn, 6, 'responded with status 302'],
    ['redirects to a file: URL', redirectTo('file:///etc/passwd'), 1, notHttp],
    ['redirects to an invalid URL', redirectTo('http://['), 1, notHttp],
  ])('fails if the server %s', async (_, answer, requests, message) => {
    await using server = await startMirror(answer);
    const failure = await failureOf(server.url, quick);
    expect(failure.message).toEqual(
      typeof message === 'string' ? message : (expect.stringMatching(message) as unknown as string),
    );
    expect(failure.status).toBe(/status \d+$/.test(failure.message) ? Number(failure.message.slice(-3)) : undefined);
    expect(server.requests()).toBe(requests);
  });

  it.concurrent.each<[string, (response: ServerResponse) => unknown, string?]>([
    ['never responds', answers.hang],
    [
      'stalls in the middle of an error response',
      (r: ServerResponse) => answers.stall(r.writeHead(500)),
      'responded with status 500',
    ],
  ])('fails if the server %s', async (_, answer, reason = 'no complete response within 0.3 s') => {
    await using server = await startMirror(answer);
    expect((await failureOf(server.url, { ...quick, timeout: 300 })).message).toBe(reason);
    expect(server.requests()).toBe(3);
  });

  it('fails if no server listens', async () => {
    const { message } = await failureOf('http://127.0.0.1:1', quick);
    expect(message).toBe('no server listens at 127.0.0.1:1 (ECONNREFUSED)');
  });

  it.each([
    ['text that isn’t HTTP', 'SSH-2.0-OpenSSH\r\n', 'the response isn’t HTTP'],
    ['a response that begins with a space', ' HTTP/1.1 200 OK\r\n\r\n', 'the response isn’t HTTP'],
    [
      'headers without end',
      `HTTP/1.1 200 OK\r\n${'X-Name: value\r\n'.repeat(5000)}`,
      'the response’s headers are too long (UND_ERR_HEADERS_OVERFLOW)',
    ],
    [
      'fewer bytes than its header says',
      'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345',
      'the connection was closed before the response was complete (UND_ERR_SOCKET)',
    ],
    [
      '100 Continue',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'the connection was closed before the response was complete (UND_ERR_SOCKET)',
    ],
  ])('fails with a message in plain words if the server sends %s', async (_, text, message) => {
    await using server = await startRawServer((socket) => socket.once('data', () => socket.end(text)));
    expect((await failureOf(`http://127.0.0.1:${server.port}`, quick)).message).toBe(message);
  });

  it('fails with a message in plain words if the server doesn’t speak TLS', async () => {
    await using server = await startRawServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n')),
    );
    const { message } = await failureOf(`https://127.0.0.1:${server.port}`, quick);
    expect(message).toMatch(/^no secure connection can be made \(ERR_SSL_\w+\)$/);
  });

  it.concurrent.each([
    ['an attempt', answers.hang, 10],
    ['a pause between attempts', answers.status(500), 3_600_000],
  ])('fails if the time limit for all attempts together ends during %s', async (_, answer, backOff) => {
    await using server = await startMirror(answer);
    expect((await failureOf(server.url, { backOff, deadline: 400 })).message).toBe('no complete response within 0.4 s');
    expect(server.requests()).toBe(1);
  });

  it.each([
    ['an attempt', answers.hang],
    ['a pause between attempts', answers.status(500)],
  ])('fails with the caller’s error if the caller aborts during %s', async (_, answer) => {
    const controller = new AbortController();
    await using server = await startMirror((response) => {
      answer(response);
      setTimeout(() => {
        controller.abort(new Error('enough'));
      }, 50);
    });
    await expect(request(server.url, { signal: controller.signal, backOff: 3_600_000 })).rejects.toThrow('enough');
    expect(server.requests()).toBe(1);
  });

  it('never has the request’s URL or headers in an error message', async () => {
    const key = { headers: { Authorization: 'secret' }, ...quick };
    await using server = await startMirror((response, { url = '' }) => {
      response.writeHead(302, { location: url.startsWith('/secret') ? url : 'ftp://secret' }).end();
    });
    for (const url of [`${server.url}?key=secret`, new URL('/secret', server.url).href, 'http://127.0.0.1:1/secret'])
      expect((await failureOf(url, key)).message).not.toContain('secret');
  });
});

describe('openConnectionPool (shares connections between requests)', () => {
  /** Sends 400 requests, `atOnce` at a time, and returns the number of connections to the server. */
  async function connectionsFor(atOnce: number): Promise<number> {
    let sent = 0;
    await using server = await startMirror((response) => {
      // A response with status 404 or 500 must not cause a new connection either.
      const status = [200, 404, 500][sent++ % 3] ?? 200;
      response.writeHead(status).end('{"error": "no"}');
    });
    const urls = Array.from({ length: 400 }, (_, index) => `${server.url}?${index}`).values();
    const work = async () => {
      for (const url of urls) await request(url, { tries: 1 }).catch(() => undefined);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(server.requests()).toBe(400);
    return server.connections();
  }

  it.each([
    [6, 16],
    [400, 64],
  ])('opens at most $1 connections for 400 requests, if $0 requests run at the same time', async (atOnce, most) => {
    expect(await connectionsFor(atOnce)).toBeLessThanOrEqual(most);
  });
});
