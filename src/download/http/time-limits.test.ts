import dns from 'node:dns';
import type { Socket } from 'node:net';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { answers, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { startRawServer } from '../../testing/servers/raw-server.ts';
import { openConnectionPool } from './connection-pool.ts';
import { request, type RequestOptions } from './request.ts';

const dispatcher = getGlobalDispatcher();
afterAll(() => {
  setGlobalDispatcher(dispatcher);
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Sends a request over new connections, directly or through a proxy on this machine. */
function send(url: string, proxyPort: number | undefined, options: RequestOptions) {
  const proxy = proxyPort === undefined ? '' : `http://127.0.0.1:${proxyPort}`;
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) vi.stubEnv(name, proxy);
  openConnectionPool();
  return request(url, { backOff: 10, ...options });
}

type Serve = (socket: Socket) => void;

const isSilent: Serve = (socket) => socket.resume();

const sends =
  (text: string, then = isSilent): Serve =>
  (socket) =>
    socket.once('data', () => {
      socket.write(text);
      then(socket);
    });

/** Sends one part after the other, again and again. The pause stands for a second. */
const sendsSlowly =
  (...parts: (string | Uint8Array)[]): Serve =>
  (socket) => {
    let sent = 0;
    const timer = setInterval(() => socket.write(parts[sent++ % parts.length] ?? ''), 20);
    socket.resume().on('close', () => {
      clearInterval(timer);
    });
  };

const status = 'HTTP/1.1 200 OK\r\n';
const headers = `${status}Content-Length: 1000\r\n\r\n`;
// The header of a TLS record of 16,384 bytes: https://www.rfc-editor.org/rfc/rfc8446#section-5.1
const tlsRecord = [22, 3, 3, 64, 0].map((byte) => Uint8Array.of(byte));

const httpServers: [string, Serve][] = [
  ['accepts a connection and is silent', isSilent],
  ['stops in the middle of the headers', sends(status)],
  ['stops after the headers', sends(headers)],
  ['stops in the middle of the body', sends(`${headers}12345`)],
  ['sends a byte of the headers a second', sends(status, sendsSlowly('X', '-', 'N'))],
  ['sends a header a second', sends(status, sendsSlowly('X-Name: value\r\n'))],
  ['sends a byte of the body a second', sends(headers, sendsSlowly('x'))],
  ['sends 102 Processing again and again', sends('', sendsSlowly('HTTP/1.1 102 Processing\r\n\r\n'))],
  ['sends 103 Early Hints again and again', sends('', sendsSlowly('HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n'))],
];
const tlsServers: [string, Serve][] = [
  ['is silent in TLS', isSilent],
  ['sends a byte of TLS a second', sendsSlowly(...tlsRecord)],
];
const tunnel = (serve: Serve) => sends('HTTP/1.1 200 OK\r\n\r\n', serve);

const cases = [
  ...httpServers.map(([name, serve]) => [`the server ${name}`, 'http://127.0.0.1', serve] as const),
  ...tlsServers.map(([name, serve]) => [`the server ${name}`, 'https://127.0.0.1', serve] as const),
  ...httpServers.map(([name, serve]) => [`the proxy ${name}`, 'http://site.invalid', serve] as const),
  ...httpServers.slice(0, 2).map(([name, serve]) => [`the proxy ${name}`, 'https://site.invalid', serve] as const),
  ...tlsServers.map(
    ([name, serve]) => [`the server behind a proxy ${name}`, 'https://site.invalid', tunnel(serve)] as const,
  ),
];

const inTime = 'no complete response within 0.25 s';

describe('request (sends an HTTP request)', () => {
  it.concurrent.each(cases)(
    'ends within its limits, and closes its connections, if %s (%s)',
    async (_, origin, serve) => {
      await using server = await startRawServer(serve);
      const [url, proxy] = origin.endsWith('invalid') ? [origin, server.port] : [`${origin}:${server.port}`, undefined];
      const controller = new AbortController();
      setTimeout(() => {
        controller.abort(new Error('enough'));
      }, 250);
      await Promise.all([
        expect(send(url, proxy, { timeout: 250, tries: 2 })).rejects.toThrow(inTime),
        expect(send(url, proxy, { deadline: 250 })).rejects.toThrow(inTime),
        expect(send(url, proxy, { signal: controller.signal })).rejects.toThrow('enough'),
      ]);
      await vi.waitFor(() => {
        expect(server.connections()).toBe(0);
      });
    },
  );

  it.each(['http://site.invalid', 'https://site.invalid'])(
    'ends within its limit if no name server responds (%s)',
    async (url) => {
      using _ = vi.spyOn(dns, 'lookup').mockImplementation(() => undefined);
      await expect(send(url, undefined, { timeout: 250, tries: 2 })).rejects.toThrow(inTime);
    },
  );

  it('connects again after 64 requests that no name server responded to', async () => {
    await using server = await startMirror(answers.json({ ok: 1 }));
    const url = server.url.replace('127.0.0.1', 'localhost');
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(() => undefined);
    openConnectionPool();
    await Promise.allSettled(Array.from({ length: 64 }, () => request(url, { timeout: 250, tries: 1 })));
    lookup.mockRestore();
    expect(await request(url, { timeout: 5000, tries: 1 })).toMatchObject({ status: 200 });
  });

  it('ends within its limit, and closes its connections, if a server redirects to a silent server', async () => {
    await using silent = await startRawServer(isSilent);
    await using server = await startMirror((response) => {
      response.writeHead(302, { location: `https://127.0.0.1:${silent.port}` }).end();
    });
    await expect(send(server.url, undefined, { timeout: 250, tries: 2 })).rejects.toThrow(inTime);
    await vi.waitFor(() => {
      expect(silent.connections()).toBe(0);
    });
  });

  it('ends within its limit if other requests use all connections to the server', async () => {
    await using server = await startRawServer(isSilent);
    const url = `http://127.0.0.1:${server.port}`;
    openConnectionPool();
    const others = Promise.allSettled(Array.from({ length: 64 }, () => request(url, { timeout: 1500, tries: 1 })));
    await expect.poll(() => server.connections()).toBe(64);
    await expect(request(url, { timeout: 250, tries: 1 })).rejects.toThrow(inTime);
    await others;
  });
});
