import { createServer } from 'node:net';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { downloadJson } from './download.ts';
import { DownloadError } from './errors.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';

const quick = { backOff: 10 };
const impatient = { ...quick, timeout: 300 };

/** Answers with a body that is said to be encoded so. */
const encoded = (encoding: string | string[], body: Buffer) => (response: ServerResponse) =>
  response.setHeader('content-encoding', encoding).end(body);
const plain = Buffer.from('{"date": "2026-09-29"}');

describe('the download', () => {
  it('gives what the mirror sends, parsed, whatever its content type', async () => {
    await using mirror = await startMirror(answers.text('\uFEFF{"date": "2026-09-29"}'));
    expect(await downloadJson(mirror.url)).toEqual({ date: '2026-09-29' });
    expect(mirror.requests()).toBe(1);
  });

  it('follows a redirect', async () => {
    await using mirror = await startMirror((response, request) => {
      if (request.url === '/usd.json') response.writeHead(301, { location: '/moved' }).end();
      else answers.json({ ok: 1 })(response);
    });
    expect(await downloadJson(mirror.url)).toEqual({ ok: 1 });
  });

  it('takes an answer of exactly as many bytes as allowed, and no more', async () => {
    const body = JSON.stringify('x'.repeat(98));
    await using mirror = await startMirror(answers.text(body));
    expect(await downloadJson(mirror.url, { maxBytes: 100 })).toHaveLength(98);
    await expect(downloadJson(mirror.url, { maxBytes: 99 })).rejects.toThrow('the answer has more than 99 bytes');
  });

  it.each<[string | string[], Buffer]>([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['GZip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
    [['gzip', 'br'], brotliCompressSync(gzipSync(plain))],
    // Said of an answer that is not encoded at all, as some proxies do.
    ['identity', plain],
    ['utf-8', plain],
  ])('reads an answer that is encoded as %j', async (encoding, body) => {
    await using mirror = await startMirror(encoded(encoding, body));
    expect(await downloadJson(mirror.url)).toEqual({ date: '2026-09-29' });
  });

  it('reads an encoded answer behind a redirect', async () => {
    await using mirror = await startMirror((response, request) => {
      if (request.url === '/usd.json') response.writeHead(301, { location: '/moved' }).end();
      else encoded('gzip', gzipSync(plain))(response);
    });
    expect(await downloadJson(mirror.url)).toEqual({ date: '2026-09-29' });
  });

  it('counts the bytes of an encoded answer as they come out', async () => {
    const body = gzipSync(JSON.stringify('x'.repeat(98)));
    await using mirror = await startMirror(encoded('gzip', body));
    expect(body.length).toBeLessThan(99);
    expect(await downloadJson(mirror.url, { maxBytes: 100 })).toHaveLength(98);
    await expect(downloadJson(mirror.url, { maxBytes: 99 })).rejects.toThrow('the answer has more than 99 bytes');
    expect(mirror.requests()).toBe(2);
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(Buffer.alloc(200_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(200_000_000)))],
  ])('refuses a bomb of %s without unpacking it', async (encoding, body) => {
    await using mirror = await startMirror(encoded(encoding, body));
    const before = process.memoryUsage().rss;
    await expect(downloadJson(mirror.url)).rejects.toThrow('the answer has more than 1048576 bytes');
    expect(mirror.requests()).toBe(1);
    expect(process.memoryUsage().rss - before).toBeLessThan(30e6);
  });

  it('gets there in the end when a fault heals', async () => {
    const faults = [answers.status(503), answers.drop];
    await using mirror = await startMirror((response) => {
      (faults.shift() ?? answers.json({ ok: 1 }))(response);
    });
    expect(await downloadJson(mirror.url, quick)).toEqual({ ok: 1 });
    expect(mirror.requests()).toBe(3);
  });

  it.each([
    ['drops the connection in the middle', answers.drop, 3, /other side closed|terminated|aborted/],
    ['answers 500', answers.status(500), 3, 'answered with status 500'],
    ['answers 404', answers.status(404), 1, 'answered with status 404'],
    ['answers 429', answers.status(429), 1, 'answered with status 429'],
    ['answers 204', answers.status(204), 1, 'answered with status 204'],
    ['sends HTML', answers.text('<!doctype html><title>Hi'), 1, 'the answer is not JSON: "<!doctype html><title>Hi"'],
    ['sends nothing', answers.empty, 1, 'the answer is not JSON: empty'],
    ['never stops sending', answers.endless, 1, 'the answer has more than 1048576 bytes'],
    ['calls plain text gzip', encoded('gzip', plain), 3, 'the answer cannot be decoded: incorrect header check'],
    ['calls plain text br', encoded('br', plain), 3, 'the answer cannot be decoded: Decompression failed'],
    ['calls gzip br', encoded('br', gzipSync(plain)), 3, 'the answer cannot be decoded: Decompression failed'],
    ['calls gzip identity', encoded('identity', gzipSync(plain)), 1, /not JSON, and encoded as "identity": "\\u001f/],
    ['calls gzip compress', encoded('compress', gzipSync(plain)), 1, /not JSON, and encoded as "compress": "\\u001f/],
    ['cuts gzip', encoded('gzip', gzipSync(plain).subarray(0, -4)), 3, 'cannot be decoded: unexpected end of file'],
    ['cuts br', encoded('br', brotliCompressSync(plain).subarray(0, -2)), 3, 'decoded: unexpected end of file'],
    ['cuts deflate', encoded('deflate', deflateSync(plain).subarray(0, -4)), 3, 'decoded: unexpected end of file'],
    ['sends nothing as gzip', encoded('gzip', Buffer.alloc(0)), 3, 'cannot be decoded: unexpected end of file'],
    ['encodes six times', encoded(Array<string>(6).fill('gzip'), plain), 3, 'too many content-encodings'],
    [
      'answers 404 in gzip',
      (r: ServerResponse) => r.writeHead(404, { 'content-encoding': 'gzip' }).end(gzipSync(plain)),
      1,
      'status 404',
    ],
    ['redirects to itself', answers.redirectToItself, 1, 'Redirect loop detected'],
    ['redirects without end', answers.redirectOn, 6, 'answered with status 302'],
  ])('gives up on a mirror that %s', async (_, answer, requests, message) => {
    await using mirror = await startMirror(answer);
    const failure = await downloadJson(mirror.url, quick).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DownloadError);
    expect((failure as DownloadError).message).toMatch(message);
    expect(mirror.requests()).toBe(requests);
  });

  it.each([
    ['hangs', answers.hang],
    ['stalls in the middle', answers.stall],
  ])('gives up on a mirror that %s', async (_, answer) => {
    await using mirror = await startMirror(answer);
    const failure = downloadJson(mirror.url, impatient);
    await expect(failure).rejects.toThrow(DownloadError);
    await expect(failure).rejects.toThrow('no whole answer within 0.3 s');
    expect(mirror.requests()).toBe(3);
  });

  it('tries three times where nothing listens', async () => {
    const failure = downloadJson('http://127.0.0.1:1/usd.json', quick);
    await expect(failure).rejects.toThrow(DownloadError);
    await expect(failure).rejects.toThrow('ECONNREFUSED');
  });

  it('keeps to the deadline for all tries together, also while it waits for the next one', async () => {
    await using hanging = await startMirror(answers.hang);
    await using failing = await startMirror(answers.status(500));
    for (const [mirror, backOff] of [
      [hanging, 10],
      [failing, 60_000],
    ] as const) {
      const begin = performance.now();
      await expect(downloadJson(mirror.url, { backOff, deadline: 400 })).rejects.toThrow(
        'no whole answer within 0.4 s',
      );
      expect(performance.now() - begin).toBeLessThan(3000);
    }
  });

  it('reports an answer that is not HTTP', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await expect(downloadJson(`http://127.0.0.1:${port}/`, quick)).rejects.toThrow(DownloadError);
    server.close();
  });
});
