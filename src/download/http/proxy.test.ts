import { createServer } from 'node:http';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Listening, listen } from '../../site/serve/listen.ts';
import { answers, startMirror } from '../../testing/servers/loopback-mirror.ts';
import { openConnectionPool } from './connection-pool.ts';
import { request } from './request.ts';

/** The requests that the proxy received. It responds to them itself instead of forwarding them. */
const proxied: string[] = [];
let proxy: Listening;
let status: number;
const dispatcher = getGlobalDispatcher();

beforeAll(async () => {
  const server = createServer((incoming, response) => {
    proxied.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    response.writeHead(status).end('{}');
  });
  server.on('connect', ({ url }, socket) => {
    proxied.push(`CONNECT ${url ?? ''}`);
    socket.end(`HTTP/1.1 ${status === 200 ? 502 : status} No\r\n\r\n`);
  });
  proxy = await listen(server);
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) vi.stubEnv(name, proxy.url);
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, 'direct.invalid');
  openConnectionPool();
});
beforeEach(() => {
  proxied.length = 0;
  status = 200;
});
afterAll(() => {
  setGlobalDispatcher(dispatcher);
  vi.unstubAllEnvs();
  return proxy[Symbol.asyncDispose]();
});

describe('proxy server set in HTTP_PROXY and HTTPS_PROXY', () => {
  // ESLint forbids commands other ways to send a request, so one test is enough.
  it('receives a request for an HTTP URL', async () => {
    await request('http://site.invalid');
    expect(proxied).toEqual(['GET http://site.invalid/']);
  });

  it('receives a CONNECT request for an HTTPS URL', async () => {
    await expect(request('https://site.invalid', { tries: 1 })).rejects.toThrow('the proxy responded with status 502');
    expect(proxied).toEqual(['CONNECT site.invalid:443']);
  });

  it.each(['http://site.invalid', 'https://site.invalid'])(
    'is named in the message if it requires a password (%s)',
    async (url) => {
      status = 407;
      await expect(request(url, { tries: 1 })).rejects.toThrow('the proxy responded with status 407');
    },
  );

  it('receives no request to this machine or to a host in NO_PROXY', async () => {
    await using server = await startMirror(answers.json({}));
    await request(server.url);
    await expect(request('http://direct.invalid', { tries: 1 })).rejects.toThrow('direct.invalid');
    expect(server.requests()).toBe(1);
    expect(proxied).toEqual([]);
  });
});
