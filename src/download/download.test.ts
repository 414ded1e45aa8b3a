import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { downloadJson } from './download.ts';
import { HttpError } from './http/request.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';

describe('downloadJson (downloads a JSON file)', () => {
  it('returns the parsed value even if the content type is text/html', async () => {
    const text = '\uFEFF{"date": "2026-09-29"}';
    await using mirror = await startMirror((response, { headers: { accept } }) => {
      const status = accept?.startsWith('application/json') ? 200 : 406;
      response.writeHead(status, { 'content-encoding': 'gzip', 'content-type': 'text/html' }).end(gzipSync(text));
    });
    expect(await downloadJson(mirror.url)).toEqual({ value: { date: '2026-09-29' }, bytes: Buffer.from(text) });
  });

  it('accepts a response of at most 1 MiB', async () => {
    const json = JSON.stringify('x'.repeat(1_048_574));
    await using largest = await startMirror(answers.text(json));
    await using larger = await startMirror(answers.text(`${json} `));
    expect((await downloadJson(largest.url)).bytes).toHaveLength(1_048_576);
    await expect(downloadJson(larger.url)).rejects.toThrow('the response has more than 1048576 bytes');
  });

  const compressed = gzipSync('{}');
  it.each<[string, (response: ServerResponse) => unknown, string | RegExp, number?]>([
    ['HTML', answers.text('<!doctype html><title>Hi'), 'the response isn’t JSON: HTML, 24 characters'],
    ['empty', answers.empty, 'the response isn’t JSON: empty'],
    [
      'gzip data declared as uncompressed (content encoding identity)',
      (response) => response.setHeader('content-encoding', 'identity').end(compressed),
      /^the response isn’t JSON, and its content encoding is unknown: binary data, /,
    ],
    [
      'gzip data declared with the content encoding compress',
      (response) => response.setHeader('content-encoding', 'compress').end(compressed),
      /^the response isn’t JSON, and its content encoding is unknown: binary data, /,
    ],
    [
      'JSON with a key twice in one object, of which JSON.parse returns the last',
      answers.text('{"usd":{"eur":0.88,"eur":0.99}}'),
      'the response has a key twice in one object',
    ],
    ['an error with status 404', answers.status(404), 'responded with status 404', 404],
  ])('fails after one request if the server’s response is %s', async (_, answer, message, status) => {
    await using mirror = await startMirror(answer);
    const failure: unknown = await downloadJson(mirror.url).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect((failure as HttpError).message).toMatch(message);
    expect((failure as HttpError).status).toBe(status);
    expect(mirror.requests()).toBe(1);
  });
});
