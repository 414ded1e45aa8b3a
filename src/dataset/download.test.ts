import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { downloadJson } from './download.ts';
import { DownloadError } from './errors.ts';
import { answers, startMirror } from './loopback-mirror.ts';

const quick = { timeout: 300, backOff: 10 };

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

  it('gets there in the end when a fault heals', async () => {
    const faults = [answers.status(503), answers.drop];
    await using mirror = await startMirror((response) => {
      (faults.shift() ?? answers.json({ ok: 1 }))(response);
    });
    expect(await downloadJson(mirror.url, quick)).toEqual({ ok: 1 });
    expect(mirror.requests()).toBe(3);
  });

  it.each([
    ['hangs', answers.hang, 3, 'no whole answer within 0.3 s'],
    ['stalls in the middle', answers.stall, 3, 'no whole answer within 0.3 s'],
    ['drops the connection in the middle', answers.drop, 3, /other side closed|terminated|aborted/],
    ['answers 500', answers.status(500), 3, 'answered with status 500'],
    ['answers 404', answers.status(404), 1, 'answered with status 404'],
    ['answers 429', answers.status(429), 1, 'answered with status 429'],
    ['answers 204', answers.status(204), 1, 'answered with status 204'],
    ['sends HTML', answers.text('<!doctype html><title>Hi'), 1, 'the answer is not JSON: "<!doctype html><title>Hi"'],
    ['sends nothing', answers.empty, 1, 'the answer is not JSON: empty'],
    ['never stops sending', answers.endless, 1, 'the answer has more than 1048576 bytes'],
    ['redirects to itself', answers.redirectToItself, 1, 'Redirect loop detected'],
    ['redirects without end', answers.redirectOn, 6, 'answered with status 302'],
  ])('gives up on a mirror that %s', async (_, answer, requests, message) => {
    await using mirror = await startMirror(answer);
    const failure = await downloadJson(mirror.url, quick).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DownloadError);
    expect((failure as DownloadError).message).toMatch(message);
    expect(mirror.requests()).toBe(requests);
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
